import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Checklist } from '../../../shared/schemas/checklist.ts';
import { aChecklist, anOverview, openConsole } from '../../../testing/client/console-answers.ts';
import { failWith, type Answers } from '../../../testing/client/render-app.tsx';

const openOverview = (changes: Partial<Checklist>, administration: Answers['administration'] = {}) =>
  openConsole('/admin', {
    administration: { overview: () => anOverview(), checklist: () => aChecklist(changes), ...administration },
  });
const card = async () => {
  const details = (await screen.findByRole('heading', { name: 'Get ready for production' })).closest(
    'details',
  );
  if (!details) throw new Error('the checklist is no details');
  return details;
};
const itemOf = async (name: string) => {
  const item = within(await card())
    .getByText(name)
    .closest('li');
  if (!item) throw new Error(`there is no ${name}`);
  return item;
};

test('the next thing to do stands on the line that unfolds to the list, with a sentence, a page and a document', async () => {
  using _app = openOverview({
    brand: { state: 'open', hasName: true, hasLogo: false, hasAccent: false },
    secondFactor: { state: 'open', isDemanded: true, without: 2 },
  });
  expect((await card()).open).toBe(false);
  expect(screen.getByText('5 of 7 done')).toBeDefined();
  expect(screen.getByText('Next: Brand')).toBeDefined();
  // Without the characters that keep names in their own writing direction.
  expect((await itemOf('Brand')).textContent.replaceAll(/[\u2066-\u2069]/g, '')).toContain(
    'Still missing: the logo (BRAND_DIR) and the colour (APP_ACCENT).',
  );
  const secondFactor = within(await itemOf('Second factor of administrators'));
  expect(secondFactor.getByText('2 administrators have none.')).toBeDefined();
  expect(secondFactor.getByText(': To do')).toBeDefined();
  expect(secondFactor.getByText('docs/settings.md')).toBeDefined();
  const people = secondFactor.getByRole('link', { name: 'See administrators' });
  expect(people.getAttribute('href')).toBe('/admin/people?role=administrator');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('nothing is next when all is done', async () => {
  using _app = openOverview({});
  expect((await card()).open).toBe(false);
  expect(screen.getByText('7 of 7 done')).toBeDefined();
  expect(screen.queryByText(/^Next/)).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('what broke has a line with a link, while the list stays folded', async () => {
  using _app = openOverview({ mail: { state: 'broken', isOutbox: false, waiting: 0, givenUp: 3 } });
  expect((await card()).open).toBe(false);
  const line = within(screen.getByRole('alert'));
  expect(line.getByText(/3 mails were given up in the last day\./)).toBeDefined();
  expect(line.getByRole('link', { name: 'See failed jobs' }).getAttribute('href')).toBe('/admin/failed-jobs');
});

const SENT = { to: 'ada@example.com', isOutbox: false, failure: null };
test.for([
  [SENT, 'The mail server took the mail to ada@example.com. Look into your mailbox.'],
  [{ ...SENT, isOutbox: true }, 'The mail to ada@example.com is in the outbox of this server: /dev/outbox'],
  [{ ...SENT, failure: 'ECONNREFUSED' }, 'The mail server did not take the mailECONNREFUSED'],
  [{ ...SENT, to: null }, 'Your account has no confirmed email address, so nothing was sent.'],
] as const)('a test mail that ends as %j is told', async ([sent, words]) => {
  using app = openOverview(
    { mail: { state: 'open', isOutbox: true, waiting: 0, givenUp: 0 } },
    { sendTestMail: () => sent },
  );
  await app.user.click(await screen.findByRole('button', { name: 'Send me a test mail' }));
  await expect.poll(() => document.activeElement?.textContent).toBe(words);
});

test('a test mail that is refused shows the error', async () => {
  using app = openOverview(
    { mail: { state: 'open', isOutbox: true, waiting: 0, givenUp: 0 } },
    { sendTestMail: failWith('RATE_LIMITED', { retryAfter: 60 }) },
  );
  await app.user.click(await screen.findByRole('button', { name: 'Send me a test mail' }));
  expect((await screen.findByRole('alert')).textContent).toContain('That was tried too often.');
});
