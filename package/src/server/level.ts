import { FoyerError } from '../foyer-error.ts';
import { hasLevel, type Level, type ProofAge } from '../has-level.ts';
import { toBase } from '../http.ts';
import { errorAnswerOf, toResponse, type Refusal } from './error-answer.ts';
import type { FoyerServerOptions, RequestSession } from './get-session.ts';
import { isNavigation, type RequestLike } from './request.ts';

export { hasLevel, type Level };

export interface LevelOptions extends ProofAge {
  /** The app's public origin. Needed behind a proxy that changes the scheme or `Host` of requests. */
  readonly appOrigin?: string;
}

export interface NavigableRequest extends RequestLike {
  readonly method: string;
}

/** `null`: the session has the level. `address` is the absolute URL of the request. */
export function refusalOf(
  request: NavigableRequest,
  address: string,
  session: RequestSession | null,
  level: Level,
  options: LevelOptions & Pick<FoyerServerOptions, 'url' | 'origin'>,
): Refusal | null {
  if (session === null) return errorAnswerOf(new FoyerError('SessionRequired'));
  if (hasLevel(session, level, options)) return null;
  const error = new FoyerError(level === 2 ? 'SECOND_FACTOR_REQUIRED' : 'SESSION_NOT_FRESH');
  if (session.via.kind === 'access-token') return errorAnswerOf(error);
  const verifyUrl = `${toBase(options.origin ?? options.url)}/verify?level=${level}`;
  // `Host` may be invalid.
  if (!isNavigation(request) || !URL.canParse(address)) return errorAnswerOf(error, verifyUrl);
  const { origin, pathname, search } = new URL(address);
  const callbackUrl = toBase(options.appOrigin ?? origin) + pathname + search;
  return { location: `${verifyUrl}&callbackUrl=${encodeURIComponent(callbackUrl)}` };
}

/**
 * For Fetch requests: `null` when the user has verified this level within `within` seconds, otherwise the
 * answer to send. A navigation gets a redirect (303) to Foyer's page for it, which returns to the request's
 * address. Others get 403 with `{ error: { message, data: { appCode, verifyUrl } } }`:
 * `SECOND_FACTOR_REQUIRED`, or `SESSION_NOT_FRESH` for level 1. Without a session it is 401
 * `SessionRequired`.
 */
export function checkLevel(
  request: Request,
  session: RequestSession | null,
  level: Level,
  options: LevelOptions & Pick<FoyerServerOptions, 'url' | 'origin'>,
): Response | null {
  const refusal = refusalOf(request, request.url, session, level, options);
  return refusal && toResponse(refusal);
}

/** Like `checkLevel` with level 1: the user has authenticated within `within` seconds; default 600. */
export function checkFresh(
  request: Request,
  session: RequestSession | null,
  options: LevelOptions & Pick<FoyerServerOptions, 'url' | 'origin'>,
): Response | null {
  return checkLevel(request, session, 1, options);
}
