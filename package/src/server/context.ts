import type { FoyerClient } from '../client.ts';
import { can } from '../access.ts';
import type { Permission } from '../config.ts';
import { FoyerError } from '../foyer-error.ts';
import { clientFor } from './client-for.ts';
import { errorAnswerOf, type Refusal } from './error-answer.ts';
import {
  getSession,
  requireScopes,
  type FoyerServerOptions,
  type GetSessionOptions,
  type RequestSession,
} from './get-session.ts';
import { refusalOf, type Level, type LevelOptions, type NavigableRequest } from './level.ts';
import { ownOriginsOf } from './own-origin.ts';
import { readHeader, type RequestLike } from './request.ts';

export type FoyerMiddlewareOptions = FoyerServerOptions & Pick<GetSessionOptions, 'accessTokens'>;

/** What each framework's middleware adds to a request. */
export interface FoyerContext {
  /** `null`: nobody is signed in. */
  readonly session: RequestSession | null;
  /** Calls Foyer as the user of this request. */
  readonly client: FoyerClient;
}

export interface SignedInContext extends FoyerContext {
  readonly session: RequestSession;
}

const optionsByContext = new WeakMap<FoyerContext, FoyerMiddlewareOptions>();

/** Throws at the start for a wrong address or a missing scope. */
export function checkOptions(options: FoyerMiddlewareOptions): void {
  ownOriginsOf(options);
  requireScopes(options);
}

export async function readContext(
  request: RequestLike,
  options: FoyerMiddlewareOptions,
  onSetCookie: (cookie: string) => void,
): Promise<FoyerContext> {
  const requestOptions = { ...options, onSetCookie };
  const session = await getSession(request, requestOptions);
  let client: FoyerClient | undefined;
  const context: FoyerContext = {
    session,
    // Most requests need no client.
    get client() {
      return (client ??= clientFor(request, requestOptions));
    },
  };
  optionsByContext.set(context, options);
  return context;
}

/** `address` returns the absolute URL of the request. */
type CheckedRequest = [request: NavigableRequest, address: () => string];

/** Returns `null` to continue, or the answer to send instead. */
export type Check = (context: FoyerContext, ...about: CheckedRequest) => Refusal | null;

/** Whether this request may continue. `setUp` tells the app how to set up a missing context. */
export function decisionOf(
  name: string,
  check: Check,
  setUp = 'call foyer({ url })',
): (context: FoyerContext | null | undefined, ...about: CheckedRequest) => Refusal | null {
  return (context, ...about) => {
    if (!context) throw new Error(`${name}: ${setUp} first`);
    return check(context, ...about);
  };
}

export const sessionCheck: Check = (context, request) =>
  context.session === null
    ? errorAnswerOf(new FoyerError('SessionRequired', { message: whyNobody(context, request) }))
    : null;

/** Why the request's bearer token is not accepted; `undefined` without one. */
function whyNobody(context: FoyerContext, request: RequestLike): string | undefined {
  const token = /^bearer +(.*)$/i.exec(readHeader(request, 'authorization') ?? '')?.[1];
  if (token === undefined) return undefined;
  if (token.startsWith('foyer_sk_'))
    return 'This is a service key of an application, and no person. Send the session cookie, or the access token of a person.';
  return optionsByContext.get(context)?.accessTokens
    ? 'The bearer token is no access token of Foyer, which begins with foyer_pat_.'
    : 'No access tokens are accepted here, only the session cookie: foyer() has no option accessTokens.';
}

export function permissionCheck(permission: Permission): Check {
  return (context, request, address) =>
    sessionCheck(context, request, address) ??
    (can(context.session, permission) ? null : errorAnswerOf(new FoyerError('PERMISSION_MISSING')));
}

export function levelCheck(level: Level, options: LevelOptions): Check {
  return (context, request, address) => {
    const nobody = sessionCheck(context, request, address);
    if (nobody) return nobody;
    const foyerOptions = optionsByContext.get(context);
    if (!foyerOptions) throw new TypeError('the context is not one of foyer()');
    return refusalOf(request, address(), context.session, level, { ...foyerOptions, ...options });
  };
}
