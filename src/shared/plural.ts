/** One form for each plural category of the language (CLDR). */
export type PluralForms<Category extends Intl.LDMLPluralRule> = Readonly<Record<Category | 'other', string>>;

/** English has the categories `one` and `other`, Arabic all six. A missing form does not compile. */
export function createPlural<Category extends Intl.LDMLPluralRule>(
  language: string,
): (count: number, forms: PluralForms<Category>) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => {
    const byCategory: Partial<Record<Intl.LDMLPluralRule, string>> = forms;
    return byCategory[rules.select(count)] ?? forms.other;
  };
}
