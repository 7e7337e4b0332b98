import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aPasskey, aPasskeyList, aProfile, aSession, FRESH } from '../../../testing/client/answers.ts';
import {
  CREATED,
  CREATION_OPTIONS,
  installPasskeyBrowser,
  REQUEST_OPTIONS,
  USED,
} from '../../../testing/client/passkey-browser.ts';
import { Failure, failWith, renderApp, type Answers } from '../../../testing/client/render-app.tsx';

const METHODS = '/account/sign-in-methods';
const created = aPasskey({ id: CREATED.id, name: 'Chrome on Linux', authenticator: null, synced: false });

interface Options {
  readonly path?: string;
  /** Whether the sign-in is new enough to add a passkey. */
  readonly isFresh?: boolean;
  readonly session?: Answers['session'];
}

function open(passkeys: Answers['passkeys'] = {}, { path = METHODS, isFresh = true, session }: Options = {}) {
  let mayAdd = isFresh;
  return renderApp(path, {
    session: {
      beginPasskey: () => ({ options: REQUEST_OPTIONS }),
      reauthenticate: () => {
        mayAdd = true;
        return FRESH;
      },
      ...session,
    },
    profile: { update: ({ name }) => aProfile({ name: name ?? null }) },
    passkeys: {
      begin: () => {
        if (!mayAdd) throw new Failure('SESSION_NOT_FRESH');
        return { options: CREATION_OPTIONS };
      },
      finish: () => aPasskeyList(created),
      ...passkeys,
    },
  });
}

/** Presses the button that creates a passkey, where the session is not fresh. */
async function createUnverified(app: ReturnType<typeof open>): Promise<HTMLElement> {
  await app.user.click(await screen.findByRole('button', { name: 'Create a passkey' }));
  return screen.findByRole('dialog', { name: 'Verify it’s you' });
}

const throwing = (name: string) => () => Promise.reject(new DOMException(name, name));

test('shows name, authenticator, dates, and whether a passkey is on one device only', async () => {
  using _ = installPasskeyBrowser();
  using app = open({
    list: () =>
      aPasskeyList(
        aPasskey({ name: 'My phone', lastUsedAt: '2026-11-20T09:00:00.000Z' }),
        aPasskey({ id: 'b2xk', name: 'Old', synced: false, host: 'old.example', usable: false }),
      ),
  });
  const phone = (await app.findByText('My phone')).closest('li');
  expect(phone?.textContent).toContain('SyncediCloud KeychainCreated Nov 2, 2026 · last used Nov 20, 2026');
  const old = screen.getByText('Old').closest('li');
  expect(old?.textContent).toContain('This device only');
  expect(old?.textContent).toContain('It belongs to old.example, an earlier address of this site');
});

test('creates a passkey, tells the browser, and says its name', async () => {
  using browser = installPasskeyBrowser({ answer: () => CREATED });
  using app = open();
  await app.user.click(await screen.findByRole('button', { name: 'Create a passkey' }));
  const notice = (await screen.findByText(/^The passkey “Chrome on Linux” was created\./)).closest(
    '[data-tone]',
  );
  expect(document.activeElement).toBe(notice);
  expect(await screen.findByText('This device only')).toBeDefined();
  expect(browser.signals).toEqual([
    ['all-accepted', { rpId: 'localhost', userId: 'aGFuZGxl', allAcceptedCredentialIds: [CREATED.id] }],
    [
      'current-details',
      { rpId: 'localhost', userId: 'aGFuZGxl', name: 'ada@example.com', displayName: 'Ada Lovelace' },
    ],
  ]);
});

test.each([
  ['NotAllowedError', 'No passkey was created. Nothing was changed.'],
  ['InvalidStateError', 'This device has a passkey for your account already.'],
  ['ConstraintError', 'This device could not create a passkey. It may need a screen lock first.'],
])('says calmly what %s of the browser means', async (name, sentence) => {
  using _ = installPasskeyBrowser({ answer: throwing(name) });
  using app = open();
  await app.user.click(await screen.findByRole('button', { name: 'Create a passkey' }));
  expect((await screen.findByText(sentence)).closest('[data-tone]')?.getAttribute('data-tone')).toBe('calm');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('continues the creation after a verification by passkey, which is the first choice', async () => {
  using browser = installPasskeyBrowser({ answer: ({ kind }) => (kind === 'create' ? CREATED : USED) });
  using app = open({ list: () => aPasskeyList(aPasskey()) }, { isFresh: false });
  const dialog = await createUnverified(app);
  const button = await within(dialog).findByRole('button', { name: 'Use a passkey' });
  const [close, first] = within(dialog).getAllByRole('button');
  expect([close?.getAttribute('aria-label'), first]).toEqual(['Close', button]);
  await app.user.click(button);
  expect(await screen.findByText(/^The passkey “Chrome on Linux” was created\./)).toBeDefined();
  expect(app.inputsOf('session.reauthenticate')).toContainEqual({ method: 'passkey', passkey: USED });
  expect(browser.requests.map(({ kind }) => kind)).toEqual(['get', 'create']);
});

test('says calmly that no passkey was used to verify, and keeps the other ways', async () => {
  using _ = installPasskeyBrowser({ answer: throwing('NotAllowedError') });
  using app = open({ list: () => aPasskeyList(aPasskey()) }, { isFresh: false });
  const dialog = await createUnverified(app);
  await app.user.click(await within(dialog).findByRole('button', { name: 'Use a passkey' }));
  expect(
    await within(dialog).findByText('No passkey was used. Try again, or verify in another way.'),
  ).toBeDefined();
  expect(within(dialog).getByRole('button', { name: 'Send a code to ada@example.com' })).toBeDefined();
});

test.each([
  ['belongs to another host', aPasskey({ usable: false, host: 'old.example' })],
  ['does not exist', null],
])('does not verify by a passkey that %s', async (_name, passkey) => {
  using _ = installPasskeyBrowser();
  using app = open({ list: () => aPasskeyList(...(passkey ? [passkey] : [])) }, { isFresh: false });
  const dialog = await createUnverified(app);
  await within(dialog).findByRole('button', { name: 'Send a code to ada@example.com' });
  expect(within(dialog).queryByRole('button', { name: 'Use a passkey' })).toBeNull();
});

test('renames a passkey, and Cancel returns the focus', async () => {
  using _ = installPasskeyBrowser();
  using app = open({
    list: () => aPasskeyList(aPasskey()),
    rename: ({ name }) => aPasskeyList(aPasskey({ name })),
  });
  await app.user.click(await screen.findByRole('button', { name: 'Rename the passkey iCloud Keychain' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Name of the passkey'));
  await app.user.click(screen.getByRole('button', { name: 'Cancel' }));
  const rename = screen.getByRole('button', { name: 'Rename the passkey iCloud Keychain' });
  expect(document.activeElement).toBe(rename);
  await app.user.click(rename);
  await app.user.keyboard('My phone{Enter}');
  expect(await screen.findByText('The passkey is named “My phone” now.')).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Rename the passkey My phone' })).toBeDefined();
});

test('removes a passkey, and says why one cannot be removed', async () => {
  using _ = installPasskeyBrowser();
  const last = aPasskey({ id: 'bGFzdA', name: 'Last one', canRemove: false });
  using app = open({
    list: () => aPasskeyList(aPasskey({ name: 'Other' }), last),
    remove: () => aPasskeyList(last),
  });
  const fixed = await screen.findByRole('button', { name: 'Remove the passkey Last one' });
  const reason = document.getElementById(fixed.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toMatch(/^This is your only sign-in method\./);
  await app.user.click(fixed);
  expect(screen.queryByRole('dialog')).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'Remove the passkey Other' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove the passkey “Other”?' });
  await app.user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(/^The passkey “Other” was removed\./)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Remove the passkey Other' })).toBeNull();
});

test('says in the dialog that the only second step cannot be removed', async () => {
  using _ = installPasskeyBrowser();
  using app = open({ list: () => aPasskeyList(aPasskey()), remove: failWith('LAST_SECOND_FACTOR') });
  await app.user.click(await screen.findByRole('button', { name: /^Remove the passkey/ }));
  const dialog = await screen.findByRole('dialog');
  await app.user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect((await within(dialog).findByRole('alert')).textContent).toContain(
    'This site requires a second step, and this is your only one.',
  );
});

test('tells the browser the new name of the person', async () => {
  using browser = installPasskeyBrowser();
  using app = open({ list: () => aPasskeyList(aPasskey()) }, { path: '/account' });
  await app.user.click(await screen.findByRole('button', { name: 'Change name' }));
  await app.user.keyboard(' King{Enter}');
  await waitFor(() =>
    expect(browser.signals.map(([name]) => name)).toEqual(['all-accepted', 'current-details']),
  );
});

test('the page that offers a passkey sets the name of the sign-up, and leads on', async () => {
  using _ = installPasskeyBrowser({ answer: () => CREATED });
  sessionStorage.setItem('foyer.sign-up-name', 'Ada');
  using app = open(
    {},
    {
      path: '/add-passkey?callbackUrl=%2Faccount%2Fdevices',
      session: { get: () => aSession({ name: null }) },
    },
  );
  // It cannot be pressed before the name is set.
  await screen.findByRole('button', { name: 'Create a passkey', busy: true });
  await app.user.click(await screen.findByRole('button', { name: 'Create a passkey', busy: false }));
  await waitFor(() => expect(app.address()).toBe('/account/devices'));
  const made = app.calls.filter(({ procedure }) =>
    /^(profile\.update|passkeys\.(begin|finish))$/.test(procedure),
  );
  expect(made.map(({ procedure }) => procedure)).toEqual([
    'profile.update',
    'passkeys.begin',
    'passkeys.finish',
  ]);
  expect(sessionStorage.getItem('foyer.sign-up-name')).toBeNull();
});

test.each([
  ['%2Faccount%2Fdevices', '/account/devices'],
  ['https%3A%2F%2Fevil.example%2F', '/account'],
])('"Not now" leads on to %s, if that is this site', async (callbackUrl, address) => {
  using _ = installPasskeyBrowser();
  using app = open({}, { path: `/add-passkey?callbackUrl=${callbackUrl}` });
  await app.user.click(await screen.findByRole('button', { name: 'Not now' }));
  await waitFor(() => expect(app.address()).toBe(address));
});
