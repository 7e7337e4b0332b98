// @module-tag all
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  databaseOfProcess,
  USES_EMBEDDED_ENGINE,
  type ProcessDatabase,
} from '../../testing/database/process-database.ts';
import { reportFigures, rounds } from '../../testing/faults/fault-rounds.ts';
import { freePorts } from '../../testing/run/free-ports.ts';
import { startIdentityProvider, type IdentityProvider } from '../../testing/providers/identity-provider.ts';
import { brokenInvariants } from '../../testing/faults/invariants.ts';
import { seededRandom, TEST_SEED } from '../../testing/run/random.ts';
import { startServerProcess, type ServerProcess } from '../../testing/faults/server-process.ts';
import { SiteVisitor } from '../../testing/app/site-visitor.ts';
import { connectDatabase } from '../database/connect.ts';

const ROUNDS = rounds(1, 50);
/** The kill comes after at most so many sign-ins, and at a random moment of the next ones. A busy machine needs longer for each. */
const MOST_DONE = 12;
const LONGEST_MS = 100;
const PATIENCE = { timeout: 60_000, interval: 1 };

let trusted: IdentityProvider;
let other: IdentityProvider;
let folder: string;
let port: number;
let database: ProcessDatabase;
let server: ServerProcess | null = null;

beforeAll(async () => {
  trusted = await startIdentityProvider({ name: 'Trusted', trustEmail: true });
  other = await startIdentityProvider({ name: 'Other' });
  folder = await mkdtemp(path.join(os.tmpdir(), 'foyer-test-'));
  database = databaseOfProcess(path.join(folder, 'data'));
  port = await freePorts(1);
});
afterAll(async () => {
  await server?.stop();
  await Promise.all([trusted.close(), other.close()]);
  await database.remove();
  await rm(folder, { recursive: true, force: true });
});

function settingsOf(provider: IdentityProvider): Record<string, string> {
  const { id, issuer, clientId, clientSecret, trustEmail } = provider.settings;
  const prefix = `OIDC_${id.toUpperCase()}`;
  return {
    [`${prefix}_ISSUER`]: issuer,
    [`${prefix}_CLIENT_ID`]: clientId,
    [`${prefix}_CLIENT_SECRET`]: clientSecret ?? '',
    [`${prefix}_TRUST_EMAIL`]: trustEmail ? 'on' : 'off',
  };
}

const start = () =>
  startServerProcess({
    folder,
    port,
    database,
    // One proxy is trusted, so that each user can have an own address: mails are limited by address.
    settings: { ...settingsOf(trusted), ...settingsOf(other), TRUST_PROXY: '1', LOG_LEVEL: 'fatal' },
  });

class User extends SiteVisitor {
  readonly login: string;

  constructor(login: string) {
    super(`http://localhost:${port}`, `${login}@example.test`);
    this.login = login;
  }

  async signInByProvider(): Promise<void> {
    const { url } = await this.call<{ url: string }>('session.signInWith', { provider: 'trusted' });
    const { location } = await this.agent.request(
      await trusted.signIn(url, { login: this.login, email: this.email }),
    );
    if (location === null || location.includes('error=')) throw new Error(`sign-in led to ${location}`);
  }

  async link(): Promise<string | null> {
    const { url } = await this.call<{ url: string }>('accounts.link', { provider: 'other' });
    const { location } = await this.agent.request(await other.signIn(url, { login: this.login }));
    return new URL(location ?? '').searchParams.get('outcome');
  }

  unlink(): Promise<unknown[]> {
    return this.call('accounts.unlink', { provider: 'other', providerAccountId: this.login });
  }

  accounts(): Promise<{ provider: string }[]> {
    return this.call('accounts.list');
  }

  async userId(): Promise<string | undefined> {
    return (await this.call<{ user: { id: string } } | null>('session.get'))?.user.id;
  }
}

/** What users repeat until the server is killed. */
const HABITS = {
  provider: async (person: User) => person.signInByProvider(),
  mail: async (person: User) => person.signInByMail(),
  links: async (person: User) => {
    if ((await person.userId()) === undefined) await person.signInByMail();
    await person.link();
    await person.unlink();
  },
} as const;

type Habit = keyof typeof HABITS;
const HABIT_OF_EACH: readonly Habit[] = ['provider', 'provider', 'mail', 'links', 'links'];

interface Activity {
  readonly habit: Habit;
  /** Mail sign-ins use a new one each time, because mails are limited by address. */
  readonly logins: readonly string[];
  readonly done: number;
}

async function repeatHabit(
  habit: Habit,
  login: string,
  isOver: () => boolean,
  onDone: () => void,
): Promise<Activity> {
  let person = new User(login);
  const logins = [login];
  for (let done = 0; ;) {
    try {
      await HABITS[habit](person);
      done += 1;
      onDone();
    } catch (error) {
      if (!isOver()) throw error;
    }
    if (isOver()) return { habit, logins, done };
    if (habit !== 'mail') continue;
    person = new User(`${login}-${done}`);
    logins.push(person.login);
  }
}

/** After a restart: signs in with a new browser and repeats the same action. */
async function signInAgain(habit: Habit, login: string): Promise<void> {
  const person = new User(login);
  if (habit === 'provider') {
    await person.signInByProvider();
    expect(await person.accounts()).toMatchObject([{ provider: 'trusted' }]);
    return;
  }
  await person.signInByMail();
  if (habit === 'mail') {
    expect(await person.accounts()).toEqual([]);
    return;
  }
  expect(['linked', 'already-linked']).toContain(await person.link());
  expect(await person.accounts()).toMatchObject([{ provider: 'other' }]);
  expect(await person.unlink()).toEqual([]);
}

async function checkDatabase(): Promise<string[]> {
  const { db, close } = await connectDatabase({ uri: await database.uri(), log: pino({ level: 'silent' }) });
  try {
    const broken = await brokenInvariants(db);
    const users = (await db.collection('users').distinct('_id')).map(String);
    const owners = (await db.collection('sessions').distinct('userId')).map(String);
    const without = owners.filter((owner) => !users.includes(owner));
    return [...broken, ...without.map((owner) => `a session of ${owner}, who is not there`)];
  } finally {
    await close();
  }
}

describe('a server that is killed while people sign in (security.md R2)', () => {
  it(
    `everybody can sign in again after a restart, ${ROUNDS} times`,
    { timeout: ROUNDS * 120_000 },
    async () => {
      const random = seededRandom(TEST_SEED);
      const figures = { rounds: 0, 'with the database': 0, 'done before': 0, 'in again': 0, 'half-made': 0 };
      server = await start();
      for (; figures.rounds < ROUNDS; figures.rounds++) {
        const people = HABIT_OF_EACH.map((habit, i) => ({
          habit,
          login: `r${figures.rounds}-${habit}-${i}`,
        }));
        // Users of a provider have two browsers, so that concurrent requests of one user are covered.
        const browsers = [...people, ...people.filter(({ habit }) => habit === 'provider')];
        let over = false;
        let doneActs = 0;
        const isOver = () => over;
        const onDone = () => (doneActs += 1);
        const activity = Promise.all(
          browsers.map(({ habit, login }) => repeatHabit(habit, login, isOver, onDone)),
        );
        // The promise is awaited after the kill. A failure before the kill ends the wait.
        activity.catch(() => (over = true));
        const enough = 1 + random.below(MOST_DONE);
        await expect.poll(() => over || doneActs >= enough, PATIENCE).toBe(true);
        await sleep(random.below(LONGEST_MS));
        const alsoDatabase = USES_EMBEDDED_ENGINE && figures.rounds % 2 === 1;
        over = true;
        await server.kill(alsoDatabase);
        server = null;
        if (alsoDatabase) figures['with the database'] += 1;
        const activities = await activity;
        server = await start();
        for (const { habit, logins, done } of activities) {
          figures['done before'] += done;
          for (const login of logins) await signInAgain(habit, login);
          figures['in again'] += logins.length;
        }
        expect(await checkDatabase()).toEqual([]);
      }
      expect(figures['done before']).toBeGreaterThan(0);
      reportFigures('kill -9 of the server', figures);
    },
  );
});
