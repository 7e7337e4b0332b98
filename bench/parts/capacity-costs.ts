import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from 'mongodb';
import { DAY_MS, SESSION_MAX_AGE_MS } from '../../src/shared/limits.ts';
import type { SoftwareAuthenticator } from '../../src/testing/app/software-authenticator.ts';
import { TIMED_SIGN_INS, type CapacityFigures, type Cost, type TimedSignIn } from '../capacity-figures.ts';
import { usageOf, type Child } from '../children.ts';
import { MANY_CONNECTIONS } from '../goals.ts';
import { openConnection } from '../load/http-connection.ts';
import { aroundValue, rawRequest, VALUE } from '../load/raw-request.ts';
import { hasSettled } from '../rounds.ts';
import { seedFoyer } from '../seeds/foyer.ts';
import { emailOf, makePeople, visitorsOf } from '../seeds/people.ts';
import { FOYER_COOKIE, FOYER_HOST, startFoyer } from '../start-servers.ts';
import type { Bench, Plan } from './bench.ts';
import { PASSWORD, registerPasskey, signInByPasskey, signInByPassword } from './capacity-ways.ts';
import { startCheapProvider } from './cheap-provider.ts';
import { startMailSink } from './mail-sink.ts';
import { markerOf, SESSION_GET } from './session-targets.ts';
import { measureCell } from './session.ts';
import { measureRound, openBrowser, openFoyer, type SignInTarget } from './sign-ins.ts';

const ROUNDS = { full: 7, quick: 2 };
const CHECKED_SESSIONS = { full: 40_000, quick: 8000 };
const PASSKEY_OWNERS = { full: 200, quick: 20 };
const SIGN_IN_SESSIONS = 4000;
const LOOK_EVERY_MS = 100;

type Rounds = Cost['rounds'][number][];

/** @throws when the CPU time of the database is unknown, because half of what an operator needs would be missing */
function roundOf({ cpuUs, databaseCpuUs }: { cpuUs: number; databaseCpuUs: number | null }): Rounds[number] {
  if (databaseCpuUs === null)
    throw new Error(
      'capacity needs the CPU time of the database, which is known of the embedded engine only',
    );
  return { serverUs: cpuUs, databaseUs: databaseCpuUs };
}

function costOf(rounds: Rounds): Cost {
  const [first, ...others] = rounds;
  if (!first) throw new Error('nothing was measured');
  return { rounds: [first, ...others] };
}

/** Measures `session.get` by cookie and by access token, and the check that renews a session. */
export async function measureChecks(bench: Bench, plan: Plan): Promise<CapacityFigures['checks']> {
  const size = CHECKED_SESSIONS[plan.quick ? 'quick' : 'full'];
  bench.say(`capacity: seeding ${size} sessions`);
  const { db, uri } = bench.database.use('capacity_checks');
  const people = makePeople(size, new Date());
  const accessTokens = await seedFoyer(db, people);
  const visitors = visitorsOf(size, { most: size / 4 });
  const renewed = visitorsOf(size, { from: size / 4 });
  await makeDue(
    db,
    people.now,
    renewed.map((number) => people.session(number).id),
  );
  const { child, port, host } = await startFoyer(uri, { profiles: bench.profiles });
  const request = (headers: Record<string, string>) => ({
    port,
    ...aroundValue(rawRequest({ path: SESSION_GET, host, headers })),
    times: 1,
  });
  const sessionsOf = (numbers: readonly number[]) =>
    numbers.map((number) => {
      const { token, person } = people.session(number);
      return [token, markerOf(person.email)] as const;
    });
  const byCookie = request({ cookie: `${FOYER_COOKIE}=${VALUE}` });
  const targets = {
    cookie: { ...byCookie, people: sessionsOf(visitors) },
    accessToken: {
      ...request({ authorization: `Bearer ${VALUE}` }),
      people: accessTokens.map(([token, person]) => [token, markerOf(emailOf(person))] as const),
    },
    renewal: { ...byCookie, people: sessionsOf(renewed) },
  };
  type Name = keyof typeof targets;
  const names = Object.keys(targets) as Name[];
  const measure = (name: Name, measureMs = plan.measureMs) =>
    measureCell(
      bench,
      { leadMs: plan.leadMs, measureMs },
      { target: `capacity ${name}`, connections: MANY_CONNECTIONS, child },
    );
  for (const name of names) {
    await bench.load.define(`capacity ${name}`, targets[name]);
    const windows: number[] = [];
    // Each due session can be renewed once, so there is one short window for them.
    const most = name === 'renewal' ? 1 : plan.warmUp.mostWindows;
    while (windows.length < most && !hasSettled(windows))
      windows.push((await measure(name, name === 'renewal' ? plan.leadMs : plan.warmUp.windowMs)).cpuUs);
    bench.say(`capacity: warming up ${name}: ${windows.map((us) => us.toFixed(0)).join(', ')} µs`);
  }
  const rounds: Record<Name, Rounds> = { cookie: [], accessToken: [], renewal: [] };
  for (let round = 0; round < ROUNDS[plan.quick ? 'quick' : 'full']; round++) {
    for (const name of bench.shuffle(names)) rounds[name].push(roundOf(await measure(name)));
  }
  await child.end();
  const left = await db.collection('sessions').countDocuments({ expires: expiryOfDue(people.now) });
  if (left === 0) throw new Error('there were too few due sessions for this machine');
  return {
    cookie: costOf(rounds.cookie),
    accessToken: costOf(rounds.accessToken),
    renewal: costOf(rounds.renewal),
  };
}

const expiryOfDue = (now: Date) => new Date(now.getTime() + SESSION_MAX_AGE_MS - 2 * DAY_MS);

async function makeDue(db: Db, now: Date, ids: readonly object[]): Promise<void> {
  const lastSeenAt = new Date(now.getTime() - 2 * DAY_MS);
  await db
    .collection('sessions')
    .updateMany({ _id: { $in: ids as never[] } }, { $set: { lastSeenAt, expires: expiryOfDue(now) } });
}

/** Measures the sign-ins, in browsers that the account knows and in others, and the memory of the server after them. */
export async function measureSignInCosts(
  bench: Bench,
  plan: Plan,
): Promise<{ signIns: CapacityFigures['signIns']; busyBytes: number }> {
  const length = plan.quick ? 'quick' : 'full';
  const purpose = 'capacity_sign_ins';
  bench.say('capacity: starting the sign-ins');
  const mails = await startMailSink();
  const provider = await startCheapProvider();
  const people = makePeople(SIGN_IN_SESSIONS, new Date());
  const opened = await openFoyer(bench, people, mails, provider, { purpose, password: PASSWORD });
  const [byCode, byProvider] = ['mail-code', 'provider'].map((way) =>
    opened.find((each) => each.way === way),
  );
  if (!byCode || !byProvider) throw new Error('a way to sign in is missing');
  const { db } = bench.database.use(purpose);
  const owners = makePeople(2 * PASSKEY_OWNERS[length], people.now);
  const ways: Record<TimedSignIn, SignInTarget['signIn']> = {
    password: (browser, { email }) => signInByPassword(browser, email),
    'mail-code': byCode.signIn,
    provider: byProvider.signIn,
    passkey: await registerPasskeys(byCode, owners),
  };
  const cells = TIMED_SIGN_INS.flatMap((way) =>
    (['known', 'unknown'] as const).map((browser) => ({
      way,
      browser,
      people: way === 'passkey' ? owners : people,
      target: inBrowser({ ...byCode, signIn: ways[way], turn: 0 }, browser),
      rounds: [] as Rounds,
    })),
  );
  const measure = async ({ people: among, target }: (typeof cells)[number]) => {
    // The limits of strangers end many sign-ins from one machine.
    await db.collection('rate_limits').deleteMany({});
    const started = performance.now();
    const { count, ...round } = await measureRound(bench, plan.signInMs, among, target, () =>
      backgroundWork(db),
    );
    return { ...roundOf(round), count, ms: performance.now() - started };
  };
  for (const cell of cells) {
    bench.say(`capacity: warming up sign-ins by ${cell.way}, ${cell.browser} browsers`);
    await measure(cell);
  }
  const idle = await idleUse(bench, byCode.running.child, plan.memory.idleMs);
  for (let round = 0; round < ROUNDS[length]; round++) {
    bench.say(`capacity: sign-ins, round ${round + 1} of ${ROUNDS[length]}`);
    for (const cell of bench.shuffle(cells)) {
      const { serverUs, databaseUs, count, ms } = await measure(cell);
      cell.rounds.push({
        serverUs: Math.max(1, serverUs - (idle.serverUs * ms) / count),
        databaseUs: Math.max(0, databaseUs - (idle.databaseUs * ms) / count),
      });
    }
  }
  const { child } = byCode.running;
  const { rssBytes } = await usageOf(child);
  await child.end();
  await provider.close();
  await mails.close();
  const costsOf = (way: TimedSignIn) => {
    const [known, unknown] = cells.filter((cell) => cell.way === way).map(({ rounds }) => costOf(rounds));
    if (!known || !unknown) throw new Error(`${way} was not measured`);
    return { known, unknown };
  };
  return {
    busyBytes: rssBytes,
    signIns: {
      password: costsOf('password'),
      'mail-code': costsOf('mail-code'),
      provider: costsOf('provider'),
      passkey: costsOf('passkey'),
    },
  };
}

/** The CPU time of a millisecond in which nobody signs in. The sign-ins of a round wait for their mails meanwhile. */
async function idleUse({ database }: Bench, child: Child, durationMs: number): Promise<Rounds[number]> {
  const usage = async () => ({ server: await usageOf(child), database: await database.cpuUs() });
  const from = await usage();
  await sleep(durationMs);
  const to = await usage();
  const ms = to.server.atMs - from.server.atMs;
  return roundOf({
    cpuUs: (to.server.cpuUs - from.server.cpuUs) / ms,
    databaseCpuUs: from.database === null || to.database === null ? null : (to.database - from.database) / ms,
  });
}

function inBrowser(target: SignInTarget, browser: 'known' | 'unknown'): SignInTarget {
  const { browserOf } = target;
  return browser === 'known'
    ? target
    : { ...target, browserOf: (person) => ({ ...browserOf(person), cookies: {} }) };
}

/** The mails about unknown browsers are jobs, and events get their position after the answer. */
async function backgroundWork(db: Db): Promise<void> {
  const waiting = async () =>
    (await db.collection('jobs').countDocuments({ runAt: { $ne: null } })) +
    (await db.collection('events').countDocuments({ unnumbered: true }));
  while ((await waiting()) > 0) await sleep(LOOK_EVERY_MS);
}

/** Gives each of these people a passkey. Answers how they sign in with it. */
async function registerPasskeys(
  target: SignInTarget,
  owners: ReturnType<typeof makePeople>,
): Promise<SignInTarget['signIn']> {
  const connection = await openConnection(target.running.port);
  const authenticators = new Map<string, SoftwareAuthenticator>();
  for (let number = 0; number < owners.count; number++) {
    const person = owners.person(number);
    const browser = openBrowser(connection, target.running.host, target.browserOf(person));
    await signInByPassword(browser, person.email);
    authenticators.set(person.email, await registerPasskey(browser, `https://${FOYER_HOST}`));
  }
  connection.close();
  return async (browser, { email }) => {
    const authenticator = authenticators.get(email);
    if (!authenticator) throw new Error(`${email} has no passkey`);
    return signInByPasskey(browser, authenticator);
  };
}
