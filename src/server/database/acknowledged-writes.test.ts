import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../shared/limits.ts';
import { databaseOfProcess, type ProcessDatabase } from '../../testing/database/process-database.ts';
import { reportFigures, rounds } from '../../testing/faults/fault-rounds.ts';
import { freePorts } from '../../testing/run/free-ports.ts';
import { startServerProcess, type ServerProcess } from '../../testing/faults/server-process.ts';
import { CallFailed, SiteVisitor } from '../../testing/app/site-visitor.ts';

const KILLS = rounds(1, 100);
/** Acknowledged changes per round, before the kill. */
const ACKNOWLEDGED = rounds(40, 200);
const PEOPLE = 8;
const TOKENS_EACH = 4;

let folder: string;
let port: number;
let database: ProcessDatabase;
let server: ServerProcess | null = null;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'foyer-test-'));
  database = databaseOfProcess(path.join(folder, 'data'));
  port = await freePorts(1);
});
afterAll(async () => {
  await server?.stop();
  await database.remove();
  await rm(folder, { recursive: true, force: true });
});

const start = () =>
  startServerProcess({
    folder,
    port,
    database,
    settings: { DEMO: 'off', TRUST_PROXY: '1', LOG_LEVEL: 'fatal' },
  });

/** What is stored instead, or `null` when the expected state is there. */
type Check = () => Promise<string | null>;

class Facts {
  count = 0;
  readonly #checks = new Map<string, Check>();

  /** Called before a request, because the state is unknown until its answer. */
  forget(subject: string): void {
    this.#checks.delete(subject);
  }

  expectLater(subject: string, check: Check): void {
    this.count += 1;
    this.#checks.set(subject, check);
  }

  async lost(): Promise<string[]> {
    const found = [...this.#checks].map(async ([subject, check]) => {
      const stored = await retryWhileUnavailable(check);
      return stored === null ? [] : [`${subject}: ${stored}`];
    });
    return (await Promise.all(found)).flat();
  }
}

/** Each change starts after the previous one was acknowledged. */
class BusyUser {
  readonly #visitor: SiteVisitor;
  readonly #facts: Facts;

  constructor(visitor: SiteVisitor, facts: Facts) {
    this.#visitor = visitor;
    this.#facts = facts;
  }

  async signIn(): Promise<void> {
    await this.#visitor.signInByMail();
    this.#facts.expectLater(`session of ${this.#visitor.email}`, async () =>
      (await this.#isSignedIn()) ? null : 'it is invalid, but was valid',
    );
  }

  async signOut(): Promise<void> {
    const subject = `session of ${this.#visitor.email}`;
    const cookies = new Map(this.#visitor.agent.cookies);
    this.#facts.forget(subject);
    this.#facts.forget(`name of ${this.#visitor.email}`);
    await this.#visitor.call('session.signOut', {});
    this.#facts.expectLater(subject, async () => {
      for (const [cookie, value] of cookies) this.#visitor.agent.cookies.set(cookie, value);
      return (await this.#isSignedIn()) ? 'it is valid, but was signed out' : null;
    });
  }

  async useToken(n: number, revoke: boolean): Promise<void> {
    const { email } = this.#visitor;
    const subject = `token ${n} of ${email}`;
    const created = await this.#visitor.call<{ token: string; accessToken: { id: string } }>(
      'accessTokens.create',
      { name: `Token ${n}`, scopes: ['profile:read'], expires: new Date(Date.now() + DAY_MS).toISOString() },
    );
    const isInvalid = () => isRefused(this.#visitor.call('accessTokens.current', undefined, created.token));
    this.#facts.expectLater(subject, async () =>
      (await isInvalid()) ? 'it is invalid, but was valid' : null,
    );
    if (!revoke) return;
    this.#facts.forget(subject);
    await this.#visitor.call('accessTokens.revoke', { id: created.accessToken.id });
    this.#facts.expectLater(subject, async () =>
      (await isInvalid()) ? null : 'it is valid, but was revoked',
    );
  }

  /** The next name may already be stored when this check runs. */
  async rename(n: number): Promise<void> {
    await this.#visitor.call('profile.update', { name: `Name ${n}` });
    this.#facts.expectLater(`name of ${this.#visitor.email}`, async () => {
      const { name } = await this.#visitor.call<{ name: string }>('profile.get');
      return [`Name ${n}`, `Name ${n + 1}`].includes(name) ? null : `it is "${name}", and was number ${n}`;
    });
  }

  async #isSignedIn(): Promise<boolean> {
    return (await this.#visitor.call('session.get')) !== null;
  }
}

const isUnavailable = (error: unknown) => error instanceof CallFailed && error.status === 503;

/** Repeats while the answer is 503, because the database may be slow on a busy machine. */
async function retryWhileUnavailable<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
  }
}

async function isRefused(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return false;
  } catch (error) {
    if (error instanceof CallFailed && error.status === 401) return true;
    throw error;
  }
}

async function keepBusy(name: string, renames: number, facts: Facts, isOver: () => boolean): Promise<void> {
  for (let turn = 0; !isOver(); turn++) {
    const email = `${name}-${turn}@example.test`;
    const person = new BusyUser(new SiteVisitor(`http://localhost:${port}`, email), facts);
    try {
      await person.signIn();
      for (let n = 0; n < TOKENS_EACH; n++) await person.useToken(n, n % 2 === 0);
      for (let n = 0; n < renames; n++) await person.rename(n);
      await person.signOut();
    } catch (error) {
      if (!isOver() && !isUnavailable(error)) throw error;
    }
  }
}

it(
  `keeps what it has acknowledged through ${KILLS} kills of the server and its database (security.md R3)`,
  { timeout: KILLS * 180_000 },
  async () => {
    const figures = { kills: 0, acknowledged: 0, lost: 0 };
    server = await start();
    for (; figures.kills < KILLS; figures.kills++) {
      const facts = new Facts();
      let over = false;
      const people = Array.from({ length: PEOPLE }, (_, n) => n);
      // Users sign out at different rates, so that kills meet every kind of request.
      const activity = Promise.all(
        people.map((n) => keepBusy(`round-${figures.kills}-${n}`, 2 * n, facts, () => over)),
      );
      // Awaited after the kill. A failure before the kill ends the wait.
      activity.catch(() => (over = true));
      await expect
        .poll(() => over || facts.count >= ACKNOWLEDGED, { timeout: 120_000, interval: 1 })
        .toBe(true);
      over = true;
      await server.kill(true);
      server = null;
      await activity;

      server = await start();
      const lost = await facts.lost();
      figures.lost += lost.length;
      figures.acknowledged += facts.count;
      expect(lost).toEqual([]);
    }
    expect(figures.acknowledged).toBeGreaterThanOrEqual(KILLS * ACKNOWLEDGED);
    reportFigures('kill -9 of the server and its database', figures);
  },
);
