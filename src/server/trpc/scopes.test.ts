import { describe, expect } from 'vitest';
import { bearer, callAsScript, makeToken } from '../../testing/users/access-tokens.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import type { RawAnswer } from '../../testing/app/raw-request.ts';
import { testWith } from '../../testing/app/fixture.ts';
import { type TestApp, createTestApp } from '../../testing/app/test-app.ts';
import { SCOPES, type Scope } from '../../shared/scopes.ts';
import { freshProcedure } from './procedures.ts';
import { uniqueEmail } from '../../testing/run/unique-name.ts';
import { type AnyProcedure, PROCEDURES } from '../../testing/app/procedures.ts';
import { defineFoyer } from '../../shared/foyer-config.ts';
import { appCodeOf } from '../../testing/app/app-code.ts';
import { approvedProgram, poll, startProgram } from '../../testing/oauth/devices.ts';
import { refusalOf } from '../../testing/database/written.ts';
import { checkConfiguration } from '../configuration/check-configuration.ts';

const ORDERS = {
  'orders:read': { label: { en: 'See orders', de: 'Bestellungen sehen' } },
  'orders:write': { label: { en: 'Change orders' }, description: { en: 'Also cancels them.' } },
};
const it = testWith({ configuration: checkConfiguration(defineFoyer({ access: { scopes: ORDERS } })) });

const requireFresh = (freshProcedure._def as unknown as AnyProcedure).middlewares.at(-1);

/** Not for access tokens: a leaked one could otherwise get lasting access or take over the account. */
const NEVER_BY_TOKEN =
  /^(accessTokens\.(?!list$)|device\.|password\.(?!get$)|session\.(signIn|confirm|request|continue|reauth|signOut)|accounts\.(link|unlink|inspect|resume|pending)|phone\.(?!get$)|email\.(?!get$)|securityReview\.|data\.delete)/;

describe('the router', () => {
  it.each(PROCEDURES)('declares the callers of $path', ({ meta, kind, middlewares }) => {
    expect([...SCOPES, 'session', 'public']).toContain(meta && 'scope' in meta && meta.scope);
    expect(kind === 'fresh').toBe(middlewares.includes(requireFresh));
  });

  it('refuses sensitive procedures to access tokens (security.md 33)', () => {
    const never = PROCEDURES.filter(
      ({ path, middlewares }) => middlewares.includes(requireFresh) || NEVER_BY_TOKEN.test(path),
    );
    expect(never.length).toBeGreaterThan(20);
    const reachable = never.filter(({ scope }) => scope !== 'session' && scope !== 'public');
    expect(reachable.map(({ path }) => path)).toEqual([]);
  });

  it('has a procedure for every scope', () => {
    const declared = new Set(PROCEDURES.map(({ scope }) => scope));
    expect(SCOPES.filter((scope) => !declared.has(scope))).toEqual([]);
  });
});

describe('an access token over HTTP', () => {
  /** For each scope: a token with only this scope, and one with all others. */
  const only = new Map<Scope, string>();
  const butFor = new Map<Scope, string>();
  let all: string;
  let person: HttpAgent;

  it.beforeAll(async ({ app }) => {
    person = await app.signInByMail('scopes@example.test');
    const make = async (...scopes: Scope[]) => bearer((await makeToken(app, person, { scopes })).token);
    all = await make(...SCOPES);
    for (const scope of SCOPES) {
      only.set(scope, await make(scope));
      butFor.set(scope, await make(...SCOPES.filter((other) => other !== scope)));
    }
  });

  const call = (app: TestApp, authorization: string | undefined, { path, type }: AnyProcedure) =>
    callAsScript(app, authorization ?? 'none', path, type === 'mutation' ? { input: {} } : {});

  function refusalsOf({ text }: RawAnswer): { appCode?: string; scope?: string } {
    return (JSON.parse(text) as { error?: { data: { appCode: string; scope?: string } } }).error?.data ?? {};
  }

  /** The guard accepts the call, and the input is checked next. */
  function expectLetThrough(answer: RawAnswer): void {
    expect([200, 400, 404]).toContain(answer.status);
    expect(answer.headers['set-cookie']).toBeUndefined();
  }

  it.for(PROCEDURES.filter(({ scope }) => scope === 'session'))(
    'with every scope is refused by $path',
    async (procedure, { app }) => {
      const answer = await call(app, all, procedure);
      expect(answer.status).toBe(403);
      expect(refusalsOf(answer)).toMatchObject({ appCode: 'ACCESS_TOKEN_REFUSED' });
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="Foyer", error="insufficient_scope"');
      expect(answer.headers['set-cookie']).toBeUndefined();
    },
  );

  it.for(
    PROCEDURES.flatMap((procedure) => {
      const scope = SCOPES.find((one) => one === procedure.scope);
      return scope ? [{ ...procedure, scope }] : [];
    }),
  )(
    'is let through by $path with $scope alone, and without it told its name (RFC 6750 3.1)',
    async (procedure, { app }) => {
      const { scope } = procedure;
      expectLetThrough(await call(app, only.get(scope), procedure));
      const refused = await call(app, butFor.get(scope), procedure);
      expect(refused.status).toBe(403);
      expect(refusalsOf(refused)).toMatchObject({ appCode: 'SCOPE_MISSING', scope });
      expect(refused.headers['www-authenticate']).toBe(
        `Bearer realm="Foyer", error="insufficient_scope", scope="${scope}"`,
      );
    },
  );

  it.for(PROCEDURES.filter(({ scope }) => scope === 'public'))(
    'is let through by $path with any scope',
    async (procedure, { app }) => {
      // A new person each: one of these procedures ends its token, and one of those above ends all sessions.
      const someone = await app.signInByMail(uniqueEmail());
      const { token } = await makeToken(app, someone, { scopes: ['activity:read'] });
      const answer = await call(app, bearer(token), procedure);
      expect(refusalsOf(answer).appCode).not.toBe('ACCESS_TOKEN_REFUSED');
      expectLetThrough(answer);
    },
  );
});

interface OpenApi {
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly securitySchemes: Readonly<Record<string, { readonly description: string }>>;
  };
}

describe('the scopes of the application', () => {
  it('are listed for a person, with their words in all languages', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    expect(await app.client(agent).accessTokens.ownScopes.query()).toEqual([
      { name: 'orders:read', ...ORDERS['orders:read'], description: null },
      { name: 'orders:write', ...ORDERS['orders:write'] },
    ]);
    expect(await appCodeOf(app.client(app.agent()).accessTokens.ownScopes.query())).toBe('SessionRequired');
  });

  it('may be chosen for a token, in the order of the form, and open nothing at Foyer', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const scopes = ['orders:write', 'phone:read'];
    const { token, accessToken } = await makeToken(app, agent, { scopes });
    expect(accessToken.scopes).toEqual(['phone:read', 'orders:write']);
    const { text } = await callAsScript(app, bearer(token), 'accessTokens.current');
    expect(JSON.parse(text)).toMatchObject({
      result: { data: { scopes: ['phone:read', 'orders:write'] } },
    });
    expect((await callAsScript(app, bearer(token), 'phone.get')).status).toBe(200);
    expect(refusalOf((await callAsScript(app, bearer(token), 'profile.get')).text)).toBe('SCOPE_MISSING');
  });

  it('may be requested by a device, and the person reads them before they decide', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const started = await startProgram(app, { scopes: ['profile:read', 'orders:read'] });
    const device = app.client(agent).device;
    expect(await device.inspect.mutate({ userCode: started.userCode })).toMatchObject({
      scopes: ['profile:read', 'orders:read'],
    });
    await device.approve.mutate({ userCode: started.userCode });
    expect((await poll(app, started)).scopes).toEqual(['profile:read', 'orders:read']);
  });

  it('are refused by their names when nobody declared them', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const unknown = ['orders:delete'];
    await expect(makeToken(app, agent, { scopes: unknown })).rejects.toMatchObject({
      data: { appCode: 'INVALID_INPUT', issues: [{ path: ['scopes'], key: 'scope-unknown' }] },
    });
    await expect(startProgram(app, { scopes: unknown })).rejects.toThrow('invalid_scope');
    expect(await app.client(agent).accessTokens.list.query()).toEqual([]);
  });

  it('are in the OpenAPI document wherever a token has scopes', async ({ app }) => {
    const { components } = (await app.agent().request('/openapi.json')).json() as OpenApi;
    const names = [...SCOPES, ...Object.keys(ORDERS)];
    for (const name of ['AccessTokensCreateInput', 'AccessToken', 'Session'])
      expect(JSON.stringify(components.schemas[name])).toContain(JSON.stringify(names));
    expect(components.securitySchemes['accessToken']?.description).toContain('orders:write');
  });
});

describe('a token with a scope that the configuration lost', () => {
  it('is without it everywhere, and has it again when it comes back', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const { token } = await makeToken(app, agent, { scopes: ['profile:read', 'orders:write'] });
    const { token: only } = await makeToken(app, agent, { name: 'Orders', scopes: ['orders:write'] });
    await using without = await createTestApp({ databaseName: app.db.databaseName });
    const viaOf = async (server: typeof app) =>
      JSON.parse((await callAsScript(server, bearer(token), 'session.get')).text) as unknown;
    const via = (scopes: string[]) => ({ result: { data: { via: { kind: 'access-token', scopes } } } });
    expect(await viaOf(without)).toMatchObject(via(['profile:read']));
    const { text } = await callAsScript(without, bearer(only), 'accessTokens.current');
    expect(JSON.parse(text)).toMatchObject({ result: { data: { scopes: [] } } });
    expect(await viaOf(app)).toMatchObject(via(['profile:read', 'orders:write']));
  });

  it('comes from no device approval that asked for this scope alone', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const started = await startProgram(app, { scopes: ['orders:write'] });
    await app.client(agent).device.approve.mutate({ userCode: started.userCode });
    await using without = await createTestApp({ databaseName: app.db.databaseName });
    await expect(poll(without, started)).rejects.toThrow('access_denied');
    const other = await approvedProgram(app, agent);
    expect((await poll(without, other)).scopes).toEqual(['profile:read']);
  });

  it('comes from no device approval where the person did not see the scope', async ({ app }) => {
    const email = uniqueEmail();
    const agent = await app.signInByMail(email);
    await using without = await createTestApp({ databaseName: app.db.databaseName });
    const { device } = without.client(await without.signInByMail(email));
    const start = () => startProgram(app, { scopes: ['orders:write', 'profile:read'] });

    const approvedWithout = await start();
    await device.approve.mutate({ userCode: approvedWithout.userCode });
    expect((await poll(app, approvedWithout)).scopes).toEqual(['profile:read']);

    const seenWithout = await start();
    const { scopes } = await device.inspect.mutate({ userCode: seenWithout.userCode });
    expect(scopes).toEqual(['profile:read']);
    await app.client(agent).device.approve.mutate({ userCode: seenWithout.userCode });
    expect((await poll(app, seenWithout)).scopes).toEqual(['profile:read']);

    // A request for this scope alone cannot be approved.
    const { userCode } = await startProgram(app, { scopes: ['orders:write'] });
    expect(await appCodeOf(device.approve.mutate({ userCode }))).toBe('USER_CODE_INVALID');
  });
});
