/** The forms of a sentence with a count: one for each plural category that the language has (CLDR). */
type PluralForms<Category extends Intl.LDMLPluralRule> = Readonly<Record<Category | 'other', string>>;

/**
 * Returns how a language chooses the form for a count. `Category` names its plural categories: English has
 * `one` and `other`, Arabic all six. A missing form does not compile.
 */
export function createPlural<Category extends Intl.LDMLPluralRule>(
  language: string,
): (count: number, forms: PluralForms<Category>) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => {
    const byCategory: Partial<Record<Intl.LDMLPluralRule, string>> = forms;
    return byCategory[rules.select(count)] ?? forms.other;
  };
}
