import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aProfile, aSession, anAccount } from '../../../testing/client/answers.ts';
import { Failure, failWith, renderApp, type Answers } from '../../../testing/client/render-app.tsx';

const OWN = '/pictures/own.webp';
const THEIRS = '/pictures/theirs.webp';

function openProfile(
  image: string | null,
  update?: NonNullable<Answers['profile']>['update'],
  accounts = [anAccount()],
) {
  let stored = aProfile({ image });
  return renderApp('/account', {
    session: { get: () => aSession({ image: stored.image }) },
    profile: {
      get: () => stored,
      ...(update && { update: async (input) => (stored = await update(input)) }),
    },
    accounts: { list: () => accounts },
  });
}
const OF_PROVIDER = [anAccount({ image: THEIRS })];
const shown = (app: ReturnType<typeof renderApp>) =>
  [...app.container.querySelectorAll('img')].map((picture) => picture.getAttribute('src'));
const fileInput = (app: ReturnType<typeof renderApp>) => {
  const input = app.container.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file can be chosen');
  return input;
};

async function openEditor(app: ReturnType<typeof renderApp>): Promise<void> {
  await app.user.click(await screen.findByRole('button', { name: /^(Add a|Change) picture$/ }));
  await screen.findByRole('button', { name: 'Upload a picture' });
}

test('shows the initial and a button to add a picture without one', async () => {
  using app = openProfile(null);
  expect(await screen.findByRole('button', { name: 'Add a picture' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Remove the picture' })).toBeNull();
  expect(shown(app)).toEqual([]);
});

test('removes a picture everywhere, without "Undo" for one that could not be kept', async () => {
  using app = openProfile(OWN, () => aProfile());
  await app.user.click(await screen.findByRole('button', { name: 'Remove the picture' }));
  expect(await screen.findByText('Your picture is removed.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(app.inputsOf('profile.update')[0]).toEqual({ image: null });
  expect(shown(app)).toEqual([]);
});

/** Removes the picture of a provider. `onUpdate` may refuse a change. */
async function removeTheirs(onUpdate: (image: unknown) => unknown): Promise<ReturnType<typeof renderApp>> {
  const update = ({ image }: { image?: unknown }) => {
    onUpdate(image);
    return aProfile({ image: image === null ? null : THEIRS });
  };
  const app = openProfile(THEIRS, update, OF_PROVIDER);
  await app.user.click(await screen.findByRole('button', { name: 'Remove the picture' }));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a picture' })),
  );
  return app;
}

test('restores a removed picture of a provider with "Undo"', async () => {
  const sent: unknown[] = [];
  using app = await removeTheirs((image) => sent.push(image));
  await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('The change is undone.')).toBeDefined();
  expect(sent).toEqual([null, { provider: 'demo-one', providerAccountId: 'ada' }]);
  // The message comes first, and then the page reads the profile again.
  await waitFor(() => expect(shown(app)).toEqual([THEIRS, THEIRS]));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change picture' }));
});

test('offers "Undo" again when the picture could not be restored', async () => {
  let failures = 1;
  using app = await removeTheirs((image) => {
    if (image !== null && failures-- > 0) throw new Failure('UNAVAILABLE');
  });
  await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText(/This could not be undone/);
  await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('The change is undone.')).toBeDefined();
});

test('uses a provider’s picture and offers it only while another is shown', async () => {
  const accounts = [...OF_PROVIDER, anAccount({ provider: 'demo-two' })];
  using app = openProfile(OWN, () => aProfile({ image: THEIRS }), accounts);
  await openEditor(app);
  await app.user.click(await screen.findByRole('button', { name: 'Use the one from Demo One' }));
  expect(await screen.findByText('Your picture is saved.')).toBeDefined();
  expect(app.inputsOf('profile.update')[0]).toEqual({
    image: { provider: 'demo-one', providerAccountId: 'ada' },
  });
  expect(shown(app)).toEqual([THEIRS, THEIRS]);
  await openEditor(app);
  expect(screen.queryByRole('button', { name: /^Use the one/ })).toBeNull();
});

test('distinguishes two accounts of one provider', async () => {
  const other = anAccount({ image: '/pictures/more.webp', providerAccountId: 'augusta', label: 'augusta' });
  using app = openProfile(null, undefined, [...OF_PROVIDER, other]);
  await openEditor(app);
  expect(await screen.findByRole('button', { name: 'Use the one from Demo One (augusta)' })).toBeDefined();
  expect(app.inputsOf('profile.update')).toEqual([]);
});

test('explains in the row that a provider’s picture could not be fetched', async () => {
  using app = openProfile(null, failWith('PICTURE_NOT_FETCHED'), OF_PROVIDER);
  await openEditor(app);
  await app.user.click(await screen.findByRole('button', { name: 'Use the one from Demo One' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('PICTURE_NOT_FETCHED');
  expect(document.activeElement).toBe(alert);
});

test.each([
  ['PICTURE_UNSUPPORTED', new File(['GIF89a'], 'cat.gif', { type: 'image/gif' })],
  ['PICTURE_UNSUPPORTED', new File(['<svg/>'], 'cat.svg', { type: 'image/svg+xml' })],
  // This environment decodes no pictures, so every file is like a damaged one.
  ['PICTURE_UNREADABLE', new File(['nothing'], 'cat.png', { type: 'image/png' })],
])('shows %s for a file at once and sends nothing', async (code, file) => {
  using app = openProfile(null);
  await openEditor(app);
  fireEvent.change(fileInput(app), { target: { files: [file] } });
  expect((await screen.findByRole('alert')).textContent).toContain(code);
  expect(app.calls.some(({ procedure }) => procedure.startsWith('profile.u'))).toBe(false);
});

test('accepts a dropped file', async () => {
  using app = openProfile(null);
  await screen.findByRole('button', { name: 'Add a picture' });
  const place = screen.getByRole('region', { name: 'Picture' });
  const file = new File(['GIF89a'], 'cat.gif', { type: 'image/gif' });
  const dataTransfer = { types: ['Files'], files: [file] };
  fireEvent.dragOver(place, { dataTransfer });
  await waitFor(() => expect(place.getAttribute('data-over')).toBe('true'));
  fireEvent.drop(place, { dataTransfer });
  expect((await screen.findByRole('alert')).textContent).toContain('PICTURE_UNSUPPORTED');
  expect(place.getAttribute('data-over')).toBe('false');
  expect(app.calls.some(({ procedure }) => procedure.startsWith('profile.u'))).toBe(false);
});
