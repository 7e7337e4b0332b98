import { contrastOf } from './colour.ts';
import { DARK_TOKENS, LIGHT_TOKENS } from './default-tokens.ts';

/** WCAG 2.2, 1.4.11: what a graphic needs to be recognised. */
const MIN_CONTRAST = 3;

/**
 * The colour of a mark where it is visible on a light and on a dark button, otherwise `null`: the colour of the text.
 * Brands allow both: a mark in its own colour, and in one colour.
 */
export function markColour(hex: string): string | null {
  const colour = `#${hex.toLowerCase()}`;
  const surfaces = [LIGHT_TOKENS.control, DARK_TOKENS.control];
  return surfaces.every((surface) => contrastOf(colour, surface) >= MIN_CONTRAST) ? colour : null;
}
