import { describe, expect } from 'vitest';
import { bearer, callAsScript, makeToken } from '../../testing/users/access-tokens.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import type { RawAnswer } from '../../testing/app/raw-request.ts';
import { it } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { SCOPES, type Scope } from '../../shared/scopes.ts';
import { freshProcedure } from './procedures.ts';
import { uniqueEmail } from '../../testing/run/unique-name.ts';
import { type AnyProcedure, PROCEDURES } from '../../testing/app/procedures.ts';

const requireFresh = (freshProcedure._def as unknown as AnyProcedure).middlewares.at(-1);

/** Procedures that no access token may call: a leaked token could otherwise get lasting access or take over the account. */
const NEVER_BY_TOKEN =
  /^(accessTokens\.(?!list$)|device\.|password\.(?!get$)|session\.(signIn|confirm|request|continue|reauth|signOut)|accounts\.(link|unlink|inspect|resume|pending)|phone\.(?!get$)|email\.(?!get$)|data\.delete)/;

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
  )('is let through by $path with $scope alone, and not with all the others', async (procedure, { app }) => {
    const { scope } = procedure;
    expectLetThrough(await call(app, only.get(scope), procedure));
    const refused = await call(app, butFor.get(scope), procedure);
    expect(refused.status).toBe(403);
    expect(refusalsOf(refused)).toMatchObject({ appCode: 'SCOPE_MISSING', scope });
  });

  it.for(PROCEDURES.filter(({ scope }) => scope === 'public'))(
    'is let through by $path with any scope',
    async (procedure, { app }) => {
      // Each has a new person, because one of these procedures ends its token and one of those above ends all sessions.
      const someone = await app.signInByMail(uniqueEmail());
      const { token } = await makeToken(app, someone, { scopes: ['activity:read'] });
      const answer = await call(app, bearer(token), procedure);
      expect(refusalsOf(answer).appCode).not.toBe('ACCESS_TOKEN_REFUSED');
      expectLetThrough(answer);
    },
  );
});
