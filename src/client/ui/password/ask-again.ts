/** Puts the person back into a field with what they typed selected. Not every browser moves the focus by `select()` alone. */
export function askAgain(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}
