import { expect } from 'vitest';
import {
  addAuthenticator,
  makeAuthenticator,
  waitForNextCode,
} from '../../../testing/sign-in/authenticator-apps.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { signUpWithPassword } from '../../../testing/sign-in/passwords.ts';
import { beginSignIn } from '../../../testing/sign-in/second-step.ts';
import { createTestApp, type TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import { createVault } from '../../crypto/encryption.ts';
import { runDueJobs } from '../job-runner.ts';
import { resealTotpSecrets } from './resealing.ts';

const FIRST = 'the first secret, which is long enough to be one';
const SECOND = 'the second secret, which is long enough as well';
const THIRD = 'the third secret, which is long enough, too, for this';

const faults = createFaultInjector();
const it = testWith({ faults });

const started: TestApp[] = [];
/** Servers on one database, the first of which makes it. */
async function startServer(authSecret: string, previousAuthSecret: string | null = null): Promise<TestApp> {
  const [first] = started;
  const server = await createTestApp({
    settings: { authSecret, previousAuthSecret },
    ...(first ? { databaseName: first.db.databaseName } : {}),
  });
  started.push(server);
  return server;
}

it('keeps an authenticator app over two changes of AUTH_SECRET, although it was not used between them', async () => {
  const first = await startServer(FIRST);
  const [used, unused] = [uniqueEmail(), uniqueEmail()];
  const apps = new Map<string, string>();
  const recoveryCodes = new Map<string, readonly string[]>();
  for (const email of [used, unused]) {
    const added = await addAuthenticator(first, await signUpWithPassword(first, email));
    apps.set(email, added.authenticator.secret);
    recoveryCodes.set(email, added.recoveryCodes);
  }
  const sealedOf = async (email: string) =>
    (await first.deps.collections.users.findOne({ email }))?.totp?.[0]?.secret ?? '';
  const completeAt = async (server: TestApp, email: string) => {
    waitForNextCode(server);
    const { session } = server.client(await beginSignIn(server, email));
    const code = makeAuthenticator(server, apps.get(email) ?? '').code();
    return session.completeSignIn.mutate({ code });
  };

  const second = await startServer(SECOND, FIRST);
  // A use seals the secret anew.
  expect(await completeAt(second, used)).toMatchObject({ status: 'signed-in' });
  expect(second.deps.vault.isCurrent(await sealedOf(used))).toBe(true);
  expect(second.deps.vault.isCurrent(await sealedOf(unused))).toBe(false);
  // The jobs seal the others.
  await runDueJobs(second.deps);
  expect(second.deps.vault.isCurrent(await sealedOf(unused))).toBe(true);
  expect(await resealTotpSecrets(second.deps)).toBe(0);

  const third = await startServer(THIRD, SECOND);
  third.advance(60_000);
  for (const email of [used, unused]) {
    expect(await completeAt(third, email)).toMatchObject({ status: 'signed-in' });
    // Recovery codes do not depend on the secret at all.
    const [recoveryCode = ''] = recoveryCodes.get(email) ?? [];
    const { session } = third.client(await beginSignIn(third, email));
    expect(await session.completeSignIn.mutate({ recoveryCode })).toMatchObject({ status: 'signed-in' });
  }
  for (const server of started.toReversed()) await server.close();
});

it('does not undo a use at the same time, and leaves what it cannot open', async ({ app }) => {
  const email = uniqueEmail();
  await addAuthenticator(app, await signUpWithPassword(app, email));
  const { users } = app.deps.collections;
  const stored = async () => (await users.findOne({ email }))?.totp?.[0];
  const before = await stored();
  if (!before) throw new Error('no authenticator app');
  const rotated = { ...app.deps, vault: createVault([SECOND, app.deps.settings.authSecret]) };

  // A use at another server seals it between the read and the write of this one.
  const writing = faults.holdBefore('users.updateOne');
  const resealing = resealTotpSecrets(rotated);
  await writing.reached;
  await app.db.collection('users').updateOne({ email }, { $set: { 'totp.0.secret': 'sealed anew' } });
  writing.release();
  expect(await resealing).toBe(0);
  expect((await stored())?.secret).toBe('sealed anew');

  // A text of another user does not open.
  const foreign = app.deps.vault.seal('JBSWY3DPEHPK3PXP', 'authenticator app of somebody else');
  await users.updateOne({ email }, { $set: { 'totp.0.secret': foreign } });
  expect(await resealTotpSecrets(rotated)).toBe(0);
  expect((await stored())?.secret).toBe(foreign);

  await users.updateOne({ email }, { $set: { 'totp.0.secret': before.secret } });
  expect(await resealTotpSecrets(rotated)).toBe(1);
  expect(await stored()).toEqual({ ...before, secret: expect.stringMatching(/^v1\./) });
  expect(await resealTotpSecrets(rotated)).toBe(0);
});
