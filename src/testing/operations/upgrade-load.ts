import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from 'mongodb';
import { seededRandom, TEST_SEED } from '../run/random.ts';
import { rawRequest, type RawAnswer } from '../app/raw-request.ts';

const SESSION_COOKIE = 'foyer.session';
const ASK_AGAIN_MS = 20;
/** `Retry-After` says at least a second. This load is quicker. */
const REPEAT_AFTER_MS = 200;
const MOST_TRIES = 100;

interface BalancedProcess {
  readonly port: number;
}

interface LoadOptions {
  readonly origin: string;
  /** The addresses of people who have `password`. Each is in one browser at a time. */
  readonly people: readonly string[];
  readonly password: string;
  /** Gets all requests except the checks of sessions, which name their process. */
  readonly balancer: BalancedProcess;
  /** The code of the newest mail to this address after `since`, or `null`. Half of the sign-ins use one. */
  readonly codeTo: (email: string, since: Date) => Promise<string | null>;
  /** Between two visits of a person. */
  readonly pauseMs: number;
  /** Between two requests of a browser without a session. */
  readonly checkEveryMs: number;
}

export type UpgradeLoad = ReturnType<typeof startLoad>;

/** People who sign in and out all the time, and the processes that answer them. */
export function startLoad(
  db: Db,
  { origin, people, password, balancer, codeTo, pauseMs, checkEveryMs }: LoadOptions,
) {
  const random = seededRandom(TEST_SEED);
  const processes: BalancedProcess[] = [];
  const open = new Map<BalancedProcess, number>();
  /** One sentence for each fault. */
  const faults: string[] = [];
  const names = new Map<string, string>();
  const kept: { readonly email: string; readonly token: string }[] = [];
  const ended: { readonly email: string; readonly token: string }[] = [];
  const figures = {
    visits: 0,
    requests: 0,
    /** Requests that were repeated after `UNAVAILABLE` with `Retry-After`. */
    repeats: 0,
    /** Codes that such a request used up, so that the person needed another one. */
    usedUpCodes: 0,
    signIns: 0,
    signOuts: 0,
  };
  const stopping = new AbortController();
  let isPaused = false;
  let visiting = 0;

  /** Repeats a request after `UNAVAILABLE` with `Retry-After`, as Foyer's browser application does. */
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
      const mayRepeat = tries < MOST_TRIES && !stopping.signal.aborted;
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

  const anywhere = (path: string, options?: RequestOptions) => send(balancer, path, options);

  /** The address of whoever is signed in; `undefined` without an answer. */
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

  /** A request that was answered `UNAVAILABLE` may have used the code up. The person then needs a new one. */
  async function signInByCode(email: string): Promise<LoadAnswer | null> {
    for (;;) {
      const asked = await anywhere('session.requestLink', { body: { email } });
      if (!asked) return null;
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
    // A minute here has the visits of days, which limits would refuse.
    await db.collection('rate_limits').deleteMany({});
    const signIn = random.chance(0.5)
      ? await signInByCode(email)
      : await anywhere('password.signIn', { body: { email, password } });
    const token = signIn && tokenIn(signIn);
    if (!token) return void faults.push(`${email} could not sign in`);
    figures.signIns++;
    await check(random.pick(processes), token, email);
    const name = `Name ${figures.requests}`;
    if (await anywhere('profile.update', { token, body: { name } })) names.set(email, name);
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

  const checking = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await sleep(checkEveryMs);
      if (processes.length === 0 || isPaused || faults.length > 0) continue;
      visiting++;
      await anywhere('session.get').finally(() => visiting--);
    }
  };
  loops.push(checking());

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
    add: (process: BalancedProcess) => void processes.push(process),
    /** Sends the process no more requests, and waits for the running ones. */
    async remove(process: BalancedProcess) {
      processes.splice(processes.indexOf(process), 1);
      while ((open.get(process) ?? 0) > 0) await sleep(ASK_AGAIN_MS);
    },
    wait,
    checkSessions,
    /** Stops the visits until `resume`, and waits for those that run. */
    async pause() {
      isPaused = true;
      const isOver = () => visiting === 0;
      while (!isOver()) await sleep(ASK_AGAIN_MS);
    },
    resume: () => void (isPaused = false),
    /** Makes `checkSessions` expect that all sessions are invalid. The database may have earlier names. */
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
  readonly sentAt: Date;
}

interface RequestOptions {
  readonly token?: string;
  /** Replaces the cookie with the token. */
  readonly cookie?: string | undefined;
  readonly body?: unknown;
  /** Called, instead of a fault, when a code is refused after `UNAVAILABLE`. */
  readonly onUsedUp?: () => void;
}

const setCookies = ({ headers }: RawAnswer) => [headers['set-cookie'] ?? []].flat();

/** The token of the session that the answer begins or renews. */
function tokenIn(answer: RawAnswer): string | undefined {
  const beginning = `${SESSION_COOKIE}=`;
  const line = setCookies(answer).find((each) => each.startsWith(beginning));
  return line?.slice(beginning.length).split(';')[0];
}

/** The answer's cookies, as a browser sends them back. */
function cookiesOf(answer: RawAnswer): string {
  return setCookies(answer)
    .map((line) => line.split(';')[0])
    .join('; ');
}

function isUnavailable({ status, headers, text }: RawAnswer): boolean {
  return status === 503 && headers['retry-after'] !== undefined && text.includes('"UNAVAILABLE"');
}
