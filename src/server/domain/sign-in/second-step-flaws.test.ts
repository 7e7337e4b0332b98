import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { waitForNextCode } from '../../../testing/sign-in/authenticator-apps.ts';
import { completeIn, enrolUser } from '../../../testing/users/enrolled-user.ts';
import { it } from '../../../testing/app/fixture.ts';
import { createPasskey } from '../../../testing/sign-in/passkeys.ts';
import { PASSWORD, resetLinkOf } from '../../../testing/sign-in/passwords.ts';
import { beginSignIn } from '../../../testing/sign-in/second-step.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { findOrCreateUserByVerifiedEmail } from '../users/users.ts';

const PENDING = 'foyer.pending-sign-in';

describe('CVE-2026-18963 of Keycloak: steps out of order', () => {
  it('a second factor without a first one signs nobody in', async ({ app }) => {
    const { authenticator, recoveryCodes } = await enrolUser(app);
    const { session } = app.client(app.agent());
    const [recoveryCode = ''] = recoveryCodes;
    waitForNextCode(app);
    expect(await appCodeOf(session.completeSignIn.mutate({ code: authenticator.code() }))).toBe(
      'SIGN_IN_EXPIRED',
    );
    expect(await appCodeOf(session.completeSignIn.mutate({ recoveryCode }))).toBe('SIGN_IN_EXPIRED');
    expect(await appCodeOf(session.beginPasskey.mutate({ purpose: 'second-factor' }))).toBe(
      'SIGN_IN_EXPIRED',
    );
  });

  it('a pending sign-in is used once, and its cookie opens nothing', async ({ app }) => {
    const person = await enrolUser(app);
    const agent = await beginSignIn(app, person.email);
    const secret = agent.cookies.get(PENDING) ?? '';
    const thief = app.agent();
    thief.cookies.set('foyer.session', secret);
    expect(await app.client(thief).session.get.query()).toBeNull();
    await completeIn(app, agent, person);
    thief.cookies.set(PENDING, secret);
    expect(await appCodeOf(completeIn(app, thief, person))).toBe('SIGN_IN_EXPIRED');
  });

  it('a challenge for a sign-in does not answer the second step', async ({ app }) => {
    const person = await enrolUser(app);
    const passkey = await createPasskey(app, person.home);
    const agent = await beginSignIn(app, person.email);
    const { session } = app.client(agent);
    const { options } = await session.beginPasskey.mutate();
    expect(await appCodeOf(session.completeSignIn.mutate({ passkey: passkey.get(options) }))).toBe(
      'PASSKEY_INVALID',
    );
  });
});

describe('CVE-2026-9087 of Keycloak: a proof that is not bound to the person', () => {
  it('the second factors of somebody else do not finish a sign-in', async ({ app }) => {
    const person = await enrolUser(app);
    const other = await enrolUser(app);
    const passkey = await createPasskey(app, other.home);
    const agent = await beginSignIn(app, person.email);
    const { session } = app.client(agent);
    const [recoveryCode = ''] = other.recoveryCodes;
    expect(await appCodeOf(completeIn(app, agent, other))).toBe('SECOND_FACTOR_INVALID');
    expect(await appCodeOf(session.completeSignIn.mutate({ recoveryCode }))).toBe('SECOND_FACTOR_INVALID');
    const { options } = await session.beginPasskey.mutate({ purpose: 'second-factor' });
    await createPasskey(app, person.home);
    expect(
      await appCodeOf(
        session.completeSignIn.mutate({ passkey: passkey.get({ ...options, allowCredentials: [] }) }),
      ),
    ).toBe('PASSKEY_UNKNOWN');
    expect(await session.get.query()).toBeNull();
  });

  it('a verification is finished in the browser of its session only', async ({ app }) => {
    const person = await enrolUser(app);
    await app.client(person.older).session.reauthenticate.mutate({ method: 'password', password: PASSWORD });
    const planted = person.older.cookies.get(PENDING) ?? '';
    for (const browser of [app.agent(), person.home]) {
      browser.cookies.set(PENDING, planted);
      expect(await appCodeOf(completeIn(app, browser, person))).toBe('SessionRequired');
    }
    expect(await app.client(person.older).session.get.query()).toMatchObject({ aal: 1 });
    expect(await completeIn(app, person.older, person)).toMatchObject({ status: 'fresh' });
  });
});

it('CVE-2026-37982 of Keycloak: a mailed link that is replayed begins no second sign-in', async ({ app }) => {
  const person = await enrolUser(app);
  const { email, userId } = person;
  const agent = app.agent();
  const { session } = app.client(agent);
  await session.requestLink.mutate({ email });
  const link = new URL(app.mailbox.linkOf(app.mailbox.last(email)));
  const token = link.searchParams.get('token') ?? '';
  await session.confirmLink.mutate({ email, token });
  const thief = app.agent();
  const replay = () => app.client(thief).session.confirmLink.mutate({ email, token });
  expect(await appCodeOf(replay())).toBe('Verification');
  await completeIn(app, agent, person);
  expect(await appCodeOf(replay())).toBe('Verification');
  expect(thief.cookies.has(PENDING)).toBe(false);
  expect(await app.deps.collections.pendingSignIns.countDocuments({ userId })).toBe(0);
});

it('a reset of the password signs nobody in, and the new password waits for the second factor', async ({
  app,
}) => {
  const person = await enrolUser(app);
  const { email } = person;
  const agent = app.agent();
  const password = 'a lantern in the orchard';
  await app.client(agent).password.requestReset.mutate({ email });
  await app.client(agent).password.reset.mutate({ ...resetLinkOf(app, email), password });
  expect(agent.cookies.has('foyer.session')).toBe(false);
  await beginSignIn(app, email, { agent, password });
  expect(await app.client(agent).session.get.query()).toBeNull();
  expect(await completeIn(app, agent, person)).toMatchObject({ status: 'signed-in' });
});

it('a sign-up that waited sets no password of a person who has a second factor meanwhile', async ({
  app,
}) => {
  const email = uniqueEmail();
  const agent = app.agent();
  const { password, session } = app.client(agent);
  await password.signUp.mutate({ email, password: PASSWORD, name: 'Mallory' });
  const code = app.mailbox.codeOf(app.mailbox.last(email));
  // A sign-in by mail would use the mail of the sign-up up, too.
  const client = { ip: null, userAgent: null, locale: 'en', proofOfWork: null } as const;
  const { user } = await findOrCreateUserByVerifiedEmail(app.deps, email, client);
  const { users } = app.deps.collections;
  const createdAt = app.deps.now();
  const authenticatorApp = {
    id: new ObjectId(),
    name: 'Phone',
    secret: '',
    lastStep: 0,
    drift: 0,
    createdAt,
  };
  await users.updateOne({ _id: user._id }, { $push: { totp: { ...authenticatorApp, lastUsedAt: null } } });

  const answer = await session.signInWithCode.mutate({ email, code });
  expect(answer).toEqual({ status: 'second-factor', callbackUrl: '/second-factor' });
  const after = await users.findOne({ _id: user._id });
  expect([after?.password, after?.name]).toEqual([undefined, null]);
});
