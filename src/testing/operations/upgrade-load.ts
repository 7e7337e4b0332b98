import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from 'mongodb';
import { SESSION_MAX_AGE_MS, SESSION_RENEW_AFTER_MS } from '../../shared/limits.ts';
import { hashToken } from '../../server/crypto/secrets.ts';
import { seededRandom, TEST_SEED } from '../run/random.ts';
import { rawRequest, type RawAnswer } from '../app/raw-request.ts';
import type { BalancedProcess, LoadOptions, UpgradeLoad } from './load.ts';
import { cookiesOf, isUnavailable, SESSION_COOKIE, tokenIn } from './load-answers.ts';

const ASK_AGAIN_MS = 20;
/** `Retry-After` says a second at least. This client is quicker. */
const REPEAT_AFTER_MS = 200;
const MOST_TRIES = 100;

export function startLoad(
  db: Db,
  {
    origin,
    people,
    password,
    balancer,
    codeTo,
    pauseMs = 0,
    checkEveryMs,
    repeatsUnavailable = false,
  }: LoadOptions,
): UpgradeLoad {
  const random = seededRandom(TEST_SEED);
  const processes: BalancedProcess[] = [];
  const open = new Map<BalancedProcess, number>();
  const faults: string[] = [];
  const names = new Map<string, string>();
  /** Sessions that nobody ends, and sessions that have ended, with their person. */
  const kept: { readonly email: string; readonly token: string }[] = [];
  const ended: { readonly email: string; readonly token: string }[] = [];
  const figures = {
    visits: 0,
    requests: 0,
    repeats: 0,
    usedUpCodes: 0,
    signIns: 0,
    renewals: 0,
    signOuts: 0,
  };
  const stopping = new AbortController();
  let isPaused = false;
  let visiting = 0;

  async function send(
    process: BalancedProcess,
    path: string,
    options: RequestOptions = {},
  ): Promise<LoadAnswer | null> {
    for (let tries = 1; ; tries++) {
      const sentAt = new Date();
      const answer = await sendOnce(process, path, options);
      if (answer?.status === 200) return { ...answer, sentAt };
      if (tries > 1 && options.onUsedUp && answer?.text.includes('"CODE_INVALID"')) {
        options.onUsedUp();
        return null;
      }
      const mayRepeat = repeatsUnavailable && tries < MOST_TRIES && !stopping.signal.aborted;
      if (!mayRepeat || !answer || !isUnavailable(answer)) {
        if (answer) faults.push(`${path} got ${answer.status}: ${answer.text.slice(0, 300)}`);
        return null;
      }
      figures.repeats++;
      await sleep(REPEAT_AFTER_MS);
    }
  }

  async function sendOnce(
    process: BalancedProcess,
    path: string,
    { token, cookie = token && `${SESSION_COOKIE}=${token}`, body }: RequestOptions,
  ): Promise<RawAnswer | null> {
    open.set(process, (open.get(process) ?? 0) + 1);
    figures.requests++;
    try {
      return await rawRequest(`http://localhost:${process.port}`, {
        path: `/trpc/${path}`,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          host: new URL(origin).host,
          origin,
          ...(cookie === undefined ? {} : { cookie }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    } catch (error) {
      faults.push(`${path} got no answer: ${String(error)}`);
      return null;
    } finally {
      open.set(process, (open.get(process) ?? 1) - 1);
    }
  }

  const anywhere = (path: string, options?: RequestOptions) =>
    send(balancer ?? random.pick(processes), path, options);

  /** The address of whoever is signed in; `undefined` when there was no answer. */
  async function userOf(process: BalancedProcess, token: string): Promise<string | null | undefined> {
    const answer = await send(process, 'session.get', { token });
    if (!answer) return undefined;
    const { result } = JSON.parse(answer.text) as {
      result: { data: { user: { email: string } } | null };
    };
    return result.data?.user.email ?? null;
  }

  async function check(process: BalancedProcess, token: string, email: string | null): Promise<void> {
    const found = await userOf(process, token);
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

  /** A request that was answered `UNAVAILABLE` may have used the code up. Then the person asks for another one. */
  async function signInByCode(email: string): Promise<LoadAnswer | null> {
    for (;;) {
      const asked = await anywhere('session.requestLink', { body: { email } });
      if (!asked || !codeTo) return null;
      const cookie = cookiesOf(asked);
      const code = await codeTo(email, asked.sentAt);
      if (code === null) return null;
      let isUsedUp = false;
      const onUsedUp = () => void (isUsedUp = true);
      const answer = await anywhere('session.signInWithCode', { cookie, body: { email, code }, onUsedUp });
      if (!isUsedUp) return answer;
      figures.usedUpCodes++;
    }
  }

  async function visit(email: string): Promise<void> {
    // What is played here in a minute are the visits of days, and limits would refuse them.
    await db.collection('rate_limits').deleteMany({});
    const signIn =
      codeTo && random.chance(0.5)
        ? await signInByCode(email)
        : await anywhere('password.signIn', { body: { email, password } });
    const token = signIn && tokenIn(signIn);
    if (!token) return void faults.push(`${email} could not sign in`);
    figures.signIns++;
    await check(random.pick(processes), token, email);
    const name = `Name ${figures.requests}`;
    if (await anywhere('profile.update', { token, body: { name } })) names.set(email, name);
    // The first of two tries may have renewed it.
    if (!repeatsUnavailable) await renew(token);
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
      if (processes.length === 0 || isPaused || faults.length > 0) await sleep(ASK_AGAIN_MS);
      else {
        visiting++;
        await visit(email).finally(() => visiting--);
        figures.visits++;
        await sleep(pauseMs);
      }
    }
  });

  const checking = async (everyMs: number): Promise<void> => {
    while (!stopping.signal.aborted) {
      await sleep(everyMs);
      if (processes.length === 0 || isPaused || faults.length > 0) continue;
      visiting++;
      await anywhere('session.get').finally(() => visiting--);
    }
  };
  if (checkEveryMs !== undefined) loops.push(checking(checkEveryMs));

  const stop = async () => {
    stopping.abort();
    await Promise.all(loops);
    return figures;
  };

  const wait = async (more: number) => {
    const before = figures.visits;
    const isOver = () => figures.visits >= before + more || faults.length > 0;
    while (!isOver()) await sleep(ASK_AGAIN_MS);
  };
  const checkSessions = async () => {
    for (const process of processes) {
      for (const { email, token } of kept.slice()) await check(process, token, email);
      for (const { token } of ended.slice()) await check(process, token, null);
    }
  };

  return {
    faults,
    figures,
    names,
    add: (process) => void processes.push(process),
    async remove(process) {
      processes.splice(processes.indexOf(process), 1);
      while ((open.get(process) ?? 0) > 0) await sleep(ASK_AGAIN_MS);
    },
    wait,
    checkSessions,
    async play(more) {
      await wait(more);
      await checkSessions();
    },
    async pause() {
      isPaused = true;
      const isOver = () => visiting === 0;
      while (!isOver()) await sleep(ASK_AGAIN_MS);
    },
    resume: () => void (isPaused = false),
    endAll() {
      ended.push(...kept.splice(0));
      names.clear();
    },
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
    },
  };
}

interface LoadAnswer extends RawAnswer {
  /** When the request was sent that got this answer. */
  readonly sentAt: Date;
}

interface RequestOptions {
  readonly token?: string;
  /** Instead of the cookie with the token. */
  readonly cookie?: string | undefined;
  readonly body?: unknown;
  /** Called instead of a fault when a code is refused after a request that got `UNAVAILABLE`. */
  readonly onUsedUp?: () => void;
}
