import { setTimeout as sleep } from 'node:timers/promises';
import { ObjectId, type Db, type Document } from 'mongodb';
import { SESSION_MAX_AGE_MS, SESSION_RENEW_AFTER_MS } from '../../shared/limits.ts';
import { hashToken } from '../../server/crypto/secrets.ts';
import { seededRandom, TEST_SEED } from '../app/random.ts';
import { rawRequest, type RawAnswer } from '../app/raw-request.ts';

const SESSION_COOKIE = 'foyer.session';
const ASK_AGAIN_MS = 20;

/** A server process behind the balancer. */
export interface BalancedProcess {
  readonly port: number;
}

export interface LoadFigures {
  readonly visits: number;
  readonly requests: number;
  readonly signIns: number;
  readonly renewals: number;
  readonly signOuts: number;
}

/** People who sign in and out all the time, and a balancer that chooses the process of each request. */
export interface UpgradeLoad extends AsyncDisposable {
  add(process: BalancedProcess): void;
  /** Sends the process no more requests, and waits for those that it has. */
  remove(process: BalancedProcess): Promise<void>;
  /** Waits for this many further visits, then checks every session at every process. */
  play(visits: number): Promise<void>;
  /** What went wrong, one sentence each. */
  readonly faults: readonly string[];
  /** The last name that each person got, by email address. */
  readonly names: ReadonlyMap<string, string>;
  stop(): Promise<LoadFigures>;
}

/** `people`: the email addresses of people who have `password`. Each is in one browser at a time. */
export function startLoad(
  db: Db,
  { origin, people, password }: { origin: string; people: readonly string[]; password: string },
): UpgradeLoad {
  const random = seededRandom(TEST_SEED);
  const processes: BalancedProcess[] = [];
  const open = new Map<BalancedProcess, number>();
  const faults: string[] = [];
  const names = new Map<string, string>();
  /** Sessions that nobody ends, and sessions that have ended, with their person. */
  const kept: { readonly email: string; readonly token: string }[] = [];
  const ended: { readonly email: string; readonly token: string }[] = [];
  const figures = { visits: 0, requests: 0, signIns: 0, renewals: 0, signOuts: 0 };
  const stopping = new AbortController();

  async function send(
    process: BalancedProcess,
    path: string,
    { token, body }: { token?: string; body?: unknown } = {},
  ): Promise<RawAnswer | null> {
    open.set(process, (open.get(process) ?? 0) + 1);
    figures.requests++;
    try {
      const answer = await rawRequest(`http://localhost:${process.port}`, {
        path: `/trpc/${path}`,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          host: new URL(origin).host,
          origin,
          ...(token === undefined ? {} : { cookie: `${SESSION_COOKIE}=${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (answer.status === 200) return answer;
      faults.push(`${path} got ${answer.status}: ${answer.text.slice(0, 300)}`);
    } catch (error) {
      faults.push(`${path} got no answer: ${String(error)}`);
    } finally {
      open.set(process, (open.get(process) ?? 1) - 1);
    }
    return null;
  }

  const anywhere = (path: string, options?: Parameters<typeof send>[2]) =>
    send(random.pick(processes), path, options);

  function tokenIn(answer: RawAnswer): string | undefined {
    const cookies = [answer.headers['set-cookie'] ?? []].flat().join('\n');
    return new RegExp(`(?:^|\n)${SESSION_COOKIE.replace('.', '\\.')}=([^;]+)`).exec(cookies)?.[1];
  }

  /** The address of whoever is signed in; `undefined` when there was no answer. */
  async function personOf(process: BalancedProcess, token: string): Promise<string | null | undefined> {
    const answer = await send(process, 'session.get', { token });
    if (!answer) return undefined;
    const { result } = JSON.parse(answer.text) as {
      result: { data: { user: { email: string } } | null };
    };
    return result.data?.user.email ?? null;
  }

  async function check(process: BalancedProcess, token: string, email: string | null): Promise<void> {
    const found = await personOf(process, token);
    if (found !== undefined && found !== email)
      faults.push(`port ${process.port}: ${String(found)} is signed in, expected ${String(email)}`);
  }

  async function renew(token: string): Promise<void> {
    const row = { sessionToken: hashToken(token) };
    const almostOver = new Date(Date.now() + SESSION_MAX_AGE_MS - 2 * SESSION_RENEW_AFTER_MS);
    await db.collection('sessions').updateOne(row, { $set: { expires: almostOver } });
    const answer = await anywhere('session.get', { token });
    const renewed = await db.collection('sessions').findOne(row);
    if (!((renewed?.['expires'] as Date | undefined) && (renewed?.['expires'] as Date) > almostOver))
      faults.push('a session was not renewed');
    if (answer && tokenIn(answer) !== token) faults.push('the cookie was not renewed');
    figures.renewals++;
  }

  async function visit(email: string): Promise<void> {
    // What is played here in a minute are the visits of days, and limits would refuse them.
    await db.collection('rate_limits').deleteMany({});
    const signIn = await anywhere('password.signIn', { body: { email, password } });
    const token = signIn && tokenIn(signIn);
    if (!token) return void faults.push(`${email} could not sign in`);
    figures.signIns++;
    await check(random.pick(processes), token, email);
    const name = `Name ${figures.requests}`;
    if (await anywhere('profile.update', { token, body: { name } })) names.set(email, name);
    await renew(token);
    await check(random.pick(processes), token, email);
    if (random.chance(0.3)) return void kept.push({ email, token });
    if (!(await anywhere('session.signOut', { token, body: {} }))) return;
    figures.signOuts++;
    ended.push({ email, token });
    await Promise.all(processes.map((process) => check(process, token, null)));
  }

  const loops = people.map(async (email) => {
    while (!stopping.signal.aborted) {
      // After a fault the figures say nothing more.
      if (processes.length === 0 || faults.length > 0) await sleep(ASK_AGAIN_MS);
      else {
        await visit(email);
        figures.visits++;
      }
    }
  });

  const stop = async () => {
    stopping.abort();
    await Promise.all(loops);
    return figures;
  };

  return {
    faults,
    names,
    add: (process) => void processes.push(process),
    async remove(process) {
      processes.splice(processes.indexOf(process), 1);
      while ((open.get(process) ?? 0) > 0) await sleep(ASK_AGAIN_MS);
    },
    async play(more) {
      const before = figures.visits;
      const isOver = () => figures.visits >= before + more || faults.length > 0;
      while (!isOver()) await sleep(ASK_AGAIN_MS);
      for (const process of processes) {
        for (const { email, token } of kept.slice()) await check(process, token, email);
        for (const { token } of ended.slice()) await check(process, token, null);
      }
    },
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
    },
  };
}

/** Stores copies of a person of a dump, with addresses of their own. Answers the addresses. */
export async function copyPerson(db: Db, email: string, count: number): Promise<string[]> {
  const users = db.collection('users');
  const { _id: _, sessions: __, ...person } = (await users.findOne({ email })) as Document;
  const copies = Array.from({ length: count }, (_copy, index) => ({
    ...person,
    _id: new ObjectId(),
    email: `visitor-${index}@example.test`,
  }));
  await users.insertMany(copies);
  return copies.map((copy) => copy.email);
}
