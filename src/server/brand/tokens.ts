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
  return scheme === 'light' ? light : { ...light, ...DARK_TOKENS, ...tokens.dark };
}
