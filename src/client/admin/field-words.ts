import type { DeclaredField } from '../../shared/schemas/console.ts';
import { useLocale, useTexts } from '../language/texts.ts';

/** The application may have given the English name only. */
export function useFieldLabel(): (field: DeclaredField) => string {
  const locale = useLocale();
  return ({ name, label }) => label[locale] ?? label.en ?? name;
}

export function useFieldValue(): (value: unknown) => string {
  const { yes, no } = useTexts().person;
  return (value) => {
    if (value === undefined || value === null) return '';
    if (typeof value === 'boolean') return value ? yes : no;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
  };
}
