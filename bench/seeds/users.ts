import { createHash, createHmac } from 'node:crypto';
import { ObjectId } from 'mongodb';
import { DAY_MS, HOUR_MS, SESSION_MAX_AGE_MS } from '../../src/shared/limits.ts';

const SESSIONS_PER_PERSON = 2;
/**
 * Foyer writes at most every five minutes that a session was used. Real users make hundreds of requests in
 * that time. Here they pause while other servers are measured, so only one session in this number is due.
 */
const SESSIONS_PER_WRITE = 100;
/** A prime other than 2 and 5: its multiples reach every number below a power of ten once, in no order. */
const STRIDE = 7_368_787;

/** A user, the same for every peer. All values are derived from the number. */
export interface User {
  readonly number: number;
  readonly id: ObjectId;
  readonly name: string;
  readonly email: string;
  readonly image: string;
  readonly createdAt: Date;
}

export interface SeededSession {
  readonly number: number;
  readonly id: ObjectId;
  readonly user: User;
  /** 256 random bits, base64url. */
  readonly token: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly ip: string;
}

export const USER_AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1';

const idOf = (kind: string, number: number) =>
  ObjectId.createFromHexString(`691e5a0${kind}${number.toString(16).padStart(16, '0')}`);

export const emailOf = (number: number) => `person-${String(number).padStart(7, '0')}@example.test`;

export type Users = ReturnType<typeof makeUsers>;

export function makeUsers(sessions: number, now: Date) {
  const lastSeenMs = now.getTime() + HOUR_MS;
  const user = (number: number): User => ({
    number,
    id: idOf('1', number),
    name: `Person ${number} of Many`,
    email: emailOf(number),
    image: `https://images.example.test/people/${number}/small.png`,
    createdAt: new Date(now.getTime() - DAY_MS * (30 + (number % 300))),
  });
  // From the last hours, so that none is due for renewal.
  const session = (number: number): SeededSession => ({
    number,
    id: idOf('2', number),
    user: user(Math.floor(number / SESSIONS_PER_PERSON)),
    token: createHash('sha256').update(`session ${number}`).digest('base64url'),
    createdAt: new Date(now.getTime() - HOUR_MS - (number % (10 * HOUR_MS))),
    lastSeenAt: new Date(number % SESSIONS_PER_WRITE === 0 ? now.getTime() : lastSeenMs),
    ip: `198.51.${(number >> 8) & 255}.${number & 255}`,
  });
  return {
    now,
    sessions,
    count: Math.ceil(sessions / SESSIONS_PER_PERSON),
    expires: new Date(now.getTime() + SESSION_MAX_AGE_MS),
    user,
    session,
    sessionsOf: ({ number }: User) =>
      Array.from({ length: SESSIONS_PER_PERSON }, (_, index) => number * SESSIONS_PER_PERSON + index)
        .filter((each) => each < sessions)
        .map(session),
  };
}

/** Sessions from all over the collection of `count`: `most` of them, after the first `from`. */
export function visitorsOf(
  count: number,
  { from = 0, most = count }: { from?: number; most?: number } = {},
): number[] {
  const length = Math.max(0, Math.min(count - from, most));
  return Array.from({ length }, (_, index) => ((from + index) * STRIDE) % count);
}

/** Auth.js's tokens are UUIDs. */
export function authJsToken({ token }: SeededSession): string {
  const hex = createHash('md5').update(token).digest('hex');
  return [0, 8, 12, 16, 20].map((from, index, all) => hex.slice(from, all[index + 1])).join('-');
}

/** Better Auth's tokens are 32 letters and digits. */
export function betterAuthToken({ token }: SeededSession): string {
  return createHash('sha256').update(token).digest('hex').slice(0, 32);
}

/** The cookie is the token and its signature (better-call's signed cookies). */
export function betterAuthCookie(session: SeededSession, secret: string): string {
  const token = betterAuthToken(session);
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  return encodeURIComponent(`${token}.${signature}`);
}
