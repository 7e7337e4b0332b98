import { pbkdf2Sync, scryptSync } from 'node:crypto';
import { hashSync as argon2Sync } from '@node-rs/argon2';
import { hashSync as bcryptSync } from 'bcryptjs';
import { describe, expect } from 'vitest';
import { testWith } from '../../../../testing/app/fixture.ts';
import { appCodeOf } from '../../../../testing/app/app-code.ts';
import { OTHER_PASSWORD, PASSWORD } from '../../../../testing/sign-in/passwords.ts';
import { makeServiceKey } from '../../../../testing/users/administrators.ts';
import { callAsScript } from '../../../../testing/users/access-tokens.ts';
import type { TestApp } from '../../../../testing/app/test-app.ts';
import { uniqueEmail, uniqueName } from '../../../../testing/run/unique-name.ts';
import type { ImportUsersOutput } from '../../../../shared/schemas/users-import.ts';

const it = testWith({ productHashing: true });

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
const salt = Buffer.from('sixteen bytes!!!');

/** One hash of each algorithm that Foyer checks, and hashes of its own algorithm with other parameters. */
const HASHES: Readonly<Record<string, string>> = {
  bcrypt: bcryptSync(PASSWORD, 4),
  argon2i: argon2Sync(PASSWORD, { algorithm: 1, memoryCost: 64, timeCost: 1 }),
  'argon2id with weaker parameters': argon2Sync(PASSWORD, { algorithm: 2, memoryCost: 64, timeCost: 1 }),
  'argon2id with stronger parameters': argon2Sync(PASSWORD, {
    algorithm: 2,
    memoryCost: 65_536,
    timeCost: 3,
  }),
  scrypt: `$scrypt$ln=4,r=8,p=1$${base64(salt)}$${base64(scryptSync(PASSWORD, salt, 32, { N: 16, r: 8, p: 1 }))}`,
  pbkdf2: `$pbkdf2-sha256$i=10$${base64(salt)}$${base64(pbkdf2Sync(PASSWORD, salt, 10, 32, 'sha256'))}`,
};
const TODAYS_HASH = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

async function importWith(
  app: TestApp,
  passwordHash: string,
): Promise<ImportUsersOutput & { readonly email: string }> {
  const person = { externalId: uniqueName(), email: uniqueEmail(), emailVerified: true, passwordHash };
  const { authorization } = await makeServiceKey(app, ['users:import']);
  const { text } = await callAsScript(app, authorization, 'users.import', { input: { people: [person] } });
  const { result } = JSON.parse(text) as { result: { data: ImportUsersOutput } };
  return { ...result.data, email: person.email };
}
const hashOf = async (app: TestApp, email: string) =>
  (await app.deps.collections.users.findOne({ email }))?.password?.hash;

describe.for(Object.entries(HASHES))('an imported hash of %s', ([, passwordHash]) => {
  it('is replaced by one of today at the first sign-in', async ({ app }) => {
    const { email } = await importWith(app, passwordHash);
    const { password } = app.client(app.agent());
    const wrong = password.signIn.mutate({ email, password: OTHER_PASSWORD });
    expect(await appCodeOf(wrong)).toBe('CredentialsSignin');
    expect(await hashOf(app, email)).toBe(passwordHash);
    for (let n = 0; n < 2; n++) {
      await app.client(app.agent()).password.signIn.mutate({ email, password: PASSWORD });
      expect(await hashOf(app, email)).toMatch(TODAYS_HASH);
    }
  });

  it('is replaced by one of today when its person first re-authenticates', async ({ app }) => {
    const { email } = await importWith(app, passwordHash);
    const { session } = app.client(await app.signInByMail(email));
    for (let n = 0; n < 2; n++) {
      await session.reauthenticate.mutate({ method: 'password', password: PASSWORD });
      expect(await hashOf(app, email)).toMatch(TODAYS_HASH);
    }
  });
});

describe('an imported hash above a bound', () => {
  const hash = 'A'.repeat(43);
  it.for([
    [`$2b$15$${'.'.repeat(53)}`, 'a cost of 14'],
    [`$pbkdf2-sha256$i=2000001$AAAA$${hash}`, '2000000 iterations, times the blocks of the result'],
    [`$argon2id$v=19$m=4194304,t=1,p=1$c29tZXNhbHQ$${hash}`, '129 MiB of memory'],
    [
      `$argon2id$v=19$m=131072,t=5,p=1$c29tZXNhbHQ$${hash}`,
      '512 MiB for the memory times the passes over it',
    ],
    [`$scrypt$ln=1,r=8,p=129$AAAA$${hash}`, '1024 for r times p'],
    [`$firebase-scrypt$ln=30,r=8$AAAA$Bw$AAAA$${hash}`, '129 MiB of memory'],
  ] as const)('is refused, and the bound is named: %s', async ([passwordHash, bound], { app }) => {
    const { created, refused } = await importWith(app, passwordHash);
    expect([created, refused[0]?.reason]).toEqual([0, 'password-hash-too-expensive']);
    expect(refused[0]?.message).toContain(`The bound: ${bound}.`);
  });
});
