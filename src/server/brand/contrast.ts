import { contrastOf } from './colour.ts';
import type { Scheme, TokenName, Tokens } from './tokens.ts';

/** WCAG 2.2, 1.4.3 (text) and 1.4.11 (focus rings, borders of fields and buttons, marks). */
export const TEXT_CONTRAST = 4.5;
export const MARK_CONTRAST = 3;

const PAIRS: readonly (readonly [front: TokenName, backs: readonly TokenName[], least: number])[] = [
  ['text', ['page', 'surface', 'subtle', 'hover', 'control'], TEXT_CONTRAST],
  ['muted', ['page', 'surface', 'subtle'], TEXT_CONTRAST],
  ['accent-text', ['page', 'surface', 'subtle', 'accent-soft'], TEXT_CONTRAST],
  ['on-accent', ['accent', 'accent-hover'], TEXT_CONTRAST],
  ['danger-text', ['page', 'surface', 'danger-soft'], TEXT_CONTRAST],
  ['on-danger', ['danger', 'danger-hover'], TEXT_CONTRAST],
  ['accent', ['page', 'surface'], MARK_CONTRAST],
  ['control-border', ['page', 'surface', 'subtle', 'control'], MARK_CONTRAST],
];

export interface ContrastVerdict {
  readonly scheme: Scheme;
  readonly front: TokenName;
  readonly back: TokenName;
  readonly contrast: number;
  readonly least: number;
}

/** The contrast of every pair that people must tell apart. */
export function contrastVerdicts(tokens: Tokens, scheme: Scheme): ContrastVerdict[] {
  return PAIRS.flatMap(([front, backs, least]) =>
    backs.map((back) => ({
      scheme,
      front,
      back,
      least,
      contrast: contrastOf(tokens[front], tokens[back]),
    })),
  );
}

export function contrastFaults(tokens: Tokens, scheme: Scheme): ContrastVerdict[] {
  return contrastVerdicts(tokens, scheme).filter(isTooLow);
}

export function isTooLow({ contrast, least }: ContrastVerdict): boolean {
  return contrast < least;
}

export function describeContrast({ scheme, front, back, contrast, least }: ContrastVerdict): string {
  // Rounded down, so that a fault never shows the required ratio.
  const shown = Math.floor(contrast * 100) / 100;
  return `--foyer-${front} on --foyer-${back} has a contrast of ${shown}:1 in the ${scheme} scheme, below ${least}:1`;
}
