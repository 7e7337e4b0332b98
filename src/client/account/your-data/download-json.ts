/** Downloads a value as a JSON file with this name. */
export function downloadJson(name: string, value: unknown): void {
  const file = new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' });
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then the browser has read it. Without this, it would stay in memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
