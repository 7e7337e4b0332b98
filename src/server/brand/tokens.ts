import { DARK_TOKENS, LIGHT_TOKENS } from './default-tokens.ts';

export const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];
/** The name of a token without `--foyer-`. */
export type TokenName = keyof typeof LIGHT_TOKENS;
export type Tokens = Readonly<Record<TokenName, string>>;
/** What a brand sets differently. As in CSS, what it sets for the light scheme holds in the dark one only where Foyer has one value for both. */
export type TokenOverrides = Readonly<Record<Scheme, Readonly<Partial<Record<TokenName, string>>>>>;

/** The values of all tokens in one scheme. Colours are `#rrggbb`, so mail programs understand them. */
export function brandTokens({ tokens }: { readonly tokens: TokenOverrides }, scheme: Scheme): Tokens {
  const light: Tokens = { ...LIGHT_TOKENS, ...tokens.light };
  return scheme === 'light' ? light : { ...light, ...DARK_TOKENS, ...tokens.dark };
}
