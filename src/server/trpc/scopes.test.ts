import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../shared/schemas/access-tokens.ts';
import { freshProcedure, type ProcedureMeta } from './procedures.ts';
import { appRouter } from './router.ts';

interface Definition {
  readonly meta?: ProcedureMeta;
  readonly middlewares: readonly unknown[];
}

// At run time the record is flat, by dotted path; its type is not.
const PROCEDURES = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: Definition }>,
).map(([path, { _def }]) => [path, _def] as const);
const requireFresh = (freshProcedure._def as unknown as Definition).middlewares.at(-1);

/** What an access token must never do, whatever it is allowed: by it a leaked token would become a lasting one, or an account. */
const NEVER_BY_TOKEN =
  /^(accessTokens\.|password\.(?!get$)|session\.(signIn|confirm|request|continue|reauth|signOut)|accounts\.(link|unlink|resume|pending)|phone\.(?!get$)|email\.(?!get$)|data\.delete)/;

describe.each(PROCEDURES)('%s', (path, { meta, middlewares }) => {
  it('declares who may call it', () => {
    expect([...SCOPES, 'session', 'public']).toContain(meta?.scope);
  });

  it('is out of an access token’s reach when it is sensitive', () => {
    if (middlewares.includes(requireFresh)) expect(meta?.scope).toBe('session');
    if (NEVER_BY_TOKEN.test(path)) expect(['session', 'public']).toContain(meta?.scope);
  });
});

it('what asks for a fresh session is recognised as such', () => {
  const fresh = PROCEDURES.filter(([, { middlewares }]) => middlewares.includes(requireFresh));
  expect(fresh.map(([path]) => path)).toEqual(expect.arrayContaining(['accounts.unlink', 'password.change']));
  expect(fresh.map(([path]) => path)).not.toContain('accounts.list');
});
