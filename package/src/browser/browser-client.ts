import { generateRandomCodeVerifier, generateRandomNonce, generateRandomState } from 'oauth4webapi';
import { OAuthError } from './oauth-error.ts';
import { createPendingSignIns, type PendingSignIn } from './pending-sign-in.ts';
import { createProtocol } from './protocol.ts';
import { createSharedTokens } from './shared-tokens.ts';
import type { Tab } from './tab.ts';
import type { Tokens } from './tokens.ts';
import type { BrowserClient, BrowserClientOptions, SignInOptions } from './types.ts';

/** An access token that ends within this time is replaced before it is used. */
const REFRESH_BEFORE_MS = 60_000;
/** The pauses before a further attempt, once the access token has ended. */
const PAUSES_MS = [250, 1000] as const;
/** The parameters of an answer to a sign-in (RFC 6749, 4.1.2; RFC 9207). */
const ANSWER_PARAMETERS = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri'] as const;
/** What Foyer answers instead of showing a page (OpenID Connect Core, 3.1.2.6). */
const NEEDS_A_PAGE = new Set(['login_required', 'interaction_required', 'account_selection_required']);
/** Hosts of this machine. They need no certificate. */
const THIS_MACHINE = /^(?:localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/;

export function createClientInTab(options: BrowserClientOptions, tab: Tab): BrowserClient {
  const issuer = toIssuer(options.issuer);
  const { clientId, redirectUri, scope = 'openid profile email', resource = [] } = options;
  const resources = typeof resource === 'string' ? [resource] : resource;
  // `1` is the version of the messages between tabs.
  const name = `foyer-auth:1:${issuer.href}:${clientId}`;
  const protocol = createProtocol({ issuer, clientId, redirectUri, scope, resources }, tab);
  const pendingSignIns = createPendingSignIns(tab, name);
  const shared = createSharedTokens(tab, name, ({ refreshToken }) => {
    // A new sign-in replaces this session. It ends by itself when Foyer does not answer.
    if (refreshToken !== undefined) protocol.revoke(refreshToken).catch(() => undefined);
  });
  // Another tab may have signed in.
  shared.subscribe(() => {
    if (shared.get()) pendingSignIns.noteSignIn();
  });
  const lifetimeOf = ({ expiresAt }: Tokens) => expiresAt - tab.now();

  async function withAttempts<Result>(
    pausesMs: readonly number[],
    call: () => Promise<Result>,
  ): Promise<Result> {
    for (const pauseMs of pausesMs) {
      try {
        return await call();
      } catch (error) {
        if (!isOutage(error)) throw error;
        await tab.pause(pauseMs);
      }
    }
    return call();
  }

  async function authorize(
    { returnTo, acrValues, maxAge }: SignInOptions,
    { isSilent }: { readonly isSilent: boolean },
  ): Promise<void> {
    const here = tab.address();
    const target = new URL(returnTo ?? here, here);
    if (target.origin !== here.origin) throw new TypeError('returnTo is no page of this origin');
    if (new URL(redirectUri).origin !== here.origin)
      throw new TypeError('redirectUri is no page of this origin');
    const pending: PendingSignIn = {
      state: generateRandomState(),
      nonce: generateRandomNonce(),
      verifier: generateRandomCodeVerifier(),
      returnTo: target.pathname + target.search + target.hash,
      ...(maxAge === undefined ? {} : { maxAge }),
      isSilent,
    };
    const address = await protocol.authorizationAddress(pending, {
      ...(acrValues === undefined ? {} : { acr_values: acrValues }),
      ...(maxAge === undefined ? {} : { max_age: String(maxAge) }),
      ...(isSilent ? { prompt: 'none' } : {}),
    });
    pendingSignIns.save(pending);
    // A silent sign-in leaves no history entry. Otherwise, Back would lead to Foyer and return here.
    tab.navigate(address, { isReplaced: isSilent });
  }

  let handled: Promise<string> | null = null;
  function handleRedirect(): Promise<string | null> {
    const answer = tab.address();
    if (!isAnswer(answer, redirectUri)) return handled ?? Promise.resolve(null);
    const rest = new URL(answer);
    for (const parameter of ANSWER_PARAMETERS) rest.searchParams.delete(parameter);
    tab.replaceAddress(rest);
    handled = complete(answer).finally(() => {
      handled = null;
    });
    return handled;
  }

  async function complete(answer: URL): Promise<string> {
    const pending = pendingSignIns.take(answer.searchParams.get('state'));
    if (!pending) throw new OAuthError('ANSWER_INVALID');
    try {
      shared.set(await protocol.redeem(answer, pending));
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      const { code, reason, message: description } = error;
      const isNobody = pending.isSilent && code === 'REFUSED';
      if (isNobody) pendingSignIns.noteNobody();
      if (!isNobody || !NEEDS_A_PAGE.has(reason ?? ''))
        throw new OAuthError(code, { reason, description, returnTo: pending.returnTo, cause: error });
    }
    return pending.returnTo;
  }

  async function restore({ returnTo }: Pick<SignInOptions, 'returnTo'> = {}) {
    await handled?.catch(() => null);
    if (!shared.get()) await shared.ask();
    if (shared.get()) return 'signed-in';
    if (!pendingSignIns.mayRestore()) return 'signed-out';
    await authorize(returnTo === undefined ? {} : { returnTo }, { isSilent: true });
    return 'redirecting';
  }

  /** One tab refreshes at a time. The others wait for its lock and use its tokens. */
  function refresh(): Promise<Tokens> {
    return tab.exclusively(name, async () => {
      const isDue = () => {
        const tokens = shared.get();
        return tokens !== null && lifetimeOf(tokens) <= REFRESH_BEFORE_MS;
      };
      // A suspended tab has missed the messages of other tabs.
      if (isDue()) await shared.ask();
      const tokens = shared.get();
      if (!tokens) throw new OAuthError('SIGNED_OUT');
      if (!isDue()) return tokens;
      const { refreshToken } = tokens;
      try {
        if (refreshToken === undefined) throw new OAuthError('SIGNED_OUT');
        // A valid token means that nobody waits for another attempt.
        const pauses = lifetimeOf(tokens) > 0 ? [] : PAUSES_MS;
        shared.set(await withAttempts(pauses, () => protocol.refresh({ ...tokens, refreshToken })));
      } catch (error) {
        if (!isEnd(error)) throw error;
        shared.end(tokens.version);
        throw new OAuthError('SIGNED_OUT', { cause: error });
      }
      const refreshed = shared.get();
      if (!refreshed) throw new OAuthError('SIGNED_OUT');
      return refreshed;
    });
  }

  let refreshing: Promise<Tokens> | null = null;
  async function getAccessToken(): Promise<string> {
    const tokens = shared.get();
    if (!tokens) throw new OAuthError('SIGNED_OUT');
    if (lifetimeOf(tokens) > REFRESH_BEFORE_MS) return tokens.accessToken;
    refreshing ??= refresh().finally(() => {
      refreshing = null;
    });
    try {
      return (await refreshing).accessToken;
    } catch (error) {
      if (isOutage(error) && lifetimeOf(tokens) > 0) return tokens.accessToken;
      throw error;
    }
  }

  async function signOut(): Promise<void> {
    // Another tab may know the session that is to end.
    if (!shared.get()) await shared.ask();
    const tokens = shared.get();
    pendingSignIns.noteSignOut();
    shared.end(Math.max(tab.now(), tokens?.version ?? 0));
    const refreshToken = tokens?.refreshToken;
    if (refreshToken === undefined) return;
    // A running refresh ends first. Its tokens are of the same session.
    await tab.exclusively(name, () => withAttempts(PAUSES_MS, () => protocol.revoke(refreshToken)));
  }

  async function fetchWithToken(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    const { origin } = new URL(request.url);
    const audiences = resources.length === 0 ? [issuer.href] : resources;
    if (!audiences.some((audience) => new URL(audience).origin === origin))
      throw new TypeError(`${origin} is none of the resources, so it does not get the access token`);
    request.headers.set('authorization', `Bearer ${await getAccessToken()}`);
    return tab.fetch(request);
  }

  return {
    get claims() {
      return shared.get()?.claims ?? null;
    },
    subscribe: shared.subscribe,
    signIn: (chosen = {}) => authorize(chosen, { isSilent: false }),
    handleRedirect,
    restore,
    getAccessToken,
    fetch: fetchWithToken,
    signOut,
  };
}

function toIssuer(text: string): URL {
  const issuer = new URL(text);
  if (issuer.protocol !== 'https:' && !(issuer.protocol === 'http:' && THIS_MACHINE.test(issuer.hostname)))
    throw new TypeError('issuer is no https address');
  return issuer;
}

function isAnswer(address: URL, redirectUri: string): boolean {
  const { origin, pathname } = new URL(redirectUri);
  const { searchParams } = address;
  return (
    address.origin === origin &&
    address.pathname === pathname &&
    searchParams.has('state') &&
    (searchParams.has('code') || searchParams.has('error'))
  );
}

function isEnd(error: unknown): boolean {
  return error instanceof OAuthError && (error.code === 'SIGNED_OUT' || error.reason === 'invalid_grant');
}

function isOutage(error: unknown): boolean {
  return error instanceof OAuthError && error.code === 'UNAVAILABLE';
}
