import type { DeclaredField } from '../../../shared/schemas/console.ts';

/** Empty for no value. */
export function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

type Input = Pick<DeclaredField, 'input'>;

/** The opposite of `toText`; `null` removes the value. */
export function fromText({ input }: Input, text: string): unknown {
  if (text.trim() === '') return null;
  return input === 'text' || input === 'choice' ? text : (JSON.parse(text) as unknown);
}

/** Whether the text can be such a value. The server checks the rest. */
export function isText(field: Input, text: string): boolean {
  try {
    const value = fromText(field, text);
    return field.input !== 'number' || value === null || typeof value === 'number';
  } catch {
    return false;
  }
}
