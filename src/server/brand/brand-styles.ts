import type { BrandSettings } from '../settings/brand.ts';
import { DARK_TOKENS, LIGHT_TOKENS } from './default-tokens.ts';
import { brandTokens, type Scheme, type TokenName } from './tokens.ts';

/** More specific than the `:root` of Foyer's own sheet, so the order of the style sheets does not matter. */
const ROOT = 'html:root';
const DARK = '@media (prefers-color-scheme:dark)';

/** The style of a brand for the documents of the React application. Empty without tokens and font. */
export function brandStyle(brand: BrandSettings): string {
  const { light, dark } = brand.tokens;
  const font = fontOf(brand);
  const changed = { ...font.tokens, ...light };
  // Foyer's sheet has another dark value, which the more specific light rule would hide.
  const hidden = Object.keys(changed).filter((name) => Object.hasOwn(DARK_TOKENS, name));
  const darkTokens = brandTokens(brand, 'dark');
  const all = [...new Set([...hidden, ...Object.keys(dark)])] as TokenName[];
  const changedDark = Object.fromEntries(all.map((name) => [name, darkTokens[name]]));
  const darkRule = rule(changedDark);
  return `${font.face}${rule(changed)}${darkRule === '' ? '' : `${DARK}{${darkRule}}`}`;
}

/** For the server's own small pages, which have no other style sheet. */
export function allTokensStyle(brand: BrandSettings): string {
  const font = fontOf(brand);
  const tokensOf = (scheme: Scheme) =>
    rule({ ...brandTokens(brand, scheme), ...font.tokens, ...brand.tokens[scheme] });
  return `${font.face}${tokensOf('light')}${DARK}{${tokensOf('dark')}}`;
}

function fontOf({ files }: BrandSettings): {
  readonly face: string;
  readonly tokens: Partial<Record<TokenName, string>>;
} {
  const file = files['font.woff2'];
  if (!file) return { face: '', tokens: {} };
  // A font file may have one weight or all of them.
  const face = `@font-face{font-family:"Brand";src:url(${file.path}) format("woff2");font-weight:100 900;font-display:swap}`;
  return { face, tokens: { font: `"Brand", ${LIGHT_TOKENS.font}` } };
}

function rule(tokens: Readonly<Partial<Record<TokenName, string>>>): string {
  const declarations = Object.entries(tokens).map(([name, value]) => `--foyer-${name}:${value}`);
  return declarations.length === 0 ? '' : `${ROOT}{${declarations.join(';')}}`;
}
