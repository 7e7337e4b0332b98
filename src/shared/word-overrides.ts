/**
 * The operator's words, in the same nesting as Foyer's and checked by the server
 * (`server/brand/words-file.ts`). `{0}` is the first parameter of the replaced function, `{host}` a property
 * of it. An object of plural categories replaces a text that counts the parameter at `counted`.
 */
export type WordOverrides = string | { readonly [key: string]: WordOverrides };

/** Every other word stays, and a word that is not there is not added. */
export function overrideWords<Words>(
  words: Words,
  overrides: WordOverrides | undefined,
  locale: string,
): Words {
  return override(words, overrides, locale, []) as Words;
}

function override(
  words: unknown,
  overrides: WordOverrides | undefined,
  locale: string,
  parameters: readonly unknown[],
): unknown {
  if (overrides === undefined || words === null) return words;
  if (typeof words === 'function') {
    return (...given: unknown[]) =>
      override((words as (...given: unknown[]) => unknown)(...given), overrides, locale, given);
  }
  if (typeof overrides === 'string') return fill(overrides, parameters);
  if (typeof words === 'string') {
    const { counted, ...forms } = overrides as Readonly<Record<string, string>>;
    const category = new Intl.PluralRules(locale).select(Number(valueAt(counted ?? '', parameters)));
    return fill(forms[category] ?? forms['other'] ?? '', parameters);
  }
  const entries = Object.entries(words as object).map(([key, word]: [string, unknown]) => [
    key,
    override(word, overrides[key], locale, parameters),
  ]);
  return Array.isArray(words) ? entries.map(([, word]) => word) : Object.fromEntries(entries);
}

/** `null`: not known. */
type Parameter = string | number | null | undefined;

function fill(template: string, parameters: readonly unknown[]): string {
  return template.replace(/\{(\w+)\}/g, (_, place: string) => String(valueAt(place, parameters) ?? ''));
}

function valueAt(place: string, parameters: readonly unknown[]): Parameter {
  const named = /^\d/.test(place) ? parameters : parameters[0];
  return (named as Readonly<Record<string, Parameter>>)[place];
}
