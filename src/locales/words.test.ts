import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { directionOf, LOCALES, type Locale } from '../shared/locale.ts';
import type { MailTexts, PageTexts, ServerPagesTexts } from './texts.ts';

interface Words {
  readonly pages: PageTexts;
  readonly mails: MailTexts;
  readonly serverPages: ServerPagesTexts;
  readonly deletionWords: string;
}

async function loadWords(locale: Locale): Promise<Words> {
  const sets = await Promise.all([
    import(`./${locale}/pages/first-page.ts`),
    import(`./${locale}/pages/signed-out-pages.ts`),
    import(`./${locale}/pages/pending-link-pages.ts`),
    import(`./${locale}/pages/mailed-link-pages.ts`),
    import(`./${locale}/pages/passkey-pages.ts`),
    import(`./${locale}/pages/errors-and-notices.ts`),
    import(`./${locale}/pages/application-pages.ts`),
    import(`./${locale}/pages/palette-pages.ts`),
    import(`./${locale}/pages/later-pages.ts`),
    import(`./${locale}/pages/webhook-pages.ts`),
    import(`./${locale}/pages/operation-pages.ts`),
    import(`./${locale}/pages/audit-pages.ts`),
    import(`./${locale}/pages/console-pages.ts`),
  ]);
  const pages = Object.assign({}, ...sets.flatMap((set) => Object.values(set as object))) as PageTexts;
  const { mails } = (await import(`./${locale}/mails.ts`)) as Pick<Words, 'mails'>;
  const { deletionWords } = (await import(`./${locale}/deletion-words.ts`)) as Pick<Words, 'deletionWords'>;
  const { serverPages } = (await import(`./${locale}/server-pages.ts`)) as Pick<Words, 'serverPages'>;
  return { pages, mails, serverPages, deletionWords };
}

/** Usable as numbers and as text. */
const STAND_INS = ['2', '3', '4', '5', '6'];

/** The names of numeric parameters. */
const COUNT =
  /^(?:count|days|hours|minutes|seconds|digits|characters|least|percent|left|right|top|bottom|done|total|pairs)$/;

/** Each text with its path, such as `pages.signIn.title`. A function is called with stand-ins. */
function leavesOf(texts: unknown, path = '', standIns: readonly string[] = STAND_INS): [string, string][] {
  if (texts === null) return [];
  if (typeof texts === 'string') return [[path, texts]];
  if (typeof texts === 'function') {
    const [, parameters = ''] = /^\(?([^)=]*)/.exec(String(texts)) ?? [];
    const given = parameters
      .split(',')
      .map((name, index) => (COUNT.test(name.trim()) ? '7' : standIns[index]));
    return leavesOf((texts as (...given: unknown[]) => unknown)(...given), path, standIns);
  }
  return Object.entries(texts as object).flatMap(([key, value]) =>
    leavesOf(value, path ? `${path}.${key}` : key, standIns),
  );
}

const WORDS = Object.fromEntries(
  await Promise.all(LOCALES.map(async (locale) => [locale, await loadWords(locale)] as const)),
) as Record<Locale, Words>;

test.for(LOCALES)('pages and mails name the links of a brand alike, in %s', (locale) => {
  const { pages, mails } = WORDS[locale];
  const { terms, privacy, support } = pages.common;
  expect(mails.footer).toMatchObject({ terms, privacy, support });
});

/** Without `wordsOf` and `labelOf`, which return words of `pages.errors` and `pages.nextSteps`. */
const leavesIn = (locale: Locale) => {
  const { serverPages, ...others } = WORDS[locale];
  const { wordsOf: _, labelOf: __, ...plain } = serverPages;
  return leavesOf({ ...others, serverPages: plain });
};

const english = new Map(leavesIn('en'));
const others = LOCALES.filter((locale) => locale !== 'en');

/** Equal to English, or no word at all. */
const SAME_AS_ENGLISH: Readonly<Partial<Record<Locale, readonly string[]>>> = {
  ar: ['pages.activity.step', 'pages.adminConsole.controlKey'],
  de: [
    'mails.additions.connection',
    'mails.facts.line',
    'mails.facts.place',
    'mails.webhookChanged.named',
    'pages.accessTokens.name',
    'pages.accessTokens.token',
    'pages.activity.step',
    'pages.adminConsole.webhooks',
    'pages.auditLog.actors.administrator',
    'pages.auditLog.details',
    'pages.auditLog.groups.webhook',
    'pages.auditLog.subjects.user',
    'pages.brandStudio.files.logo',
    'pages.brandStudio.frame',
    'pages.brandStudio.name',
    'pages.brandStudio.pixels',
    'pages.checklist.names.mail',
    'pages.checklist.names.webhook',
    'pages.checklist.states.broken',
    'pages.codes.waiting',
    'pages.crop.zoomValue',
    'pages.deliveries.person',
    'pages.deliveries.test',
    'pages.deliveries.triggers.test',
    'pages.devices.appOn',
    'pages.failedJobs.webhooks',
    'pages.failures.details',
    'pages.outbox.messageId',
    'pages.overview.methods.passkey',
    'pages.passkeys.title',
    'pages.people.administrator',
    'pages.people.person',
    'pages.person.id',
    'pages.person.name',
    'pages.person.signInMethods.passkey',
    'pages.profile.name',
    'pages.securityReview.passkey',
    'pages.settings.groups.webhooks',
    'pages.settings.id',
    'pages.settings.isDemo',
    'pages.settings.methods.passkey',
    'pages.settings.name',
    'pages.signUp.name',
    'pages.webhooks.id',
    'pages.webhooks.title',
    'serverPages.details',
  ],
};

/** Scopes are for programs. */
const CODE = /^[a-z]+:[a-z]+$/;

test('every folder is a language, and every language has the same files', async () => {
  const here = new URL('./', import.meta.url);
  const found = await readdir(here, { withFileTypes: true });
  const folders = found.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(folders.sort()).toEqual([...LOCALES].sort());
  const filesOf = async (folder: string) =>
    (await readdir(new URL(`${folder}/`, here), { recursive: true }))
      .filter((name) => name.endsWith('.ts'))
      .sort();
  const files = await filesOf('en');
  for (const locale of others) expect(await filesOf(locale)).toEqual(files);
});

test.each(others)('nothing in %s is left in English', (locale) => {
  const same = leavesIn(locale).filter(([path, text]) => english.get(path) === text && !CODE.test(text));
  expect(same.map(([path]) => path).sort()).toEqual(SAME_AS_ENGLISH[locale]);
});

/** `STAND_INS` in Latin letters: names from a user, a provider or the server. */
const LATIN_STAND_INS = ['Ada!', 'host:1', 'Grace!', 'Mary!', 'Joan!'];
/**
 * Text messages: some phones show isolates as boxes. Own words and the frame of a sentence need none. A list
 * of names isolates each name (`name-list.ts`).
 */
const WITHOUT_ISOLATES =
  /^mails\.sms\.|^pages\.(?:activity\.(?:step|notMeAbout)|codes\.waiting|devices\.(?:endsApps|signedOutAll)|developers\.(?:byToken|byAnyToken|noToken)|password\.(?:showField|hideField|strength)|yourData\.typeWords)$/;

test.each(others.filter((locale) => directionOf(locale) === 'rtl'))(
  'a name inside a sentence of %s keeps its own direction',
  (locale) => {
    const { serverPages: _, ...words } = WORDS[locale];
    const mixed = leavesOf(words, '', LATIN_STAND_INS).filter(
      ([path, text]) =>
        !WITHOUT_ISOLATES.test(path) &&
        LATIN_STAND_INS.some((name) => text.replaceAll(/\u2068[^\u2068\u2069]*\u2069/g, '').includes(name)),
    );
    expect(mixed).toEqual([]);
  },
);

test.each(LOCALES)('every text in %s says something', (locale) => {
  expect(leavesIn(locale).filter(([, text]) => !/^\S(?:.*\S)?$/su.test(text))).toEqual([]);
});

test.each(others)('a text in %s has its {} where the English one has it', (locale) => {
  const slots = (text: string) => text.split('{}').length;
  const unlike = leavesIn(locale).filter(([path, text]) => slots(text) !== slots(english.get(path) ?? ''));
  expect(unlike).toEqual([]);
});

test('nobody is called by the first name', () => {
  // "Sie" and "Ihr" are the formal address; "du" in any form is not.
  const familiar = leavesIn('de').filter(([, text]) =>
    /(?<![\p{L}_])(?:du|dich|dir|dein\p{L}*)(?!\p{L})/iu.test(text),
  );
  expect(familiar).toEqual([]);
});
