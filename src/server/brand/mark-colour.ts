import { contrastOf } from './colour.ts';
import { DARK_TOKENS, LIGHT_TOKENS } from './default-tokens.ts';

/** WCAG 2.2, 1.4.11. */
const MIN_CONTRAST = 3;

/** The mark's colour when it is visible on light and dark buttons, otherwise `null`: the text's colour. */
export function markColour(hex: string): string | null {
  const colour = `#${hex.toLowerCase()}`;
  const surfaces = [LIGHT_TOKENS.control, DARK_TOKENS.control];
  return surfaces.every((surface) => contrastOf(colour, surface) >= MIN_CONTRAST) ? colour : null;
}
