import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { bearer, callAsScript, makeToken } from '../../testing/users/access-tokens.ts';
import { appCodeOf } from '../../testing/app/app-code.ts';
import { approvedProgram, poll, startProgram } from '../../testing/oauth/devices.ts';
import { changeEmail, undoTokenOf, withOpenChange } from '../../testing/users/email-changes.ts';
import { createFaultInjector } from '../../testing/faults/faults.ts';
import { moved, type HttpAgent } from '../../testing/app/http-agent.ts';
import { startIdentityProvider } from '../../testing/providers/identity-provider.ts';
import {
  OTHER_PASSWORD,
  PASSWORD,
  resetLinkOf,
  signUpWithPassword,
} from '../../testing/sign-in/passwords.ts';
import { aNumber, verifyNumber } from '../../testing/sign-in/phones.ts';
import { startProviderVisits } from '../../testing/providers/provider-visits.ts';
import { rawRequest } from '../../testing/app/raw-request.ts';
import { createTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { runDueJobs } from '../domain/job-runner.ts';
import { readKnownDevices } from '../domain/rules/known-devices.ts';
import { openTokens } from '../domain/providers/provider-tokens.ts';
import { requestRemoval } from '../domain/second-factor/removal.ts';
import { addAuthenticator } from '../../testing/sign-in/authenticator-apps.ts';
import { aSignedInUser, mailedLinkTo } from '../../testing/users/signed-in-users.ts';
import { importUsersInput } from '../../shared/schemas/users-import.ts';
import { importUsers } from '../domain/administration/import/import-users.ts';
import { createWebhook } from '../domain/webhooks/endpoints.ts';
import { signingSecretsOf } from '../domain/webhooks/webhook-secrets.ts';
import { createUser } from '../domain/administration/user-creation.ts';
import { deleteOtherUser } from '../domain/administration/user-deletion.ts';
import { stopTokenOf } from '../../testing/sign-in/lost-second-factor.ts';
import { uniqueEmail, uniqueName } from '../../testing/run/unique-name.ts';
import { NO_REQUEST } from '../domain/rules/request-context.ts';

const FORMER = 'the earlier secret, long enough to be one';
const PRESENT = 'the secret of now, which is long enough as well';

const faults = createFaultInjector();
const provider = await startIdentityProvider({ name: 'Provider', trustEmail: true });
const providers = () => Promise.resolve([provider.settings]);
/** Servers with the former and with the present secret, on one database. */
const formerSettings = { authSecret: FORMER, phoneSignIn: true };
const before = await createTestApp({ faults, providers, settings: formerSettings });
const shared = { providers, databaseName: before.db.databaseName };
const rotated = { authSecret: PRESENT, previousAuthSecret: FORMER, phoneSignIn: true };
const after = await createTestApp({ ...shared, settings: rotated });
/** Has the present secret and the public address at which flows to providers were started. */
const atFormerAddress = await createTestApp({ ...shared, settings: { ...rotated, origin: before.origin } });
/** Has the present secret only. */
const withoutFormer = await createTestApp({ ...shared, settings: { authSecret: PRESENT } });
const visits = startProviderVisits(before);
afterAll(async () => {
  for (const app of [withoutFormer, atFormerAddress, after, before]) await app.close();
  await provider.close();
});
beforeEach(() => before.resetLimits());

const userIn = async (agent: HttpAgent) => (await after.client(agent).session.get.query())?.user ?? null;

async function requestLink() {
  const [agent, email] = [before.agent(), uniqueEmail()];
  return { agent, email, ...(await before.requestMail(email, agent)) };
}

/** Stops the first server after its deciding write, so that the second one writes the mail for `read`. */
async function mailedByAfter<T>(stop: string, change: () => Promise<unknown>, read: () => Promise<T>) {
  const writing = faults.holdBefore(stop);
  const changing = change();
  await writing.reached;
  after.advance(60_000);
  const found = await read();
  after.resetClock();
  writing.release();
  await changing;
  return found;
}

describe('after AUTH_SECRET was changed, with the former one in AUTH_SECRET_PREVIOUS', () => {
  it('a sign-in link signs in, but not when the former secret is missing', async () => {
    const { email, token } = await requestLink();
    const { session } = withoutFormer.client(withoutFormer.agent());
    expect(await appCodeOf(session.confirmLink.mutate({ email, token }))).toBe('Verification');
    const agent = after.agent();
    await after.client(agent).session.confirmLink.mutate({ email, token });
    expect(await userIn(agent)).toMatchObject({ email });
  });

  it('a sign-in link signs in through Auth.js’s form post', async () => {
    const { email, token } = await requestLink();
    const agent = after.agent();
    const query = new URLSearchParams({ email, token });
    await agent.postAuthForm(`/auth/callback/email?${query.toString()}`);
    expect(await userIn(agent)).toMatchObject({ email });
  });

  it('a sign-in code signs in', async () => {
    const { agent, email, code } = await requestLink();
    const twin = moved(agent, after);
    await after.client(twin).session.signInWithCode.mutate({ email, code });
    expect(await userIn(twin)).toMatchObject({ email });
  });

  it('a sign-up that was started before can be finished', async () => {
    const [agent, email] = [before.agent(), uniqueEmail()];
    await before.client(agent).password.signUp.mutate({ email, password: PASSWORD, name: 'Ada' });
    const code = before.mailbox.codeOf(before.mailbox.last(email));
    await after.client(moved(agent, after)).session.signInWithCode.mutate({ email, code });
    const elsewhere = after.agent();
    await after.client(elsewhere).password.signIn.mutate({ email, password: PASSWORD });
    expect(await userIn(elsewhere)).toMatchObject({ email, name: 'Ada' });
  });

  it('a password reset that was started before can be finished', async () => {
    const email = uniqueEmail();
    await signUpWithPassword(before, email);
    await before.client(before.agent()).password.requestReset.mutate({ email });
    const link = resetLinkOf(before, email);
    await after.client(after.agent()).password.reset.mutate({ ...link, password: OTHER_PASSWORD });
    const agent = after.agent();
    await after.client(agent).password.signIn.mutate({ email, password: OTHER_PASSWORD });
    expect(await userIn(agent)).toMatchObject({ email });
  });

  it.each(['link', 'code'] as const)('a change of email address is confirmed by its %s', async (by) => {
    const { agent, wanted, token, code } = await withOpenChange(before);
    const twin = moved(agent, after);
    const { email } = after.client(twin);
    await (by === 'link' ? email.confirm.mutate({ token }) : email.confirmWithCode.mutate({ code }));
    expect(await userIn(twin)).toMatchObject({ email: wanted });
  });

  it('a change of email address is undone, also by a mail that is written afterwards', async () => {
    const mailed = uniqueEmail();
    await changeEmail(before, await before.signInByMail(mailed), uniqueEmail());
    await after.client(after.agent()).email.undo.mutate({ token: await undoTokenOf(before, mailed) });

    const { email, address: notMailed, token } = await withOpenChange(before);
    const undo = await mailedByAfter(
      'activity.insertOne',
      () => email.confirm.mutate({ token }),
      () => undoTokenOf(after, notMailed),
    );
    await after.client(after.agent()).email.undo.mutate({ token: undo });
    expect(await userIn(await after.signInByMail(notMailed))).not.toBeNull();
  });

  it('an invitation is accepted, also by a mail that is written afterwards', async () => {
    const [mailed, notMailed] = [uniqueEmail(), uniqueEmail()];
    const accept = async (at: TestApp, email: string) => {
      const link = await mailedLinkTo(at, email, 'You are invited');
      const agent = after.agent();
      const token = link.searchParams.get('token') ?? '';
      await after.client(agent).session.confirmLink.mutate({ email, token });
      expect(await userIn(agent)).toMatchObject({ email });
    };
    const invite = (email: string) =>
      createUser(before.deps, { kind: 'server' }, { email, emailVerified: false }, NO_REQUEST);
    await invite(mailed);
    await accept(before, mailed);
    await mailedByAfter(
      'audit.insertOne',
      () => invite(notMailed),
      () => accept(after, notMailed),
    );
  });

  it('an import does not bring a deleted person back', async () => {
    const person = { externalId: uniqueName(), email: uniqueEmail(), emailVerified: true };
    const input = importUsersInput.parse({ people: [person], dryRun: false });
    const run = ({ deps }: TestApp) => importUsers(deps, { kind: 'server' }, input, NO_REQUEST);
    expect(await run(before)).toMatchObject({ created: 1 });
    const user = await before.deps.collections.users.findOne({ externalId: person.externalId });
    const id = user?._id.toHexString() ?? '';
    await deleteOtherUser(before.deps, { kind: 'server' }, { id, reason: 'Asked for it' }, NO_REQUEST);
    expect(await run(after)).toEqual({ created: 0, existing: 1, refused: [] });
  });

  it('a removal of the second factors is stopped, also by a mail that is written afterwards', async () => {
    const [mailed, notMailed] = [uniqueEmail(), uniqueEmail()];
    const remove = (email: string) => requestRemoval(before.deps, { email, reason: 'Lost phone' });
    for (const email of [mailed, notMailed]) await addAuthenticator(before, await before.signInByMail(email));
    await remove(mailed);
    const { secondFactor } = after.client(after.agent());
    await secondFactor.stopRemoval.mutate({ token: await stopTokenOf(before, mailed) });

    const token = await mailedByAfter(
      'activity.insertOne',
      () => remove(notMailed),
      () => stopTokenOf(after, notMailed),
    );
    await secondFactor.stopRemoval.mutate({ token });
    const waiting = await after.deps.collections.users.countDocuments({
      secondFactorRemoval: { $exists: true },
    });
    expect(waiting).toBe(0);
  });

  it('a code verifies the signed-in user again', async () => {
    const { agent, email } = await aSignedInUser(before);
    await before.client(agent).session.reauthenticate.mutate({ method: 'email' });
    const code = before.mailbox.codeOf(before.mailbox.last(email));
    const { session } = after.client(moved(agent, after));
    expect(await session.reauthenticate.mutate({ method: 'code', code })).toMatchObject({
      authenticatedAt: expect.any(String),
    });
  });

  it('a phone number is verified, and a code to it signs in', async () => {
    const { agent } = await aSignedInUser(before);
    const number = aNumber();
    await before.client(agent).phone.set.mutate({ phone: number });
    await after.client(moved(agent, after)).phone.verify.mutate({ code: before.phonebox.codeTo(number) });

    const other = aNumber();
    await verifyNumber(before, await before.signInByMail(uniqueEmail()), other);
    const elsewhere = before.agent();
    before.phonebox.clear();
    await before.client(elsewhere).session.requestPhoneCode.mutate({ phone: other });
    await expect.poll(() => before.phonebox.messages.length).toBe(1);
    const twin = moved(elsewhere, after);
    const code = before.phonebox.codeTo(other);
    await after.client(twin).session.signInWithPhoneCode.mutate({ phone: other, code });
    expect(await userIn(twin)).not.toBeNull();
  });

  it('a waiting program is approved, and an approved one gets its access token', async () => {
    const agent = await before.signInByMail(uniqueEmail());
    const waiting = await startProgram(before);
    const approved = await approvedProgram(before, agent);
    await after.client(moved(agent, after)).device.approve.mutate({ userCode: waiting.userCode });
    for (const program of [waiting, approved]) {
      const { token } = await poll(after, program);
      expect((await callAsScript(after, bearer(token), 'profile.get')).status).toBe(200);
    }
  });

  it('sessions and access tokens stay valid, and a known browser stays known', async () => {
    const { agent } = await aSignedInUser(before);
    const { token } = await makeToken(before, agent);
    const twin = moved(agent, after);
    const id = (await userIn(twin))?.id;
    expect((await callAsScript(after, bearer(token), 'profile.get')).status).toBe(200);
    const known = readKnownDevices(after.deps, twin.cookies.get('foyer.device'));
    expect(known.map(({ userId }) => userId)).toEqual([id]);
  });

  it.each(['a sign-in', 'a connection'] as const)(
    '%s that was started before ends at the provider’s callback',
    async (what) => {
      const email = uniqueEmail();
      const agent = what === 'a sign-in' ? before.agent() : await before.signInByMail(email);
      const login = email.split('@')[0] ?? '';
      const callback = new URL(
        await visits.visitProvider(agent, provider, { login, email }, what === 'a connection'),
      );
      const answer = await rawRequest(`http://localhost:${atFormerAddress.deps.settings.port}`, {
        path: callback.pathname + callback.search,
        headers: { host: callback.host, cookie: agent.cookieHeader },
      });
      expect(answer.headers.location).not.toContain('error=');
      const held = await before.deps.collections.users.findOne({ 'accounts.key': `provider:${login}` });
      expect(held?.email).toBe(email);
    },
  );

  it('a form that was open before is accepted', async () => {
    const agent = before.agent();
    const csrfToken = await agent.csrfToken();
    const twin = moved(agent, after);
    const location = async (browser: HttpAgent) =>
      (await browser.postForm('/auth/signin/email', { csrfToken, email: uniqueEmail() })).location;
    expect(await location(twin)).toContain('/check-email');
    expect(await location(moved(agent, withoutFormer))).toContain('error=');
  });

  it('sealed values are opened: jobs, provider tokens, the signing key, secrets of webhooks', async () => {
    const email = uniqueEmail();
    const login = email.split('@')[0] ?? '';
    const { agent } = await visits.signIn(provider, { login, email });
    const row = await before.deps.collections.accounts.findOne({ providerAccountId: login });
    expect(row && openTokens(after.deps, row, row.tokens)).toMatchObject({
      refreshToken: expect.any(String),
    });
    expect(row && openTokens(withoutFormer.deps, row, row.tokens)).toBeNull();

    await before.client(agent).password.set.mutate({ password: PASSWORD });
    await runDueJobs(after.deps);
    expect(after.mailbox.last(email).subject).toContain('password');

    const { endpoint, secret } = await createWebhook(
      before.deps,
      { kind: 'server' },
      { url: 'https://hooks.example.test/', description: null, types: null },
      NO_REQUEST,
    );
    const stored = await before.deps.collections.webhookEndpoints.findOne({ _id: endpoint.id });
    expect(stored && signingSecretsOf(after.deps, stored)).toEqual([secret]);
    expect(stored && signingSecretsOf(withoutFormer.deps, stored)).toEqual([]);

    const audience = 'https://api.example.test';
    const first = await before.client(agent).session.token.query({ audience });
    const second = await after.client(moved(agent, after)).session.token.query({ audience });
    expect(decodeProtectedHeader(second.token).kid).toBe(decodeProtectedHeader(first.token).kid);
  });
});
