import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { AuditRow } from '../../../shared/schemas/audit.ts';
import type { Locale } from '../../../shared/locale.ts';
import { aListedUser, aServiceKey, GRACE, openConsole } from '../../../testing/client/console-answers.ts';
import { failWith, type Answers } from '../../../testing/client/render-app.tsx';
import { ENDPOINT } from '../../../testing/client/webhook-answers.ts';

const ADA = 'c'.repeat(24);
const KEY = 'b'.repeat(24);

function anEntry({ subject, actor, ...changes }: Partial<AuditRow> = {}): AuditRow {
  return {
    id: 'f'.repeat(24),
    at: '2026-11-20T09:00:00.000Z',
    actor: actor ?? { kind: 'administrator', id: ADA, name: 'Ada Lovelace', image: null, isGone: false },
    action: 'user-suspended',
    subject:
      subject === undefined
        ? { kind: 'user', id: GRACE, name: 'Grace Hopper', image: null, isGone: false }
        : subject,
    reason: null,
    before: null,
    after: null,
    ip: '192.0.2.7',
    ...changes,
  };
}

const theServer = { kind: 'server', id: null, name: null, image: null, isGone: false } as const;
const theKey = { kind: 'service-key', id: KEY, name: 'Shop', image: null, isGone: false } as const;
const deleted = { kind: 'user', id: GRACE, name: null, image: null, isGone: true } as const;

const openLog = (
  search: string,
  entries: readonly AuditRow[],
  changes: Answers = {},
  options?: Parameters<typeof openConsole>[2],
) =>
  openConsole(
    `/admin/audit-log${search}`,
    {
      serviceKeys: { list: () => [aServiceKey({ id: KEY, name: 'Shop' })] },
      ...changes,
      users: { getMany: () => ({ people: [] }), ...changes.users },
      audit: { list: () => ({ entries: [...entries], nextCursor: null }), ...changes.audit },
    },
    options,
  );

/** Without the characters that keep names in their own writing direction. */
const textOf = (element: Element | null | undefined) =>
  element?.textContent.replaceAll(/[\u2066-\u2069]/g, '');
const sentences = async () =>
  (await within(await screen.findByRole('list', { name: 'Entries' })).findAllByRole('listitem')).map((item) =>
    textOf(item.querySelector('p')),
  );

afterEach(() => vi.restoreAllMocks());

const roles = (before: string[], after: string[]) =>
  anEntry({ action: 'user-roles-changed', before: { roles: before }, after: { roles: after } });

test.each([
  ['a reason', anEntry({ reason: 'Chargeback' }), 'Ada Lovelace suspended Grace Hopper · Chargeback'],
  ['a deleted person', anEntry({ subject: deleted }), 'Ada Lovelace suspended a deleted person'],
  ['a deletion', anEntry({ action: 'user-deleted', subject: deleted }), 'Ada Lovelace deleted a person'],
  ['a service key', anEntry({ actor: theKey, action: 'user-created' }), 'Shop added Grace Hopper'],
  [
    'no subject',
    anEntry({ actor: theServer, action: 'credentials-ended', subject: null }),
    'A command on the server ended all sign-ins and credentials from before a time',
  ],
  [
    'several jobs',
    anEntry({ action: 'job-retried', subject: null }),
    'Ada Lovelace tried several jobs again',
  ],
  [
    'the endpoint of the settings',
    anEntry({ action: 'webhook-enabled', subject: null }),
    'Ada Lovelace enabled the webhook endpoint (from the settings)',
  ],
  [
    'a service key that is gone',
    anEntry({
      action: 'service-key-revoked',
      subject: { ...deleted, kind: 'service-key' },
      before: { name: 'Billing' },
    }),
    'Ada Lovelace revoked the service key Billing',
  ],
  ['a given role', roles(['reader'], ['reader', 'editor']), 'Ada Lovelace gave Grace Hopper the role Editor'],
  ['a taken role', roles(['editor'], []), 'Ada Lovelace took the role Editor from Grace Hopper'],
  [
    'exchanged roles',
    roles(['reader'], ['editor', 'author']),
    'Ada Lovelace changed the roles of Grace Hopper: gave Editor and Author, took Reader',
  ],
  [
    'many roles',
    roles([], ['one', 'two', 'three', 'four']),
    'Ada Lovelace changed the roles of Grace Hopper',
  ],
])('an entry with %s is a sentence', async (_name, entry, sentence) => {
  using _app = openLog('', [entry]);
  expect(await sentences()).toEqual([sentence]);
});

test.each<[Locale, string[]]>([
  [
    'de',
    [
      'Ada Lovelace hat Grace Hopper gesperrt',
      'Ada Lovelace hat das Profil von einer gelöschten Person geändert',
      'Ein Befehl auf dem Server hat mehrere Aufträge erneut versucht',
    ],
  ],
  [
    'ar',
    [
      'إيقاف Grace Hopper بواسطة Ada Lovelace',
      'تغيير ملف شخص محذوف الشخصي بواسطة Ada Lovelace',
      'إعادة محاولة عدة مهام بواسطة أمر على الخادم',
    ],
  ],
])('sentences have the word order of the language %s', async (locale, expected) => {
  const entries = [
    anEntry(),
    anEntry({ id: '1'.repeat(24), action: 'user-updated', subject: deleted }),
    anEntry({ id: '2'.repeat(24), action: 'job-retried', subject: null, actor: theServer }),
  ];
  using _app = openLog('', entries, {}, { locale });
  await waitFor(() =>
    expect([...document.querySelectorAll('main li p')].map((each) => textOf(each))).toEqual(expected),
  );
});

test('the names of a sentence lead to the people and the endpoint, and those who are gone do not', async () => {
  const endpoint = { kind: 'webhook', id: ENDPOINT, name: 'https://hooks.example.test/' } as const;
  using _app = openLog('', [
    anEntry(),
    anEntry({
      id: '1'.repeat(24),
      action: 'webhook-updated',
      subject: { ...endpoint, image: null, isGone: false },
      actor: { kind: 'administrator', id: ADA, name: 'Left', image: null, isGone: true },
    }),
  ]);
  const linkTo = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await linkTo('Grace Hopper')).toBe(`/admin/people/${GRACE}`);
  expect(await linkTo('Ada Lovelace')).toBe(`/admin/people/${ADA}`);
  expect(await linkTo('https://hooks.example.test/')).toBe(`/admin/webhooks/${ENDPOINT}`);
  expect(screen.queryByRole('link', { name: 'Left' })).toBeNull();
});

test('a panel has the facts of an entry and what changed; the address keeps it, and the focus returns', async () => {
  const [first, second] = [
    anEntry({
      action: 'user-roles-changed',
      reason: 'New job',
      before: { roles: ['reader', 'editor'] },
      after: { roles: ['editor', 'bookkeeper'], suspension: { reason: 'Spam' } },
    }),
    anEntry({ id: '1'.repeat(24) }),
  ];
  using app = openLog('', [first, second]);
  await app.user.click(await screen.findByRole('link', { name: /^Details Ada Lovelace changed/ }));
  const panel = within(await screen.findByRole('dialog', { name: 'Changed roles' }));
  expect(app.address()).toBe(`/admin/audit-log?entry=${first.id}`);
  const facts = panel.getAllByRole('definition').map(textOf);
  expect(facts).toEqual(expect.arrayContaining(['New job', '192.0.2.7', 'user-roles-changed', first.id]));
  const changes = within(panel.getByRole('region', { name: 'What changed' }));
  expect(changes.getAllByRole('definition').map(textOf)).toEqual([
    'Before: ReaderAfter: Bookkeeper',
    'After: Spam',
  ]);

  await app.user.click(panel.getByRole('button', { name: 'Newer entry' }));
  expect(app.address()).toBe(`/admin/audit-log?entry=${first.id}`);
  await app.user.click(panel.getByRole('button', { name: 'Older entry' }));
  await screen.findByRole('dialog', { name: 'Suspended a person' });
  expect(app.address()).toBe(`/admin/audit-log?entry=${second.id}`);
  await app.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement?.id).toBe(`entry-${second.id}`));
  expect(app.address()).toBe('/admin/audit-log');
});

test('in the panel, the older entry may be on the next page', async () => {
  const [first, second] = [
    anEntry(),
    anEntry({ id: '1'.repeat(24), action: 'user-deleted', subject: deleted }),
  ];
  using app = openLog(`?entry=${first.id}`, [], {
    audit: {
      list: ({ cursor } = {}) =>
        cursor === undefined
          ? { entries: [first], nextCursor: 'second' }
          : { entries: [second], nextCursor: null },
    },
  });
  const older = () => screen.findByRole('button', { name: 'Older entry' });
  await app.user.click(await older());
  await screen.findByRole('dialog', { name: 'Deleted a person' });
  expect(app.address()).toBe(`/admin/audit-log?entry=${second.id}`);
  expect((await older()).getAttribute('aria-disabled')).toBe('true');
});

test('a link leads to an entry that is not on the page', async () => {
  const id = '2'.repeat(24);
  const get = (input: { id: string }) => anEntry({ id: input.id, reason: 'Chargeback' });
  using app = openLog(`?entry=${id}`, [], { audit: { get } });
  await within(await screen.findByRole('dialog', { name: 'Suspended a person' })).findByText('Chargeback');
  expect(app.inputsOf('audit.get')).toEqual([{ id }]);
});

test('a link to an entry that is gone says so', async () => {
  using _app = openLog(`?entry=${'3'.repeat(24)}`, [], { audit: { get: failWith('NOT_FOUND') } });
  expect(await screen.findByText('This entry is not in the audit log.')).toBeDefined();
});

test('people are found by a search, and a filter shows a name', async () => {
  const grace = aListedUser({ id: GRACE, name: 'Grace Hopper' });
  using app = openLog('', [anEntry()], {
    users: {
      list: ({ search } = {}) => ({ people: search === 'hop' ? [grace] : [], nextCursor: null }),
      getMany: ({ ids }) => ({ people: ids.includes(GRACE) ? [grace] : [] }),
    },
  });
  await screen.findByText('Grace Hopper');
  const [subjects, actors] = screen.getAllByRole('searchbox', { hidden: true });
  await app.fill(subjects as HTMLElement, 'hop');
  await app.user.click(await screen.findByRole('button', { name: /Grace Hopper/, hidden: true }));
  await screen.findByText('Person: Grace Hopper');
  expect(app.address()).toBe(`/admin/audit-log?subject=${GRACE}`);
  expect(app.inputsOf('audit.list').at(-1)).toMatchObject({ subject: GRACE });

  await app.fill(actors as HTMLElement, 'sho');
  await app.user.click(await screen.findByRole('button', { name: 'Shop', hidden: true }));
  await screen.findByText('Done by: Shop');
  expect(app.inputsOf('audit.list').at(-1)).toMatchObject({ subject: GRACE, actor: KEY });
  await app.user.click(screen.getByRole('button', { name: 'Clear filter: Person' }));
  expect(app.address()).toBe(`/admin/audit-log?actor=${KEY}`);
  await app.user.click(screen.getByRole('link', { name: 'Clear' }));
  expect(app.address()).toBe('/admin/audit-log');
});

test('entries are filtered by action or by a kind of actions, by who may have done it and by time', async () => {
  using app = openLog('', []);
  const choose = async (name: string, choice: string) =>
    app.user.selectOptions(await screen.findByRole('combobox', { name }), choice);
  const last = () => app.inputsOf('audit.list').at(-1) as Record<string, string>;
  await choose('What was done', 'Suspended a person');
  await waitFor(() => expect(last()).toMatchObject({ actions: ['user-suspended'] }));
  await choose('What was done', 'Jobs: everything');
  await waitFor(() => expect(last()).toMatchObject({ actions: ['job-retried', 'job-discarded'] }));
  await app.user.click(screen.getByRole('button', { name: 'Any service key', hidden: true }));
  await waitFor(() => expect(last()).toMatchObject({ actorKind: 'service-key' }));
  const midnight = (days: number) => {
    const now = new Date();
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).toISOString();
  };
  await choose('When', 'Today');
  await waitFor(() => expect(last()['from']).toBe(midnight(0)));
  await choose('When', 'The last 7 days');
  await waitFor(() => expect(last()['from']).toBe(midnight(-6)));
  await choose('When', 'Choose dates');
  fireEvent.change(await screen.findByLabelText('From', { selector: 'input' }), {
    target: { value: '2026-11-20' },
  });
  fireEvent.change(screen.getByLabelText('Until', { selector: 'input' }), {
    target: { value: '2026-11-20' },
  });
  await waitFor(() =>
    expect(Date.parse(last()['until'] ?? '') - Date.parse(last()['from'] ?? '')).toBe(864e5),
  );
});

test('what is no filter in the address filters nothing', async () => {
  using app = openLog('?from=2026-99-99&until=soon&subject=me&actor=you&action=x&by=y&time=z&entry=w', []);
  await screen.findByText('There is no entry.');
  expect(app.inputsOf('audit.list')).toEqual([{}]);
});

test('the filtered entries are a file without formulas; another reading is stopped, or ends at its bound', async () => {
  const files: Blob[] = [];
  URL.createObjectURL = (file) => {
    files.push(file as Blob);
    return 'blob:file';
  };
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  let isEndless = false;
  let release = () => {};
  let isHeld = false;
  const entryOf = (reason: string) => anEntry({ reason, after: { name: 'Ada' } });
  const list: NonNullable<NonNullable<Answers['audit']>['list']> = async (input) => {
    if (input?.limit !== 100) return { entries: [anEntry()], nextCursor: null };
    if (isHeld) await new Promise<void>((resolve) => (release = resolve));
    if (isEndless) return { entries: Array.from({ length: 100 }, () => anEntry()), nextCursor: 'more' };
    return input.cursor === undefined
      ? { entries: [entryOf('=1+1')], nextCursor: 'second' }
      : { entries: [entryOf('Spam, twice')], nextCursor: null };
  };
  using app = openLog(`?subject=${GRACE}`, [], { audit: { list } });
  const start = await screen.findByRole('button', { name: 'Export CSV' });
  await app.user.click(start);
  await screen.findByText('The file has 2 entries.');
  const row = `${'f'.repeat(24)},2026-11-20T09:00:00.000Z,user-suspended,administrator,${ADA},Ada Lovelace`;
  expect((await files[0]?.text())?.split('\r\n')).toEqual([
    'id,at,action,actorKind,actorId,actorName,subjectKind,subjectId,subjectName,reason,ip,before,after',
    `${row},user,${GRACE},Grace Hopper,'=1+1,192.0.2.7,,"{""name"":""Ada""}"`,
    `${row},user,${GRACE},Grace Hopper,"Spam, twice",192.0.2.7,,"{""name"":""Ada""}"`,
    '',
  ]);
  expect(app.inputsOf('audit.list').at(-1)).toEqual({ subject: GRACE, limit: 100, cursor: 'second' });

  isEndless = true;
  await app.user.click(start);
  await screen.findByText(/^The file has the newest 10000 entries\./);
  expect(click).toHaveBeenCalledTimes(2);

  isHeld = true;
  await app.user.click(start);
  await app.user.click(await screen.findByRole('button', { name: 'Stop' }));
  release();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull());
  expect(click).toHaveBeenCalledTimes(2);
});
