import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import type { StoredProof } from '../../../src/server/database/second-factor-documents.ts';
import type { ProofFactor } from '../../../src/shared/schemas/proofs.ts';
import { makeToken } from '../../../src/testing/users/access-tokens.ts';
import type { HttpAgent } from '../../../src/testing/app/http-agent.ts';
import { it } from '../../../src/testing/app/fixture.ts';
import { createTestApp, type TestApp } from '../../../src/testing/app/test-app.ts';
import type { AccessTokenDocument } from '../../../src/server/database/collections.ts';
import type { Scope } from '../../../src/shared/scopes.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { jsonLines, runCommand } from '../in-test/run-command.ts';
import { folderOfEachTest } from '../../../src/testing/run/temporary-folder.ts';

let agent: HttpAgent;
it.beforeAll(async ({ app }) => {
  agent = await app.signInByMail('cli@example.test');
});
const config = folderOfEachTest();
const fileOf = () => path.join(config(), 'foyer', 'credentials.json');

/** `decide` acts for the user while the command waits. */
async function foyer(
  app: TestApp,
  args: string,
  options: {
    env?: Record<string, string>;
    decide?: (userCode: string) => Promise<unknown>;
    opened?: string[];
  } = {},
) {
  let isDecided = false;
  const env = { XDG_CONFIG_HOME: config(), FOYER_URL: app.origin, ...options.env };
  const outcome = await runCommand(args, env, (written) => ({
    openBrowser: (url) => void options.opened?.push(url),
    // Only the server's clock advances.
    async sleep(ms) {
      app.advance(ms);
      if (isDecided) return;
      isDecided = true;
      await options.decide?.(/[A-Z]{4}-[A-Z]{4}/.exec(written.out)?.[0] ?? '');
    },
  }));
  app.resetClock();
  return outcome;
}

const approve = (app: TestApp) => (userCode: string) => app.client(agent).device.approve.mutate({ userCode });
const login = (app: TestApp, args = '') => foyer(app, `login --no-open ${args}`, { decide: approve(app) });
const listTokens = (app: TestApp) => app.client(agent).accessTokens.list.query();

describe('login', () => {
  it('prints address and code, waits, and stores the token in a file for its owner only', async ({ app }) => {
    const { code, out, err } = await login(app);
    expect([code, err]).toEqual([EXIT_CODES.ok, '']);
    expect(out).toMatch(new RegExp(`${app.origin}/device\\?code=([A-Z]{4}-[A-Z]{4})\n.*\\1`));
    expect(out).toContain(`Signed in at ${app.origin}`);
    expect(out).not.toContain('foyer_pat_');
    expect((await stat(fileOf())).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(fileOf()))).mode & 0o777).toBe(0o700);
    const stored = JSON.parse(await readFile(fileOf(), 'utf8')) as {
      servers: Record<string, { token: string }>;
    };
    expect(stored.servers[app.origin]?.token).toMatch(/^foyer_pat_/);
    const who = await foyer(app, 'whoami');
    expect([who.code, who.out]).toEqual([0, expect.stringContaining('cli@example.test') as string]);
  });

  it('opens the browser, but not with --no-open', async ({ app }) => {
    const opened: string[] = [];
    await foyer(app, 'login', { decide: approve(app), opened });
    await foyer(app, 'login --no-open', { decide: approve(app), opened });
    expect(opened).toEqual([expect.stringMatching(/\/device\?code=[A-Z]{4}-[A-Z]{4}$/)]);
  });

  it('revokes the former token', async ({ app }) => {
    await login(app, '--name Twice');
    await login(app, '--name Twice');
    expect((await listTokens(app)).filter(({ name }) => name === 'Twice')).toHaveLength(1);
  });

  it('requests exactly the scopes of --scope', async ({ app }) => {
    await login(app, '--scope profile:read --scope activity:read --name Some');
    const { out } = await foyer(app, 'whoami --json');
    expect(JSON.parse(out)).toMatchObject({
      token: { name: 'Some', scopes: ['profile:read', 'activity:read'] },
    });
    const { code, err } = await foyer(app, 'tokens');
    expect(code).toBe(EXIT_CODES.refused);
    expect(err).toContain('tokens:read');
  });

  it('polls until the request is denied, and exits with the code for refused', async ({ app }) => {
    let decisions = 0;
    const { code, err } = await foyer(app, 'login --no-open', {
      decide: async (userCode) => {
        decisions++;
        setTimeout(() => void app.client(agent).device.deny.mutate({ userCode }), 50);
        await Promise.resolve();
      },
    });
    expect([decisions, code]).toEqual([1, EXIT_CODES.refused]);
    // The server also denies without the user.
    expect(err).toMatch(/or the approval has ended\..*\(AUTHORIZATION_DENIED/);
    await expect(stat(fileOf())).rejects.toThrow('ENOENT');
  });

  it('prints one JSON line for the code and one for the result', async ({ app }) => {
    const { out } = await foyer(app, 'login --no-open --json', { decide: approve(app) });
    const [started, done] = jsonLines(out);
    expect(started).toMatchObject({
      userCode: expect.any(String) as string,
      verificationUri: `${app.origin}/device`,
    });
    expect(done).toMatchObject({
      url: app.origin,
      token: { scopes: expect.arrayContaining(['tokens:read']) as string[] },
    });
    expect(out).not.toMatch(/foyer_pat_\w/);
  });

  it('exits with the code for usage when FOYER_TOKEN is set', async ({ app }) => {
    const { code, err } = await foyer(app, 'login', { env: { FOYER_TOKEN: 'x' } });
    expect([code, err]).toEqual([EXIT_CODES.usage, expect.stringContaining('FOYER_TOKEN') as string]);
  });
});

describe('signed in', () => {
  const AT = new Date('2026-11-22T12:00:00.000Z');
  const proof = (method: string, factor: ProofFactor): StoredProof => ({ method, factor, at: AT });
  /** The output with a new token whose stored row has these changes. */
  async function whoami(app: TestApp, scopes: Scope[], stored: Partial<AccessTokenDocument> = {}) {
    const { token, accessToken } = await makeToken(app, agent, { scopes });
    const _id = new ObjectId(accessToken.id);
    await app.deps.collections.accessTokens.updateOne({ _id }, { $set: { name: 'Script', ...stored } });
    const env = { FOYER_TOKEN: token };
    const { out } = await foyer(app, 'whoami', { env });
    return { out, json: JSON.parse((await foyer(app, 'whoami --json', { env })).out) as unknown };
  }

  it.for<[StoredProof[], string, object]>([
    [
      [proof('password', 'knowledge'), proof('totp', 'possession')],
      'Level 2: password, authenticator app',
      { aal: 2, amr: ['pwd', 'otp', 'mfa'] },
    ],

    [
      [proof('email-link', 'inbox'), proof('email-link', 'inbox')],
      'Level 1: link by mail',
      { aal: 1, amr: [] },
    ],

    [[], 'Level 1', { aal: 1, amr: [] }],
  ])(
    'whoami says how strong the sign-in behind the token was: %#',
    async ([proofs, line, strength], { app }) => {
      const { out, json } = await whoami(app, ['profile:read'], { proofs });
      expect(out.trim().split('\n').at(-1)).toBe(line);
      const listed = proofs.map((each) => ({ ...each, at: AT.toISOString() }));
      expect(json).toMatchObject({ ...strength, proofs: listed });
    },
  );

  it('whoami leaves the level out for a token that may not read it', async ({ app }) => {
    const { out, json } = await whoami(app, ['sessions:read']);
    expect(out).not.toContain('Level');
    expect(json).toMatchObject({ aal: null, amr: null, proofs: null });
  });

  it('whoami says that a token may do nothing, whose only scope the application no longer declares', async ({
    app,
  }) => {
    const { out } = await whoami(app, ['sessions:read'], { scopes: ['orders:write'] });
    expect(out).toContain('\nmay: nothing\n');
  });

  it('whoami says the roles of the person', async ({ app }) => {
    expect((await whoami(app, ['profile:read'])).out).not.toContain('roles');
    const roles = ['administrator', 'accountant'];
    const { users } = app.deps.collections;
    await users.updateOne({ email: 'cli@example.test' }, { $set: { roles } });
    const { out, json } = await whoami(app, ['profile:read']);
    await users.updateOne({ email: 'cli@example.test' }, { $unset: { roles: '' } });
    expect(out).toContain('\nroles: administrator, accountant\n');
    expect(json).toMatchObject({ roles, permissions: [] });
  });

  it('logout revokes the token at Foyer and deletes it here', async ({ app }) => {
    await login(app, '--name Gone');
    const out = expect.stringContaining('Signed out') as string;
    expect(await foyer(app, 'logout')).toMatchObject({ code: 0, out });
    expect((await listTokens(app)).map(({ name }) => name)).not.toContain('Gone');
    expect(await readFile(fileOf(), 'utf8')).not.toContain('foyer_pat_');
    const { code, err } = await foyer(app, 'whoami');
    expect([code, err]).toEqual([EXIT_CODES.notSignedIn, expect.stringContaining('foyer login') as string]);
  });

  it('logout succeeds when the token was already revoked', async ({ app }) => {
    await login(app, '--name Elsewhere');
    const token = (await listTokens(app)).find(({ name }) => name === 'Elsewhere');
    await app.client(agent).accessTokens.revoke.mutate({ id: token?.id ?? '' });
    expect((await foyer(app, 'whoami')).code).toBe(EXIT_CODES.notSignedIn);
    expect((await foyer(app, 'logout')).code).toBe(EXIT_CODES.ok);
  });

  it('sessions lists sessions and revokes one', async ({ app }) => {
    await login(app);
    const other = await app.signInByMail('cli@example.test');
    const list = JSON.parse((await foyer(app, 'sessions --json')).out) as { id: string }[];
    expect(list).toHaveLength(2);
    const newest = await app.client(other).session.list.query();
    const id = newest.find(({ current }) => current)?.id ?? '';
    expect((await foyer(app, 'sessions list')).out).toContain(id);
    expect((await foyer(app, `sessions revoke ${id}`)).code).toBe(0);
    expect(await app.client(other).session.get.query()).toBeNull();
    expect((await foyer(app, `sessions revoke ${id}`)).code).toBe(EXIT_CODES.invalid);
    expect((await foyer(app, 'sessions revoke nonsense')).code).toBe(EXIT_CODES.invalid);
    expect((await foyer(app, 'sessions revoke')).code).toBe(EXIT_CODES.usage);
  });

  it('tokens lists access tokens without their secrets', async ({ app }) => {
    await login(app, '--name Listed');
    const { code, out } = await foyer(app, 'tokens');
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^NAME .*\n(.*\n)*Listed .*foyer_pat_…/) as string,
    ]);
    expect(out).not.toMatch(/foyer_pat_\w{49}/);
  });

  it('FOYER_TOKEN wins over the stored token, and logout refuses to revoke it', async ({ app }) => {
    await login(app, '--name Kept');
    const { token } = await makeToken(app, agent, { name: 'From the environment', scopes: ['profile:read'] });
    const env = { FOYER_TOKEN: token };
    expect(JSON.parse((await foyer(app, 'whoami --json', { env })).out)).toMatchObject({
      token: { name: 'From the environment' },
    });
    expect((await foyer(app, 'logout', { env })).code).toBe(EXIT_CODES.usage);
  });
});

describe('the credentials file', () => {
  it('is refused when others can read it', async ({ app }) => {
    await login(app);
    await chmod(fileOf(), 0o640);
    const { code, err } = await foyer(app, 'whoami');
    expect([code, err]).toEqual([EXIT_CODES.notSignedIn, expect.stringContaining('chmod 600') as string]);
  });

  it('is stored in a directory for its owner only, also when the directory exists', async ({ app }) => {
    await mkdir(path.dirname(fileOf()), { mode: 0o755 });
    await login(app);
    expect((await stat(path.dirname(fileOf()))).mode & 0o777).toBe(0o700);
  });

  it.for(['{', '[]', '{"servers":{"x":1}}', 'null'])(
    'with the content %s counts as not signed in',
    async (text, { app }) => {
      await mkdir(path.dirname(fileOf()), { mode: 0o700 });
      await writeFile(fileOf(), text, { mode: 0o600 });
      expect((await foyer(app, 'whoami')).code).toBe(EXIT_CODES.notSignedIn);
    },
  );
});

describe('usage', () => {
  it.for<[args: string, code: number, error?: string, env?: Record<string, string>]>([
    ['', EXIT_CODES.usage],
    ['dance', EXIT_CODES.usage, 'USAGE'],
    ['whoami --loud', EXIT_CODES.usage, 'USAGE'],
    ['whoami now', EXIT_CODES.usage],
    ['whoami --no-open', EXIT_CODES.usage],
    ['whoami --out foyer.d.ts', EXIT_CODES.usage],
    ['login --scope everything', EXIT_CODES.usage],
    ['tokens create', EXIT_CODES.usage],
    ['whoami --url http://foyer.example', EXIT_CODES.usage],
    ['whoami --url nonsense', EXIT_CODES.usage],
    ['whoami --url http://localhost:1', EXIT_CODES.notSignedIn, 'NOT_SIGNED_IN'],
    [
      'whoami --url http://localhost:1',
      EXIT_CODES.unavailable,
      'UNAVAILABLE',
      { FOYER_TOKEN: 'foyer_pat_x' },
    ],
    ['users export', EXIT_CODES.notSignedIn, 'NOT_SIGNED_IN'],
    ['types --out /', EXIT_CODES.fault, 'FAULT'],
    ['help', EXIT_CODES.ok],
    ['--help', EXIT_CODES.ok],
    ['help login', EXIT_CODES.ok],
    ['sessions -h', EXIT_CODES.ok],
    ['--version', EXIT_CODES.ok],
  ])(
    '“foyer %s” exits with %i, and with --json it fails with %s',
    async ([args, code, error, env = {}], { app }) => {
      const outcome = await foyer(app, args, { env });
      expect(outcome.code).toBe(code);
      expect([outcome.out === '', outcome.err === '']).toEqual([code !== 0, code === 0]);
      if (error === undefined) return;
      const { err } = await foyer(app, `${args} --json`, { env });
      const message = expect.any(String) as string;
      expect(JSON.parse(err)).toEqual({ error: { code: error, message, exitCode: code } });
    },
  );

  it('has the package’s version', async ({ app }) => {
    const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
    const { out } = await foyer(app, '--version');
    expect(out.trim()).toBe((JSON.parse(text) as { version: string }).version);
  });
});

it.for(['', '/'])('every command uses the path of a Foyer below BASE_PATH, given with “%s”', async (end) => {
  await using app = await createTestApp({ settings: { basePath: '/id', authBasePath: '/id/auth' } });
  const browser = await app.signInByMail('cli@example.test');
  const outputOf = async (args: string) => {
    const decide = (userCode: string) => app.client(browser).device.approve.mutate({ userCode });
    const { code, out, err } = await foyer(app, args, { env: { FOYER_URL: '' }, decide });
    expect([code, err]).toEqual([EXIT_CODES.ok, '']);
    return out;
  };
  const url = `${app.origin}/id`;
  expect(await outputOf(`login --no-open --url ${url}${end}`)).toContain(`${url}/device?code=`);
  // Without `--url` it is the Foyer of the last login.
  expect(JSON.parse(await outputOf('whoami --json'))).toMatchObject({ url });
  const file = path.join(config(), 'foyer.d.ts');
  await outputOf(`types --url ${url}${end} --out ${file}`);
  expect(await readFile(file, 'utf8')).toContain(`foyer types --url ${url}\``);
  await outputOf(`logout --url ${url}${end}`);
});
