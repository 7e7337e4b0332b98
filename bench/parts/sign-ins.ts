import { rememberDevice } from '../../src/server/domain/rules/known-devices.ts';
import { usageOf } from '../children.ts';
import { measuredRatios } from '../goals.ts';
import { openConnection, type HttpConnection } from '../load/http-connection.ts';
import { rawRequest } from '../load/raw-request.ts';
import type { SignInMeasurement, SignInRound } from '../results.ts';
import { repeatRounds } from '../rounds.ts';
import { seedFoyer } from '../seeds/foyer.ts';
import { makePeople, type People, type Person } from '../seeds/people.ts';
import { PROVIDER, seedBetterAuth, seedBetterAuthSignIns } from '../seeds/peers.ts';
import {
  FOYER_DEVICE_COOKIE,
  FOYER_HOST,
  SECRET,
  startFoyer,
  startPeer,
  type RunningServer,
} from '../start-servers.ts';
import type { Bench, Plan } from './bench.ts';
import { startCheapProvider, type CheapProvider } from './cheap-provider.ts';
import { startMailSink, type MailSink } from './mail-sink.ts';

/** Foyer mails a person who is known at most five times. Nobody has so many turns. */
const SESSIONS = 4000;
const AT_ONCE = 8;
/** In production an issuer needs https. Here it is on this machine; the origin and its cookies are those of production. */
const TO_THIS_MACHINE = { NODE_ENV: 'development', PUBLIC_DEVELOPMENT: 'on', DEMO: 'off' };

/** One browser, with one connection and its cookies. */
export interface Browser {
  get(path: string): Promise<string>;
  post(path: string, body: object): Promise<string>;
  has(cookie: string): boolean;
}

/** People who sign in, one after another. */
export interface SignInTarget {
  readonly running: RunningServer;
  readonly session: string;
  turn: number;
  /** The cookies and headers of this person's browser. */
  readonly browserOf: (person: Person) => {
    cookies: Record<string, string>;
    headers: Record<string, string>;
  };
  readonly signIn: (browser: Browser, person: Person) => Promise<unknown>;
}

interface Contestant extends Omit<SignInMeasurement, 'rounds'>, SignInTarget {
  readonly rounds: SignInRound[];
}

/** Measures what a sign-in by mail code and one by a provider take, by people who have an account. */
export async function measureSignIns(bench: Bench, plan: Plan): Promise<SignInMeasurement[]> {
  const people = makePeople(SESSIONS, new Date());
  bench.say('sign-ins: starting');
  const mails = await startMailSink();
  const provider = await startCheapProvider();
  const contestants = [
    ...(await openFoyer(bench, people, mails, provider)),
    ...(await openBetterAuth(bench, people, mails, provider)),
  ];
  const measured = () =>
    contestants.map(({ server, way, rounds }): SignInMeasurement => ({ server, way, rounds }));
  for (const contestant of contestants) await measureRound(bench, plan.warmUpMs, people, contestant);
  await repeatRounds(contestants, {
    most: plan.mostRounds,
    mostMs: plan.roundsMs.signIns,
    shuffle: bench.shuffle,
    say: (line) => bench.say(`sign-ins: ${line}`),
    async measure(contestant) {
      const { count: _count, ...round } = await measureRound(bench, plan.signInMs, people, contestant);
      contestant.rounds.push(round);
    },
    ratios: () => measuredRatios({ signIns: measured() }),
  });
  await Promise.all(
    [...new Set(contestants.map(({ running }) => running.child))].map((child) => child.end()),
  );
  await provider.close();
  await mails.close();
  return measured();
}

/**
 * People sign in until the time is over. Those who have begun finish, and count.
 * @param settled resolves when the work that follows the sign-ins is done, whose CPU time then counts
 */
export async function measureRound(
  { database }: Bench,
  durationMs: number,
  people: People,
  contestant: SignInTarget,
  settled: () => Promise<unknown> = () => Promise.resolve(),
): Promise<SignInRound & { readonly count: number }> {
  const { running } = contestant;
  const connections = await Promise.all(Array.from({ length: AT_ONCE }, () => openConnection(running.port)));
  const usage = async () => ({ server: await usageOf(running.child), database: await database.cpuUs() });
  const from = await usage();
  const started = performance.now();
  let count = 0;
  const signInAlong = async (connection: HttpConnection) => {
    while (performance.now() - started < durationMs) {
      const person = people.person(contestant.turn++ % people.count);
      const browser = openBrowser(connection, running.host, contestant.browserOf(person));
      await contestant.signIn(browser, person);
      if (!browser.has(contestant.session)) throw new Error(`${person.email} is not signed in`);
      count++;
    }
  };
  try {
    await Promise.all(connections.map(signInAlong));
  } finally {
    for (const connection of connections) connection.close();
  }
  const seconds = (performance.now() - started) / 1000;
  await settled();
  const to = await usage();
  return {
    count,
    perSecond: count / seconds,
    cpuUs: (to.server.cpuUs - from.server.cpuUs) / count,
    databaseCpuUs:
      from.database === null || to.database === null ? null : (to.database - from.database) / count,
  };
}

export function openBrowser(
  connection: HttpConnection,
  host: string,
  { cookies: kept, headers: own }: ReturnType<SignInTarget['browserOf']>,
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

/** @param password the password of all people; without it they have none */
export async function openFoyer(
  { database, profiles }: Bench,
  people: People,
  mails: MailSink,
  provider: CheapProvider,
  { purpose = 'sign_ins_foyer', password }: { purpose?: string; password?: string } = {},
): Promise<Contestant[]> {
  const { db, uri } = database.use(purpose);
  await seedFoyer(db, people, password);
  const running = await startFoyer(uri, {
    profiles,
    smtpUrl: mails.url,
    settings: { ...TO_THIS_MACHINE, ...settingsFor(provider) },
  });
  const devices = {
    settings: { authSecret: SECRET, previousAuthSecret: null },
    formerKeys: { 'known device': [], 'deleted external id': [] },
    now: () => people.now,
  };
  const shared = {
    server: 'foyer' as const,
    running,
    session: '__Host-foyer.session',
    // Known browsers, as most are: a sign-in from an unknown one sends another mail, which no peer does.
    browserOf: ({ id: userId, number }: Person) => ({
      cookies: { [FOYER_DEVICE_COOKIE]: rememberDevice(devices, undefined, userId.toHexString()).value },
      headers: {
        origin: `https://${FOYER_HOST}`,
        'x-forwarded-for': `198.${18 + (number >> 12)}.${(number >> 4) & 255}.${number & 15}`,
      },
    }),
  };
  return [
    {
      ...shared,
      way: 'mail-code',
      rounds: [],
      turn: 0,
      async signIn(browser, { email }) {
        const mailed = mails.codeTo(email);
        await browser.post('/trpc/session.requestLink', { email });
        await browser.post('/trpc/session.signInWithCode', { email, code: await mailed });
      },
    },
    {
      ...shared,
      way: 'provider',
      rounds: [],
      turn: 0,
      async signIn(browser, person) {
        const answer = await browser.post('/trpc/session.signInWith', { provider: PROVIDER });
        const { result } = JSON.parse(answer) as { result: { data: { url: string } } };
        await browser.get(provider.authorize(result.data.url, atProvider(person)));
      },
    },
  ];
}

async function openBetterAuth(
  { database }: Bench,
  people: People,
  mails: MailSink,
  provider: CheapProvider,
): Promise<Contestant[]> {
  const { db, uri } = database.use('sign_ins_better_auth');
  await seedBetterAuth(db, people);
  await seedBetterAuthSignIns(db, people);
  const running = await startPeer('better-auth', uri, {
    BENCH_SMTP_URL: mails.url,
    BENCH_PROVIDER: JSON.stringify({
      providerId: PROVIDER,
      discoveryUrl: `${provider.issuer}/.well-known/openid-configuration`,
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
    }),
  });
  const shared = {
    server: 'better-auth' as const,
    running,
    session: 'better-auth.session_token',
    browserOf: () => ({ cookies: {}, headers: { origin: `http://${running.host}` } }),
  };
  return [
    {
      ...shared,
      way: 'mail-code',
      rounds: [],
      turn: 0,
      async signIn(browser, { email }) {
        const mailed = mails.codeTo(email);
        await browser.post('/api/auth/email-otp/send-verification-otp', { email, type: 'sign-in' });
        await browser.post('/api/auth/sign-in/email-otp', { email, otp: await mailed });
      },
    },
    {
      ...shared,
      way: 'provider',
      rounds: [],
      turn: 0,
      async signIn(browser, person) {
        const answer = await browser.post('/api/auth/sign-in/social', {
          provider: PROVIDER,
          callbackURL: '/',
        });
        const { url } = JSON.parse(answer) as { url: string };
        await browser.get(provider.authorize(url, atProvider(person)));
      },
    },
  ];
}

/** Foyer's settings for this provider. */
export function settingsFor(provider: CheapProvider): Record<string, string> {
  const id = PROVIDER.toUpperCase();
  return {
    [`OIDC_${id}_ISSUER`]: provider.issuer,
    [`OIDC_${id}_CLIENT_ID`]: provider.clientId,
    [`OIDC_${id}_CLIENT_SECRET`]: provider.clientSecret,
  };
}

export function atProvider({ number, email, name }: Person) {
  return { subject: String(10_000_000 + number), email, name };
}
