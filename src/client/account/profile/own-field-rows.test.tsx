import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aProfile } from '../../../testing/client/answers.ts';
import { failWith, renderApp, type Answers } from '../../../testing/client/render-app.tsx';

type Fields = Awaited<ReturnType<NonNullable<NonNullable<Answers['profile']>['fields']>>>;

const FIELDS: Fields = [
  { name: 'nickname', label: { en: 'Nickname' }, isWritable: true, input: 'text', maxLength: 20 },
  { name: 'seats', label: { en: 'Seats' }, isWritable: true, input: 'number', isInteger: true },
  { name: 'news', label: { en: 'Newsletter' }, isWritable: true, input: 'boolean' },
  { name: 'plan', label: { en: 'Plan' }, isWritable: true, input: 'choice', choices: ['free', 'paid'] },
  { name: 'tags', label: { en: 'Tags' }, isWritable: false, input: 'none' },
];

function openProfile(data: Record<string, unknown>, refuse?: () => never) {
  let stored = aProfile({ data });
  return renderApp('/account', {
    profile: {
      get: () => stored,
      fields: () => FIELDS,
      setData: ({ data: changes }: { data: Record<string, unknown> }) => {
        refuse?.();
        const changed = Object.entries({ ...stored.data, ...changes }).filter(([, value]) => value !== null);
        stored = { ...stored, data: Object.fromEntries(changed) };
        return stored;
      },
    },
  });
}

const button = (name: string) => screen.findByRole('button', { name });
const row = async (label: string) => within(await screen.findByRole('region', { name: label }));

test('shows the value of each field, and no button where the person may not write', async () => {
  using _app = openProfile({ nickname: 'Countess', seats: 3, news: false, tags: ['a'] });
  expect((await row('Nickname')).getByText('Countess')).toBeDefined();
  expect((await row('Seats')).getByText('3')).toBeDefined();
  expect((await row('Newsletter')).getByText('No')).toBeDefined();
  expect((await row('Newsletter')).getByRole<HTMLInputElement>('switch').checked).toBe(false);
  expect((await row('Plan')).getByText('Not set')).toBeDefined();
  expect((await row('Tags')).queryByRole('button')).toBeNull();
});

test('leaves out a field that has no value and that the person may not set', async () => {
  using _app = openProfile({});
  await button('Add Nickname');
  expect(screen.queryByRole('region', { name: 'Tags' })).toBeNull();
});

test('saves a text, and removes it when it is empty', async () => {
  using app = openProfile({ nickname: 'Ada' });
  await app.user.click(await button('Change Nickname'));
  const field = await screen.findByRole('textbox', { name: 'Nickname' });
  expect(document.activeElement).toBe(field);
  await app.fill(field, ' L{Enter}');
  expect(await screen.findByText('Nickname is saved.')).toBeDefined();
  await app.user.click(await button('Change Nickname'));
  await app.user.clear(await screen.findByRole('textbox', { name: 'Nickname' }));
  await app.user.keyboard('{Enter}');
  expect(await screen.findByText('Nickname is removed.')).toBeDefined();
  expect(app.inputsOf('profile.setData')).toEqual([
    { data: { nickname: 'Ada L' } },
    { data: { nickname: null } },
  ]);
});

test('saves a number, a boolean and a choice with the type of the field', async () => {
  using app = openProfile({});
  await app.user.click(await button('Add Seats'));
  await app.user.type(await screen.findByRole('spinbutton', { name: 'Seats' }), '12{Enter}');
  await screen.findByText('Seats is saved.');
  await app.user.click(await screen.findByRole('switch', { name: 'Newsletter' }));
  await screen.findByText('Newsletter is saved.');
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Newsletter' }).checked).toBe(true);
  await app.user.click(await button('Add Plan'));
  await app.user.selectOptions(await screen.findByRole('combobox', { name: 'Plan' }), 'paid');
  await app.user.click(await button('Save'));
  await screen.findByText('Plan is saved.');
  expect(app.inputsOf('profile.setData')).toEqual([
    { data: { seats: 12 } },
    { data: { news: true } },
    { data: { plan: 'paid' } },
  ]);
});

test('shows a refused value at its field and keeps what was typed', async () => {
  using app = openProfile(
    {},
    failWith('INVALID_INPUT', {
      issues: [{ path: ['data', 'nickname'], key: 'other', message: 'Too short' }],
    }),
  );
  await app.user.click(await button('Add Nickname'));
  await app.fill(await screen.findByRole('textbox', { name: 'Nickname' }), 'A{Enter}');
  expect(await screen.findByText('Too short')).toBeDefined();
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Nickname' });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(field.value).toBe('A');
});
