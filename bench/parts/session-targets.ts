import type { Target } from '../load/messages.ts';
import { aroundValue, rawRequest, VALUE } from '../load/raw-request.ts';
import type { ServerId } from '../results.ts';
import type { SeededAccessToken } from '../seeds/foyer.ts';
import {
  authJsToken,
  betterAuthCookie,
  emailOf,
  visitorsOf,
  type People,
  type SeededSession,
} from '../seeds/people.ts';
import { FLOOR_COOKIE } from '../servers/floor-session.ts';
import { FOYER_COOKIE, SECRET, type RunningServer } from '../start-servers.ts';

export const SESSION_GET = '/trpc/session.get';
const CALLS_IN_BATCH = 5;
const BATCH_GET = `/trpc/${Array.from({ length: CALLS_IN_BATCH }, () => 'session.get').join(',')}?batch=1&input=%7B%7D`;
export const BETTER_AUTH_GET = '/api/auth/get-session';
const BETTER_AUTH_COOKIE = 'better-auth.session_token';
const BETTER_AUTH_CACHE = 'better-auth.session_data';
/** Each person must fetch a cookie first. Without a look-up their number does not matter. */
const CACHE_VISITORS = 1000;

type Process = Exclude<ServerId, 'foyer-token' | 'foyer-batch'>;

export interface SessionTarget {
  readonly id: ServerId;
  /** The server's process. */
  readonly on: Process;
  readonly target: Target;
}

/** The marker of the right answer in every server's JSON. */
export const markerOf = (email: string) => `"email":"${email}"`;

type ByCookie = (
  id: ServerId,
  on: Process,
  path: string,
  cookie: string,
  valueOf: (session: SeededSession) => string,
) => SessionTarget;

const tokenOf = (session: SeededSession) => session.token;

function byCookieOf(running: Partial<Record<Process, RunningServer>>, sessions: SeededSession[]): ByCookie {
  return (id, on, path, cookie, valueOf) => {
    const server = running[on];
    if (!server) throw new Error(`${on} does not run`);
    return {
      id,
      on,
      target: {
        ...getWith(server, path, { cookie: `${cookie}=${VALUE}` }),
        people: sessions.map((session) => [valueOf(session), markerOf(session.person.email)]),
        times: 1,
      },
    };
  };
}

/** The GET requests of the floor and of Foyer for these sessions. */
export function ownTargets(
  running: Pick<Record<Process, RunningServer>, 'floor' | 'foyer'>,
  people: People,
  visitors: readonly number[],
): SessionTarget[] {
  const byCookie = byCookieOf(
    running,
    visitors.map((number) => people.session(number)),
  );
  return [
    byCookie('floor', 'floor', '/session', FLOOR_COOKIE, tokenOf),
    byCookie('foyer', 'foyer', SESSION_GET, FOYER_COOKIE, tokenOf),
  ];
}

/** The GET request of each server for the session, for people from all over the database. */
export async function comparedTargets(
  running: Record<Process, RunningServer>,
  people: People,
  visitors: readonly number[],
  accessTokens: readonly SeededAccessToken[],
): Promise<SessionTarget[]> {
  const sessions = visitors.map((number) => people.session(number));
  const byCookie = byCookieOf(running, sessions);
  const signed = (session: SeededSession) => betterAuthCookie(session, SECRET);
  const batch = byCookie('foyer-batch', 'foyer', BATCH_GET, FOYER_COOKIE, tokenOf);
  const cached = running['better-auth-cache'];
  return [
    ...ownTargets(running, people, visitors),
    byCookie('express', 'express', '/session', FLOOR_COOKIE, tokenOf),
    byCookie('auth-js', 'auth-js', '/auth/session', 'authjs.session-token', authJsToken),
    byCookie('better-auth', 'better-auth', BETTER_AUTH_GET, BETTER_AUTH_COOKIE, signed),
    {
      id: 'better-auth-cache',
      on: 'better-auth-cache',
      target: {
        ...getWith(cached, BETTER_AUTH_GET, { cookie: VALUE }),
        people: await cachedPeople(cached, sessions.slice(0, CACHE_VISITORS)),
        times: 1,
      },
    },
    {
      id: 'foyer-token',
      on: 'foyer',
      target: {
        ...getWith(running.foyer, SESSION_GET, { authorization: `Bearer ${VALUE}` }),
        people: visitorsOf(accessTokens.length, { most: visitors.length }).flatMap((index) => {
          const [secret, person] = accessTokens[index] ?? [];
          return secret === undefined || person === undefined
            ? []
            : [[secret, markerOf(emailOf(person))] as const];
        }),
        times: 1,
      },
    },
    { ...batch, target: { ...batch.target, times: CALLS_IN_BATCH } },
  ];
}

function getWith(
  { port, host }: RunningServer,
  path: string,
  headers: Record<string, string>,
): Pick<Target, 'port' | 'before' | 'after'> {
  return { port, ...aroundValue(rawRequest({ path, host, headers })) };
}

/** Both cookies; the server sets the second one after a look-up in the database. */
async function cachedPeople(
  { port }: RunningServer,
  sessions: readonly SeededSession[],
): Promise<Target['people']> {
  const people: (readonly [string, string])[] = [];
  for (const session of sessions) {
    const cookie = `${BETTER_AUTH_COOKIE}=${betterAuthCookie(session, SECRET)}`;
    const answer = await fetch(`http://127.0.0.1:${port}${BETTER_AUTH_GET}`, { headers: { cookie } });
    await answer.text();
    const cacheCookie = answer.headers
      .getSetCookie()
      .map((text) => text.split(';')[0] ?? '')
      .find((text) => text.startsWith(`${BETTER_AUTH_CACHE}=`));
    if (cacheCookie === undefined) throw new Error('Better Auth gave no cookie for its cache');
    people.push([`${cookie}; ${cacheCookie}`, markerOf(session.person.email)]);
  }
  return people;
}
