import { describe, expect } from 'vitest';
import { PROOF_OF_WORK_HEADER } from '../../src/shared/proof-of-work.ts';
import { testWith } from '../../src/testing/app/fixture.ts';
import type { TestApp } from '../../src/testing/app/test-app.ts';
import { createFoyerClient, isFoyerError, type FoyerClient } from './client.ts';

const it = testWith({ unknownCallerBounds: { password: { free: 0, perHonest: 0, freeAtMost: 0 } } });

/** A client without a session that records request headers. `change` may replace the header. */
function unknownClient(
  app: TestApp,
  change: (proofOfWork: string | null) => string | null = (unchanged) => unchanged,
): {
  client: FoyerClient;
  sent: (string | null)[];
} {
  const sent: (string | null)[] = [];
  const client = createFoyerClient({
    url: app.origin,
    fetch: (url, init) => {
      const headers = new Headers(init.headers);
      const proofOfWork = change(headers.get(PROOF_OF_WORK_HEADER));
      sent.push(proofOfWork);
      if (proofOfWork !== null) headers.set(PROOF_OF_WORK_HEADER, proofOfWork);
      return fetch(url, { ...init, headers });
    },
  });
  return { client, sent };
}

async function codeOf(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  return isFoyerError(error) ? error.code : String(error);
}

const WRONG = { email: 'script@example.test', password: 'not a password' };

describe('the client during a flood', () => {
  it('solves the challenge and sends the call again', async ({ app }) => {
    const { client, sent } = unknownClient(app);
    expect(await codeOf(client.password.signIn.mutate(WRONG))).toBe('CredentialsSignin');
    expect(sent).toEqual([null, expect.stringMatching(/^[A-Za-z0-9+/]+=*$/)]);
  });

  it('rejects with the challenge after the second refusal', async ({ app }) => {
    const { client, sent } = unknownClient(app, (proofOfWork) => proofOfWork && 'AAAA');
    const failure: unknown = await client.password.signIn.mutate(WRONG).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'PROOF_OF_WORK_REQUIRED',
      status: 428,
      challenge: { parameters: { data: { action: 'password' } } },
    });
    expect(sent).toHaveLength(2);
  });

  it('stops solving when the caller aborts', async ({ app }) => {
    const controller = new AbortController();
    let requests = 0;
    const client = createFoyerClient({
      url: app.origin,
      // Aborts at the challenge, before a client could solve it.
      fetch: async (url, { signal: _signal, ...init }) => {
        requests += 1;
        const answer = await fetch(url, init);
        const body = await answer.text();
        controller.abort(new Error('enough'));
        return new Response(body, answer);
      },
    });
    const call = client.password.signIn.mutate(WRONG, { signal: controller.signal });
    await expect(call).rejects.toThrow('enough');
    expect(requests).toBe(1);
  });
});
