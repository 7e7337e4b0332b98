import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { can } from '../access.ts';
import type { FoyerClient } from '../client.ts';
import type { Permission } from '../config.ts';
import { FoyerError } from '../foyer-error.ts';
import { toBase } from '../http.ts';
import { clientFor } from '../server/client-for.ts';
import { getSession, requireScopes, type RequestSession } from '../server/get-session.ts';
import { hasLevel, type Level, type LevelOptions } from '../server/level.ts';
import { signInUrlOf, verifyUrlOf } from './addresses.ts';
import { createHandlers, type FoyerRouteHandlers } from './handlers.ts';
import type { FoyerNextOptions } from './options.ts';
import { presentPathOf } from './present-path.ts';
import { presentRequest } from './present-request.ts';
import { createProxy, type FoyerProxyOptions, type NextRequestLike } from './proxy.ts';
import { createWithSession, type WithSession } from './route.ts';

export interface ReturnOptions {
  /** The path and query to return to. Default: the present page, which is known behind `proxy()`. */
  readonly callbackUrl?: string;
}

export interface FoyerNext {
  /**
   * The session of the request, or `null`: for server components, server actions and route handlers. A page
   * asks Foyer once.
   *
   * Throws `FoyerError`, such as `UNAVAILABLE`, which is not "signed out". Its `digest`, which Next's
   * `error.tsx` receives, is its code.
   */
  auth(): Promise<RequestSession | null>;
  /** Returns the session, or redirects to Foyer's sign-in page, which returns here. */
  requireSession(options?: ReturnOptions): Promise<RequestSession>;
  /** Like `requireLevel(1)`: the user has authenticated within `within` seconds; default 600. */
  requireFresh(options?: ReturnOptions & Pick<LevelOptions, 'within'>): Promise<RequestSession>;
  /**
   * Returns the session of a user who has verified this level within `within` seconds (default 600), or
   * redirects to Foyer's page for it, which returns here. Throws `SECOND_FACTOR_REQUIRED` or
   * `SESSION_NOT_FRESH` for an access token.
   */
  requireLevel(level: Level, options?: ReturnOptions & Pick<LevelOptions, 'within'>): Promise<RequestSession>;
  /** Returns the session of a user with this permission. Throws `PERMISSION_MISSING` for other users. */
  requirePermission(permission: Permission, options?: ReturnOptions): Promise<RequestSession>;
  /** A client that acts as this user. Only a server action can hand Foyer's cookies to the browser. */
  clientFor(): Promise<FoyerClient>;
  /**
   * Makes a route handler for signed-in users. Answers 401 `SessionRequired` without a session, checks
   * `rules` as `checkLevel` and `checkPermission` do, and answers the handler's `FoyerError`.
   */
  readonly withSession: WithSession;
  /** The address of Foyer's sign-in page, which returns to this path and query of the app. */
  signInUrl(callbackUrl?: string): string;
  /** For `proxy.ts`: redirects signed-out users to Foyer's sign-in page and back, and renews cookies. */
  proxy(options?: FoyerProxyOptions): (request: NextRequestLike) => Promise<Response>;
  /** A catch-all route that passes Foyer's paths on to Foyer, where no load balancer does. */
  readonly handlers: FoyerRouteHandlers;
}

/** Connects a Next app (App Router) with Foyer. Call it once, in a module that the app imports. */
export function createFoyerNext(options: FoyerNextOptions): FoyerNext {
  // Throws at the start for a wrong address or a missing scope.
  toBase(options.origin ?? options.url);
  requireScopes(options);

  const readSession = cache(async () => {
    const [request, onSetCookie] = await presentRequest(options);
    return getSession(request, { ...options, onSetCookie });
  });

  const pathFor = async ({ callbackUrl }: ReturnOptions) =>
    callbackUrl ?? presentPathOf({ headers: await headers() });

  const requireSession = async (returnOptions: ReturnOptions = {}) =>
    (await readSession()) ?? redirect(signInUrlOf(options, await pathFor(returnOptions)));

  const requireLevel: FoyerNext['requireLevel'] = async (level, levelOptions = {}) => {
    const session = await requireSession(levelOptions);
    if (hasLevel(session, level, levelOptions)) return session;
    if (session.via.kind === 'access-token')
      throw new FoyerError(level === 2 ? 'SECOND_FACTOR_REQUIRED' : 'SESSION_NOT_FRESH');
    return redirect(verifyUrlOf(options, level, await pathFor(levelOptions)));
  };

  return {
    auth: readSession,
    requireSession,
    requireFresh: (levelOptions) => requireLevel(1, levelOptions),
    requireLevel,
    async requirePermission(permission, returnOptions) {
      const session = await requireSession(returnOptions);
      if (!can(session, permission)) throw new FoyerError('PERMISSION_MISSING');
      return session;
    },
    async clientFor() {
      const [request, onSetCookie] = await presentRequest(options);
      return clientFor(request, { ...options, onSetCookie });
    },
    withSession: createWithSession(options),
    signInUrl: (callbackUrl) => signInUrlOf(options, callbackUrl ?? null),
    proxy: (proxyOptions = {}) => createProxy(options, proxyOptions),
    handlers: createHandlers(options),
  };
}
