/**
 * Words of the operator that replace words of Foyer, in the same nesting. The server has checked them (`server/brand/word-overrides.ts`). In a
 * template, `{0}` is the first parameter of the replaced function, and `{host}` the property `host` of its first parameter. An object of
 * plural categories replaces a text that counts something.
 */
export type WordOverrides = string | { readonly [key: string]: WordOverrides };

/** Puts the operator's words over those of a language. Every word without an override stays as it is. */
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
  if (overrides === undefined) return words;
  if (typeof words === 'function') {
    return (...given: unknown[]) =>
      override((words as (...given: unknown[]) => unknown)(...given), overrides, locale, given);
  }
  if (typeof overrides === 'string') return fill(overrides, parameters);
  if (typeof words === 'string' || words === null) {
    const counted = parameters.find((parameter) => typeof parameter === 'number') ?? 0;
    const category = new Intl.PluralRules(locale).select(counted);
    return fill((overrides[category] ?? overrides['other']) as string, parameters);
  }
  const entries = Object.entries(overrides).map(([key, each]) => [
    key,
    override((words as Readonly<Record<string, unknown>>)[key], each, locale, parameters),
  ]);
  const changed = Object.fromEntries(entries) as Readonly<Record<string, unknown>>;
  return Array.isArray(words)
    ? words.map((word: unknown, index) => changed[index] ?? word)
    : { ...(words as object), ...changed };
}

/** The texts of Foyer take strings and numbers, and `null` for what is not known. */
type Parameter = string | number | null;

function fill(template: string, parameters: readonly unknown[]): string {
  const named = parameters[0] as Readonly<Record<string, Parameter>>;
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = /^\d/.test(name) ? (parameters[Number(name)] as Parameter) : named[name];
    return String(value ?? '');
  });
}
