import type { Locale } from '../../shared/locale.ts';
import type { WordOverrides } from '../../shared/word-overrides.ts';
import { nearest } from '../settings/nearest.ts';
import { FIRST_ERRORS } from '../../shared/errors/first-page.ts';

/** Three times the longest text of Foyer. */
const MAX_LENGTH = 2000;
export interface WordList {
  /** From `word-list.ts`, by their keys joined by dots. */
  readonly words: Readonly<Record<string, string>>;
  /** The placeholders that name the site. The operator's words may name it themselves. */
  readonly site: readonly string[];
}

interface Signature {
  /** The allowed placeholders, each with its place in the finished override. */
  readonly places: ReadonlyMap<string, string>;
  readonly required: readonly string[];
  readonly counted: string | undefined;
  readonly slots: number;
}

interface CheckedWords {
  readonly overrides: WordOverrides;
  readonly faults: readonly WordFault[];
}

interface WordFault {
  /** The end of a sentence that begins with the file. */
  readonly wrong: string;
  /** The key of the word; empty for the whole file. */
  readonly word: string;
}

/** Checks a file of words, and numbers the placeholders for `shared/word-overrides.ts`. */
export function checkWords(json: string, locale: Locale, { words, site }: WordList): CheckedWords {
  const faults: WordFault[] = [];
  const paths = Object.keys(words);
  const known = new Set(paths);
  const parents = new Set(
    paths.flatMap((path) => [...path.matchAll(/\./g)].map(({ index }) => path.slice(0, index))),
  );

  function check(value: unknown, path: string): WordOverrides | undefined {
    if (known.has(path)) return checkWord(value, path, readSignature(words[path] ?? '', site));
    if (path !== '' && !parents.has(path)) {
      const [like] = nearest(path, paths, 1);
      return fail(path, `has an unknown word ${path}; is it ${like}?`);
    }
    if (value === null || typeof value !== 'object' || (path === '' && Array.isArray(value)))
      return fail(
        path,
        path === '' ? 'is no JSON object' : `has a text at ${path}, where more words are inside`,
      );
    const entries = Object.entries(value).map(([key, each]) => [
      key,
      check(each, path ? `${path}.${key}` : key),
    ]);
    return Object.fromEntries(entries) as WordOverrides;
  }

  function checkWord(value: unknown, path: string, signature: Signature): WordOverrides | undefined {
    if (typeof value === 'string') return checkTemplate(value, path, signature);
    const { counted } = signature;
    if (counted === undefined || value === null || typeof value !== 'object' || Array.isArray(value))
      return fail(path, `has something else than a text at ${path}`);
    const forms = value as Readonly<Record<string, unknown>>;
    const categories: string[] = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    const unknown = Object.keys(forms).find((form) => !categories.includes(form));
    if (unknown !== undefined)
      return fail(path, `has an unknown form ${unknown} at ${path}; ${locale} has ${categories.join(', ')}`);
    if (!Object.hasOwn(forms, 'other')) return fail(path, `has no form "other" at ${path}`);
    // A form for one thing needs no number.
    const { required, ...others } = signature;
    const optional = required.filter((name) => signature.places.get(name) !== counted);
    const checked = Object.entries(forms).map(([form, template]) => [
      form,
      typeof template === 'string'
        ? checkTemplate(template, `${path}.${form}`, { ...others, required: optional })
        : fail(path, `has something else than a text at ${path}.${form}`),
    ]);
    return { counted, ...Object.fromEntries(checked) } as WordOverrides;
  }

  function checkTemplate(text: string, path: string, { places, required, slots }: Signature) {
    if (!/^\S(?:.*\S)?$/u.test(text) || /\p{Cc}/u.test(text) || text.length > MAX_LENGTH)
      return fail(path, `has a text at ${path} that is empty, too long, or begins or ends with a space`);
    const named = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
    const unknown = named.find((name) => name !== '' && !places.has(name));
    if (unknown !== undefined || /[{}]/.test(text.replaceAll(/\{[^{}]*\}/g, ''))) {
      const all = [...places.keys()].map((name) => `{${name}}`).join(', ') || 'none';
      return fail(
        path,
        `has an unknown placeholder${unknown === undefined ? '' : ` {${unknown}}`} at ${path}, which knows ${all}`,
      );
    }
    const missing = required.find((name) => !named.includes(name));
    if (missing !== undefined) return fail(path, `lacks {${missing}} at ${path}`);
    if (named.filter((name) => name === '').length !== slots)
      return fail(path, `must have {} exactly ${slots === 1 ? 'once' : `${slots} times`} at ${path}`);
    return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{${places.get(name)}}`);
  }

  function fail(word: string, wrong: string): undefined {
    faults.push({ word, wrong });
  }

  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { overrides: {}, faults: [{ word: '', wrong: 'is no JSON' }] };
  }
  const overrides = check(value, '') ?? {};
  return { overrides: withFirstErrors(overrides), faults };
}

function readSignature(line: string, site: readonly string[]): Signature {
  const marks = line.split(' ').filter((mark) => mark !== '');
  const named = marks.filter((mark) => mark !== '{}');
  const nameOf = (mark: string) => mark.replaceAll(/[.#?]/g, '');
  const placeOf = (mark: string, index: number) => (mark.startsWith('.') ? nameOf(mark) : String(index));
  const counted = named.findIndex((mark) => mark.includes('#'));
  return {
    places: new Map(named.map((mark, index) => [nameOf(mark), placeOf(mark, index)])),
    required: named.filter((mark) => !/[.?]/.test(mark) && !site.includes(nameOf(mark))).map(nameOf),
    counted: counted === -1 ? undefined : placeOf(named[counted] ?? '', counted),
    slots: marks.length - named.length,
  };
}

/** The pages load the words of a few errors early, under the name `firstErrors`. */
function withFirstErrors(overrides: WordOverrides): WordOverrides {
  if (typeof overrides === 'string' || overrides['errors'] === undefined) return overrides;
  const early = Object.entries(overrides['errors']).filter(([code]) => Object.hasOwn(FIRST_ERRORS, code));
  return { ...overrides, firstErrors: Object.fromEntries(early) as WordOverrides };
}
