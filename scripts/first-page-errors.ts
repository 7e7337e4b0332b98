/**
 * `npm run docs:errors` writes what the first page of the application needs of the catalogue in src/shared/errors, so that a browser does not load
 * all of it to show the sign-in form. A test fails when the written files are stale.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { ARABIC_ERRORS } from '../src/locales/ar/errors/catalogue.ts';
import { GERMAN_ERRORS } from '../src/locales/de/errors/catalogue.ts';
import { ERRORS, type ErrorCode } from '../src/shared/errors/catalogue.ts';
import type { ErrorWords } from '../src/shared/errors/entry.ts';
import type { Locale } from '../src/shared/locale.ts';

const SOURCE = new URL('../src/', import.meta.url);

/** The page needs the words of these before the other words are loaded, and when they cannot be loaded. */
const FIRST_CODES = ['NOT_FOUND', 'RATE_LIMITED', 'UNAVAILABLE', 'INTERNAL'] as const satisfies ErrorCode[];

/** The catalogues of the other languages, by the folder of each. */
const TRANSLATIONS = {
  ar: { name: 'ARABIC', errors: ARABIC_ERRORS },
  de: { name: 'GERMAN', errors: GERMAN_ERRORS },
} as const satisfies Record<Exclude<Locale, 'en'>, unknown>;

/** The written files, by path, as Prettier leaves them. */
export async function renderFirstPageErrors(): Promise<ReadonlyMap<string, string>> {
  const files = [
    [
      // A file of its own, because only English pages need it.
      'shared/errors/first-page.ts',
      `import type { ErrorWords } from './entry.ts';

       export type FirstErrorCode = ${FIRST_CODES.map((code) => `'${code}'`).join(' | ')};

       /** The words of the errors that can happen before all words are loaded. */
       export const FIRST_ERRORS: Readonly<Record<FirstErrorCode, ErrorWords>> = ${wordsIn(ERRORS)};`,
    ],
    ...Object.entries(TRANSLATIONS).map(
      ([locale, { name, errors }]) =>
        [
          `locales/${locale}/errors/first-page.ts`,
          `import type { ErrorWords } from '../../../shared/errors/entry.ts';
           import type { FirstErrorCode } from '../../../shared/errors/first-page.ts';

           export const ${name}_FIRST_ERRORS: Readonly<Record<FirstErrorCode, ErrorWords>> = ${wordsIn(errors)};`,
        ] as const,
    ),
  ] as const;
  return new Map(
    await Promise.all(
      files.map(async ([name, code]) => {
        const path = fileURLToPath(new URL(name, SOURCE));
        const text = `// Written by \`npm run docs:errors\` from the catalogue; a test compares them.\n\n${code}`;
        return [path, await format(text, { ...(await resolveConfig(path)), parser: 'typescript' })] as const;
      }),
    ),
  );
}

function wordsIn(errors: Readonly<Record<ErrorCode, ErrorWords>>): string {
  const words = FIRST_CODES.map((code) => {
    const { title, message, hint } = errors[code];
    return [code, { title, message, hint }];
  });
  return JSON.stringify(Object.fromEntries(words));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, text] of await renderFirstPageErrors()) await writeFile(path, text);
