import { ObjectId } from 'mongodb';
import { DAY_MS } from '../../shared/limits.ts';
import { showUpload } from '../../server/domain/pictures/pictures.ts';
import { startProgram } from '../oauth/devices.ts';
import type { IdentityProvider } from '../providers/identity-provider.ts';
import { signInToClient } from '../oauth/clients.ts';
import { PASSWORD } from '../sign-in/passwords.ts';
import { storeSecondFactors } from '../sign-in/lost-second-factor.ts';
import { makeToken } from '../users/access-tokens.ts';
import { actorOf } from '../users/sessions.ts';
import { aNumber, verifyNumber, wrongCode } from '../sign-in/phones.ts';
import { startProviderVisits } from '../providers/provider-visits.ts';
import type { TestApp } from '../app/test-app.ts';

export type WholeUser = Awaited<ReturnType<typeof makeWholeUser>>;

/** A person in every collection with personal data. Addresses of `trusted` are trusted, of `other` not. */
export async function makeWholeUser(
  app: TestApp,
  { trusted, other }: { readonly trusted: IdentityProvider; readonly other: IdentityProvider },
) {
  const { visitProvider, signIn } = startProviderVisits(app);
  const login = `whole-${new ObjectId().toHexString()}`;
  const email = `${login}@example.test`;
  const { agent } = await signIn(trusted, { login, email, name: `Name of ${login}` });
  const client = app.client(agent);
  const id = (await client.session.get.query())?.user.id ?? '';
  const userId = new ObjectId(id);

  await agent.request(await visitProvider(agent, other, { login: `${login}-too` }, true));
  await client.password.set.mutate({ password: PASSWORD });
  const [number, nextNumber] = [aNumber(), aNumber()];
  await verifyNumber(app, agent, number);
  await client.phone.set.mutate({ phone: nextNumber });
  await showUpload(
    app.deps,
    await actorOf(app.deps, agent),
    new Uint8Array(Buffer.from(`picture of ${login}`)),
  );
  const { token: accessToken } = await makeToken(app, agent, {
    name: `script of ${login}`,
    scopes: ['profile:read'],
  });
  const { userCode } = await startProgram(app, { clientName: `program of ${login}` });
  await client.device.approve.mutate({ userCode });
  await app.deps.collections.users.updateOne(
    { _id: userId },
    {
      $set: {
        pendingEmail: {
          email: `wanted-${email}`,
          tokenHash: `hash of a link of ${login}`,
          codeHash: `hash of a code of ${login}`,
          codeAttempts: 1,
          askedBy: new ObjectId(),
          expires: new Date(app.deps.now().getTime() + DAY_MS),
        },
        securityReview: { since: new Date(app.deps.now().getTime() - DAY_MS), toldAt: app.deps.now() },
        emailUndos: [
          {
            email: `former-${email}`,
            tokenHash: `hash of an undo of ${login}`,
            changedAt: app.deps.now(),
            expires: new Date(app.deps.now().getTime() + DAY_MS),
          },
        ],
      },
    },
  );

  // Elsewhere, they sign in by password after a wrong one. A link, a reset and a re-authentication are open.
  const elsewhere = app.agent();
  const there = app.client(elsewhere);
  await there.password.signIn.mutate({ email, password: 'not the password' }).catch(() => null);
  await there.password.signIn.mutate({ email, password: PASSWORD });
  await there.session.reauthenticate.mutate({ method: 'email' });
  const code = app.mailbox.codeOf(app.mailbox.last(email));
  await there.session.reauthenticate.mutate({ method: 'code', code: wrongCode(code) }).catch(() => null);
  await addSecondFactors(app, { userId, login });
  await app.client(app.agent()).password.signIn.mutate({ email, password: PASSWORD });
  const otherPerson = app.client(app.agent());
  await otherPerson.password.requestReset.mutate({ email });
  await otherPerson.session.requestLink.mutate({ email });
  await otherPerson.password.signIn
    .mutate({ email, password: 'a guess of an unknown caller' })
    .catch(() => null);
  // Another account at the provider has the same address and waits.
  await signIn(trusted, { login: `${login}-waiting`, email });

  await signInToClient(app, await actorOf(app.deps, agent));

  const sessions = await app.deps.collections.sessions.find({ userId }).toArray();
  return {
    /** With a fresh session. */
    agent,
    elsewhere,
    userId,
    email,
    number,
    accessToken,
    traits: [id, login, number, nextNumber, ...sessions.map(({ _id }) => _id.toHexString())],
  };
}

/** Adds second factors and their removal, and makes the sessions and what they made strong. */
async function addSecondFactors(
  app: TestApp,
  { userId, login }: { readonly userId: ObjectId; readonly login: string },
): Promise<void> {
  const { users, sessions, accessTokens, deviceAuthorizations, ceremonies } = app.deps.collections;
  const now = app.deps.now();
  const later = new Date(now.getTime() + DAY_MS);
  await storeSecondFactors(app, userId, login);
  await users.updateOne(
    { _id: userId },
    {
      $set: {
        secondFactorRemoval: {
          id: new ObjectId(),
          reason: `reason of ${login}`,
          requestedAt: now,
          runsAt: later,
          stopTokenHash: `hash of a stop link of ${login}`,
        },
      },
    },
  );
  const proof = { method: 'passkey', factor: 'multi-factor', at: now } as const;
  await sessions.updateMany({ userId }, { $push: { proofs: proof } });
  await accessTokens.updateMany({ userId }, { $set: { proofs: [proof] } });
  await deviceAuthorizations.updateMany(
    { 'approval.userId': userId },
    { $set: { 'approval.session.proofs': [proof] } },
  );
  await ceremonies.insertOne({
    _id: `hash of a challenge of ${login}`,
    purpose: 'verify',
    browserHash: `hash of a browser of ${login}`,
    userId,
    sessionId: null,
    conditional: false,
    rpId: 'localhost',
    expires: later,
  });
}
