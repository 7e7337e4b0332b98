import { rememberDevice } from '../../src/server/domain/rules/known-devices.ts';
import { measuredRatios } from '../goals.ts';
import { openConnection } from '../load/http-connection.ts';
import { aroundValue, rawRequest, VALUE } from '../load/raw-request.ts';
import type { PasswordMeasurement, PasswordRound } from '../results.ts';
import { repeatRounds } from '../rounds.ts';
import { seedFoyer } from '../seeds/foyer.ts';
import { makePeople, type People, type Person } from '../seeds/people.ts';
import {
  FOYER_COOKIE,
  FOYER_DEVICE_COOKIE,
  FOYER_HOST,
  SECRET,
  startFoyer,
  startPeer,
  type RunningServer,
} from '../start-servers.ts';
import type { Bench, Plan } from './bench.ts';
import { perAnswer, runWithUse, untilAnswered } from './run-with-use.ts';
import { BETTER_AUTH_GET, markerOf, SESSION_GET } from './session-targets.ts';

const PASSWORD = 'lasagne by candlelight';
/** Of half as many people. In fifteen rounds nobody may reach the most sessions that a person can have: the oldest ones would end. */
const SESSIONS = 120;
/** More than the cores that check passwords. */
const SIGNING_IN = 16;
/**
 * The readers are other users, so none waits for another's answer. Together they send 200 requests per
 * second.
 */
const READERS = 20;
const EACH_READS_EVERY_MS = 100;
/** The number of addresses that the sign-ins come from, as the proxy before the server reports. */
const ADDRESSES = 10;

interface OpenContestant {
  readonly server: PasswordMeasurement['server'];
  readonly firstMs: number;
  readonly rounds: PasswordRound[];
  readonly running: RunningServer;
}

/** The request, or its part that differs, and the marker of the right answer. */
type Call = readonly [value: string, marker: string];

/** Measures sign-ins by password per second, and the waiting time of signed-in users meanwhile. */
export async function measurePasswords(bench: Bench, plan: Plan): Promise<PasswordMeasurement[]> {
  const people = makePeople(SESSIONS, new Date());
  bench.say('passwords: starting');
  const contestants = [await openFoyer(bench, people), await openBetterAuth(bench, people)];
  const measured = () =>
    contestants.map(({ server, firstMs, rounds }): PasswordMeasurement => ({ server, firstMs, rounds }));
  await repeatRounds(contestants, {
    most: plan.mostRounds,
    mostMs: plan.roundsMs.passwords,
    shuffle: bench.shuffle,
    say: (line) => bench.say(`passwords: ${line}`),
    measure: async (contestant, round) => {
      const leadMs = round === 0 ? plan.warmUpMs : plan.leadMs;
      contestant.rounds.push(await measureRound(bench, plan, contestant, leadMs));
    },
    ratios: () => measuredRatios({ passwords: measured() }),
  });
  await Promise.all(contestants.map(({ running }) => running.child.end()));
  return measured();
}

async function measureRound(
  { load, database }: Bench,
  plan: Plan,
  { server, running }: OpenContestant,
  leadMs: number,
): Promise<PasswordRound> {
  const reading = { target: `${server} reads`, connections: READERS, everyMs: EACH_READS_EVERY_MS };
  const signingIn = { target: `${server} signs in`, connections: SIGNING_IN, everyMs: null };
  const idle = await load.run({ streams: [reading], leadMs, measureMs: plan.passwords.idleMs });
  const busy = await untilAnswered(plan.passwords.busyMs, (measureMs) =>
    load.run({ streams: [reading, signingIn], leadMs: plan.leadMs, measureMs }),
  );
  const [quiet, read, signedIn] = [idle.streams[0], busy.streams[0], busy.streams[1]];
  if (!quiet || !read || !signedIn) throw new Error('a stream is missing');
  const { streams, use } = await untilAnswered(plan.passwords.aloneMs, (measureMs) =>
    runWithUse(
      { load, database, child: running.child },
      { streams: [signingIn], leadMs: plan.leadMs, measureMs },
    ),
  );
  const perSecond = streams[0]?.perSecond ?? Number.NaN;
  return {
    signInsPerSecond: signedIn.perSecond,
    idleP99Ms: quiet.p99Ms,
    busyP99Ms: read.p99Ms,
    // Readers would add their own CPU time to that of the sign-ins, and different servers need different times for them.
    alone: { perSecond, ...perAnswer(use, perSecond) },
  };
}

async function openFoyer({ database, load, profiles }: Bench, people: People): Promise<OpenContestant> {
  const { db, uri } = database.use('passwords_foyer');
  await seedFoyer(db, people, PASSWORD);
  const running = await startFoyer(uri, { profiles });
  const { port, host } = running;
  const devices = {
    settings: { authSecret: SECRET, previousAuthSecret: null },
    formerKeys: { 'known device': [], 'deleted external id': [] },
    now: () => people.now,
  };
  const signIns = everybody(people).flatMap(({ id, email }, number) =>
    Array.from({ length: ADDRESSES }, (_, address): Call => [
      rawRequest({
        path: '/trpc/password.signIn',
        host,
        headers: {
          origin: `https://${FOYER_HOST}`,
          'x-forwarded-for': `198.51.${number}.${address}`,
          // Known browsers, as most are: a sign-in from an unknown one sends a mail.
          cookie: `${FOYER_DEVICE_COOKIE}=${rememberDevice(devices, undefined, id.toHexString()).value}`,
        },
        body: { email, password: PASSWORD },
      }),
      markerOf(email),
    ]),
  );
  await load.define('foyer reads', {
    port,
    ...aroundValue(rawRequest({ path: SESSION_GET, host, headers: { cookie: `${FOYER_COOKIE}=${VALUE}` } })),
    people: everybody(people).map(({ email }, number) => [people.session(2 * number).token, markerOf(email)]),
    times: 1,
  });
  return { server: 'foyer', running, rounds: [], firstMs: await defineSignIns(load, 'foyer', port, signIns) };
}

async function openBetterAuth({ database, load }: Bench, people: People): Promise<OpenContestant> {
  const { uri } = database.use('passwords_better_auth');
  const before = await startPeer('better-auth', uri);
  const readers = await signUp(before, people);
  // The first sign-in is measured in a process that has just started.
  await before.child.end();

  const running = await startPeer('better-auth', uri);
  const { port, host } = running;
  await load.define('better-auth reads', {
    port,
    ...aroundValue(rawRequest({ path: BETTER_AUTH_GET, host, headers: { cookie: VALUE } })),
    people: readers,
    times: 1,
  });
  const signIns = everybody(people).map(({ email }): Call => [
    rawRequest({
      path: '/api/auth/sign-in/email',
      host,
      headers: { origin: `http://${host}` },
      body: { email, password: PASSWORD },
    }),
    markerOf(email),
  ]);
  return {
    server: 'better-auth',
    running,
    rounds: [],
    firstMs: await defineSignIns(load, 'better-auth', port, signIns),
  };
}

/** Uses the server's API, which hashes the passwords and creates the indexes. Returns the cookies. */
async function signUp({ host }: RunningServer, people: People): Promise<Call[]> {
  const readers: Call[] = [];
  for (const { email, name } of everybody(people)) {
    const answer = await fetch(`http://${host}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { origin: `http://${host}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email, name, password: PASSWORD }),
    });
    const text = await answer.text();
    const [cookie] = answer.headers.getSetCookie();
    if (!answer.ok || cookie === undefined) throw new Error(`Better Auth signs nobody up: ${text}`);
    readers.push([cookie.split(';')[0] ?? '', markerOf(email)]);
  }
  return readers;
}

/** Defines the sign-ins in the generator. Sends one sign-in first and returns its milliseconds. */
async function defineSignIns(
  load: Bench['load'],
  server: string,
  port: number,
  signIns: readonly Call[],
): Promise<number> {
  const [first, marker] = signIns[0] ?? ['', ''];
  const connection = await openConnection(port);
  const started = performance.now();
  const { status, body } = await connection.send(first);
  const firstMs = performance.now() - started;
  connection.close();
  if (status !== 200 || !body.includes(marker)) throw new Error(`${server} answered ${status}: ${body}`);
  await load.define(`${server} signs in`, { port, before: '', after: '', people: signIns, times: 1 });
  return firstMs;
}

function everybody(people: People): Person[] {
  return Array.from({ length: people.count }, (_, number) => people.person(number));
}
