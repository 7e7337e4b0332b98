import type { CommandStartedEvent, Document, MongoClient } from 'mongodb';
import { numberEvents } from '../../src/server/domain/event-numbering.ts';
import { runDueJobs } from '../../src/server/domain/job-runner.ts';
import { rememberDevice } from '../../src/server/domain/rules/known-devices.ts';
import { DAY_MS, SESSION_MAX_AGE_MS } from '../../src/shared/limits.ts';
import { createMailbox, type Mailbox } from '../../src/testing/app/mailbox.ts';
import { createPhonebox, type Phonebox } from '../../src/testing/app/phonebox.ts';
import {
  COUNTED_SIGN_INS,
  type CapacityFigures,
  type CountedSignIn,
  type Operations,
} from '../capacity-figures.ts';
import { startInThisProcess, type FoyerInThisProcess } from '../foyer-in-this-process.ts';
import { seedFoyer } from '../seeds/foyer.ts';
import { makePeople, type People, type Person } from '../seeds/people.ts';
import { PROVIDER } from '../seeds/peers.ts';
import type { Bench } from './bench.ts';
import { measureStorage } from './capacity-storage.ts';
import {
  PASSWORD,
  registerPasskey,
  signInByPasskey,
  signInByPassword,
  signInByProvider,
} from './capacity-ways.ts';
import { startCheapProvider, type CheapProvider } from './cheap-provider.ts';
import { atProvider, openBrowser, settingsFor, type Browser } from './sign-ins.ts';

const SESSIONS = 200;
/** Sign-ins whose background work is divided by their number. */
const BACKGROUND = 20;
/** A process sends these at most once a second, so they belong to no call. */
const READ_NOW_AND_THEN: ReadonlySet<string> = new Set(['aggregate rate_limits', 'find identity_providers']);
const STATEMENTS: Readonly<Record<string, string>> = {
  insert: 'documents',
  update: 'updates',
  delete: 'deletes',
  bulkWrite: 'ops',
};

/** The Foyer that is counted, with everything that a sign-in needs. */
export interface CountedFoyer {
  readonly foyer: FoyerInThisProcess;
  readonly people: People;
  readonly provider: CheapProvider;
  readonly mailbox: Mailbox;
  readonly phonebox: Phonebox;
  /** A browser with these cookies. */
  readonly browser: (cookies?: Record<string, string>) => Browser;
}

/** Counts what each call sends to the database, and what stays there. */
export async function measureOperations(
  bench: Bench,
  quick: boolean,
): Promise<Pick<CapacityFigures, 'calls' | 'renewal' | 'signInOperations' | 'background' | 'storage'>> {
  bench.say('capacity: counting operations');
  const { db, uri } = bench.database.use('capacity_operations');
  const people = makePeople(SESSIONS, new Date());
  await seedFoyer(db, people, PASSWORD);
  const provider = await startCheapProvider();
  const [mailbox, phonebox] = [createMailbox(), createPhonebox()];
  const environment = {
    ...settingsFor(provider),
    [`OIDC_${PROVIDER.toUpperCase()}_TRUST_EMAIL`]: 'on',
    PHONE_SIGN_IN: 'on',
  };
  await using foyer = await startInThisProcess(uri, { environment, mail: mailbox, sms: phonebox });
  const { origin } = foyer.deps.settings;
  const counted: CountedFoyer = {
    foyer,
    people,
    provider,
    mailbox,
    phonebox,
    browser: (cookies = {}) =>
      openBrowser(foyer.connection, new URL(origin).host, { cookies, headers: { origin } }),
  };
  const { signInOperations, rows } = await countSignIns(counted);
  const background = await countBackground(counted);
  const { calls, renewal } = await countCalls(counted);
  const storage = await measureStorage(bench, counted, quick);
  await provider.close();
  return { calls, renewal, signInOperations, background, storage: { ...storage, signIn: rows } };
}

type Action = () => Promise<unknown>;

async function operationsOf(client: MongoClient, action: Action): Promise<Operations> {
  const counted = { commands: 0, reads: 0, writes: 0 };
  const note = ({ commandName, command }: CommandStartedEvent) => {
    if (READ_NOW_AND_THEN.has(`${commandName} ${String(command[commandName])}`)) return;
    counted.commands++;
    const statements = STATEMENTS[commandName];
    if (statements !== undefined) counted.writes += (command[statements] as readonly Document[]).length;
    else if (commandName === 'findAndModify') counted.writes++;
    else counted.reads++;
  };
  client.on('commandStarted', note);
  await action().finally(() => client.off('commandStarted', note));
  return counted;
}

const dividedBy = (operations: Operations, without: Operations, count: number): Operations => ({
  commands: Math.max(0, operations.commands - without.commands) / count,
  reads: Math.max(0, operations.reads - without.reads) / count,
  writes: Math.max(0, operations.writes - without.writes) / count,
});

/** Counts each sign-in, in a browser that the account knows and in another, and the rows that one adds. */
async function countSignIns(
  counted: CountedFoyer,
): Promise<Pick<CapacityFigures, 'signInOperations'> & { rows: CapacityFigures['storage']['signIn'] }> {
  const { foyer, people, browser } = counted;
  const { client, db, deps } = foyer;
  const ways = await waysOf(counted);
  const count = async (way: CountedSignIn, knows: boolean, person: Person) => {
    await db.collection('rate_limits').deleteMany({});
    const device = rememberDevice(deps, undefined, person.id.toHexString()).value;
    const used = browser(knows ? { [`${deps.settings.cookiePrefix}.device`]: device } : {});
    const operations = await operationsOf(client, () => ways[way](used, person));
    if (!used.has(`${deps.settings.cookiePrefix}.session`)) throw new Error(`${way} signs nobody in`);
    return operations;
  };
  const rowsBy = async (knows: boolean) => {
    const sizes = () =>
      Promise.all(['activity', 'events', 'jobs'].map((name) => db.collection(name).countDocuments()));
    const before = await sizes();
    await count('mail-code', knows, people.person(3));
    const [activity = 0, events = 0, mails = 0] = (await sizes()).map(
      (size, index) => size - (before[index] ?? 0),
    );
    return { activity, events, mails };
  };
  const byWay: [CountedSignIn, { known: Operations; unknown: Operations }][] = [];
  for (const way of COUNTED_SIGN_INS) {
    // The first one of a process fills caches.
    await count(way, true, people.person(0));
    byWay.push([
      way,
      { known: await count(way, true, people.person(1)), unknown: await count(way, false, people.person(2)) },
    ]);
  }
  const [known, unknown] = [await rowsBy(true), await rowsBy(false)];
  return {
    signInOperations: Object.fromEntries(byWay) as CapacityFigures['signInOperations'],
    rows: {
      activity: known.activity,
      events: known.events,
      mails: { known: known.mails, unknown: unknown.mails },
    },
  };
}

async function waysOf({ foyer, people, provider, mailbox, phonebox, browser }: CountedFoyer) {
  const { db, deps } = foyer;
  const phoneOf = ({ number }: Person) => `+4915110000${String(number).padStart(3, '0')}`;
  const passkeys = new Map<number, Awaited<ReturnType<typeof registerPasskey>>>();
  for (let number = 0; number < 4; number++) {
    const person = people.person(number);
    const phone = { e164: phoneOf(person), verifiedAt: people.now };
    await db.collection('users').updateOne({ _id: person.id }, { $set: { phone } });
    const owner = browser();
    await signInByPassword(owner, person.email);
    passkeys.set(number, await registerPasskey(owner, deps.settings.origin));
  }
  const ways: Record<CountedSignIn, (used: Browser, person: Person) => Promise<unknown>> = {
    password: (used, { email }) => signInByPassword(used, email),
    async 'mail-code'(used, { email }) {
      await used.post('/trpc/session.requestLink', { email });
      const code = mailbox.codeOf(mailbox.last(email));
      await used.post('/trpc/session.signInWithCode', { email, code });
    },
    async provider(used, person) {
      await signInByProvider(used, provider, atProvider(person));
    },
    async passkey(used, { number }) {
      const authenticator = passkeys.get(number);
      if (!authenticator) throw new Error(`person ${number} has no passkey`);
      await signInByPasskey(used, authenticator);
    },
    async phone(used, person) {
      const phone = phoneOf(person);
      await used.post('/trpc/session.requestPhoneCode', { phone });
      await used.post('/trpc/session.signInWithPhoneCode', { phone, code: phonebox.codeTo(phone) });
    },
  };
  return ways;
}

/** Counts the numbering of events and the mails of unknown browsers, which follow the answers. */
async function countBackground({
  foyer,
  people,
  browser,
}: CountedFoyer): Promise<CapacityFigures['background']> {
  const { client, deps } = foyer;
  const number: Action = () => numberEvents(deps, 'bench');
  const send: Action = () => runDueJobs(deps);
  // All that the sign-ins so far have left.
  await number();
  await send();
  const without = { event: await operationsOf(client, number), mail: await operationsOf(client, send) };
  const { events, jobs } = deps.collections;
  for (let index = 0; index < BACKGROUND; index++)
    await signInByPassword(browser(), people.person(10 + index).email);
  const [eventCount, mailCount] = await Promise.all([
    events.countDocuments({ unnumbered: true }),
    jobs.countDocuments(),
  ]);
  return {
    event: dividedBy(await operationsOf(client, number), without.event, eventCount),
    mail: dividedBy(await operationsOf(client, send), without.mail, mailCount),
  };
}

/** Counts the calls of a person who is signed in. */
async function countCalls({
  foyer,
  people,
  provider,
  browser,
}: CountedFoyer): Promise<Pick<CapacityFigures, 'calls' | 'renewal'>> {
  const { client, deps } = foyer;
  const { sessions } = deps.collections;
  const person = people.person(50);
  const signedIn = browser();
  await signInByProvider(signedIn, provider, atProvider(person));
  const query = (procedure: string, input?: object) => () =>
    signedIn.get(
      `/trpc/${procedure}${input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`}`,
    );
  const check = query('session.get');
  const unlinked = { provider: PROVIDER, providerAccountId: atProvider(person).subject };
  const actions: [call: string, action: Action][] = [
    ['session.get', check],
    ['session.token', query('session.token', { audience: 'https://api.example.test' })],
    ['accounts.list', query('accounts.list')],
    ['session.list', query('session.list')],
    ['activity.list', query('activity.list', {})],
  ];
  const calls: CapacityFigures['calls'] = [];
  for (const [call, action] of actions) {
    // The first call fills caches.
    await action();
    calls.push({ call, operations: await operationsOf(client, action) });
  }
  const due = Date.now() - 2 * DAY_MS;
  await sessions.updateMany(
    { userId: person.id },
    { $set: { lastSeenAt: new Date(due), expires: new Date(due + SESSION_MAX_AGE_MS) } },
  );
  const renewal = await operationsOf(client, check);
  const unlink = await operationsOf(client, () => signedIn.post('/trpc/accounts.unlink', unlinked));
  return { calls: [...calls, { call: 'accounts.unlink', operations: unlink }], renewal };
}
