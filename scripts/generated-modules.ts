import { readFile } from 'node:fs/promises';
import { readTokenSheet } from '../src/server/brand/token-sheet.ts';
import { ERRORS, type ErrorCode } from '../src/shared/errors/catalogue.ts';

const TOKENS = new URL('../src/client/ui/theme/tokens.css', import.meta.url);

/** src/server/brand/default-tokens.ts: the style sheet's tokens, for the server. */
export async function renderDefaultTokens(): Promise<string> {
  const { light, dark } = readTokenSheet(await readFile(TOKENS, 'utf8'));
  const linesOf = (tokens: ReadonlyMap<string, string>) =>
    [...tokens]
      .filter(([name]) => name.startsWith('--foyer-'))
      .map(([name, value]) => `${JSON.stringify(name.slice('--foyer-'.length))}: ${JSON.stringify(value)},`)
      .join('\n');
  return `/** Made from \`client/ui/theme/tokens.css\` by \`npm run generate\`, without \`--foyer-\`. */
export const LIGHT_TOKENS = {
${linesOf(light)}
} as const;

/** Those that differ in the dark scheme. */
export const DARK_TOKENS = {
${linesOf(dark)}
} as const;
`;
}

/** The page needs these words before the others are loaded, and when loading fails. */
const FIRST_CODES = ['NOT_FOUND', 'RATE_LIMITED', 'UNAVAILABLE', 'INTERNAL'] as const satisfies ErrorCode[];

/** src/shared/errors/first-page.ts, so that the sign-in form needs no whole catalogue. For English only. */
export function renderFirstErrors(): string {
  const words = FIRST_CODES.map((code) => {
    const { title, message, hint } = ERRORS[code];
    return [code, { title, message, hint }];
  });
  return `// Written by \`npm run generate\` from the catalogue.

import type { ErrorWords } from './entry.ts';

export type FirstErrorCode = ${FIRST_CODES.map((code) => `'${code}'`).join(' | ')};

/** The words of the errors that can happen before all words are loaded. */
export const FIRST_ERRORS: Readonly<Record<FirstErrorCode, ErrorWords>> = ${JSON.stringify(Object.fromEntries(words))};
`;
}
