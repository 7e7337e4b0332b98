import { plainPage } from '../../testing/pages/signed-out-states.ts';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SIGNED_OUT_PATHS, type SignedOutPathName } from '../../shared/signed-out-page.ts';
import { createPreloads, type ClientManifest } from './client-preloads.ts';

const words = (locale: string, name: string) => `../locales/${locale}/pages/${name}.ts`;
type Entry = ClientManifest[string];
const chunk = (name: string, more: Partial<Entry> = {}): Entry => ({ file: `assets/${name}.js`, ...more });
const named = (name: string, more: Partial<Entry> = {}): Entry => chunk(name, { name, ...more });
const manifest: ClientManifest = {
  'index.html': chunk('index', { isEntry: true, imports: ['_react.js'] }),
  '_react.js': named('react'),
  '_first-page.js': named('first-page', { imports: ['_react.js'], css: ['assets/inlined.css'] }),
  '_signed-out.js': named('signed-out', { imports: ['_first-page.js'] }),
  '_mailed-links.js': named('mailed-links', { imports: ['_first-page.js'] }),
  '_reset-password.js': named('reset-password'),
  '_pending-link.js': named('pending-link', { css: ['assets/pending.css'] }),
  '_second-factor.js': named('second-factor', { css: ['assets/second-factor.css'] }),
  'sign-in/deferred-page-sets.ts': chunk('deferred', {
    imports: ['_first-page.js', 'language/deferred-texts.ts'],
  }),
  'language/deferred-texts.ts': chunk('deferred-texts', { imports: ['_first-page.js'] }),
  '_public.js': named('public', { imports: ['_first-page.js'] }),
  '_application.js': named('application', { imports: ['_first-page.js', '_field.js'] }),
  [words('en', 'first-page')]: chunk('en', { imports: ['_words.js'] }),
  [words('de', 'first-page')]: chunk('de'),
  [words('en', 'signed-out-pages')]: chunk('en-signed-out'),
  [words('en', 'pending-link-pages')]: chunk('en-pending-link'),
  [words('en', 'mailed-link-pages')]: chunk('en-mailed-links'),
  [words('en', 'second-step-pages')]: chunk('en-second-step'),
  [words('en', 'errors-and-notices')]: chunk('en-errors'),
  [words('en', 'application-pages')]: chunk('en-later', { imports: ['_words.js'] }),
  '../shared/word-overrides.ts': chunk('overrides'),
  '_words.js': chunk('words'),
  '_field.js': chunk('field', { css: ['assets/field.css'], imports: ['_field.js'] }),
  'pages/resume-link.tsx': chunk('resume-link', { imports: ['index.html', '_field.js'] }),
  'account/phone/phone-row.tsx': chunk('phone'),
  'account/layout.tsx': chunk('layout'),
  'account/devices/devices.tsx': chunk('devices'),
  'admin/layout.tsx': chunk('admin'),
  'admin/overview/overview.tsx': chunk('overview'),
  'admin/audit-log/audit-log.tsx': chunk('audit-log'),
  'admin/failed-jobs/failed-jobs.tsx': chunk('failed-jobs'),
  'admin/settings/settings.tsx': chunk('settings'),
  'admin/users/users.tsx': chunk('users'),
  'admin/user/user.tsx': chunk('user'),
  'admin/webhooks/webhooks.tsx': chunk('webhooks'),
  'admin/webhooks/endpoint-page.tsx': chunk('webhook'),
  'admin/webhooks/delivery/delivery.tsx': chunk('delivery'),
  [words('en', 'console-pages')]: chunk('en-console'),
  [words('en', 'audit-pages')]: chunk('en-audit'),
  [words('en', 'operation-pages')]: chunk('en-operation'),
  [words('en', 'webhook-pages')]: chunk('en-webhooks'),
};
const preloads = createPreloads(manifest, false);
const filesIn = (tags: string) => [...tags.matchAll(/href="\/assets\/([^"]+)"/g)].map(([, file]) => file);

describe('the preloads of the application', () => {
  const later = ['en-later.js', 'en-signed-out.js', 'en-errors.js'];

  it.each([
    ['/account', ['en.js', 'words.js', ...later]],
    ['/account/devices', ['en.js', 'words.js', 'layout.js', 'devices.js', ...later]],
    [
      '/resume-link',
      ['en.js', 'words.js', 'resume-link.js', 'field.js', ...later, 'en-pending-link.js', 'field.css'],
    ],
    ['/nothing', ['en.js', 'words.js']],
    ['/../../locales/de/pages/first-page', ['en.js', 'words.js']],
    ['/toString', ['en.js', 'words.js']],
  ])('for %s are %j', (path, files) => {
    expect(filesIn(preloads.ofApplication('en', path))).toEqual(files);
  });

  it.for([
    ['/admin', ['overview.js', 'en-operation.js']],
    ['/admin/settings', ['settings.js', 'en-operation.js']],
    ['/admin/people', ['users.js']],
    ['/admin/people/6b0318859855c5414c3019fb', ['user.js']],
    ['/admin/webhooks', ['webhooks.js', 'en-webhooks.js']],
    ['/admin/webhooks/environment', ['webhook.js', 'en-webhooks.js']],
    ['/admin/webhooks/6b0318859855c5414c3019fb/6b0318859855c5414c3019fc', ['delivery.js', 'en-webhooks.js']],
    ['/admin/audit-log', ['audit-log.js', 'en-audit.js']],
    ['/admin/failed-jobs', ['failed-jobs.js', 'en-operation.js']],
  ] as const)('of the console at %s are its frame, its words and %j', ([path, files]) => {
    const frame = ['en.js', 'words.js', 'admin.js', 'en-console.js', 'en-later.js'];
    const always = ['en-signed-out.js', 'en-errors.js'];
    expect(new Set(filesIn(preloads.ofApplication('en', path)))).toEqual(
      new Set([...frame, ...always, ...files]),
    );
  });

  it('begin with what the words of a brand need, where there are any', () => {
    const withWords = createPreloads(manifest, true);
    expect(filesIn(withWords.ofApplication('en', '/nothing'))).toEqual(['overrides.js', 'en.js', 'words.js']);
  });
});

describe('the preloads of a signed-out page', () => {
  const failedForm = { values: {}, failure: { appCode: 'RATE_LIMITED', requestId: '1' } } as const;

  const DEFERRED = ['deferred.js', 'deferred-texts.js'];
  it.each<[SignedOutPathName, string[]]>([
    ['sign-in', []],
    ['sign-up', ['signed-out.js', 'en-signed-out.js']],
    ['check-email', ['signed-out.js', 'en-signed-out.js']],
    ['account-exists', [...DEFERRED, 'pending-link.js', 'en-signed-out.js', 'en-pending-link.js']],
    ['confirm', [...DEFERRED, 'mailed-links.js', 'en-mailed-links.js']],
    ['undo-email', [...DEFERRED, 'mailed-links.js', 'en-mailed-links.js']],
    ['stop-second-factor-removal', [...DEFERRED, 'mailed-links.js', 'en-mailed-links.js']],
    ['reset-password', [...DEFERRED, 'reset-password.js', 'en-mailed-links.js']],
    ['sign-out', ['public.js', 'en-errors.js']],
    ['error', ['public.js', 'en-errors.js']],
  ])('%s are the words and %j', (page, files) => {
    expect(filesIn(preloads.ofSignedOutPage(plainPage(page)))).toEqual(['en.js', 'words.js', ...files]);
  });

  it('name a style sheet for the second factor, and no other, because all other styles are in the document', () => {
    const preload = preloads.ofSignedOutPage(plainPage('second-factor'));
    expect(preload).toContain('<link rel="stylesheet" crossorigin href="/assets/second-factor.css" />');
    const pages = Object.keys(SIGNED_OUT_PATHS) as SignedOutPathName[];
    for (const page of pages.filter((name) => name !== 'second-factor'))
      expect(preloads.ofSignedOutPage(plainPage(page))).not.toContain('.css');
  });

  it.each([
    ['an error in its address', { address: '/sign-in?error=OAuthCallback' }],
    ['a failed form', { failedForm }],
  ])('have the words of errors for %s', (_name, parts) => {
    expect(filesIn(preloads.ofSignedOutPage(plainPage('sign-in', parts)))).toContain('en-errors.js');
    expect(filesIn(preloads.ofSignedOutPage(plainPage('sign-in')))).not.toContain('en-errors.js');
  });

  it('have the words of the page’s language only, and nothing without a manifest', () => {
    expect(filesIn(preloads.ofSignedOutPage(plainPage('sign-in', { locale: 'de' })))).toEqual(['de.js']);
    expect(createPreloads({}, false).ofSignedOutPage(plainPage('sign-in'))).toBe('');
  });
});

it('the files of the application leave out what a signed-out page has loaded', () => {
  expect(preloads.applicationFiles('en')).toEqual(
    [
      'application.js',
      'field.js',
      'phone.js',
      'en-later.js',
      'en-signed-out.js',
      'en-errors.js',
      'index.js',
      'inlined.css',
      'field.css',
    ].map((file) => `/assets/${file}`),
  );
});

it('the files that are named by hand exist', () => {
  const asked = new Set<string>();
  const recorded = new Proxy<ClientManifest>(
    {},
    {
      get(_target, key) {
        asked.add(String(key));
        return undefined;
      },
    },
  );
  const { applicationFiles, ofApplication } = createPreloads(recorded, true);
  applicationFiles('en');
  for (const path of ['/account', '/resume-link', '/admin', '/admin/webhooks']) ofApplication('en', path);
  const sources = [...asked].filter((key) => /\.tsx?$/.test(key));
  expect(sources).toContain('account/phone/phone-row.tsx');
  const client = new URL('../../client/', import.meta.url);
  expect(sources.filter((source) => !existsSync(new URL(source, client)))).toEqual([]);
});
