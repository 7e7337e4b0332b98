import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { EXPORT_PAGE_SIZE } from '../../../../src/shared/schemas/users-import.ts';
import type { ServiceScope } from '../../../../src/shared/service-scopes.ts';
import { makeServiceKey } from '../../../../src/testing/users/administrators.ts';
import { makeAuthenticator } from '../../../../src/testing/sign-in/authenticator-apps.ts';
import { testWith } from '../../../../src/testing/app/fixture.ts';
import {
  startIdentityProvider,
  type IdentityProvider,
} from '../../../../src/testing/providers/identity-provider.ts';
import { beginSignIn } from '../../../../src/testing/sign-in/second-step.ts';
import type { TestApp } from '../../../../src/testing/app/test-app.ts';
import { fromSource } from '../../../../src/testing/run/server-program.ts';
import { uniqueName } from '../../../../src/testing/run/unique-name.ts';
import { ALL_FAULTS } from '../../../../src/testing/faults/fault-rounds.ts';
import { serve } from '../../in-test/serve.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { jsonLines, runCommand } from '../../in-test/run-command.ts';
import { folderOfEachTest } from '../../../../src/testing/run/temporary-folder.ts';

const SAMPLES = fileURLToPath(new URL('../../../../examples/import/', import.meta.url));
/** The password of all sample users. */
const PASSWORD = 'correct horse battery';
let google: IdentityProvider;
const it = testWith(() => ({ providers: () => Promise.resolve([google.settings]) }));
it.beforeAll(async () => {
  google = await startIdentityProvider({ name: 'Google' });
  return () => google.close();
});
const folder = folderOfEachTest();

async function foyer(
  app: TestApp,
  args: string,
  {
    scopes = ['users:import'] as ServiceScope[],
    isTerminal = false,
    url = app.origin,
    sleep = (_ms: number) => Promise.resolve(),
  } = {},
) {
  const { key } = await makeServiceKey(app, scopes);
  const env = { XDG_CONFIG_HOME: folder(), FOYER_URL: url, FOYER_SERVICE_KEY: key };
  return runCommand(args, env, () => ({ sleep, isTerminal }));
}

async function sample(name: string): Promise<string> {
  const file = path.join(folder(), name);
  await copyFile(path.join(SAMPLES, name), file);
  return file;
}
const GUIDE = fileURLToPath(new URL('../../../../docs/guides/import.md', import.meta.url));

/** Runs the guide's command for this source with its sample. */
async function followGuide(app: TestApp, source: string, exitCode: number = EXIT_CODES.ok) {
  const guide = await readFile(GUIDE, 'utf8');
  const commands = [...guide.matchAll(/`foyer (users import [^`]+)`/g)].map(([, command = '']) => command);
  const command = commands.find((each) => each.split(' ').includes(source));
  if (command === undefined) throw new Error(`the guide has no command for ${source}`);
  const names = command.match(/\S+\.(?:ndjson|json|csv|txt)/g) ?? [];
  for (const name of names) await sample(name);
  const args = command.replaceAll(/\S+\.(?:ndjson|json|csv|txt)/g, (name) => path.join(folder(), name));
  const { code, out, err } = await foyer(app, args);
  expect(code).toBe(exitCode);
  return { out, err, file: path.join(folder(), names[0] ?? '') };
}
const reportOf = async (file: string) => jsonLines(await readFile(`${file}.report.ndjson`, 'utf8'));
const userOf = (app: TestApp, email: string) => app.deps.collections.users.findOne({ email });
const signIn = (app: TestApp, email: string) =>
  app.client(app.agent()).password.signIn.mutate({ email, password: PASSWORD });

describe('a sample in the format of its source', () => {
  it('Foyer: password and authenticator app', async ({ app }) => {
    const file = await sample('people.ndjson');
    expect(await foyer(app, `users import ${file}`)).toMatchObject({
      code: EXIT_CODES.ok,
      out: '3 imported, 0 were here before, 0 refused.\n',
    });
    await signIn(app, 'ada@example.com');
    const agent = await beginSignIn(app, 'grace@example.com', { password: PASSWORD });
    const code = makeAuthenticator(app, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP').code();
    await app.client(agent).session.completeSignIn.mutate({ code });
    expect(await userOf(app, 'alan@example.com')).toMatchObject({ emailVerified: null });
  });

  it('Auth.js with MongoDB: password, subject, unverified address', async ({ app }) => {
    await followGuide(app, 'auth-js');
    await signIn(app, 'ada.authjs@example.com');
    expect(await userOf(app, 'ada.authjs@example.com')).toMatchObject({
      externalId: '6040a2ef1c9d440000a1b2c3',
      accounts: [{ key: 'google:104815162342108000001' }],
      createdAt: new Date('2021-03-04T09:05:51.000Z'),
    });
    expect(await userOf(app, 'grace.authjs@example.com')).toMatchObject({
      emailVerified: null,
      accounts: [],
    });
  });

  it('Better Auth: password, subject, and a note about the second factor', async ({ app }) => {
    const { file } = await followGuide(app, 'better-auth');
    await signIn(app, 'ada.better@example.com');
    expect(await userOf(app, 'ada.better@example.com')).toMatchObject({
      accounts: [{ key: 'google:104815162342108000002' }],
      createdAt: new Date('2025-02-03T10:11:12.345Z'),
    });
    expect(await reportOf(file)).toMatchObject([{ line: 1, imported: true, reason: 'left-out' }]);
  });

  it('Clerk: password, authenticator app, verified number, quoted names', async ({ app }) => {
    await followGuide(app, 'clerk');
    await beginSignIn(app, 'ada.clerk@example.com', { password: PASSWORD });
    expect(await userOf(app, 'ada.clerk@example.com')).toMatchObject({ phone: { e164: '+4915112345671' } });
    expect(await userOf(app, 'grace.clerk@example.com')).toMatchObject({
      name: 'Grace "Amazing" Hopper',
      emailVerified: null,
    });
  });

  it('Firebase: password with the parameters of the project, subject, number; nobody who is disabled', async ({
    app,
  }) => {
    const { out, file } = await followGuide(app, 'firebase', EXIT_CODES.invalid);
    expect(out).toBe('Line 40: The person is disabled.\n2 imported, 0 were here before, 1 refused.\n');
    await signIn(app, 'ada.firebase@example.com');
    expect(await userOf(app, 'ada.firebase@example.com')).toMatchObject({
      accounts: [{ key: 'google:104815162342108000003' }],
    });
    const byPhone = await app.deps.collections.users.findOne({ 'phone.e164': '+4915112345672' });
    expect(byPhone).toMatchObject({ name: 'Grace {"Hopper"}]' });
    expect(await reportOf(file)).toMatchObject([{ imported: false, message: 'The person is disabled.' }]);
  });

  it('Keycloak: PBKDF2, argon2, authenticator app, subject; no passkeys', async ({ app }) => {
    const { file } = await followGuide(app, 'keycloak');
    const agent = await beginSignIn(app, 'ada.keycloak@example.com', { password: PASSWORD });
    // The Base32 of the bytes of `d4T9mQ2xZp8LbV6kRw1S`.
    const code = makeAuthenticator(app, 'MQ2FIOLNKEZHQWTQHBGGEVRWNNJHOMKT').code();
    await app.client(agent).session.completeSignIn.mutate({ code });
    await signIn(app, 'grace.keycloak@example.com');
    expect(await userOf(app, 'ada.keycloak@example.com')).toMatchObject({
      accounts: [{ key: 'google:104815162342108000004' }],
      totp: [{ name: 'Phone' }],
    });
    expect(await reportOf(file)).toMatchObject([{ line: 5, imported: true, reason: 'left-out' }]);
  });

  it('CSV: password, subject, line breaks in quotes, and a refused row with its line', async ({ app }) => {
    const { out, err, file } = await followGuide(app, 'csv', EXIT_CODES.invalid);
    expect(err).toBe(`foyer: 2 were refused. The reasons are in ${file}.report.ndjson.\n`);
    await signIn(app, 'ada.csv@example.com');
    expect(await userOf(app, 'ada.csv@example.com')).toMatchObject({ name: 'Lovelace, Ada', locale: 'de' });
    expect(await reportOf(file)).toMatchObject([
      {
        line: 3,
        externalId: 'crm-2002',
        email: 'grace.csv@example.com',
        field: 'name',
        reason: 'malformed',
        message: 'name: A name is one line of text.',
      },
      { line: 5, externalId: 'crm-2003', field: 'passwordHash', reason: 'password-hash-unknown' },
    ]);
    expect(out).toContain('Line 3 (grace.csv@example.com): name: A name is one line of text.\n');
    expect(out).toMatch(/Line 5 \(\S+@example\.com\): passwordHash: This hash is in no known form\.\n/);
  });

  it('--provider renames a provider or leaves it out', async ({ app }) => {
    const lines = ['my-google', 'twitch', 'strava'].map((provider, index) =>
      JSON.stringify({
        _id: { $oid: `6040a2ef1c9d440000a1b2f${index}` },
        email: `${provider}@example.test`,
        accounts: [{ provider, providerAccountId: provider }],
      }),
    );
    const file = path.join(folder(), 'some.ndjson');
    await writeFile(file, lines.join('\n'));
    await foyer(app, `users import ${file} --from auth-js --provider my-google=google --provider twitch=`);
    expect(await userOf(app, 'my-google@example.test')).toMatchObject({
      accounts: [{ key: 'google:my-google' }],
    });
    expect(await userOf(app, 'twitch@example.test')).toMatchObject({ accounts: [] });
    expect(await reportOf(file)).toMatchObject([{ line: 3, reason: 'provider-unknown' }]);
  });
});

async function manyUsers(count: number): Promise<{ file: string; externalIds: string[] }> {
  const file = path.join(folder(), 'many.ndjson');
  const externalIds = Array.from({ length: count }, () => uniqueName());
  const lines = externalIds.map((externalId) => JSON.stringify({ externalId, name: 'Somebody' }));
  await writeFile(file, `${lines.join('\n')}\n`);
  return { file, externalIds };
}

describe('an import', () => {
  it('is repeated without a change, and a dry run writes nothing', async ({ app }) => {
    const { file, externalIds } = await manyUsers(3);
    const count = () => app.deps.collections.users.countDocuments({ externalId: { $in: externalIds } });
    expect((await foyer(app, `users import ${file} --dry-run`)).out).toBe(
      '3 would be imported, 0 were here before, 0 refused.\n',
    );
    expect(await count()).toBe(0);
    await foyer(app, `users import ${file}`);
    expect((await foyer(app, `users import ${file}`)).out).toBe(
      '0 imported, 3 were here before, 0 refused.\n',
    );
    expect(await count()).toBe(3);
  });

  it('goes on after the last batch when the command was killed', { timeout: 60_000 }, async ({ app }) => {
    const { file, externalIds } = await manyUsers(5000);
    const { key } = await makeServiceKey(app, ['users:import']);
    const main = fileURLToPath(new URL('../main.ts', import.meta.url));
    const child = spawn(process.execPath, [...fromSource(main), 'users', 'import', file], {
      env: { ...process.env, XDG_CONFIG_HOME: folder(), FOYER_URL: app.origin, FOYER_SERVICE_KEY: key },
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    while (!existsSync(`${file}.checkpoint`)) await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill('SIGKILL');
    await ended;
    const before = await app.deps.collections.users.countDocuments({ externalId: { $in: externalIds } });
    expect(before).toBeLessThan(5000);
    const { code, out } = await foyer(app, `users import ${file}`);
    expect([code, out]).toEqual([
      EXIT_CODES.ok,
      expect.stringMatching(/^Going on after line \d+00\.\n/) as string,
    ]);
    expect(await app.deps.collections.users.countDocuments({ externalId: { $in: externalIds } })).toBe(5000);
    expect(existsSync(`${file}.checkpoint`)).toBe(false);
  });

  describe('while the server dies', () => {
    const OUTAGES: Readonly<Record<string, (answer: ServerResponse) => void>> = {
      'the connection is cut': (answer) => answer.destroy(),
      'the answer is cut': (answer) => {
        answer.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
        answer.write('{"result":', () => answer.destroy());
      },
      'Foyer answers UNAVAILABLE': (answer) => {
        const data = { appCode: 'UNAVAILABLE', requestId: 'r', httpStatus: 503 };
        answer.writeHead(503, { 'content-type': 'application/json' });
        answer.end(JSON.stringify({ error: { message: 'No answer.', code: -32603, data } }));
      },
      'a proxy answers 502': (answer) => answer.writeHead(502).end('<h1>Bad Gateway</h1>'),
    };

    function startProxy(app: TestApp, isUp: () => boolean, fail: (answer: ServerResponse) => void) {
      return serve((req, answer) => {
        const chunks: Buffer[] = [];
        req.on('data', (chunk: Buffer) => void chunks.push(chunk));
        req.on('end', () => {
          if (!isUp()) return fail(answer);
          const { authorization = '' } = req.headers;
          void fetch(`${app.origin}${req.url ?? ''}`, {
            method: 'POST',
            headers: { authorization, 'content-type': 'application/json' },
            body: Buffer.concat(chunks),
          }).then(async (passed) =>
            answer.writeHead(passed.status, { 'content-type': 'application/json' }).end(await passed.text()),
          );
        });
      });
    }

    // `npm test` runs one cut answer and one error.
    const few = new Set(['the answer is cut', 'Foyer answers UNAVAILABLE']);
    it.for(Object.entries(OUTAGES).filter(([outage]) => ALL_FAULTS || few.has(outage)))(
      'and %s, it waits for a minute, and a second run goes on',
      async ([, fail], { app }) => {
        const { file, externalIds } = await manyUsers(1000);
        let [batches, waitedMs] = [0, 0];
        let isUp = () => batches++ === 0;
        const url = await startProxy(app, () => isUp(), fail);
        const sleep = (ms: number) => Promise.resolve(void (waitedMs += ms));
        const { code, err } = await foyer(app, `users import ${file}`, { url, sleep });
        expect([code, err]).toEqual([
          EXIT_CODES.unavailable,
          'foyer: Foyer did not answer for a minute. Run the same command again; it goes on where it was.\n',
        ]);
        expect(waitedMs).toBeGreaterThanOrEqual(60_000);

        waitedMs = 0;
        isUp = () => waitedMs > 50_000;
        const again = await foyer(app, `users import ${file}`, { url, sleep });
        expect([again.code, again.out]).toEqual([
          EXIT_CODES.ok,
          'Going on after line 500.\n1000 imported, 0 were here before, 0 refused.\n',
        ]);
        const { users } = app.deps.collections;
        expect(await users.countDocuments({ externalId: { $in: externalIds } })).toBe(1000);
      },
    );
  });

  it('names lines that are no JSON, and rows with unknown fields', async ({ app }) => {
    const file = path.join(folder(), 'broken.ndjson');
    const good = { externalId: uniqueName(), name: 'Somebody' };
    const [whole, withMore] = [JSON.stringify(good), JSON.stringify({ ...good, admin: true })];
    await writeFile(file, [whole, '{"externalId": 1', '', withMore, '[]'].join('\n'));
    const { code, out, err } = await foyer(app, `users import ${file} --json`);
    expect([code, JSON.parse(out), JSON.parse(err)]).toMatchObject([
      EXIT_CODES.invalid,
      { created: 1, existing: 0, refused: 3 },
      { error: { code: 'ROWS_REFUSED', exitCode: EXIT_CODES.invalid } },
    ]);
    expect((await reportOf(file)).map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'not-converted'],
      [4, 'malformed'],
      [5, 'not-converted'],
    ]);
  });

  it('shows its progress on a terminal only', async ({ app }) => {
    const { file } = await manyUsers(600);
    expect((await foyer(app, `users import ${file}`)).err).toBe('');
    expect((await foyer(app, `users import ${file}`, { isTerminal: true })).err).toMatch(
      /^\r\[#+-+\] \d+ %, 500 people\r\[#{30}\] 100 %, 600 people\n$/,
    );
  });

  it('needs a service key with users:import', async ({ app }) => {
    const { file } = await manyUsers(1);
    expect((await foyer(app, `users import ${file}`, { scopes: ['users:read'] })).code).toBe(
      EXIT_CODES.refused,
    );
    const env = { XDG_CONFIG_HOME: folder(), FOYER_URL: app.origin };
    const { code } = await runCommand(['users', 'import', file], env);
    expect(code).toBe(EXIT_CODES.notSignedIn);
    for (const wrong of [
      'users',
      'users import',
      'users import a --from elsewhere',
      'users import a --provider b',
    ])
      expect([wrong, (await foyer(app, wrong)).code]).toEqual([wrong, EXIT_CODES.usage]);
  });
});

it('an export has everybody without secrets, and can be imported again', async ({ app }) => {
  await app.deps.collections.users.deleteMany({});
  const { file: more } = await manyUsers(EXPORT_PAGE_SIZE);
  for (const file of [await sample('people.ndjson'), more]) await foyer(app, `users import ${file}`);
  const { code, out } = await foyer(app, 'users export', { scopes: ['users:read'] });
  expect(code).toBe(EXIT_CODES.ok);
  const people = jsonLines(out);
  expect(people).toHaveLength(
    await app.deps.collections.users.countDocuments({ deletedAt: { $exists: false } }),
  );
  expect(people.find(({ externalId }) => externalId === 'crm-1001')).toEqual({
    externalId: 'crm-1001',
    email: 'ada@example.com',
    emailVerified: true,
    name: 'Ada Lovelace',
    locale: 'en',
    createdAt: '2021-03-04T05:06:07.000Z',
  });
  expect(out).not.toMatch(/\$2b\$|argon2|v1\./);
  // Each page adds a row.
  expect(await app.deps.collections.audit.countDocuments({ action: 'users-exported' })).toBe(
    Math.ceil(people.length / EXPORT_PAGE_SIZE),
  );
  await app.deps.collections.users.deleteMany({});
  const exported = path.join(folder(), 'exported.ndjson');
  await writeFile(exported, out);
  expect((await foyer(app, `users import ${exported}`)).out).toContain(`${people.length} imported`);
});
