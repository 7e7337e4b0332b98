import { describe, expect } from 'vitest';
import { bearer, callAsScript, makeToken } from '../../testing/users/access-tokens.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import type { RawAnswer } from '../../testing/app/raw-request.ts';
import { it } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { SCOPES, type Scope } from '../../shared/scopes.ts';
import { readDeclaration, type ProcedureMeta } from './procedure-meta.ts';
import { freshProcedure } from './procedures.ts';
import { appRouter } from './router.ts';

interface Definition {
  readonly type: 'query' | 'mutation';
  readonly meta: ProcedureMeta;
  readonly middlewares: readonly unknown[];
}

// At run time, the record is flat, by dotted path. Its type is nested.
const PROCEDURES = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: Definition }>,
).map(([path, { _def }]) => [path, { ..._def, ...readDeclaration(_def.meta) }] as const);
const requireFresh = (freshProcedure._def as unknown as Definition).middlewares.at(-1);

/** No access token may call these: a leaked token could get lasting access or take over the account. */
const NEVER_BY_TOKEN =
  /^(accessTokens\.(?!list$)|device\.|password\.(?!get$)|session\.(signIn|confirm|request|continue|reauth|signOut)|accounts\.(link|unlink|inspect|resume|pending)|phone\.(?!get$)|email\.(?!get$)|data\.delete)/;

describe('the router', () => {
  it.each(PROCEDURES)('declares the callers of %s', (_path, { meta, kind, middlewares }) => {
    expect([...SCOPES, 'session', 'public']).toContain('scope' in meta && meta.scope);
    expect(kind === 'fresh').toBe(middlewares.includes(requireFresh));
  });

  it('refuses sensitive procedures to access tokens (security.md 33)', () => {
    const fresh = PROCEDURES.filter(([, { middlewares }]) => middlewares.includes(requireFresh));
    expect(fresh.map(([path]) => path)).toEqual(
      expect.arrayContaining(['accessTokens.create', 'accounts.unlink', 'password.change']),
    );
    expect(fresh.map(([path]) => path)).not.toContain('accounts.list');
    for (const [path, { scope }] of fresh) expect([path, scope]).toEqual([path, 'session']);

    const never = PROCEDURES.filter(([path]) => NEVER_BY_TOKEN.test(path));
    expect(never.length).toBeGreaterThan(20);
    const reachable = never.filter(([, { scope }]) => scope !== 'session' && scope !== 'public');
    expect(reachable.map(([path]) => path)).toEqual([]);
  });

  it('has a procedure for every scope', () => {
    const declared = new Set(PROCEDURES.map(([, { scope }]) => scope));
    expect(SCOPES.filter((scope) => !declared.has(scope))).toEqual([]);
  });
});

describe('an access token over HTTP', () => {
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

  const call = (
    app: TestApp,
    authorization: string | undefined,
    path: string,
    { type }: Pick<Definition, 'type'>,
  ) => callAsScript(app, authorization ?? 'none', path, type === 'mutation' ? { input: {} } : {});

  function refusalsOf({ text }: RawAnswer): { appCode?: string; scope?: string } {
    return (JSON.parse(text) as { error?: { data: { appCode: string; scope?: string } } }).error?.data ?? {};
  }

  function expectLetThrough(answer: RawAnswer): void {
    expect([200, 400, 404]).toContain(answer.status);
    expect(answer.headers['set-cookie']).toBeUndefined();
  }

  it.for(PROCEDURES.filter(([, { scope }]) => scope === 'session'))(
    'with every scope is refused by %s',
    async ([path, definition], { app }) => {
      const answer = await call(app, all, path, definition);
      expect(answer.status).toBe(403);
      expect(refusalsOf(answer)).toMatchObject({ appCode: 'ACCESS_TOKEN_REFUSED' });
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="Foyer", error="insufficient_scope"');
      expect(answer.headers['set-cookie']).toBeUndefined();
    },
  );

  it.for(
    PROCEDURES.flatMap(([path, definition]) => {
      const scope = SCOPES.find((one) => one === definition.scope);
      return scope ? [[path, scope, definition] as const] : [];
    }),
  )(
    'is let through by %s with %s alone, and not with all the others',
    async ([path, scope, definition], { app }) => {
      expectLetThrough(await call(app, only.get(scope), path, definition));
      const refused = await call(app, butFor.get(scope), path, definition);
      expect(refused.status).toBe(403);
      expect(refusalsOf(refused)).toMatchObject({ appCode: 'SCOPE_MISSING', scope });
    },
  );

  it.for(PROCEDURES.filter(([, { scope }]) => scope === 'public'))(
    'is let through by %s with any scope',
    async ([path, definition], { app }) => {
      // Each has a new user, because some of these procedures end their token or all sessions.
      const someone = await app.signInByMail(`${path}@example.test`.toLowerCase());
      const { token } = await makeToken(app, someone, { scopes: ['activity:read'] });
      const answer = await call(app, bearer(token), path, definition);
      expect(refusalsOf(answer).appCode).not.toBe('ACCESS_TOKEN_REFUSED');
      expectLetThrough(answer);
    },
  );
});
