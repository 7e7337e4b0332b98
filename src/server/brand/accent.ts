import { BLACK, contrastOf, mix, mixUntil, WHITE } from './colour.ts';
import { MARK_CONTRAST, TEXT_CONTRAST } from './contrast.ts';
import { brandTokens, type Scheme, type TokenName, type TokenOverrides, type Tokens } from './tokens.ts';

/** `APP_ACCENT`. When `dark` is `null`, the colour of the dark scheme is derived from `light`. */
export interface Accent {
  readonly light: string;
  readonly dark: string | null;
}

type AccentToken = Extract<TokenName, 'on-accent' | `accent${string}`>;

/** How much accent is in the soft surface, and how much a button under the pointer changes. */
const SOFT_SHARE = 0.12;
const HOVER_SHARE = 0.14;

/**
 * The accent's tokens for one scheme: a readable text on it, and a text of its hue that every surface allows.
 * The given colour stays as it is; `contrast.ts` refuses one that is invisible on the surfaces.
 */
export function accentTokens(
  { light, dark }: Accent,
  scheme: Scheme,
  { page, surface, subtle }: Tokens,
): Record<AccentToken, string> {
  const isSeen = (colour: string) =>
    [page, surface].every((back) => contrastOf(colour, back) >= MARK_CONTRAST);
  const accent = scheme === 'light' ? light : (dark ?? mixUntil(light, WHITE, isSeen));
  // One of the two always reaches 4.5:1. White is tried first, because most buttons have it.
  const onAccent = contrastOf(WHITE, accent) >= TEXT_CONTRAST ? WHITE : BLACK;
  const soft = mix(surface, accent, SOFT_SHARE);
  const isReadable = (colour: string) =>
    [page, surface, subtle, soft].every((back) => contrastOf(colour, back) >= TEXT_CONTRAST);
  return {
    accent,
    'accent-hover': mix(accent, onAccent === WHITE ? BLACK : WHITE, HOVER_SHARE),
    'accent-soft': soft,
    'accent-text': mixUntil(accent, scheme === 'light' ? BLACK : WHITE, isReadable),
    'on-accent': onAccent,
  };
}

/** The accent's tokens for both schemes, on the surfaces of `tokens`. */
export function accentOverrides(tokens: TokenOverrides, accent: Accent): TokenOverrides {
  const tokensOf = (scheme: Scheme) => accentTokens(accent, scheme, brandTokens({ tokens }, scheme));
  return { light: tokensOf('light'), dark: tokensOf('dark') };
}
