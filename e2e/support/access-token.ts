import type { APIRequestContext } from '@playwright/test';
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import type { AppRouter } from '../../src/server/trpc/router.ts';
import type { Scope } from '../../src/shared/scopes.ts';
import { newestSignInMail, signInMailsTo } from './mailbox.ts';
import { serverUnderTest } from './server-under-test.ts';

export function apiClient(
  request: APIRequestContext,
  origin = serverUnderTest().origin,
): TRPCClient<AppRouter> {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${origin}/trpc`,
        fetch: async (url, init) => {
          const answer = await request.fetch(String(url), {
            method: init?.method ?? 'GET',
            headers: { 'content-type': 'application/json', origin },
            ...(typeof init?.body === 'string' && { data: init.body }),
          });
          return { ok: answer.ok(), json: () => answer.json() as Promise<unknown> };
        },
      }),
    ],
  });
}

/** Signs in by mail without pages: `request` gets the cookies. `outbox` reads the mail. */
export async function signInByCode(
  request: APIRequestContext,
  email: string,
  origin = serverUnderTest().origin,
  outbox = request,
) {
  const { session } = apiClient(request, origin);
  const before = (await signInMailsTo(outbox, email)).length;
  await session.requestLink.mutate({ email });
  const { code } = await newestSignInMail(outbox, email, before + 1);
  return session.signInWithCode.mutate({ email, code });
}

export async function makeAccessToken(
  request: APIRequestContext,
  origin: string,
  email: string,
  scopes: Scope[],
): Promise<string> {
  const client = apiClient(request, origin);
  if ((await client.session.get.query()) === null) await signInByCode(request, email, origin);
  const expires = new Date(Date.now() + 3_600_000).toISOString();
  const { token } = await client.accessTokens.create.mutate({ name: scopes.join(), scopes, expires });
  return token;
}
