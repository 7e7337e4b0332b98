/** Hands a value to the person as a JSON file of this name, by the browser's own download. */
export function downloadJson(name: string, value: unknown): void {
  const file = new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' });
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it by then; kept longer, it would stay in memory with the page.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
