import type { Target } from '../load/messages.ts';
import { aroundValue, rawRequest, VALUE } from '../load/raw-request.ts';
import type { ServerId } from '../results.ts';
import type { SeededAccessToken } from '../seeds/foyer.ts';
import {
  authJsToken,
  betterAuthCookie,
  emailOf,
  visitorsOf,
  type Users,
  type SeededSession,
} from '../seeds/users.ts';
import { FLOOR_COOKIE } from '../servers/floor-session.ts';
import { FOYER_COOKIE, SECRET, type RunningServer } from '../start-servers.ts';

export const SESSION_GET = '/trpc/session.get';
const CALLS_IN_BATCH = 5;
const BATCH_GET = `/trpc/${Array.from({ length: CALLS_IN_BATCH }, () => 'session.get').join(',')}?batch=1&input=%7B%7D`;
const BETTER_AUTH_GET = '/api/auth/get-session';
const BETTER_AUTH_COOKIE = 'better-auth.session_token';
const BETTER_AUTH_CACHE = 'better-auth.session_data';
/** Each person must fetch a cookie first. Without a look-up their number does not matter. */
const CACHE_VISITORS = 1000;

type Process = Exclude<ServerId, 'foyer-token' | 'foyer-batch'>;

export interface SessionTarget {
  readonly id: ServerId;
  /** The server's process. */
  readonly running: RunningServer;
  readonly target: Target;
}

/** The marker of the right answer in every server's JSON. */
export const markerOf = (email: string) => `"email":"${email}"`;

/** @param header the one with the part that differs by person */
function targetOf(
  id: ServerId,
  running: RunningServer,
  path: string,
  header: Readonly<Record<string, string>>,
  people: Target['people'],
  times = 1,
): SessionTarget {
  const request = rawRequest({ path, host: running.host, headers: header });
  return { id, running, target: { port: running.port, ...aroundValue(request), people, times } };
}

const cookie = (name: string) => ({ cookie: `${name}=${VALUE}` });

const valuesOf = (seeded: Users, sessions: readonly number[]): Target['people'] =>
  sessions.map((number) => {
    const { token, user } = seeded.session(number);
    return [token, markerOf(user.email)];
  });

/** Foyer's reads of these sessions by cookie. */
export const readsOfFoyer = (foyer: RunningServer, seeded: Users, sessions: readonly number[]): Target =>
  targetOf('foyer', foyer, SESSION_GET, cookie(FOYER_COOKIE), valuesOf(seeded, sessions)).target;

/** Readers who are other users, so none waits for another one. Together they send 200 requests per second. */
export const STEADY_READS = { connections: 20, everyMs: 100 };

/** One session of each person. */
export const firstSessionsOf = ({ count }: Users) => Array.from({ length: count }, (_, number) => 2 * number);

/** The GET requests of the floor and of Foyer for these sessions. */
export function ownTargets(
  { floor, foyer }: Pick<Record<Process, RunningServer>, 'floor' | 'foyer'>,
  seeded: Users,
  visitors: readonly number[],
): SessionTarget[] {
  const values = valuesOf(seeded, visitors);
  return [
    targetOf('floor', floor, '/session', cookie(FLOOR_COOKIE), values),
    targetOf('foyer', foyer, SESSION_GET, cookie(FOYER_COOKIE), values),
  ];
}

/** The GET request of each server for the session, for people from all over the database. */
export async function comparedTargets(
  running: Record<Process, RunningServer>,
  seeded: Users,
  visitors: readonly number[],
  accessTokens: readonly SeededAccessToken[],
): Promise<SessionTarget[]> {
  const sessions = visitors.map((number) => seeded.session(number));
  const by = (valueOf: (session: SeededSession) => string): Target['people'] =>
    sessions.map((session) => [valueOf(session), markerOf(session.user.email)]);
  const tokens = by(({ token }) => token);
  const accessTokenValues = visitorsOf(accessTokens.length, { most: visitors.length }).flatMap((index) => {
    const [secret, person] = accessTokens[index] ?? [];
    return secret === undefined || person === undefined ? [] : [[secret, markerOf(emailOf(person))] as const];
  });
  const {
    express,
    'auth-js': authJs,
    'better-auth': betterAuth,
    'better-auth-cache': cached,
    foyer,
  } = running;
  const signed = by((session) => betterAuthCookie(session, SECRET));
  return [
    ...ownTargets(running, seeded, visitors),
    targetOf('express', express, '/session', cookie(FLOOR_COOKIE), tokens),
    targetOf('auth-js', authJs, '/auth/session', cookie('authjs.session-token'), by(authJsToken)),
    targetOf('better-auth', betterAuth, BETTER_AUTH_GET, cookie(BETTER_AUTH_COOKIE), signed),
    targetOf(
      'better-auth-cache',
      cached,
      BETTER_AUTH_GET,
      { cookie: VALUE },
      await withCacheCookies(cached, signed.slice(0, CACHE_VISITORS)),
    ),
    targetOf('foyer-token', foyer, SESSION_GET, { authorization: `Bearer ${VALUE}` }, accessTokenValues),
    targetOf('foyer-batch', foyer, BATCH_GET, cookie(FOYER_COOKIE), tokens, CALLS_IN_BATCH),
  ];
}

/** Both cookies; the server sets the second one after a look-up in the database. */
async function withCacheCookies(
  { port }: RunningServer,
  signed: Target['people'],
): Promise<Target['people']> {
  const people: (readonly [string, string])[] = [];
  for (const [value, marker] of signed) {
    const session = `${BETTER_AUTH_COOKIE}=${value}`;
    const headers = { cookie: session };
    const answer = await fetch(`http://127.0.0.1:${port}${BETTER_AUTH_GET}`, { headers });
    await answer.text();
    const cache = answer.headers.getSetCookie().find((text) => text.startsWith(`${BETTER_AUTH_CACHE}=`));
    if (cache === undefined) throw new Error('Better Auth gave no cookie for its cache');
    people.push([`${session}; ${cache.split(';')[0]}`, marker]);
  }
  return people;
}
