import { afterAll, describe, expect } from 'vitest';
import { listen } from '../../testing/run/listen.ts';
import { startIdentityProvider } from '../../testing/providers/identity-provider.ts';
import { NASTY_ANSWERS, type NastyAnswer } from '../../testing/faults/nasty-answers.ts';
import { startProviderVisits } from '../../testing/providers/provider-visits.ts';
import { testWith } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';

const NASTY = Object.keys(NASTY_ANSWERS) as NastyAnswer[];

const good = await startIdentityProvider({ name: 'Good' });
/** `/<answer>` gives its harmful answer for discovery, `/token-<answer>` only at its token endpoint. */
const nasty = await listen((request, response) => {
  const [, id = '', ...rest] = (request.url ?? '').split('/');
  const issuer = `${nasty.url}/${id}`;
  if (id.startsWith('token-') && rest.join('/') === '.well-known/openid-configuration') {
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
      }),
    );
    return;
  }
  const answer = NASTY_ANSWERS[id.replace(/^token-/, '') as NastyAnswer];
  answer(response);
});
const settings = (id: string) => ({ ...good.settings, id, issuer: `${nasty.url}/${id}` });
const it = testWith({
  providers: () =>
    Promise.resolve([good.settings, ...NASTY.flatMap((id) => [settings(id), settings(`token-${id}`)])]),
});
afterAll(() => Promise.all([good.close(), nasty.close()]));

function loggedFault(app: TestApp, provider: string): string | undefined {
  const line = app.logLines.find(({ event, method }) => event === 'auth.failed' && method === provider);
  return /"fault":"([a-z-]+)"|OutgoingCallError/.exec(JSON.stringify(line ?? {}))?.[0];
}

function countStored({ db }: TestApp): Promise<number[]> {
  const names = ['users', 'accounts', 'sessions', 'pending_links'];
  return Promise.all(names.map((name) => db.collection(name).countDocuments()));
}

/** In parallel, because one waits 3.5 s for an answer that hangs. */
async function forEachNasty<T>(ask: (answer: NastyAnswer) => Promise<T>): Promise<Record<string, T>> {
  return Object.fromEntries(await Promise.all(NASTY.map(async (id) => [id, await ask(id)] as const)));
}

const all = <T>(value: T) => Object.fromEntries(NASTY.map((id) => [id, value]));
const errorOf = (location: string | null) => new URL(location ?? 'none:').searchParams.get('error');

describe('a harmful answer of a provider', () => {
  it('at discovery is OAuthSignin, with the cause in the log, and other providers sign in meanwhile', async ({
    app,
  }) => {
    const asked = forEachNasty(async (id) => {
      const { location } = await app.agent().postAuthForm(`/auth/signin/${id}`);
      return errorOf(location);
    });
    const waiting = Array.from({ length: 20 }, () =>
      app
        .client(app.agent())
        .session.signInWith.mutate({ provider: 'hangs' })
        .catch(() => 'failed'),
    );
    const { location } = await startProviderVisits(app).signIn(good, { login: 'ada' });
    expect(errorOf(location.href)).toBeNull();
    expect(await asked).toEqual(all('OAuthSignin'));
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['failed']));
    expect(NASTY.filter((id) => !loggedFault(app, id))).toEqual([]);
  });

  it('at its token endpoint is OAuthCallback, with the cause in the log and without a write', async ({
    app,
  }) => {
    const before = await countStored(app);
    const results = await forEachNasty(async (id) => {
      const agent = app.agent();
      const { url } = await app.client(agent).session.signInWith.mutate({ provider: `token-${id}` });
      const state = new URL(url).searchParams.get('state') ?? '';
      const query = new URLSearchParams({ code: 'code', state }).toString();
      const answer = await agent.request(`/auth/callback/token-${id}?${query}`);
      const left = [...agent.cookies.keys()].filter((name) => /session|state|nonce|pkce/.test(name));
      return { error: errorOf(answer.location), left };
    });
    expect(results).toEqual(all({ error: 'OAuthCallback', left: [] }));
    expect(NASTY.filter((id) => !loggedFault(app, `token-${id}`))).toEqual([]);
    expect(await countStored(app)).toEqual(before);
  });
});
