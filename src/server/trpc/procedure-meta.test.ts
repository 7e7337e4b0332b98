import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../shared/errors/catalogue.ts';
import { createTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { AppError } from '../app-error.ts';
import { createCookieJar } from '../auth/cookies.ts';
import { createProviderFactory } from '../auth/providers.ts';
import { contextOf } from './context.ts';
import { declaredErrors } from './procedure-meta.ts';
import { freshProcedure, publicProcedure, router, signedInProcedure } from './procedures.ts';
import { NO_REQUEST } from '../domain/rules/request-context.ts';

/** Calls a procedure that declares `NOT_FOUND` and raises this. */
function raise({ deps }: TestApp, code: ErrorCode): Promise<unknown> {
  const raising = publicProcedure
    .meta({ scope: 'public', summary: '', errors: ['NOT_FOUND'] })
    .query((): string => {
      throw new AppError(code);
    });
  const req = new IncomingMessage(new Socket());
  const makeProvider = createProviderFactory(new Map(), deps.providerCalls);
  const context = { ...deps, cookies: createCookieJar(deps.settings), makeProvider };
  return router({ raising })
    .createCaller(contextOf(context, req, new ServerResponse(req), () => NO_REQUEST))
    .raising();
}

describe('an error that a procedure raises', () => {
  it('reaches the caller when it is declared, or when the server is overloaded', async () => {
    await using app = await createTestApp();
    await expect(raise(app, 'NOT_FOUND')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(raise(app, 'UNAVAILABLE')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  // The guard raises RATE_LIMITED for all procedures. A procedure declares it only for its own limit.
  it.each(['EMAIL_TAKEN', 'RATE_LIMITED'] as const)(
    'fails the call and the test when it is not: %s',
    async (code) => {
      const app = await createTestApp();
      const message = `raising raised ${code}, which it does not declare`;
      await expect(raise(app, code)).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR', message });
      await expect(app.close()).rejects.toThrow(`errors that no procedure declares: raising raised ${code}`);
    },
  );

  it('is answered and logged by the product when it is not declared', async () => {
    await using app = await createTestApp({ undeclaredErrors: 'log' });
    await expect(raise(app, 'EMAIL_TAKEN')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(app.logLines.at(-1)).toMatchObject({ level: 50, procedure: 'raising', code: 'EMAIL_TAKEN' });
  });
});

describe('the declared errors of a procedure', () => {
  const metaOf = (procedure: { readonly _def: { readonly meta?: unknown } }) =>
    procedure._def.meta as Parameters<typeof declaredErrors>[0];

  it('are those of its input, its kind, its scope and its own', () => {
    const byToken = signedInProcedure.meta({ scope: 'sessions:write', summary: '', errors: ['NOT_FOUND'] });
    expect(declaredErrors(metaOf(byToken.query(() => '')), false)).toEqual([
      'ACCESS_TOKEN_INVALID',
      'SessionRequired',
      'IMPERSONATION_REFUSED',
      'SCOPE_MISSING',
      'NOT_FOUND',
    ]);
    const fresh = freshProcedure.meta({ scope: 'session', summary: '', errors: ['WORDS_DIFFER'] });
    expect(declaredErrors(metaOf(fresh.query(() => '')), true)).toEqual([
      'INVALID_INPUT',
      'ACCESS_TOKEN_INVALID',
      'ACCESS_TOKEN_REFUSED',
      'SessionRequired',
      'IMPERSONATION_REFUSED',
      'SESSION_NOT_FRESH',
      'SECOND_FACTOR_REQUIRED',
      'WORDS_DIFFER',
    ]);
  });
});
