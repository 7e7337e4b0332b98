interface NamedInExpression {
  readonly metrics: readonly string[];
  /** Labels in matchers and in `by (…)`. */
  readonly labels: readonly string[];
  /** Values in matchers: `outcome="sent"`, and each text of `code=~"INTERNAL|UNAVAILABLE"`. */
  readonly values: readonly { readonly label: string; readonly value: string }[];
}

/** Texts without a pattern. */
const TEXTS = /^[\w/-]+(?:\|[\w/-]+)*$/;
const WORDS = new Set(['and', 'or', 'unless', 'bool', 'offset']);

/** Reads the names from a PromQL expression, as far as our dashboard and alert rules use PromQL. */
export function namedIn(expression: string): NamedInExpression {
  const labels = new Set<string>();
  const values: { label: string; value: string }[] = [];
  const plain = expression
    .replaceAll(/\bby\s*\(([^)]*)\)/g, (_all, names: string) => {
      for (const name of names.split(',')) labels.add(name.trim());
      return ' ';
    })
    .replaceAll(/\{([^}]*)\}/g, (_all, matchers: string) => {
      for (const [, label = '', operator, value = ''] of matchers.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)) {
        labels.add(label);
        if (operator === '=') values.push({ label, value });
        else if (operator !== '!=' && TEXTS.test(value))
          values.push(...value.split('|').map((each) => ({ label, value: each })));
      }
      return ' ';
    })
    .replaceAll(/\[[^\]]*\]/g, ' ');
  const names = [...plain.matchAll(/\b[a-z_]\w*\b(?!\s*\()/g)].map(([name]) => name);
  return { metrics: names.filter((name) => !WORDS.has(name)), labels: [...labels], values };
}
