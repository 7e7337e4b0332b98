import { rememberDevice } from '../../src/server/domain/rules/known-devices.ts';
import { usageOf } from '../children.ts';
import { openConnection, type HttpConnection } from '../load/http-connection.ts';
import { rawRequest } from '../load/raw-request.ts';
import type { ReadsMeasurement, SignInMeasurement, SignInRound } from '../results.ts';
import { repeatRounds } from '../rounds.ts';
import { seedFoyer } from '../seeds/foyer.ts';
import { makeUsers, type Users, type User } from '../seeds/users.ts';
import { PROVIDER, seedBetterAuth, seedBetterAuthPasswords, seedBetterAuthSignIns } from '../seeds/peers.ts';
import {
  FOYER_DEVICE_COOKIE,
  FOYER_HOST,
  SECRET,
  startFoyer,
  startPeer,
  TO_THIS_MACHINE,
  type RunningServer,
} from '../start-servers.ts';
import type { Bench, Plan } from './bench.ts';
import { startCheapProvider, type CheapProvider } from './cheap-provider.ts';
import { startMailSink, type MailSink } from './mail-sink.ts';
import { untilAnswered } from './run-with-use.ts';
import { firstSessionsOf, markerOf, readsOfFoyer, STEADY_READS } from './session-targets.ts';

const PASSWORD = 'lasagne by candlelight';
/** Foyer mails a person who is known at most five times. Nobody has so many turns. */
const SESSIONS = 4000;
const AT_ONCE = 8;
/**
 * The number of read sessions, of half as many people. In fifteen rounds nobody may reach the maximum of
 * sessions, because the oldest ones would end.
 */
const READ_SESSIONS = 120;
/** More than the cores that check passwords. */
const SIGNING_IN = 16;
/** The number of addresses that each person signs in from, as the proxy before the server reports. */
const ADDRESSES = 10;

/** One browser, with one connection and its cookies. */
interface Browser {
  get(path: string): Promise<string>;
  post(path: string, body: object): Promise<string>;
  has(cookie: string): boolean;
}

/** People who sign in by one way, one after another. */
interface Contestant extends Omit<SignInMeasurement, 'rounds'> {
  readonly running: RunningServer;
  readonly session: string;
  turn: number;
  /** The cookies and headers of this person's browser. */
  readonly browserOf: (person: User) => {
    cookies: Record<string, string>;
    headers: Record<string, string>;
  };
  /** Answers the body of the last answer. */
  readonly signIn: (browser: Browser, person: User) => Promise<string>;
  readonly rounds: SignInRound[];
}

/** Measures sign-ins by password, mail code and provider, of people who have an account. */
export async function measureSignIns(bench: Bench, plan: Plan): Promise<SignInMeasurement[]> {
  const seeded = makeUsers(SESSIONS, new Date());
  bench.say('sign-ins: starting');
  const mails = await startMailSink();
  const provider = await startCheapProvider();
  const ofFoyer = await openFoyer(bench, seeded, mails, provider);
  const ofBetterAuth = await openBetterAuth(bench, seeded, mails, provider);
  // The two servers take turns with each way.
  const contestants = ofFoyer.flatMap((each, index) => [each, ofBetterAuth[index] ?? each]);
  for (const contestant of contestants) await measureRound(bench, plan.warmUpMs, seeded, contestant);
  await repeatRounds(contestants, {
    most: plan.mostRounds,
    mostMs: plan.mostMs,
    say: (line) => bench.say(`sign-ins: ${line}`),
    measure: async (contestant) =>
      void contestant.rounds.push(await measureRound(bench, plan.signInMs, seeded, contestant)),
  });
  await Promise.all(
    [...new Set(contestants.map(({ running }) => running.child))].map((child) => child.end()),
  );
  await provider.close();
  await mails.close();
  return contestants.map(({ server, way, rounds }) => ({ server, way, rounds }));
}

/** People sign in until the time is over. Those who have begun finish, and count. */
async function measureRound(
  { database }: Bench,
  durationMs: number,
  seeded: Users,
  contestant: Contestant,
): Promise<SignInRound> {
  const { running } = contestant;
  const connections = await Promise.all(Array.from({ length: AT_ONCE }, () => openConnection(running.port)));
  const usage = async () => ({ server: await usageOf(running.child), database: await database.cpuUs() });
  const from = await usage();
  const started = performance.now();
  let count = 0;
  const signInAlong = async (connection: HttpConnection) => {
    while (performance.now() - started < durationMs) {
      const person = seeded.user(contestant.turn++ % seeded.count);
      const browser = openBrowser(connection, running.host, contestant.browserOf(person));
      const answer = await contestant.signIn(browser, person);
      if (!browser.has(contestant.session))
        throw new Error(
          `${contestant.server} does not sign ${person.email} in by ${contestant.way}: ${answer}`,
        );
      count++;
    }
  };
  try {
    await Promise.all(connections.map(signInAlong));
  } finally {
    for (const connection of connections) connection.close();
  }
  const seconds = (performance.now() - started) / 1000;
  const to = await usage();
  return {
    perSecond: count / seconds,
    cpuUs: (to.server.cpuUs - from.server.cpuUs) / count,
    databaseCpuUs:
      from.database === null || to.database === null ? null : (to.database - from.database) / count,
  };
}

function openBrowser(
  connection: HttpConnection,
  host: string,
  { cookies: kept, headers: own }: ReturnType<Contestant['browserOf']>,
): Browser {
  const cookies = { ...kept };
  const send = async (path: string, body?: object) => {
    const cookie = Object.entries(cookies)
      .map((pair) => pair.join('='))
      .join('; ');
    const headers = { ...own, ...(cookie && { cookie }) };
    const answer = await connection.send(rawRequest({ path, host, headers, ...(body && { body }) }));
    if (answer.status >= 400) throw new Error(`${path} answered ${answer.status}: ${answer.body}`);
    for (const [, name = '', value = ''] of answer.head.matchAll(/^set-cookie: *([^=]+)=([^;\r\n]*)/gim)) {
      cookies[name] = value;
    }
    return answer.body;
  };
  return {
    get: (path) => send(path),
    post: (path, body) => send(path, body),
    has: (cookie) => Boolean(cookies[cookie]),
  };
}

async function openFoyer(
  { database, profiles }: Bench,
  seeded: Users,
  mails: MailSink,
  provider: CheapProvider,
): Promise<Contestant[]> {
  const { db, uri } = database.use('sign_ins_foyer');
  await seedFoyer(db, seeded, { password: PASSWORD, issuer: provider.issuer });
  const running = await startFoyer(uri, {
    profiles,
    smtpUrl: mails.url,
    settings: {
      ...TO_THIS_MACHINE,
      [`OIDC_${PROVIDER.toUpperCase()}_ISSUER`]: provider.issuer,
      [`OIDC_${PROVIDER.toUpperCase()}_CLIENT_ID`]: provider.clientId,
      [`OIDC_${PROVIDER.toUpperCase()}_CLIENT_SECRET`]: provider.clientSecret,
    },
  });
  return contestantsOf(
    {
      server: 'foyer' as const,
      running,
      session: '__Host-foyer.session',
      browserOf: (person: User) => knownBrowser(seeded, person),
    },
    {
      password: (browser, { email }) => browser.post('/trpc/password.signIn', { email, password: PASSWORD }),
      async 'mail-code'(browser, { email }) {
        const mailed = mails.codeTo(email);
        await browser.post('/trpc/session.requestLink', { email });
        return browser.post('/trpc/session.signInWithCode', { email, code: await mailed });
      },
      async provider(browser, person) {
        const answer = await browser.post('/trpc/session.signInWith', { provider: PROVIDER });
        const { result } = JSON.parse(answer) as { result: { data: { url: string } } };
        return browser.get(provider.authorize(result.data.url, atProvider(person)));
      },
    },
  );
}

async function openBetterAuth(
  { database }: Bench,
  seeded: Users,
  mails: MailSink,
  provider: CheapProvider,
): Promise<Contestant[]> {
  const { db, uri } = database.use('sign_ins_better_auth');
  await seedBetterAuth(db, seeded);
  await seedBetterAuthSignIns(db, seeded);
  const running = await startPeer('better-auth', uri, {
    BENCH_SMTP_URL: mails.url,
    BENCH_PROVIDER: JSON.stringify({
      providerId: PROVIDER,
      discoveryUrl: `${provider.issuer}/.well-known/openid-configuration`,
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
    }),
  });
  await seedBetterAuthPasswords(db, seeded, await signUp(running));
  return contestantsOf(
    {
      server: 'better-auth' as const,
      running,
      session: 'better-auth.session_token',
      browserOf: () => ({ cookies: {}, headers: { origin: `http://${running.host}` } }),
    },
    {
      password: (browser, { email }) =>
        browser.post('/api/auth/sign-in/email', { email, password: PASSWORD }),
      async 'mail-code'(browser, { email }) {
        const mailed = mails.codeTo(email);
        await browser.post('/api/auth/email-otp/send-verification-otp', { email, type: 'sign-in' });
        return browser.post('/api/auth/sign-in/email-otp', { email, otp: await mailed });
      },
      async provider(browser, person) {
        const answer = await browser.post('/api/auth/sign-in/social', {
          provider: PROVIDER,
          callbackURL: '/',
        });
        const { url } = JSON.parse(answer) as { url: string };
        return browser.get(provider.authorize(url, atProvider(person)));
      },
    },
  );
}

function contestantsOf(
  shared: Pick<Contestant, 'server' | 'running' | 'session' | 'browserOf'>,
  ways: Readonly<Record<Contestant['way'], Contestant['signIn']>>,
): Contestant[] {
  const names = Object.keys(ways) as Contestant['way'][];
  return names.map((way) => ({ ...shared, way, signIn: ways[way], turn: 0, rounds: [] }));
}

/** Signs one more person up by Better Auth's own API, so that it hashes the password. Returns the address. */
async function signUp({ host }: RunningServer): Promise<string> {
  const email = 'first@example.test';
  const answer = await fetch(`http://${host}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { origin: `http://${host}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email, name: 'First', password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`Better Auth signs nobody up: ${await answer.text()}`);
  return email;
}

function atProvider({ number, email, name }: User) {
  return { subject: String(10_000_000 + number), email, name };
}

/** A browser that Foyer knows. From an unknown browser, a sign-in sends another mail, which no peer does. */
function knownBrowser({ now }: Users, { id, number }: User, address = 0) {
  const devices = {
    settings: { authSecret: SECRET, previousAuthSecret: null },
    formerKeys: { 'known device': [], 'deleted external id': [] },
    now: () => now,
  };
  return {
    cookies: { [FOYER_DEVICE_COOKIE]: rememberDevice(devices, undefined, id.toHexString()).value },
    headers: {
      origin: `https://${FOYER_HOST}`,
      'x-forwarded-for': `198.${18 + address}.${(number >> 8) & 255}.${number & 255}`,
    },
  };
}

/** Measures reads of a session while nobody signs in, and while passwords are checked at full speed. */
export async function measureReads(
  { database, load, say, profiles }: Bench,
  plan: Plan,
): Promise<ReadsMeasurement> {
  const seeded = makeUsers(READ_SESSIONS, new Date());
  const everybody = Array.from({ length: seeded.count }, (_, number) => seeded.user(number));
  const { db, uri } = database.use('reads');
  await seedFoyer(db, seeded, { password: PASSWORD });
  const running = await startFoyer(uri, { profiles });
  const { child, port, host } = running;
  await load.define('reads', readsOfFoyer(running, seeded, firstSessionsOf(seeded)));
  const signIns = everybody.flatMap((person) =>
    Array.from({ length: ADDRESSES }, (_, address) => {
      const { cookies, headers } = knownBrowser(seeded, person, address);
      const cookie = `${FOYER_DEVICE_COOKIE}=${cookies[FOYER_DEVICE_COOKIE]}`;
      const body = { email: person.email, password: PASSWORD };
      const path = '/trpc/password.signIn';
      return [
        rawRequest({ path, host, headers: { ...headers, cookie }, body }),
        markerOf(person.email),
      ] as const;
    }),
  );
  await load.define('sign-ins', { port, before: '', after: '', people: signIns, times: 1 });
  const reading = { target: 'reads', ...STEADY_READS };
  const signingIn = { target: 'sign-ins', connections: SIGNING_IN, everyMs: null };
  const rounds: { idleP99Ms: number; busyP99Ms: number }[] = [];
  const p99 = async (streams: (typeof reading | typeof signingIn)[], leadMs: number) => {
    const result = await untilAnswered(plan.readMs, (measureMs) => load.run({ streams, leadMs, measureMs }));
    return result.streams[0]?.p99Ms ?? Number.NaN;
  };
  await repeatRounds([null], {
    most: plan.mostRounds,
    mostMs: plan.mostMs / 2,
    say: (line) => say(`reads: ${line}`),
    measure: async (_, round) => {
      const idleP99Ms = await p99([reading], round === 0 ? plan.warmUpMs : plan.leadMs);
      rounds.push({ idleP99Ms, busyP99Ms: await p99([reading, signingIn], plan.leadMs) });
    },
  });
  await child.end();
  return { rounds };
}
