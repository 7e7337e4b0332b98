import type { APIRequestContext } from '@playwright/test';
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import type { AppRouter } from '../../src/server/trpc/router.ts';
import type { Scope } from '../../src/shared/scopes.ts';
import { newestSignInMail } from './mailbox.ts';

export function apiClient(request: APIRequestContext, origin: string): TRPCClient<AppRouter> {
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

export async function makeAccessToken(
  request: APIRequestContext,
  origin: string,
  email: string,
  scopes: Scope[],
): Promise<string> {
  const client = apiClient(request, origin);
  if ((await client.session.get.query()) === null) {
    await client.session.requestLink.mutate({ email });
    const { code } = await newestSignInMail(request, email);
    await client.session.signInWithCode.mutate({ email, code });
  }
  const expires = new Date(Date.now() + 3_600_000).toISOString();
  const { token } = await client.accessTokens.create.mutate({ name: scopes.join(), scopes, expires });
  return token;
}
