import type { RequestListener, ServerResponse } from 'node:http';
import { afterEach, describe, expect, vi } from 'vitest';
import { makeToken } from '../../src/testing/users/access-tokens.ts';
import { aPng, blobOf } from '../../src/testing/users/pictures.ts';
import { it } from '../../src/testing/app/fixture.ts';
import type { TestApp } from '../../src/testing/app/test-app.ts';
import { createFoyerClient, isFoyerError, type FoyerError } from './client.ts';
import { recordRequests } from './in-test/record-requests.ts';
import { serve } from './in-test/serve.ts';

let token: string;
it.beforeAll(async ({ app }) => {
  const agent = await app.signInByMail('script@example.test');
  ({ token } = await makeToken(app, agent, { scopes: ['profile:read', 'profile:write', 'sessions:read'] }));
});

async function failureOf(call: Promise<unknown>): Promise<FoyerError> {
  const error: unknown = await call.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  );
  if (!isFoyerError(error)) throw error;
  return error;
}

function recordingClient(app: TestApp) {
  const { sent, fetch } = recordRequests();
  return { client: createFoyerClient({ url: app.origin, token, fetch }), sent };
}

const answerJson = (res: ServerResponse, status: number, body: unknown) =>
  void res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const NOBODY = [{ result: { data: null } }];

describe('a service key', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is sent as the authorization of each call, and its missing scope is named', async () => {
    const authorizations: (string | undefined)[] = [];
    const data = { appCode: 'SCOPE_MISSING', requestId: 'r', scope: 'users:read' };
    const url = await serve((req, res) => {
      authorizations.push(req.headers.authorization);
      answerJson(res, 403, [{ error: { message: 'SCOPE_MISSING', code: -32003, data } }]);
    });
    const client = createFoyerClient({ url, serviceKey: 'foyer_sk_secret' });
    const failure = await failureOf(client.users.get.query({ id: '6564f0000000000000000000' }));
    expect(authorizations).toEqual(['Bearer foyer_sk_secret']);
    expect([failure.code, failure.scope]).toEqual(['SCOPE_MISSING', 'users:read']);
  });

  it.for([
    ['of another kind', { serviceKey: 'foyer_pat_secret' }],
    ['that is missing in the environment', { serviceKey: '' }],
    ['beside an access token', { serviceKey: 'foyer_sk_secret', token: 'foyer_pat_secret' }],
  ] as const)('%s throws when the client is made', ([, options]) => {
    expect(() => createFoyerClient(options)).toThrow(TypeError);
  });

  it('throws in a browser, where everybody could read it', () => {
    vi.stubGlobal('document', {});
    expect(() => createFoyerClient({ serviceKey: 'foyer_sk_secret' })).toThrow('for servers only');
  });
});

describe('the typed client', () => {
  it('calls procedures with an access token, and sends calls of one turn in one request', async ({ app }) => {
    const { client, sent } = recordingClient(app);
    const [session, sessions, profile] = await Promise.all([
      client.session.get.query(),
      client.session.list.query(),
      client.profile.get.query(),
    ]);
    expect(session?.user.email).toBe('script@example.test');
    expect(sessions).toHaveLength(1);
    expect(profile.id).toBe(session?.user.id);
    expect(sent.map(({ url }) => url.pathname)).toEqual(['/trpc/session.get,session.list,profile.get']);
  });

  it('splits calls into requests of at most 20', async ({ app }) => {
    const { client, sent } = recordingClient(app);
    const answers = await Promise.all(Array.from({ length: 45 }, () => client.session.get.query()));
    expect(answers.every(Boolean)).toBe(true);
    expect(sent.map(({ url }) => url.pathname.split(',').length)).toEqual([20, 20, 5]);
  });

  it('calls mutations, and sends bytes unchanged', async ({ app }) => {
    const { client } = recordingClient(app);
    expect((await client.profile.update.mutate({ name: 'Nightly Script' })).name).toBe('Nightly Script');
    expect((await client.profile.uploadPicture.mutate(blobOf(await aPng()))).image).toMatch(/^\/pictures\//);
  });

  it('calls public procedures without a token', async ({ app }) => {
    const client = createFoyerClient({ url: `${app.origin}/` });
    expect(await client.session.get.query()).toBeNull();
    expect((await client.providers.list.query()).map(({ id }) => id)).toEqual(['email']);
    expect(client.url).toBe(app.origin);
  });

  it('throws for an invalid address', () => {
    expect(() => createFoyerClient({ url: 'example.com' })).toThrow('not the address of a Foyer');
  });
});

describe('a failing call', () => {
  it('rejects with code, message, status and the data of the code', async ({ app }) => {
    const { client, sent } = recordingClient(app);
    const missing = await failureOf(client.activity.list.query({}));
    expect(missing).toMatchObject({
      code: 'SCOPE_MISSING',
      status: 403,
      scope: 'activity:read',
      message: 'This access token may not do that.',
      hint: 'Create one with the scope that is named.',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const invalid = await failureOf(client.profile.update.mutate({ name: ' ' }));
    expect(invalid.code).toBe('INVALID_INPUT');
    expect(invalid.issues).toEqual([{ path: ['name'], key: 'name-missing', message: 'Enter a name.' }]);
    expect((await failureOf(client.data.export.mutate())).code).toBe('ACCESS_TOKEN_REFUSED');
    expect(sent, 'nothing of it is tried again').toHaveLength(3);
  });

  it('rejects with ACCESS_TOKEN_INVALID and WRONG_HOST, which come from outside the procedures', async ({
    app,
  }) => {
    const wrong = createFoyerClient({ url: app.origin, token: 'foyer_pat_wrong' });
    expect((await failureOf(wrong.session.get.query())).code).toBe('ACCESS_TOKEN_INVALID');
    const elsewhere = createFoyerClient({ url: app.origin.replace('localhost', '127.0.0.1') });
    expect((await failureOf(elsewhere.session.get.query())).code).toBe('WRONG_HOST');
  });

  it('rejects with UNAVAILABLE when the answer is not from Foyer', async () => {
    const url = await serve(
      (_req, res) => void res.writeHead(200, { 'content-type': 'text/html' }).end('Hi'),
    );
    const error = await failureOf(createFoyerClient({ url }).session.signOut.mutate());
    expect(error.code).toBe('UNAVAILABLE');
    expect(String(error.cause)).toContain('is that a Foyer?');
  });
});

describe('a Foyer with errors', () => {
  const answerUnavailable: RequestListener = (_req, res) => {
    const data = { appCode: 'UNAVAILABLE', requestId: 'r', retryAfter: 0 };
    answerJson(res, 503, { error: { message: 'Away.', data } });
  };

  it('gets a query again, but not a mutation', async () => {
    let requests = 0;
    const url = await serve((req, res) => {
      requests++;
      if (requests < 3) answerUnavailable(req, res);
      else answerJson(res, 200, NOBODY);
    });
    const client = createFoyerClient({ url });
    expect(await client.session.get.query()).toBeNull();
    expect(requests).toBe(3);
    requests = 0;
    expect((await failureOf(client.session.signOut.mutate())).code).toBe('UNAVAILABLE');
    expect(requests).toBe(1);
  });

  it('gets a query four times at most', async () => {
    let requests = 0;
    const url = await serve((req) => {
      requests++;
      req.socket.destroy();
    });
    const error = await failureOf(createFoyerClient({ url }).session.get.query());
    expect(error.code).toBe('UNAVAILABLE');
    expect(requests).toBe(4);
  });

  it('gets a query again after retryAfter, but not when that is long', async () => {
    let requests = 0;
    const started = performance.now();
    let retryAfter = 1;
    const url = await serve((_req, res) => {
      requests++;
      if (requests === 2) return answerJson(res, 200, NOBODY);
      const data = { appCode: 'RATE_LIMITED', requestId: 'r', retryAfter, httpStatus: 429 };
      return answerJson(res, 429, [{ error: { message: 'Often.', code: -32029, data } }]);
    });
    const client = createFoyerClient({ url });
    await client.session.get.query();
    // Only a lower bound, because a busy machine is slower.
    expect(performance.now() - started).toBeGreaterThan(990);
    requests = 2;
    retryAfter = 60;
    expect((await failureOf(client.session.get.query())).retryAfter).toBe(60);
    expect(requests).toBe(3);
  });

  it('is waited for until the timeout or the caller’s signal', async () => {
    let hanging = 0;
    const url = await serve((req, res) => {
      hanging++;
      // Headers without a complete body.
      if (req.method === 'POST') res.writeHead(200, { 'content-type': 'application/json' }).write('[');
    });
    const impatient = createFoyerClient({ url, timeoutMs: 50 });
    const timedOut = await failureOf(impatient.session.signOut.mutate());
    expect(timedOut.code).toBe('UNAVAILABLE');
    expect(timedOut.cause).toMatchObject({ name: 'TimeoutError' });

    const controller = new AbortController();
    const client = createFoyerClient({ url });
    const aborted = client.session.get.query(undefined, { signal: controller.signal });
    const other = client.providers.list.query(undefined, { signal: AbortSignal.timeout(200) });
    controller.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
    await expect(other).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(hanging).toBeLessThanOrEqual(2);
  });
});
