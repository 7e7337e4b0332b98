export function downloadFile(name: string, content: BlobPart, type: string): void {
  const file = new Blob([content], { type });
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then the browser has read it. Without this, it would stay in memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
