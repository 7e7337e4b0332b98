import { COLOUR } from './colour.ts';
import { nearest } from '../settings/nearest.ts';
import { LIGHT_TOKENS } from './default-tokens.ts';
import type { TokenName } from './tokens.ts';

const MAX_LENGTH = 400;
/** Each part matches in one way only, so a wrong value is refused without backtracking. */
const SHADOW_PART = String.raw`(?:-?(?:\d+(?:\.\d+)?|\.\d+)(?:px|rem)?|inset|#[0-9a-f]{6}|rgb\([\d .%/]+\))`;

/** None of these values lets a style sheet load something, or end early. */
const KINDS = {
  colour: { pattern: COLOUR, example: 'a colour like #1f6a57' },
  length: { pattern: /^(?:0|(?:\d{1,2}|\d{0,2}\.\d{1,4})(?:rem|em|px))$/, example: 'a length like 1.25rem' },
  shadow: {
    pattern: new RegExp(`^(?:none|${SHADOW_PART}(?:(?: |, ?)${SHADOW_PART})*)$`),
    example: 'none, or lengths with #rrggbb or rgb(0 0 0 / 20%)',
  },
  fonts: {
    pattern:
      /^(?:[a-z0-9-][a-z0-9 -]*|'[a-z0-9 -]+'|"[a-z0-9 -]+")(?:, ?(?:[a-z0-9-][a-z0-9 -]*|'[a-z0-9 -]+'|"[a-z0-9 -]+"))*$/i,
    example: "names of fonts like 'Inter', sans-serif",
  },
} as const;

type CheckedToken = { readonly name: TokenName; readonly value: string } | { readonly fault: string };

/** Checks one declaration. A fault is the end of a sentence that begins with the file. */
export function checkToken(property: string, given: string): CheckedToken {
  const name = property.replace(/^--foyer-/, '');
  if (name === property || !isTokenName(name)) {
    const [like] = nearest(name, Object.keys(LIGHT_TOKENS), 1);
    return { fault: `has an unknown token ${property}; is it --foyer-${like}?` };
  }
  const { pattern, example } = KINDS[kindOf(name)];
  const value = given.startsWith('#') ? given.toLowerCase() : given;
  if (value.length > MAX_LENGTH || !pattern.test(value)) return { fault: `needs ${example} as ${property}` };
  return { name, value };
}

function isTokenName(name: string): name is TokenName {
  return Object.hasOwn(LIGHT_TOKENS, name);
}

function kindOf(name: TokenName): keyof typeof KINDS {
  if (name === 'font' || name === 'font-code') return 'fonts';
  if (name === 'shadow') return 'shadow';
  return COLOUR.test(LIGHT_TOKENS[name]) ? 'colour' : 'length';
}
