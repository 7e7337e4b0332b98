import { describe, expect } from 'vitest';
import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import { DAY_MS, TRUSTED_BROWSER_MAX_AGE_MS } from '../../../shared/limits.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { addAuthenticator, waitForNextCode } from '../../../testing/sign-in/authenticator-apps.ts';
import { changeEmail, undoTokenOf } from '../../../testing/users/email-changes.ts';
import { it } from '../../../testing/app/fixture.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { OTHER_PASSWORD, PASSWORD, resetPassword } from '../../../testing/sign-in/passwords.ts';
import { actorOf } from '../../../testing/users/sessions.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { TRUSTED_BROWSERS_PER_USER, trustBrowser } from './trusted-browsers.ts';
import { NO_REQUEST } from '../rules/request-context.ts';
import { enrolUser, type EnrolledUser } from '../../../testing/users/enrolled-user.ts';

const signIn = async (app: TestApp, { email }: EnrolledUser, agent: HttpAgent) =>
  (await app.client(agent).password.signIn.mutate({ email, password: PASSWORD })).status;

/** The person ticks "Do not ask here for 30 days". */
async function trust(app: TestApp, person: EnrolledUser, agent = app.agent()): Promise<HttpAgent> {
  expect(await signIn(app, person, agent)).toBe('second-factor');
  waitForNextCode(app);
  await app
    .client(agent)
    .session.completeSignIn.mutate({ code: person.authenticator.code(), trustBrowser: true });
  return agent;
}

const statusOf = (app: TestApp, agent: HttpAgent) => app.client(agent).secondFactor.get.query();

describe('a trusted browser', () => {
  it('is not asked for the second factor for 30 days, and other browsers are', async ({ app }) => {
    const person = await enrolUser(app);
    const trusted = await trust(app, person);
    expect(await signIn(app, person, trusted)).toBe('signed-in');
    expect(await signIn(app, person, app.agent())).toBe('second-factor');
    app.advance(TRUSTED_BROWSER_MAX_AGE_MS - DAY_MS);
    expect(await signIn(app, person, trusted)).toBe('signed-in');
    app.advance(DAY_MS);
    expect(await signIn(app, person, trusted)).toBe('second-factor');
  });

  it('is at level 1, so what is sensitive still asks for the second factor', async ({ app }) => {
    const person = await enrolUser(app);
    const trusted = await trust(app, person);
    await signIn(app, person, trusted);
    const { session, password, phone, secondFactor } = app.client(trusted);
    const id = (await statusOf(app, trusted)).authenticatorApps[0]?.id ?? '';
    expect(await session.get.query()).toMatchObject({ aal: 1, amr: ['pwd'] });
    for (const call of [
      () => password.remove.mutate(),
      () => phone.set.mutate({ phone: '+4930123456' }),
      () => secondFactor.beginTotp.mutate(),
      () => secondFactor.removeTotp.mutate({ id }),
      () => secondFactor.createRecoveryCodes.mutate(),
    ])
      expect(await appCodeOf(call())).toBe('SECOND_FACTOR_REQUIRED');
    await session.reauthenticate.mutate({ method: 'password', password: PASSWORD });
    waitForNextCode(app);
    await session.completeSignIn.mutate({ code: person.authenticator.code() });
    expect(await session.get.query()).toMatchObject({ aal: 2 });
    expect(await secondFactor.createRecoveryCodes.mutate()).toMatchObject({ status: { isOn: true } });
  });

  it('is seen by the person and ended by them', async ({ app }) => {
    const person = await enrolUser(app);
    const trusted = await trust(app, person);
    const { trustedBrowsers } = await statusOf(app, trusted);
    expect(trustedBrowsers).toMatchObject([{ current: true }]);
    expect((await statusOf(app, person.home)).trustedBrowsers).toMatchObject([{ current: false }]);
    const id = trustedBrowsers[0]?.id ?? '';
    const otherPerson = await enrolUser(app);
    const { endTrust } = app.client(otherPerson.home).secondFactor;
    expect(await appCodeOf(endTrust.mutate({ id }))).toBe('NOT_FOUND');

    const { secondFactor, activity } = app.client(person.home);
    expect((await secondFactor.endTrust.mutate({ id })).trustedBrowsers).toEqual([]);
    expect(await appCodeOf(secondFactor.endTrust.mutate({ id }))).toBe('NOT_FOUND');
    expect(await signIn(app, person, trusted)).toBe('second-factor');
    const { events } = await activity.list.query();
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['browser-trusted', 'browser-trust-ended']),
    );
  });

  it('is listed once, although it was trusted twice', async ({ app }) => {
    const person = await enrolUser(app);
    const trusted = await trust(app, person);
    const [first] = (await statusOf(app, trusted)).trustedBrowsers;
    app.advance(TRUSTED_BROWSER_MAX_AGE_MS);
    await trust(app, person, trusted);
    const { trustedBrowsers } = await statusOf(app, trusted);
    expect(trustedBrowsers).toHaveLength(1);
    expect(trustedBrowsers[0]?.id).not.toBe(first?.id);
  });

  it('replaces the oldest one when there are too many', async ({ app }) => {
    const person = await enrolUser(app);
    const trusted: HttpAgent[] = [];
    for (let n = 0; n <= TRUSTED_BROWSERS_PER_USER; n++) trusted.push(await trust(app, person));
    const [oldest, second] = trusted;
    if (!oldest || !second) throw new Error('no browsers');
    expect((await statusOf(app, person.home)).trustedBrowsers).toHaveLength(TRUSTED_BROWSERS_PER_USER);
    expect(await signIn(app, person, oldest)).toBe('second-factor');
    expect(await signIn(app, person, second)).toBe('signed-in');
  });

  it('is trusted by its own device cookie only, and for its own account', async ({ app }) => {
    const person = await enrolUser(app);
    const trusted = await trust(app, person);
    const other = await enrolUser(app);
    expect(await signIn(app, other, trusted)).toBe('second-factor');
    trusted.cookies.delete('foyer.device');
    expect(await signIn(app, person, trusted)).toBe('second-factor');
  });

  it('is asked for the second factor of an administrator', async ({ app }) => {
    const person = await enrolUser(app);
    const trusted = await trust(app, person);
    await app.deps.collections.users.updateOne({ email: person.email }, { $set: { roles: [ADMINISTRATOR] } });
    expect(await signIn(app, person, trusted)).toBe('second-factor');
  });
});

it('is not trusted any more when a second factor is removed between the sign-in and the tick', async ({
  app,
}) => {
  const person = await enrolUser(app);
  const second = await addAuthenticator(app, person.home);
  const trusted = await trust(app, person);
  const actor = await actorOf(app.deps, trusted);
  await app.client(person.home).secondFactor.removeTotp.mutate({ id: second.id });
  const deviceCookie = trusted.cookies.get('foyer.device') ?? '';
  await trustBrowser(app.deps, actor, { deviceCookie, requestContext: NO_REQUEST });
  expect((await statusOf(app, person.home)).trustedBrowsers).toEqual([]);
  const again = await actorOf(app.deps, trusted);
  await trustBrowser(app.deps, again, { deviceCookie, requestContext: NO_REQUEST });
  expect((await statusOf(app, person.home)).trustedBrowsers).toHaveLength(1);
});

async function signInByMail(app: TestApp, email: string, agent: HttpAgent): Promise<string> {
  const { code } = await app.requestMail(email, agent);
  return (await app.client(agent).session.signInWithCode.mutate({ email, code })).status;
}

/** Each ends the trust in `trusted`, whose session is at level 2. */
const ENDINGS: Readonly<
  Record<string, (app: TestApp, person: EnrolledUser, trusted: HttpAgent) => Promise<unknown>>
> = {
  'a change of the password': (app, _person, trusted) =>
    app.client(trusted).password.change.mutate({ current: PASSWORD, password: OTHER_PASSWORD }),
  'a reset of the password': (app, { email }) => resetPassword(app, email),
  'the removal of the password': (app, _person, trusted) => app.client(trusted).password.remove.mutate(),
  'a second authenticator app': (app, { home }) => addAuthenticator(app, home),
  async 'the removal of one of two authenticator apps'(app, person, trusted) {
    const { id } = await addAuthenticator(app, person.home);
    await trust(app, person, trusted);
    await app.client(person.home).secondFactor.removeTotp.mutate({ id });
  },
  'new recovery codes': (app, { home }) => app.client(home).secondFactor.createRecoveryCodes.mutate(),
  '"Sign out all others" in another browser': (app, { home }) =>
    app.client(home).session.revokeOthers.mutate(),
  '"Sign out all others" in the trusted browser': (app, _person, trusted) =>
    app.client(trusted).session.revokeOthers.mutate(),
  async 'an undone change of address'(app, { email }, trusted) {
    // Not the session that added the app, because the undo would remove the app, too.
    await changeEmail(app, trusted, uniqueEmail());
    await app.client(app.agent()).email.undo.mutate({ token: await undoTokenOf(app, email) });
  },
};

describe('the trust in a browser ends with', () => {
  it.for(Object.entries(ENDINGS))('%s', async ([, end], { app }) => {
    const person = await enrolUser(app);
    const trusted = await trust(app, person);
    await end(app, person, trusted);
    expect(await signInByMail(app, person.email, trusted)).toBe('second-factor');
  });

  it('a first password, set while the person was signed in by mail', async ({ app }) => {
    const email = uniqueEmail();
    const home = await app.signInByMail(email);
    const { authenticator } = await addAuthenticator(app, home);
    const trusted = app.agent();
    const { session } = app.client(trusted);
    const byMail = () => signInByMail(app, email, trusted);
    expect(await byMail()).toBe('second-factor');
    waitForNextCode(app);
    await session.completeSignIn.mutate({ code: authenticator.code(), trustBrowser: true });
    expect(await byMail()).toBe('signed-in');
    await app.client(home).password.set.mutate({ password: PASSWORD });
    expect(await byMail()).toBe('second-factor');
  });

  it('not the end of another session, and not a sign-out', async ({ app }) => {
    const person = await enrolUser(app);
    const trusted = await trust(app, person);
    const own = (await app.client(trusted).session.list.query()).find(({ current }) => current);
    await app.client(person.home).session.revoke.mutate({ id: own?.id ?? '' });
    expect(await signIn(app, person, trusted)).toBe('signed-in');
    await app.client(trusted).session.signOut.mutate();
    expect(await signIn(app, person, trusted)).toBe('signed-in');
  });
});
