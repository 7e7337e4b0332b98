import { FoyerError, isFoyerError } from '../foyer-error.ts';
import type { FoyerClient } from '../client.ts';
import type { Permission } from '../config.ts';
import { toBase } from '../http.ts';
import { clientFor } from '../server/client-for.ts';
import { toErrorResponse } from '../server/error-answer.ts';
import { getSession, type RequestSession } from '../server/get-session.ts';
import { checkLevel, type Level, type LevelOptions } from '../server/level.ts';
import { checkPermission } from '../server/permission.ts';
import type { FoyerNextOptions } from './options.ts';

export interface RouteRules extends Pick<LevelOptions, 'within'> {
  readonly level?: Level;
  readonly permission?: Permission;
}

export interface RouteCaller {
  readonly session: RequestSession;
  /** Calls Foyer as this user. */
  readonly client: FoyerClient;
}

/** `Context` has the route's parameters from Next. */
export type WithSession = <Request extends globalThis.Request, Context>(
  handler: (request: Request, caller: RouteCaller, context: Context) => Response | Promise<Response>,
  rules?: RouteRules,
) => (request: Request, context: Context) => Promise<Response>;

export function createWithSession(options: FoyerNextOptions): WithSession {
  return (handler, rules = {}) =>
    async (request, context) => {
      const cookies: string[] = [];
      const answerOptions = { ...options, onSetCookie: (cookie: string) => void cookies.push(cookie) };
      const answer = async () => {
        const session = await getSession(request, answerOptions);
        if (!session) return toErrorResponse(new FoyerError('SessionRequired'));
        return (
          refusalOf(request, session, rules, options) ??
          handler(request, { session, client: clientFor(request, answerOptions) }, context)
        );
      };
      const response = await answer().catch((error: unknown) => {
        // Next's `redirect()` and `notFound()` throw, too.
        if (!isFoyerError(error)) throw error;
        return toErrorResponse(error);
      });
      return withCookies(response, cookies);
    };
}

function refusalOf(
  request: Request,
  session: RequestSession,
  { level, permission, ...rules }: RouteRules,
  options: FoyerNextOptions,
): Response | null {
  // Next's address of a request may differ from the browser's.
  const { origin: appOrigin } = new URL(toBase(options.origin ?? options.url));
  return (
    (level === undefined ? null : checkLevel(request, session, level, { appOrigin, ...options, ...rules })) ??
    (permission === undefined ? null : checkPermission(session, permission))
  );
}

/** Copies the response, because the headers of a redirect are immutable. */
function withCookies(response: Response, cookies: readonly string[]): Response {
  if (cookies.length === 0) return response;
  const copy = new Response(response.body, response);
  for (const cookie of cookies) copy.headers.append('set-cookie', cookie);
  copy.headers.set('cache-control', 'private, no-store');
  return copy;
}
