import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from 'mongodb';
import { seededRandom, TEST_SEED } from '../run/random.ts';
import { rawRequest, type RawAnswer } from '../app/raw-request.ts';

const SESSION_COOKIE = 'foyer.session';
const ASK_AGAIN_MS = 20;
/** `Retry-After` says a second at least. This client is quicker. */
const REPEAT_AFTER_MS = 200;
const MOST_TRIES = 100;

/** A server process behind the balancer. */
interface BalancedProcess {
  readonly port: number;
}

interface LoadOptions {
  /** The `APP_ORIGIN` of the processes. */
  readonly origin: string;
  /** The email addresses of people who have `password`. Each is in one browser at a time. */
  readonly people: readonly string[];
  readonly password: string;
  /** It gets all requests but the checks of sessions, which name their process. */
  readonly balancer: BalancedProcess;
  /**
   * Resolves with the code of the newest mail to this address after `since`, or `null`. Half of the sign-ins
   * use such a code.
   */
  readonly codeTo: (email: string, since: Date) => Promise<string | null>;
  /** How long each person stays away between two visits. */
  readonly pauseMs: number;
  /** How long a browser without a session waits between two requests. */
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
  /** What went wrong, one sentence each. */
  const faults: string[] = [];
  /** The last name that each person got, by email address. */
  const names = new Map<string, string>();
  /** Sessions that nobody ends, and sessions that have ended, with their person. */
  const kept: { readonly email: string; readonly token: string }[] = [];
  const ended: { readonly email: string; readonly token: string }[] = [];
  const figures = {
    visits: 0,
    requests: 0,
    /** Requests that were sent again because the answer was `UNAVAILABLE` with `Retry-After`. */
    repeats: 0,
    /** Codes that such a request used up, so that the person asked for another one. */
    usedUpCodes: 0,
    signIns: 0,
    signOuts: 0,
  };
  const stopping = new AbortController();
  let isPaused = false;
  let visiting = 0;

  /** Sends a request again that got `UNAVAILABLE` with `Retry-After`, as the clients of Foyer do. */
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

  /**
   * A request with the answer `UNAVAILABLE` may have used the code up. Then the person requests another one.
   */
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
    // What is played here in a minute are the visits of days, and limits would refuse them.
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

  /** Waits for this many further visits. */
  const wait = async (more: number) => {
    const before = figures.visits;
    const isOver = () => figures.visits >= before + more || faults.length > 0;
    while (!isOver()) await sleep(ASK_AGAIN_MS);
  };
  /** Checks every session at every process. */
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
    /** Sends the process no more requests, and waits for those that it has. */
    async remove(process: BalancedProcess) {
      processes.splice(processes.indexOf(process), 1);
      while ((open.get(process) ?? 0) > 0) await sleep(ASK_AGAIN_MS);
    },
    wait,
    checkSessions,
    /** Nobody visits until `resume`. Waits for those who do. */
    async pause() {
      isPaused = true;
      const isOver = () => visiting === 0;
      while (!isOver()) await sleep(ASK_AGAIN_MS);
    },
    resume: () => void (isPaused = false),
    /**
     * Called after the operator has ended all sessions. From now on, `checkSessions` checks that they are not
     * valid. The database may have earlier names.
     */
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

const setCookies = ({ headers }: RawAnswer) => [headers['set-cookie'] ?? []].flat();

/** The token of the session that the answer begins or renews. */
function tokenIn(answer: RawAnswer): string | undefined {
  const beginning = `${SESSION_COOKIE}=`;
  const line = setCookies(answer).find((each) => each.startsWith(beginning));
  return line?.slice(beginning.length).split(';')[0];
}

/** The cookies of the answer, as a browser sends them back. */
function cookiesOf(answer: RawAnswer): string {
  return setCookies(answer)
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** Whether the answer asks for another try. */
function isUnavailable({ status, headers, text }: RawAnswer): boolean {
  return status === 503 && headers['retry-after'] !== undefined && text.includes('"UNAVAILABLE"');
}
