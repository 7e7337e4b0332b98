import { createHash } from 'node:crypto';
import { TRPCClientError } from '@trpc/client';
import { afterAll, beforeEach, describe, expect } from 'vitest';
import { testWith } from '../../../testing/app/fixture.ts';
import { createTestApp, type TestApp } from '../../../testing/app/test-app.ts';
import { NASTY_ANSWERS, type NastyAnswer } from '../../../testing/faults/nasty-answers.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { startBreachService } from '../../../testing/sign-in/breach-service.ts';
import {
  aPersonWithPassword,
  OTHER_PASSWORD,
  PASSWORD,
  resetLinkOf,
} from '../../../testing/sign-in/passwords.ts';
import { userAt } from '../../../testing/users/signed-in-users.ts';
import { createMetrics } from '../../metrics/create-metrics.ts';
import type { AppRouter } from '../../trpc/router.ts';

const BREACHED = 'walrus under a violet moon';
const service = await startBreachService([BREACHED]);
afterAll(service.close);
const metrics = createMetrics([]);
const it = testWith({ settings: { breachedPasswordsUrl: service.url }, metrics });

beforeEach(() => {
  service.asked.length = 0;
  service.answerWith();
});

/** The name of the refusal, or what the call answers. */
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: unknown) => {
      if (!(error instanceof TRPCClientError)) throw error;
      return (error as TRPCClientError<AppRouter>).data?.issues?.map(({ key }) => key).join();
    },
  );

const signUp = (app: TestApp, password: string) =>
  refusalOf(app.client(app.agent()).password.signUp.mutate({ email: uniqueEmail(), password }));

const countOf = async (outcome: string) =>
  (await metrics.registry.getSingleMetric('foyer_breached_password_lookups_total')?.get())?.values.find(
    ({ labels }) => labels['outcome'] === outcome,
  )?.value ?? 0;

describe('a password of a data breach (security.md 78)', () => {
  it('is refused at sign-up, first password, change and reset, and the link of the reset stays valid', async ({
    app,
  }) => {
    expect(await signUp(app, BREACHED)).toBe('password-breached');
    const { email, agent } = await aPersonWithPassword(app);
    const { password } = app.client(agent);
    const change = (chosen: string) => password.change.mutate({ current: PASSWORD, password: chosen });
    expect(await refusalOf(change(BREACHED))).toBe('password-breached');
    await password.requestReset.mutate({ email });
    const link = resetLinkOf(app, email);
    const reset = (chosen: string) => refusalOf(password.reset.mutate({ ...link, password: chosen }));
    expect(await reset(BREACHED)).toBe('password-breached');
    expect(await reset(OTHER_PASSWORD)).toBe('accepted');

    const other = app.client(await app.signInByMail(uniqueEmail())).password;
    expect(await refusalOf(other.set.mutate({ password: BREACHED }))).toBe('password-breached');
    expect((await other.get.query()).changedAt).toBeNull();
  });

  it('sends five digits of its hash and nothing else, and asks for padding', async ({ app }) => {
    const before = await countOf('breached');
    await signUp(app, BREACHED);
    const hash = createHash('sha1').update(BREACHED).digest('hex').toUpperCase();
    expect(service.asked).toEqual([{ path: `/range/${hash.slice(0, 5)}`, padding: 'true' }]);
    expect(await countOf('breached')).toBe(before + 1);
  });

  it('is not looked up when the policy refuses the password already', async ({ app }) => {
    expect(await signUp(app, 'passwordpassword')).toBe('password-common');
    expect(service.asked).toEqual([]);
  });

  it('is one whatever the encoding of its characters, and padding is none', async ({ app }) => {
    const composed = 'cr\u00e8me br\u00fbl\u00e9e \u00e0 la carte';
    await using own = await startBreachService([composed]);
    service.answerWith(
      (response, { url = '' }) =>
        void fetch(own.url + url.slice(-5)).then(async (answer) =>
          response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(await answer.text()),
        ),
    );
    expect(await signUp(app, composed.normalize('NFD'))).toBe('password-breached');
    const digits = createHash('sha1').update(OTHER_PASSWORD).digest('hex').toUpperCase().slice(5);
    service.answerWith((response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end(`${digits}:0`),
    );
    expect(await signUp(app, OTHER_PASSWORD)).toBe('accepted');
  });
});

describe('the service blocks nobody', () => {
  const LIES: Readonly<Record<string, string>> = {
    nothing: '',
    'a page of a captive network': '<html><body>Sign in to the network</body></html>',
    'lines of another format': `${'0'.repeat(35)}:1\r\nevil`,
  };
  it.for(Object.entries(LIES))('when it answers %s', async ([, body], { app }) => {
    service.answerWith((response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(body));
    const before = await countOf('unknown');
    expect(await signUp(app, BREACHED)).toBe('accepted');
    expect(await countOf('unknown')).toBe(before + 1);
  });

  it('when it hangs, drips, redirects, breaks off, answers 10 MB or another type', async () => {
    await using app = await createTestApp({
      settings: { breachedPasswordsUrl: service.url },
      impatient: true,
    });
    for (const kind of Object.keys(NASTY_ANSWERS) as NastyAnswer[]) {
      service.answerWith(NASTY_ANSWERS[kind]);
      expect([kind, await signUp(app, BREACHED)]).toEqual([kind, 'accepted']);
    }
  });

  it('when it is shut down', async () => {
    const gone = await startBreachService([]);
    await gone.close();
    await using app = await createTestApp({ settings: { breachedPasswordsUrl: gone.url } });
    expect(await signUp(app, BREACHED)).toBe('accepted');
  });
});

describe('a sign-in with a breached password', () => {
  async function signInWithBreached(app: TestApp) {
    service.answerWith((response) => response.writeHead(503).end());
    const person = await aPersonWithPassword(app);
    const procedures = app.client(person.agent);
    await procedures.password.change.mutate({ current: PASSWORD, password: BREACHED });
    service.answerWith();
    const signIn = () =>
      app.client(app.agent()).password.signIn.mutate({ email: person.email, password: BREACHED });
    return { ...person, procedures, signIn };
  }
  const breachedAt = async (app: TestApp, email: string) => (await userAt(app, email)).password?.breachedAt;

  it('succeeds, and the security review asks for another one until it is changed', async ({ app }) => {
    const { email, procedures, signIn } = await signInWithBreached(app);
    expect(await procedures.securityReview.get.query()).toBeNull();
    expect(await signIn()).toMatchObject({ status: 'signed-in' });
    await expect.poll(() => breachedAt(app, email)).toBeInstanceOf(Date);
    const review = await procedures.securityReview.get.query();
    expect(review).toMatchObject({ reason: 'password-breached', additions: [] });
    await procedures.securityReview.finish.mutate({ listed: '' });
    expect(await procedures.securityReview.get.query()).toEqual(review);
    expect((await procedures.data.export.mutate()).password?.breachedAt).toBe(review?.since);

    await procedures.password.change.mutate({ current: BREACHED, password: OTHER_PASSWORD });
    expect(await procedures.securityReview.get.query()).toBeNull();
  });

  it('does not wait for the service, which is asked only until it has found the password', async ({
    app,
  }) => {
    const { email, signIn } = await signInWithBreached(app);
    service.asked.length = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    service.answerWith((response) => void held.then(() => response.destroy()));
    expect(await signIn()).toMatchObject({ status: 'signed-in' });
    release();
    service.answerWith();
    await signIn();
    await expect.poll(() => breachedAt(app, email)).toBeInstanceOf(Date);
    const { length } = service.asked;
    await signIn();
    expect(service.asked).toHaveLength(length);
  });

  it('marks no password that was chosen meanwhile', async ({ app }) => {
    const { email, procedures, signIn } = await signInWithBreached(app);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const hash = createHash('sha1').update(BREACHED).digest('hex').toUpperCase();
    service.answerWith((response, { url = '' }) => {
      const answer = () =>
        response.writeHead(200, { 'content-type': 'text/plain' }).end(`${hash.slice(5)}:7`);
      if (url.endsWith(hash.slice(0, 5))) void held.then(answer);
      else response.writeHead(503).end();
    });
    await signIn();
    await procedures.password.change.mutate({ current: BREACHED, password: OTHER_PASSWORD });
    const before = await countOf('breached');
    release();
    await expect.poll(() => countOf('breached')).toBe(before + 1);
    expect(await breachedAt(app, email)).toBeUndefined();
  });
});
