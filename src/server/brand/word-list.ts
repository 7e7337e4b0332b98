import { readdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import type { MailTexts, PageTexts } from '../../locales/texts.ts';
import { LOCALES, type Locale } from '../../shared/locale.ts';
import { BRAND_WORDS } from '../../shared/brand-fields.ts';

/** Not words: a part of `errors` that is loaded early, and the name of a format. */
const NO_WORDS = new Set(['firstErrors', 'dateLocale']);

interface Word {
  readonly path: string;
  readonly template: string;
  readonly signature: Signature;
}

interface Signature {
  /** The parameters in order, or the properties of the only parameter. */
  readonly names: readonly string[];
  readonly isObject: boolean;
  readonly counted: string | null;
}

const NO_PARAMETERS: Signature = { names: [], isObject: false, counted: null };

async function wordsOf(locale: Locale): Promise<{ pages: Word[]; mails: Word[] }> {
  const files = await readdir(join(import.meta.dirname, '../../locales', locale, 'pages'));
  const sets = await Promise.all(
    files.map((file) => import(`../../locales/${locale}/pages/${parse(file).name}.ts`) as Promise<object>),
  );
  const pages = Object.assign({}, ...sets.flatMap((set) => Object.values(set) as object[])) as PageTexts;
  const { mails } = (await import(`../../locales/${locale}/mails.ts`)) as { mails: MailTexts };
  return { pages: wordsIn(pages), mails: wordsIn(mails) };
}

function wordsIn(texts: unknown, path = '', signature = NO_PARAMETERS): Word[] {
  if (texts === null || NO_WORDS.has(path)) return [];
  if (typeof texts === 'string') return [{ path, template: texts, signature }];
  if (typeof texts === 'function') {
    const found = signatureOf(texts as () => unknown);
    const marks = found.names.map((name) => `{${name.replace('_', '')}}`);
    const given = found.isObject
      ? [Object.fromEntries(found.names.map((name, index) => [name, marks[index]]))]
      : marks;
    return wordsIn((texts as (...given: unknown[]) => unknown)(...given), path, found);
  }
  return Object.entries(texts as object).flatMap(([key, each]) =>
    wordsIn(each, path ? `${path}.${key}` : key, signature),
  );
}

/** Reads a function's own text. The build keeps the values of this file (`scripts/project-build.ts`). */
function signatureOf(text: () => unknown): Signature {
  const source = String(text);
  const [, parameters = ''] = /^(?:\w+(?=\())?\(?([^)=]*)\)?\s*(?:=>|\{)/.exec(source) ?? [];
  const names = parameters.match(/\w+/g) ?? [];
  const [, counted = null] = /\bplural\)?\(\s*(\w+)/.exec(source) ?? [];
  return { names, isObject: parameters.trim().startsWith('{'), counted };
}

function lineOf(words: readonly Word[]): string {
  const [first] = words;
  const counted = words.find(({ signature }) => signature.counted !== null)?.signature.counted;
  const names = first?.signature.isObject
    ? [...new Set(words.flatMap(({ signature }) => signature.names))].sort()
    : (first?.signature.names ?? []);
  const marks = names.map((name) => {
    const plain = `${name.replace('_', '')}${name === counted ? '#' : ''}`;
    const isShown = words.some(({ template }) => template.includes(`{${name}}`));
    return first?.signature.isObject ? `.${plain}` : `${plain}${isShown ? '' : '?'}`;
  });
  const slots = (first?.template.split('{}').length ?? 1) - 1;
  return [...marks, ...Array.from({ length: slots }, () => '{}')].join(' ');
}

const all = await Promise.all(LOCALES.map(wordsOf));

function listOf(kind: 'pages' | 'mails'): Record<string, string> {
  const paths = [...new Set(all.flatMap((words) => words[kind].map(({ path }) => path)))].sort();
  return Object.fromEntries(
    paths.map((path) => [
      path,
      lineOf(all.flatMap((words) => words[kind].filter((word) => word.path === path))),
    ]),
  );
}

/**
 * The words that a brand can replace, with their placeholders. `name#` decides between singular and plural,
 * `name?` is optional, `.name` is a property and may be empty, and `{}` is a part of the page.
 */
export const PAGE_WORDS: Readonly<Record<string, string>> = listOf('pages');
export const MAIL_WORDS: Readonly<Record<string, string>> = listOf('mails');

function templatesIn(words: Awaited<ReturnType<typeof wordsOf>>): Record<string, string> {
  const templates = BRAND_WORDS.map((word) => {
    const [kind, key] = word.split('/') as ['words' | 'mails', string];
    const found = words[kind === 'words' ? 'pages' : 'mails'].find(({ path }) => path === key);
    return [word, found?.template ?? ''];
  });
  return Object.fromEntries(templates) as Record<string, string>;
}

/** Foyer's own words that the brand studio can change, by language. */
export const STUDIO_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  all.map((words, index) => [LOCALES[index], templatesIn(words)]),
);
