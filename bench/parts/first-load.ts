/** An entry of Vite's `manifest.json`. */
export interface ManifestEntry {
  readonly file: string;
  readonly isEntry?: boolean;
  /** Static imports, which the browser loads before it runs this chunk. */
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

export type Manifest = Readonly<Record<string, ManifestEntry>>;

/**
 * The files that the browser fetches before the first page runs: those that the page names, and their
 * imports.
 */
export function firstLoad(
  manifest: Manifest,
  html: string,
): { readonly js: string[]; readonly css: string[] } {
  const files = new Set<string>();
  const take = (key: string) => {
    const entry = manifest[key];
    if (!entry || files.has(entry.file)) return;
    files.add(entry.file);
    for (const file of entry.css ?? []) files.add(file);
    entry.imports?.forEach(take);
  };
  for (const [key, entry] of Object.entries(manifest)) if (entry.isEntry) take(key);
  for (const [, file] of html.matchAll(/<(?:script|link)\b[^>]*?(?:src|href)="\/([^"]+\.(?:js|css))"/g)) {
    const named = Object.entries(manifest).find(([, entry]) => entry.file === file);
    if (named) take(named[0]);
    else if (file !== undefined) files.add(file);
  }
  return {
    js: [...files].filter((file) => file.endsWith('.js')),
    css: [...files].filter((file) => file.endsWith('.css')),
  };
}

/** Whether the page shows a form with an email field before any script runs. */
export function hasFormWithoutScript(html: string): boolean {
  const painted = html.replaceAll(/<noscript>[\s\S]*?<\/noscript>/g, '').replaceAll(/<!--[\s\S]*?-->/g, '');
  return /<form\b[\s\S]*?<input\b[^>]*\b(?:type|name)="email"[\s\S]*?<\/form>/.test(painted);
}
