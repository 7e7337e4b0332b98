interface ManifestEntry {
  readonly file: string;
  /** The name of a group of `vite.config.ts`. */
  readonly name?: string;
  readonly isEntry?: boolean;
  /** Static imports, which the browser loads before it runs this chunk. */
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

export type Manifest = Readonly<Record<string, ManifestEntry>>;

/** Paths of files, relative to the folder of the built browser application. */
interface FirstLoad {
  readonly js: string[];
  readonly css: string[];
}

const NAMING_TAG = /<(?:script|link)\b[^>]*>/g;
/** The links whose files the browser fetches before the page can be used. `prefetch` is for a later page. */
const FETCHED_LINK = /\brel="(?:stylesheet|modulepreload|preload)"/;

/**
 * The files that the browser fetches before the page can be used: those that its HTML names, and the static
 * imports of its scripts. A style sheet is fetched only by its own link, not with its script.
 */
export function firstLoad(manifest: Manifest, html: string): FirstLoad {
  const files = new Set<string>();
  const take = (entry: ManifestEntry | undefined) => {
    if (!entry || files.has(entry.file)) return;
    files.add(entry.file);
    for (const key of entry.imports ?? []) take(manifest[key]);
  };
  for (const [tag] of withoutComments(html).matchAll(NAMING_TAG)) {
    const file = /\b(?:src|href)="\/([^"?]+\.(?:js|css))"/.exec(tag)?.[1];
    if (file === undefined || (tag.startsWith('<link') && !FETCHED_LINK.test(tag))) continue;
    take(Object.values(manifest).find((entry) => entry.file === file) ?? { file });
  }
  return {
    js: [...files].filter((file) => file.endsWith('.js')),
    css: [...files].filter((file) => file.endsWith('.css')),
  };
}

const STYLE = /(<style\b[^>]*>)([\s\S]*?)(<\/style>)/g;

/** Divides a page into its HTML and the contents of its `<style>` elements, which count as CSS. */
export function divideStyles(html: string): { readonly html: string; readonly styles: string[] } {
  // A browser that runs scripts does not use the styles in `<noscript>`.
  const parts = html.split(/(<noscript>[\s\S]*?<\/noscript>)/);
  const styles: string[] = [];
  const rest = parts.map((part) =>
    part.startsWith('<noscript>')
      ? part
      : part.replaceAll(STYLE, (_, open: string, style: string, close: string) => {
          styles.push(style);
          return open + close;
        }),
  );
  return { html: rest.join(''), styles };
}

/** Whether the page shows a form with an email field before any script runs. */
export function hasFormWithoutScript(html: string): boolean {
  const painted = withoutComments(html.replaceAll(/<noscript>[\s\S]*?<\/noscript>/g, ''));
  return /<form\b[\s\S]*?<input\b[^>]*\b(?:type|name)="email"[\s\S]*?<\/form>/.test(painted);
}

function withoutComments(html: string): string {
  return html.replaceAll(/<!--[\s\S]*?-->/g, '');
}
