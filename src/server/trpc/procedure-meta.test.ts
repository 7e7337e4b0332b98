import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestAppOptions } from '../../testing/app/test-app.ts';
import { AppError } from '../app-error.ts';
import { createCookieJar } from '../auth/cookies.ts';
import { createProviderFactory } from '../auth/providers.ts';
import { contextOf } from './context.ts';
import { COMMON_ERRORS, declaredErrors } from './procedure-meta.ts';
import { freshProcedure, publicProcedure, router, signedInProcedure } from './procedures.ts';

function raising(code: ConstructorParameters<typeof AppError>[0]) {
  return publicProcedure.meta({ scope: 'public', summary: '', errors: ['NOT_FOUND'] }).query((): string => {
    throw new AppError(code);
  });
}

const testRouter = router({
  notFound: raising('NOT_FOUND'),
  emailTaken: raising('EMAIL_TAKEN'),
  rateLimited: raising('RATE_LIMITED'),
  unavailable: raising('UNAVAILABLE'),
});

type Procedure = 'notFound' | 'emailTaken' | 'rateLimited' | 'unavailable';

function callOf(app: TestApp): (procedure: Procedure) => Promise<unknown> {
  const { deps } = app;
  const req = new IncomingMessage(new Socket());
  const client = { ip: null, userAgent: null, locale: 'en', proofOfWork: null } as const;
  const context = contextOf(
    {
      ...deps,
      cookies: createCookieJar(deps.settings),
      makeProvider: createProviderFactory(new Map(), deps.providerCalls),
    },
    req,
    new ServerResponse(req),
    () => client,
  );
  const caller = testRouter.createCaller(context);
  return (procedure) => caller[procedure]();
}

async function withApp(
  options: TestAppOptions,
  test: (call: (procedure: Procedure) => Promise<unknown>, app: TestApp) => Promise<void>,
): Promise<void> {
  const app = await createTestApp(options);
  try {
    await test(callOf(app), app);
  } finally {
    await app.close();
  }
}

describe('an error that a procedure raises', () => {
  it('reaches the caller when it is declared', async () => {
    await withApp({}, async (call) => {
      await expect(call('notFound')).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(call('unavailable')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    });
  });

  it.each([
    ['emailTaken', 'EMAIL_TAKEN'],
    // The guard raises it for all procedures. A procedure declares it only for its own limit.
    ['rateLimited', 'RATE_LIMITED'],
  ] as const)('fails the call and the test when it is not: %s', async (procedure, code) => {
    const message = `${procedure} raised ${code}`;
    const run = withApp({}, async (call) => {
      await expect(call(procedure)).rejects.toMatchObject({
        code: 'INTERNAL_SERVER_ERROR',
        message: `${message}, which it does not declare`,
      });
    });
    await expect(run).rejects.toThrow(`errors that no procedure declares: ${message}`);
  });

  it('is answered and logged by the product when it is not declared', async () => {
    await withApp({ undeclaredErrors: 'log' }, async (call, { logLines }) => {
      await expect(call('emailTaken')).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(logLines.at(-1)).toMatchObject({
        level: 50,
        procedure: 'emailTaken',
        code: 'EMAIL_TAKEN',
      });
    });
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
      'SESSION_NOT_FRESH',
      'SECOND_FACTOR_REQUIRED',
      'IMPERSONATION_REFUSED',
      'WORDS_DIFFER',
    ]);
  });

  it('repeat none of the errors that any call can fail with, but a rate limit of its own', () => {
    const limited = publicProcedure.meta({ scope: 'public', summary: '', errors: ['RATE_LIMITED'] });
    const errors = declaredErrors(metaOf(limited.query(() => '')), true);
    expect(errors.filter((code) => (COMMON_ERRORS as readonly string[]).includes(code))).toEqual([
      'RATE_LIMITED',
    ]);
  });
});
