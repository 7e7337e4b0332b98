import { DARK_TOKENS, LIGHT_TOKENS } from './default-tokens.ts';

export const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];
export type TokenName = keyof typeof LIGHT_TOKENS;
export type Tokens = Readonly<Record<TokenName, string>>;
/** As in CSS, a light value holds in the dark scheme only where Foyer has one value for both. */
export type TokenOverrides = Readonly<Record<Scheme, Readonly<Partial<Record<TokenName, string>>>>>;

/** The values of all tokens in one scheme. Colours are `#rrggbb`, which mail programs understand. */
export function brandTokens({ tokens }: { readonly tokens: TokenOverrides }, scheme: Scheme): Tokens {
  const light: Tokens = { ...LIGHT_TOKENS, ...tokens.light };
  const all: Tokens = scheme === 'light' ? light : { ...light, ...DARK_TOKENS, ...tokens.dark };
  const lengths = Object.entries(all).map(([name, value]) => [name, lengthOf(value, all)]);
  return Object.fromEntries(lengths) as Tokens;
}

const SHARE = /^calc\(var\(--foyer-([\w-]+)\) \* ([\d.]+)\)$/;

/** Mail programs know no variables, so a share of another token is a length here. */
function lengthOf(value: string, tokens: Tokens): string {
  const [, name, share] = SHARE.exec(value) ?? [];
  if (name === undefined) return value;
  const length = tokens[name as TokenName];
  const rounded = Math.round(Number.parseFloat(length) * Number(share) * 1000) / 1000;
  return `${rounded}${length.replace(/^[\d.]+/, '')}`;
}

export function joinTokens(tokens: TokenOverrides, stronger: TokenOverrides): TokenOverrides {
  return { light: { ...tokens.light, ...stronger.light }, dark: { ...tokens.dark, ...stronger.dark } };
}
