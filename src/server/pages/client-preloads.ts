import type { Locale } from '../../shared/locale.ts';
import { html } from '../http/html.ts';

/** The used fields of Vite's `manifest.json`, by source file relative to `src/client`. */
export type ClientManifest = Readonly<
  Record<
    string,
    {
      readonly file: string;
      readonly isEntry?: boolean;
      readonly imports?: readonly string[];
      readonly css?: readonly string[];
    }
  >
>;

/** The page that needs only the chunks of every page. */
const FIRST_PAGE = '/sign-in';
const ACCOUNT = '/account';

/** The folders of `src/client` with pages. */
const PAGE_FOLDERS = ['sign-in', 'pages'] as const;

/**
 * The source files of a page, by its path: `/sign-up` is `sign-in/sign-up.tsx`, `/account/profile` is
 * `account/profile/profile.tsx`.
 */
function sourcesOf(pathname: string, manifest: ClientManifest): readonly string[] {
  const name = pathname === ACCOUNT ? '/account/profile' : pathname.replace(/\/$/, '');
  const last = name.slice(name.lastIndexOf('/') + 1);
  const isAccount = name.startsWith(`${ACCOUNT}/`);
  const folders = isAccount ? [''] : PAGE_FOLDERS;
  const page = folders
    .flatMap((folder) => [`${folder}${name}`, `${folder}${name}/${last}`])
    .map((source) => `${source.replace(/^\//, '')}.tsx`)
    .find((source) => Object.hasOwn(manifest, source));
  if (page === undefined) return [];
  return isAccount ? ['account/layout.tsx', page] : [page];
}

/**
 * Returns the tags that preload what a page needs beside the first script: the texts of its language, and the
 * chunks of the page with their imports. For unknown paths the script requests them itself.
 */
export function createPreloads(manifest: ClientManifest): (locale: Locale, pathname: string) => string {
  return (locale, pathname) => {
    const tags = new Set<string>();
    const seen = new Set<string>();
    const add = (source: string) => {
      const chunk = manifest[source];
      if (!chunk || chunk.isEntry || seen.has(source)) return;
      seen.add(source);
      tags.add(html`<link rel="modulepreload" crossorigin href="/${chunk.file}" />`.toString());
      for (const file of chunk.css ?? []) {
        tags.add(html`<link rel="stylesheet" crossorigin href="/${file}" />`.toString());
      }
      chunk.imports?.forEach(add);
    };
    add(`../locales/${locale}/pages/first-page.ts`);
    const sources = pathname === FIRST_PAGE ? [] : sourcesOf(pathname, manifest);
    sources.forEach(add);
    if (sources.length > 0) add(`../locales/${locale}/pages/later-pages.ts`);
    return [...tags].join('');
  };
}
