import assert from 'node:assert/strict';
import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { addAuthenticator } from '../../testing/sign-in/authenticator-apps.ts';
import { bearer, callAsScript, makeToken } from '../../testing/users/access-tokens.ts';
import { ADMINISTRATION_INPUTS } from '../../testing/users/administration-inputs.ts';
import { makeAdministrator, makeServiceKey } from '../../testing/users/administrators.ts';
import { it } from '../../testing/app/fixture.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import { storeUsers } from '../../testing/users/users.ts';
import type { RawAnswer } from '../../testing/app/raw-request.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { uniqueEmail } from '../../testing/run/unique-name.ts';
import { refusalOf } from '../../testing/database/written.ts';
import { MINUTE_MS, SESSION_FRESH_MS } from '../../shared/limits.ts';
import { hashToken } from '../crypto/secrets.ts';
import { CONSOLE_IDLE_MS } from '../domain/administration/console-reading.ts';
import { RATE_LIMITS } from '../domain/rules/counters.ts';
import { SERVICE_SCOPES, type ServiceScope } from '../../shared/service-scopes.ts';
import { createServiceKeySecret } from '../crypto/access-token-format.ts';
import { appCodeOf } from '../../testing/app/app-code.ts';
import { callProcedure, PROCEDURES, type AnyProcedure } from '../../testing/app/procedures.ts';
import { NO_CHANGES } from '../../testing/pages/brand-drafts.ts';

const OF_ADMINISTRATION = PROCEDURES.filter(({ kind }) => kind === 'administrator' || kind === 'service');
const BY_KEY = PROCEDURES.filter(({ serviceScope }) => serviceScope !== undefined);
const NOT_BY_KEY = PROCEDURES.filter(({ serviceScope }) => serviceScope === undefined);

/** The person of the tests has no second factor, and there is no endpoint with their id. */
const WITHOUT_OBJECT: ReadonlySet<string> = new Set([
  'users.removeSecondFactor',
  ...BY_KEY.map(({ path }) => path).filter(
    (path) =>
      path.startsWith('webhooks.') &&
      !['webhooks.list', 'webhooks.create', 'webhooks.failedDeliveries'].includes(path),
  ),
]);

/** Calls the procedure with a valid input about this id. */
function callAbout(app: TestApp, authorization: string, { path, type }: AnyProcedure, id: string) {
  const input = ADMINISTRATION_INPUTS[path]?.(id);
  if (type === 'mutation') return callAsScript(app, authorization, path, { input });
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  return callAsScript(app, authorization, path + query);
}

/** The same in a browser. Answers the code of the refusal. */
async function callInBrowser(agent: HttpAgent, procedure: AnyProcedure, id: string): Promise<string> {
  const answer = await callProcedure(agent, procedure, ADMINISTRATION_INPUTS[procedure.path]?.(id));
  return refusalOf(answer.text);
}

/** Everything that is stored about people and their administration. */
async function storedOf({ deps: { collections } }: TestApp): Promise<unknown> {
  const { users, sessions, serviceKeys, audit, administrators, jobs, activity, webhookEndpoints } =
    collections;
  return Promise.all(
    [users, sessions, serviceKeys, audit, administrators, jobs, activity, webhookEndpoints].map((each) =>
      each.countDocuments(),
    ),
  );
}

const challengeOf = ({ headers }: RawAnswer) => headers['www-authenticate'];

it('has an input for every procedure of the administration', () => {
  expect(Object.keys(ADMINISTRATION_INPUTS).toSorted()).toEqual(
    OF_ADMINISTRATION.map(({ path }) => path).toSorted(),
  );
});

describe('a service key (security.md 43)', () => {
  const only = new Map<ServiceScope, string>();
  const butFor = new Map<ServiceScope, string>();
  let all: string;
  let person: string;

  it.beforeAll(async ({ app }) => {
    const make = async (...scopes: ServiceScope[]) => (await makeServiceKey(app, scopes)).authorization;
    all = await make(...SERVICE_SCOPES);
    for (const scope of SERVICE_SCOPES) {
      only.set(scope, await make(scope));
      butFor.set(scope, await make(...SERVICE_SCOPES.filter((other) => other !== scope)));
    }
    const [stored] = await storeUsers(app, [{}]);
    person = stored?._id.toHexString() ?? '';
  });

  it.for(NOT_BY_KEY)('with every scope is refused by $path', async ({ path, type }, { app }) => {
    const answer = await callAsScript(app, all, path, type === 'mutation' ? { input: {} } : {});
    expect([answer.status, refusalOf(answer.text)]).toEqual([403, 'SERVICE_KEY_REFUSED']);
    expect(challengeOf(answer)).toBe('Bearer realm="Foyer", error="insufficient_scope"');
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it.for(BY_KEY)('with every scope but $serviceScope is refused by $path', async (procedure, { app }) => {
    const { serviceScope = 'users:read' } = procedure;
    const answer = await callAbout(app, butFor.get(serviceScope) ?? '', procedure, person);
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.text)).toMatchObject({
      error: { data: { appCode: 'SCOPE_MISSING', scope: serviceScope } },
    });
    expect(challengeOf(answer)).toBe(
      `Bearer realm="Foyer", error="insufficient_scope", scope="${serviceScope}"`,
    );
  });

  it.for(BY_KEY)('with $serviceScope alone is let through by $path', async (procedure, { app }) => {
    const { serviceScope = 'users:read' } = procedure;
    const [stored] = await storeUsers(app, [{}]);
    const id = stored?._id.toHexString() ?? '';
    const answer = await callAbout(app, only.get(serviceScope) ?? '', procedure, id);
    const { error } = JSON.parse(answer.text) as { error?: { data: { appCode: string } } };
    expect(error?.data.appCode).toBe(WITHOUT_OBJECT.has(procedure.path) ? 'NOT_FOUND' : undefined);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('reads no secret of a person', async ({ app }) => {
    const secret = 'a-secret-that-nobody-reads';
    const at = new Date();
    const [stored] = await storeUsers(app, [
      {
        password: { hash: secret, changedAt: at },
        passkeyHandle: secret,
        sessions: [{ id: new ObjectId() }],
        recoveryCodes: { hashes: [secret], createdAt: at },
        totp: [
          { id: new ObjectId(), name: 'App', secret, lastStep: 0, drift: 0, createdAt: at, lastUsedAt: null },
        ],
        emailUndos: [{ email: `${secret}@example.test`, tokenHash: secret, changedAt: at, expires: at }],
      },
    ]);
    const id = stored?._id.toHexString() ?? '';
    for (const path of ['users.get', 'users.getMany', 'users.list', 'users.export']) {
      const procedure = BY_KEY.find((each) => each.path === path);
      if (!procedure) throw new Error(`there is no ${path}`);
      const answer = await callAbout(app, all, procedure, id);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.text).not.toContain(secret);
    }
  });

  it('gets no right from a cookie that comes with it', async ({ app }) => {
    const { agent } = await makeAdministrator(app);
    const headers = { cookie: agent.cookieHeader };
    const call = (path: string) => callAsScript(app, only.get('events:read') ?? '', path, { headers });
    expect(refusalOf((await call('users.list')).text)).toBe('SCOPE_MISSING');
    expect(refusalOf((await call('serviceKeys.list')).text)).toBe('SERVICE_KEY_REFUSED');
    expect(refusalOf((await call('session.get')).text)).toBe('SERVICE_KEY_REFUSED');
  });

  it('is refused in a batch by each call that is not for it', async ({ app }) => {
    const answer = await callAsScript(app, all, 'users.list,session.get,providers.list?batch=1');
    const answers = JSON.parse(answer.text) as { error?: { data: { appCode: string } } }[];
    expect(answers.map(({ error }) => error?.data.appCode)).toEqual([
      undefined,
      'SERVICE_KEY_REFUSED',
      'SERVICE_KEY_REFUSED',
    ]);
  });

  it.for(['users.list', 'session.get', 'providers.list'])(
    'that is unknown, revoked, expired or from another address is a 401 of %s',
    async (path, { app }) => {
      const revoked = await makeServiceKey(app, ['users:read']);
      const { client } = await makeAdministrator(app);
      await client.serviceKeys.revoke.mutate({ id: revoked.serviceKey.id });
      const elsewhere = await makeServiceKey(app, ['users:read'], { allowedAddresses: ['192.0.2.0/24'] });
      for (const authorization of [
        bearer(createServiceKeySecret()),
        revoked.authorization,
        elsewhere.authorization,
      ]) {
        const answer = await callAsScript(app, authorization, path);
        expect([answer.status, refusalOf(answer.text)]).toEqual([401, 'SERVICE_KEY_INVALID']);
        expect(challengeOf(answer)).toBe('Bearer realm="Foyer", error="invalid_token"');
      }
      await client.serviceKeys.revoke.mutate({ id: elsewhere.serviceKey.id });
    },
  );

  it('is guessed a few times a minute only', async ({ app }) => {
    const guess = async () => {
      const { text } = await callAsScript(app, bearer(createServiceKeySecret()), 'users.list');
      return refusalOf(text);
    };
    for (let times = 0; times < RATE_LIMITS['bad-token'].refusal.ip.minute; times++)
      expect(await guess()).toBe('SERVICE_KEY_INVALID');
    expect(await guess()).toBe('RATE_LIMITED');
  });
});

describe('somebody who is no administrator (security.md 32)', () => {
  let bob: HttpAgent;
  let token: string;
  it.beforeAll(async ({ app }) => {
    bob = await app.signInByMail(uniqueEmail());
    ({ token } = await makeToken(app, bob));
  });

  it.for(OF_ADMINISTRATION)(
    'is refused by $path with the id of another person',
    async (procedure, { app }) => {
      const [ada] = await storeUsers(app, [{}]);
      const id = ada?._id.toHexString() ?? '';
      const before = await storedOf(app);
      expect(await callInBrowser(bob, procedure, id)).toBe('ADMINISTRATOR_REQUIRED');
      const byToken = await callAbout(app, bearer(token), procedure, id);
      expect(refusalOf(byToken.text)).toBe('ACCESS_TOKEN_REFUSED');
      expect(await storedOf(app)).toEqual(before);
      expect(await app.deps.collections.users.findOne({ _id: ada?._id ?? new ObjectId() })).toEqual(ada);
    },
  );
});

describe('an administrator', () => {
  let agent: HttpAgent;
  it.beforeAll(async ({ app }) => {
    ({ agent } = await makeAdministrator(app));
    await app.ageSignIn(agent, CONSOLE_IDLE_MS + 1000);
  });

  it('reads for as long as no pause has 30 minutes, and changes within ten', async ({ app }) => {
    const { agent: browser, client } = await makeAdministrator(app);
    const mutations = OF_ADMINISTRATION.filter(({ type }) => type === 'mutation');
    const [onlyReading, changes] = [true, false].map((isReading) =>
      mutations.filter(({ readsOnly = false }) => readsOnly === isReading),
    );
    assert(onlyReading && changes);
    expect(onlyReading.map(({ path }) => path)).toEqual([
      'administration.checkBrand',
      'administration.brandFolder',
    ]);
    await app.ageSignIn(browser, SESSION_FRESH_MS + 1000);
    for (let pause = 0; pause < 3; pause++) {
      await client.users.list.query();
      for (const change of changes)
        expect([change.path, await callInBrowser(browser, change, '0'.repeat(24))]).toEqual([
          change.path,
          'SESSION_NOT_FRESH',
        ]);
      for (const { path } of onlyReading)
        expect([path, (await browser.postJson(`/trpc/${path}`, NO_CHANGES)).status]).toEqual([path, 200]);
      app.advance(CONSOLE_IDLE_MS - 2 * MINUTE_MS);
    }
    app.advance(2 * MINUTE_MS + 1000);
    // A page that reads the session does not count as reading the console.
    expect(await client.session.get.query()).not.toBeNull();
    expect(await appCodeOf(client.users.list.query())).toBe('SESSION_NOT_FRESH');
  });

  it('reads at their level only', async ({ app }) => {
    const administrator = await makeAdministrator(app);
    await addAuthenticator(app, administrator.agent);
    const sessionToken = hashToken(administrator.agent.cookies.get('foyer.session') ?? '');
    await app.deps.collections.sessions.updateOne({ sessionToken }, { $pop: { proofs: 1 } });
    expect(await appCodeOf(administrator.client.users.list.query())).toBe('SECOND_FACTOR_REQUIRED');
  });

  it.for(OF_ADMINISTRATION)('must verify who they are again before $path', async (procedure, { app }) => {
    const [ada] = await storeUsers(app, [{}]);
    expect(await callInBrowser(agent, procedure, ada?._id.toHexString() ?? '')).toBe('SESSION_NOT_FRESH');
    expect(await app.deps.collections.users.findOne({ _id: ada?._id ?? new ObjectId() })).toEqual(ada);
  });
});
