import { list, parse, type Declaration } from 'postcss';
import type { SourceText } from './source-file.ts';

/** Properties that name a side of the screen. Pages also run from right to left. */
const PHYSICAL_PROPERTY =
  /^(?:left|right|(?:scroll-)?(?:margin|padding)-(?:left|right)|border-(?:left|right)(?:-.+)?|border-(?:top|bottom)-(?:left|right)-radius)$/;

/** Properties that take `left` and `right` as values. */
const TAKES_SIDE =
  /^(?:text-align(?:-last)?|float|clear|justify-(?:content|items|self)|(?:background|mask|object|offset)-position(?:-x)?|background|mask|(?:transform|perspective)-origin)$/;

/** Shorthands of top, right, bottom and left. */
const FOUR_SIDES =
  /^(?:(?:scroll-)?(?:margin|padding)|inset|border-(?:width|style|color)|border-image-(?:width|outset|slice))$/;

/** A comment before a declaration that names a side and still needs no mirror image, such as a fade at both ends. */
const SYMMETRIC = 'The same from both sides.';

/** Why a declaration looks the same in both writing directions although it should be mirrored; `null` if it is right. */
function faultOf(declaration: Declaration): string | null {
  const { prop, value } = declaration;
  const before = declaration.prev();
  if (before?.type === 'comment' && before.text === SYMMETRIC) return null;
  if (PHYSICAL_PROPERTY.test(prop)) return 'names a side of the screen';
  if (TAKES_SIDE.test(prop) && /\b(?:left|right)\b/.test(value)) return 'names a side of the screen';
  if (/\bto (?:top |bottom )?(?:left|right)\b/.test(value))
    return 'its gradient runs to a side of the screen';
  const parts = list.space(value);
  if (FOUR_SIDES.test(prop) && parts.length === 4 && parts[1] !== parts[3])
    return 'gives the right side another size than the left one';
  if (prop === 'border-radius' && !hasEqualSides(value)) return 'rounds the right side unlike the left one';
  if (prop === 'translate' && !isZero(parts[0])) return 'moves along the line';
  if (prop === 'transform' && /translateX\(|translate(?:3d)?\((?!\s*0\s*[,)])/.test(value))
    return 'moves along the line';
  return null;
}

/** The corners are given clockwise from the top left one. */
function hasEqualSides(value: string): boolean {
  return value.split('/').every((radii) => {
    const [first, second = first, third = first, fourth = second] = list.space(radii.trim());
    return first === second && third === fourth;
  });
}

function isZero(length: string | undefined): boolean {
  return length === undefined || length === 'none' || /^0(?:[a-z]+|%)?$/.test(length);
}

/** Answers one sentence for each declaration that a page from right to left would need to mirror. */
export function stylesFollowTheWriting(files: readonly SourceText[]): string[] {
  const faults: string[] = [];
  for (const { path, text } of files) {
    parse(text, { from: path }).walkDecls((declaration) => {
      const fault = faultOf(declaration);
      if (fault === null) return;
      const line = declaration.source?.start?.line ?? 1;
      faults.push(
        `${path}:${line}: ${declaration.prop}: ${declaration.value} ${fault}; use a logical property`,
      );
    });
  }
  return faults;
}
