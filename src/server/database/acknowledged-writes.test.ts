import path from 'node:path';
import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';
import { DAY_MS } from '../../shared/limits.ts';
import { databaseOfProcess } from '../../testing/database/process-database.ts';
import { reportFigures, rounds } from '../../testing/faults/fault-rounds.ts';
import { brokenInvariants } from '../../testing/faults/invariants.ts';
import { startIdentityProvider } from '../../testing/providers/identity-provider.ts';
import { freePorts } from '../../testing/run/free-ports.ts';
import { folderOfFile } from '../../testing/run/temporary-folder.ts';
import { uniqueIp } from '../../testing/run/unique-name.ts';
import { startServerProcess, type ServerProcess } from '../../testing/faults/server-process.ts';
import { HttpAgent } from '../../testing/app/http-agent.ts';
import { connectDatabase } from './connect.ts';

const KILLS = rounds(1, 30);
/** The number of acknowledged changes per round, before the kill. */
const ACKNOWLEDGED = rounds(40, 50);
const PEOPLE = 8;

const folder = folderOfFile();
const provider = await startIdentityProvider({ name: 'Trusted', trustEmail: true });
const database = databaseOfProcess(path.join(folder, 'data'));
const port = await freePorts(1);
let server: ServerProcess | null = null;
afterAll(async () => {
  await server?.stop();
  await provider.close();
  await database.remove();
});

const start = () =>
  startServerProcess({
    folder,
    port,
    database,
    settings: {
      DEMO: 'off',
      // So that each person has an address of their own: mails are limited by address.
      TRUST_PROXY: '1',
      LOG_LEVEL: 'fatal',
      OIDC_TRUSTED_ISSUER: provider.issuer,
      OIDC_TRUSTED_CLIENT_ID: provider.settings.clientId,
      OIDC_TRUSTED_CLIENT_SECRET: provider.settings.clientSecret ?? '',
      OIDC_TRUSTED_TRUST_EMAIL: 'on',
    },
  });

/** Returns a description of what is stored instead, or `null` when the expected state is there. */
type Check = () => Promise<string | null>;

/** The changes that the server has acknowledged, by subject. */
class Facts {
  count = 0;
  readonly #checks = new Map<string, Check>();

  /** Called before a request that changes the subject, because its state is unknown until the answer. */
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

class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly status: number;

  constructor(procedure: string, status: number, text: string) {
    super(`${procedure} answered ${status}: ${text}`);
    this.status = status;
  }
}

/**
 * A person with a browser. Each change starts after the previous one was acknowledged. Each step rejects when
 * the server's answer is wrong.
 */
class BusyUser {
  readonly agent = new HttpAgent(`http://localhost:${port}`);
  readonly email: string;
  // Limits count addresses and networks, so each person has another one, behind a trusted proxy.
  readonly #from = uniqueIp();
  readonly #facts: Facts;

  constructor(name: string, facts: Facts) {
    this.email = `${name}@example.test`;
    this.#facts = facts;
  }

  /** Calls a query without input, or a mutation with it. With an access token, the call has no cookies. */
  async call<T>(procedure: string, input?: unknown, accessToken?: string): Promise<T> {
    const address = `/trpc/${procedure}`;
    const headers = {
      'x-forwarded-for': this.#from,
      ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
    };
    const answer =
      input === undefined
        ? await this.agent.request(address, { headers, cookies: accessToken === undefined })
        : await this.agent.postJson(address, input, headers);
    if (answer.status !== 200) throw new CallFailed(procedure, answer.status, answer.text);
    return (answer.json() as { result: { data: T } }).result.data;
  }

  async isSignedIn(): Promise<boolean> {
    return (await this.call('session.get')) !== null;
  }

  async signIn(): Promise<void> {
    const { email } = this;
    await this.call('session.requestLink', { email });
    const messages = (await this.agent.request('/dev/outbox.json')).json() as { to: string; text: string }[];
    const [code] = messages.flatMap(({ to, text }) =>
      to === email ? (/^\d{6}$/m.exec(text)?.[0] ?? []) : [],
    );
    await this.call('session.signInWithCode', { email, code });
    this.#facts.expectLater(`session of ${this.email}`, async () =>
      (await this.isSignedIn()) ? null : 'it is invalid, but was valid',
    );
  }

  async signOut(): Promise<void> {
    const subject = `session of ${this.email}`;
    const cookies = new Map(this.agent.cookies);
    this.#facts.forget(subject);
    await this.call('session.signOut', {});
    this.#facts.expectLater(subject, async () => {
      for (const [cookie, value] of cookies) this.agent.cookies.set(cookie, value);
      return (await this.isSignedIn()) ? 'it is valid, but was signed out' : null;
    });
  }

  async useToken(n: number, revoke: boolean): Promise<void> {
    const subject = `token ${n} of ${this.email}`;
    const expires = new Date(Date.now() + DAY_MS).toISOString();
    const created = await this.call<{ token: string; accessToken: { id: string } }>('accessTokens.create', {
      name: `Token ${n}`,
      scopes: ['profile:read'],
      expires,
    });
    const isInvalid = () => isRefused(this.call('accessTokens.current', undefined, created.token));
    this.#facts.expectLater(subject, async () =>
      (await isInvalid()) ? 'it is invalid, but was valid' : null,
    );
    if (!revoke) return;
    this.#facts.forget(subject);
    await this.call('accessTokens.revoke', { id: created.accessToken.id });
    this.#facts.expectLater(subject, async () =>
      (await isInvalid()) ? null : 'it is valid, but was revoked',
    );
  }

  /** By a provider. Both an account that is new and one that a kill left half-made can be signed in to. */
  async signInByProvider(): Promise<void> {
    const { url } = await this.call<{ url: string }>('session.signInWith', { provider: 'trusted' });
    const [login = ''] = this.email.split('@');
    const callback = await provider.signIn(url, { login, email: this.email });
    const { location } = await this.agent.request(callback);
    // On a busy machine, the database may take too long.
    if (location?.includes('error=UNAVAILABLE')) throw new CallFailed('the callback', 503, location);
    if (location === null || location.includes('error=')) throw new Error(`sign-in led to ${location}`);
    const accounts = await this.call<{ provider: string }[]>('accounts.list');
    if (accounts.length !== 1) throw new Error(`${this.email} has ${accounts.length} connections`);
  }
}

const isUnavailable = (error: unknown) => error instanceof CallFailed && error.status === 503;

/** Repeats the request while the answer is 503, because the database may be slow on a busy machine. */
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

/** Does the work of one person after another, until it is over. Answers the names of these people. */
async function keepBusy(
  name: string,
  work: (person: BusyUser) => Promise<unknown>,
  facts: Facts,
  isOver: () => boolean,
): Promise<string[]> {
  const names: string[] = [];
  while (!isOver()) {
    names.push(`${name}-${names.length}`);
    try {
      await work(new BusyUser(names.at(-1) ?? '', facts));
    } catch (error) {
      if (!isOver() && !isUnavailable(error)) throw error;
    }
  }
  return names;
}

/** People sign out at different rates, so that kills meet every kind of request. */
const workWith = (tokens: number) => async (person: BusyUser) => {
  await person.signIn();
  for (let n = 0; n < tokens; n++) await person.useToken(n, n % 2 === 0);
  await person.signOut();
};

async function findBroken(): Promise<string[]> {
  const { db, close } = await connectDatabase({ uri: await database.uri(), log: pino({ level: 'silent' }) });
  try {
    return await brokenInvariants(db);
  } finally {
    await close();
  }
}

it(
  `keeps what it has acknowledged through ${KILLS} kills of the server and its database, and everybody can sign in again (security.md R2, R3)`,
  { timeout: KILLS * 180_000 },
  async () => {
    const figures = { kills: 0, acknowledged: 0, lost: 0, again: 0 };
    server = await start();
    for (; figures.kills < KILLS; figures.kills++) {
      const facts = new Facts();
      let over = false;
      const isOver = () => over;
      const nameOf = (what: string) => `round-${figures.kills}-${what}`;
      const byMail = Array.from({ length: PEOPLE }, (_, n) =>
        keepBusy(nameOf(String(n)), workWith(1 + 2 * n), facts, isOver),
      );
      // Two browsers of one person sign in at once, too.
      const signInByProvider = (person: BusyUser) => person.signInByProvider();
      const byProvider = [1, 2].map(() => keepBusy(nameOf('provider'), signInByProvider, facts, isOver));
      const activity = Promise.all([...byProvider, ...byMail]);
      // The promise is awaited after the kill. A failure before the kill ends the wait.
      activity.catch(() => (over = true));
      await expect
        .poll(() => over || facts.count >= ACKNOWLEDGED, { timeout: 120_000, interval: 1 })
        .toBe(true);
      over = true;
      await server.kill(true);
      server = null;
      const names = await activity;

      server = await start();
      const lost = await facts.lost();
      figures.lost += lost.length;
      figures.acknowledged += facts.count;
      expect(lost).toEqual([]);
      // Those whose requests the kill has met.
      for (const [index, last] of names.map((each) => each.at(-1) ?? '').entries()) {
        const person = new BusyUser(last, facts);
        await retryWhileUnavailable(() =>
          index < byProvider.length ? person.signInByProvider() : person.signIn(),
        );
        expect(await retryWhileUnavailable(() => person.isSignedIn())).toBe(true);
        figures.again += 1;
      }
      expect(await findBroken()).toEqual([]);
    }
    expect(figures.acknowledged).toBeGreaterThanOrEqual(KILLS * ACKNOWLEDGED);
    reportFigures('kill -9 of the server and its database', figures);
  },
);
