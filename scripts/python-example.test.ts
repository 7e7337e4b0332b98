import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { makeToken } from '../src/testing/users/access-tokens.ts';
import type { HttpAgent } from '../src/testing/app/http-agent.ts';
import { isInstalled } from '../src/testing/run/installed.ts';
import { it } from '../src/testing/app/fixture.ts';
import type { TestApp } from '../src/testing/app/test-app.ts';
import { DAY_MS } from '../src/shared/limits.ts';

const EXAMPLE = fileURLToPath(new URL('../examples/python/sessions.py', import.meta.url));
const run = promisify(execFile);
let agent: HttpAgent;
it.beforeAll(async ({ app }) => {
  agent = await app.signInByMail('python@example.test');
});

async function python(app: TestApp, token: string, ...args: string[]) {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, FOYER_URL: app.origin, FOYER_TOKEN: token };
  const ended = run('python3', ['-W', 'error', EXAMPLE, ...args], { env });
  return ended.then(
    (result) => ({ code: 0, ...result }),
    (failure: { code: number; stdout: string; stderr: string }) => failure,
  );
}

describe.skipIf(!isInstalled('python3'))('the Python example', () => {
  it('lists the sessions, and signs out those that were not seen for long', async ({ app }) => {
    const { token } = await makeToken(app, agent);
    const forgotten = await app.signInByMail('python@example.test');
    const list = await app.client(forgotten).session.list.query();
    const current = list.find((one) => one.current);
    const { sessions } = app.deps.collections;
    const lastSeenAt = new Date(Date.now() - 20 * DAY_MS);
    await sessions.updateOne({ _id: new ObjectId(current?.id) }, { $set: { lastSeenAt } });

    const listed = await python(app, token);
    expect(listed).toMatchObject({ code: 0, stderr: '' });
    expect(listed.stdout).toContain('python@example.test is signed in on:');
    expect(listed.stdout).toMatch(/: old$/m);
    expect(listed.stdout).toMatch(/: in use$/m);

    const revoked = await python(app, token, '--revoke');
    expect(revoked).toMatchObject({ code: 0, stdout: expect.stringMatching(/: signed out$/m) as string });
    const left = await sessions.find().toArray();
    expect(left.map(({ _id }) => _id.toHexString())).not.toContain(current?.id);
  });

  it('says what Foyer refused, by its code', async ({ app }) => {
    const { token } = await makeToken(app, agent, { scopes: ['activity:read'] });
    expect(await python(app, token)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('SCOPE_MISSING') as string,
    });
    expect(await python(app, 'foyer_pat_nonsense')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('ACCESS_TOKEN_INVALID') as string,
    });
    expect((await python(app, '')).code).toBe(2);
  });
});
