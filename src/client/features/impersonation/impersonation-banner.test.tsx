import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Session } from '../../../shared/schemas/session.ts';
import { aSession } from '../../../testing/client/answers.ts';
import { failWith, renderApp, type Answers } from '../../../testing/client/render-app.tsx';

const ACTED: Session = {
  ...aSession({ name: 'Grace Hopper' }),
  impersonation: { administratorId: 'admin-1', administratorName: 'Ada', reason: 'Ticket 4711' },
};

function openPage(path: string, session: Session, more: NonNullable<Answers['session']> = {}) {
  return renderApp(path, { session: { get: () => session, list: () => [], ...more } });
}

const banner = () => screen.findByRole('region', { name: 'Acting as another person' });

test.for(['/account', '/account/devices', '/device'])('names the person on %s', async (path) => {
  using _app = openPage(path, ACTED);
  const text = (await banner()).textContent;
  expect(text).toContain('You act as Grace Hopper.');
  expect(text).toContain('you cannot change their account');
});

test('is not there for anybody else', async () => {
  using _app = openPage('/account/devices', aSession());
  await screen.findByRole('heading', { name: 'Devices' });
  expect(screen.queryByRole('region', { name: 'Acting as another person' })).toBeNull();
});

test('ends it and loads the console anew', async () => {
  let calls = 0;
  using app = openPage('/account/devices', ACTED, {
    endImpersonation: () => {
      calls++;
      return aSession({ name: 'Ada' });
    },
  });
  await app.user.click(within(await banner()).getByRole('button', { name: 'End' }));
  await expect.poll(() => app.left).toEqual(['/admin']);
  expect(calls).toBe(1);
});

test('loads the sign-in page when the own session was ended, too', async () => {
  using app = openPage('/account/devices', ACTED, { endImpersonation: () => null });
  await app.user.click(within(await banner()).getByRole('button', { name: 'End' }));
  await expect.poll(() => app.left).toEqual(['/sign-in']);
});

test('shows a failure and stays', async () => {
  using app = openPage('/account/devices', ACTED, { endImpersonation: failWith('UNAVAILABLE') });
  await app.user.click(within(await banner()).getByRole('button', { name: 'End' }));
  const alert = await within(await banner()).findByRole('alert');
  expect(alert.textContent).toContain('UNAVAILABLE');
  expect(app.left).toEqual([]);
});
