import { atBase, belowBase, type BasePath } from '../../shared/base-path.ts';
import { RESUME_LINK } from '../../shared/callback-url.ts';
import type { Locale } from '../../shared/locale.ts';
import { saysFailure, type SignedOutPage, type SignedOutPageName } from '../../shared/signed-out-page.ts';
import { html } from '../http/html.ts';

/** The used fields of Vite's `manifest.json`, by source file relative to `src/client`. */
export type ClientManifest = Readonly<
  Record<
    string,
    {
      readonly file: string;
      /** Names the groups of `vite.config.ts`. */
      readonly name?: string;
      readonly isEntry?: boolean;
      readonly imports?: readonly string[];
      readonly css?: readonly string[];
    }
  >
>;

const ACCOUNT = '/account';
const ADMIN = '/admin';
/** The pages whose words are in `operation-pages.ts`. */
const OPERATION_PATHS = new Set([ADMIN, `${ADMIN}/failed-jobs`, `${ADMIN}/settings`]);
/** The sets of words that the pages of the application say, beside the first page's. */
const APPLICATION_WORDS = ['application-pages', 'signed-out-pages', 'errors-and-notices'] as const;
/** The folders of `src/client` with pages. */
const PAGE_FOLDERS = ['sign-in', 'pages'] as const;

interface OwnFiles {
  /** Whether `sign-in/deferred-page-sets.ts` names the group. */
  readonly isDeferred?: true;
  /** Whether its styles are a file, and not in the document of every signed-out page. */
  readonly hasStyles?: true;
  /** The group of `vite.config.ts` that has the page's code. */
  readonly group: string;
  /** The sets of its words beside those of the first page. */
  readonly words: readonly string[];
}

/** It names the files of the pages that few people meet. */
const DEFERRED_PAGES = 'sign-in/deferred-page-sets.ts';

const SIGNED_OUT: OwnFiles = { group: 'signed-out', words: ['signed-out-pages'] };
const PENDING_LINK: OwnFiles = {
  isDeferred: true,
  group: 'pending-link',
  words: ['signed-out-pages', 'pending-link-pages'],
};
const PUBLIC: OwnFiles = { group: 'public', words: ['errors-and-notices'] };
const MAILED_LINK: OwnFiles = { isDeferred: true, group: 'mailed-links', words: ['mailed-link-pages'] };

/** What each page needs beside the first page's files, which the entry imports. */
const OWN_FILES: Readonly<Record<SignedOutPageName, OwnFiles | null>> = {
  'sign-in': null,
  'phone-sign-in': { isDeferred: true, group: 'phone-sign-in', words: ['signed-out-pages', 'phone-pages'] },
  'second-factor': {
    isDeferred: true,
    hasStyles: true,
    group: 'second-factor',
    words: ['signed-out-pages', 'errors-and-notices', 'second-step-pages'],
  },
  'sign-up': SIGNED_OUT,
  'forgot-password': SIGNED_OUT,
  'check-email': SIGNED_OUT,
  'account-exists': PENDING_LINK,
  'confirm-address': PENDING_LINK,
  confirm: MAILED_LINK,
  'reset-password': { isDeferred: true, group: 'reset-password', words: ['mailed-link-pages'] },
  'confirm-email': MAILED_LINK,
  'undo-email': MAILED_LINK,
  'stop-second-factor-removal': MAILED_LINK,
  'sign-out': PUBLIC,
  error: PUBLIC,
  goodbye: PUBLIC,
  'not-found': PUBLIC,
};

/** Pages whose files have other names than their paths. */
const SOURCES: Readonly<Record<string, string>> = {
  '': 'pages/home.tsx',
  '/account/data': 'account/your-data/your-data.tsx',
  '/account/activity/secure': 'account/activity/secure-account.tsx',
  '/dev/design': 'development/design/design.tsx',
  '/dev/outbox': 'development/outbox/outbox.tsx',
};

/**
 * The source files of a page, by its path: `/resume-link` is `pages/resume-link.tsx`,
 * `/account/devices` is `account/devices/devices.tsx`.
 */
function sourcesOf(pathname: string, manifest: ClientManifest): readonly string[] {
  const name = pathname.replace(/\/$/, '');
  const last = name.slice(name.lastIndexOf('/') + 1);
  if (isAdmin(name)) return adminSourcesOf(name, last).filter((source) => Object.hasOwn(manifest, source));
  const isAccount = name.startsWith(`${ACCOUNT}/`);
  const folders = isAccount ? [''] : PAGE_FOLDERS;
  const page = folders
    .flatMap((folder) => [`${folder}${name}`, `${folder}${name}/${last}`])
    .map((source) => `${source.replace(/^\//, '')}.tsx`)
    .concat(SOURCES[name] ?? [])
    .find((source) => Object.hasOwn(manifest, source));
  if (page === undefined) return [];
  return isAccount ? ['account/layout.tsx', page] : [page];
}

function isAdmin(pathname: string): boolean {
  return pathname === ADMIN || pathname.startsWith(`${ADMIN}/`);
}

/** The pages for administrators whose files have other names than their paths. */
const ADMIN_SOURCES = [
  [new RegExp(`^${ADMIN}/people$`), 'users/users'],
  [new RegExp(`^${ADMIN}/people/[^/]+$`), 'user/user'],
  [new RegExp(`^${ADMIN}/webhooks/[^/]+$`), 'webhooks/endpoint-page'],
  [new RegExp(`^${ADMIN}/webhooks/[^/]+/[^/]+$`), 'webhooks/delivery/delivery'],
] as const;

/** `/admin` is the overview. */
function adminSourcesOf(name: string, last: string): readonly string[] {
  const named = ADMIN_SOURCES.find(([path]) => path.test(name))?.[1];
  const page = name === ADMIN ? 'overview/overview' : (named ?? `${last}/${last}`);
  return ['admin/layout.tsx', `admin/${page}.tsx`];
}

interface Files {
  readonly scripts: ReadonlySet<string>;
  readonly styles: ReadonlySet<string>;
}

/** The files of these chunks and of all that they import, without those of the `known` chunks. */
function filesOf(manifest: ClientManifest, keys: readonly string[], known: readonly string[] = []): Files {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const seen = new Set<string>();
  const take = (key: string, isKnown: boolean) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    if (!isKnown) {
      scripts.add(chunk.file);
      chunk.css?.forEach((file) => styles.add(file));
    }
    chunk.imports?.forEach((each) => take(each, isKnown));
  };
  known.forEach((key) => take(key, true));
  keys.forEach((key) => take(key, false));
  return { scripts, styles };
}

function words(locale: Locale, set: string): string {
  return `../locales/${locale}/pages/${set}.ts`;
}

interface Preloads {
  /**
   * The tags that preload what a page needs beside the first script: the words of its language, and the
   * chunks of the page with their imports. For unknown paths the script requests them itself.
   */
  readonly ofApplication: (locale: Locale, address: string) => string;
  readonly ofSignedOutPage: (page: SignedOutPage) => string;
  /** The files that the account application needs after a sign-in, beside those of the signed-out pages. */
  readonly applicationFiles: (locale: Locale) => readonly string[];
}

/** @param hasBrandWords whether the operator's words are put over those of Foyer */
export function createPreloads(
  manifest: ClientManifest,
  hasBrandWords: boolean,
  site: BasePath = { basePath: '' },
): Preloads {
  const hrefOf = (file: string) => atBase(site, `/${file}`);
  const scriptTag = (file: string) =>
    html`<link rel="modulepreload" crossorigin href="${hrefOf(file)}" />`.toString();
  const styleTag = (file: string) =>
    html`<link rel="stylesheet" crossorigin href="${hrefOf(file)}" />`.toString();
  const brandWords = hasBrandWords ? ['../shared/word-overrides.ts'] : [];
  const keyOfGroup = (name: string) =>
    Object.keys(manifest).find((key) => key.startsWith('_') && manifest[key]?.name === name) ?? name;
  // The document of every signed-out page names this file and its imports itself.
  const signedOutEntry = keyOfGroup('first-page');
  return {
    ofApplication(locale, address) {
      const pathname = belowBase(site, address) ?? address;
      const sources = sourcesOf(pathname, manifest);
      const pending = pathname === RESUME_LINK ? ['pending-link-pages'] : [];
      const ofAdmin = isAdmin(pathname) ? ['console-pages'] : [];
      const ofWebhooks = pathname.startsWith(`${ADMIN}/webhooks`) ? ['webhook-pages'] : [];
      const ofAuditLog = pathname === `${ADMIN}/audit-log` ? ['audit-pages'] : [];
      const ofOperation = OPERATION_PATHS.has(pathname) ? ['operation-pages'] : [];
      const ofPages = [...pending, ...ofAdmin, ...ofAuditLog, ...ofOperation, ...ofWebhooks];
      const later = [...APPLICATION_WORDS, ...ofPages].map((name) => words(locale, name));
      // The group of the application has the code of the profile, so that page has no file of its own.
      const isKnown = sources.length > 0 || pathname === ACCOUNT;
      const keys = [...brandWords, words(locale, 'first-page'), ...sources, ...(isKnown ? later : [])];
      const { scripts, styles } = filesOf(manifest, keys, ['index.html']);
      return [...[...scripts].map(scriptTag), ...[...styles].map(styleTag)].join('');
    },
    ofSignedOutPage(page) {
      const { locale, name } = page;
      const own = OWN_FILES[name];
      const keys = [
        ...brandWords,
        words(locale, 'first-page'),
        ...(own?.isDeferred ? [DEFERRED_PAGES] : []),
        ...(own === null ? [] : [keyOfGroup(own.group), ...own.words.map((set) => words(locale, set))]),
        ...(saysFailure(page) ? [words(locale, 'errors-and-notices')] : []),
      ];
      // The styles of most signed-out pages are in the document.
      const { scripts, styles } = filesOf(manifest, keys, [signedOutEntry]);
      return [...(own?.hasStyles ? [...styles].map(styleTag) : []), ...[...scripts].map(scriptTag)].join('');
    },
    applicationFiles(locale) {
      const keys = [
        keyOfGroup('application'),
        // The profile loads it by itself when it is shown.
        'account/phone/phone-row.tsx',
        ...APPLICATION_WORDS.map((name) => words(locale, name)),
        // A sign-in by a provider ends in the document of the application, which begins with this script.
        'index.html',
      ];
      const { scripts, styles } = filesOf(manifest, keys, [signedOutEntry, words(locale, 'first-page')]);
      // The document has these styles already, but the bundler's loader asks for their file.
      const inlined = manifest[signedOutEntry]?.css ?? [];
      return [...scripts, ...inlined, ...styles].map(hrefOf);
    },
  };
}
