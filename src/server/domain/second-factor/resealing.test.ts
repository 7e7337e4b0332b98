import { expect } from 'vitest';
import { addAuthenticator, waitForNextCode } from '../../../testing/sign-in/authenticator-apps.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { signUpWithPassword } from '../../../testing/sign-in/passwords.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { createFaultInjector, whileHeld } from '../../../testing/faults/faults.ts';
import { aUserDocument } from '../../../testing/users/users.ts';
import { createVault } from '../../crypto/encryption.ts';
import { runDueJobs } from '../job-runner.ts';
import { resealTotpSecrets } from './resealing.ts';
import { consumeTotpCode } from './totp-use.ts';

const faults = createFaultInjector();
const it = testWith({ faults });

/** A process after a change of AUTH_SECRET. */
const afterChange = ({ deps }: TestApp) => ({
  ...deps,
  vault: createVault(['the next secret, which is long enough to be one', deps.settings.authSecret]),
});

it('seals a secret anew after a change of AUTH_SECRET: at its use, or by a job', async ({ app }) => {
  const [used, unused] = [uniqueEmail(), uniqueEmail()];
  const { authenticator } = await addAuthenticator(app, await signUpWithPassword(app, used));
  await addAuthenticator(app, await signUpWithPassword(app, unused));
  const deps = afterChange(app);
  const userOf = async (email: string) =>
    (await deps.collections.users.findOne({ email })) ?? aUserDocument();
  const isCurrent = async (email: string) =>
    deps.vault.isCurrent((await userOf(email)).totp?.[0]?.secret ?? '');
  waitForNextCode(app);
  expect(await consumeTotpCode(deps, await userOf(used), authenticator.code())).toBe(true);
  expect([await isCurrent(used), await isCurrent(unused)]).toEqual([true, false]);
  await runDueJobs(deps);
  expect(await isCurrent(unused)).toBe(true);
  expect(await resealTotpSecrets(deps)).toBe(0);
});

it('does not undo a use at the same time, and leaves what it cannot open', async ({ app }) => {
  const email = uniqueEmail();
  await addAuthenticator(app, await signUpWithPassword(app, email));
  const { users } = app.deps.collections;
  const stored = async () => (await users.findOne({ email }))?.totp?.[0];
  const before = await stored();
  if (!before) throw new Error('no authenticator app');
  const rotated = afterChange(app);

  // A use at another server seals it between this one's read and write.
  const reseal = () => resealTotpSecrets(rotated);
  const resealed = await whileHeld(faults, 'users.updateOne', reseal, () =>
    app.db.collection('users').updateOne({ email }, { $set: { 'totp.0.secret': 'sealed anew' } }),
  );
  expect(resealed).toBe(0);
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
