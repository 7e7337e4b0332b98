/** Focuses a field and selects its text. `select()` alone does not move the focus in every browser. */
export function focusAndSelect(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}
