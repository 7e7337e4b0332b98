/**
 * `npm run bench:passwords [repetitions]`: does an answer's time tell whether an address has an account; how many passwords a second are
 * checked; how long somebody who is signed in waits meanwhile; how many of 500 guesses are evaluated.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import { emailOf, PASSWORD, PEOPLE, type Ready } from './password-server.ts';

const REPETITIONS = Number(process.argv[2] ?? 1000);
const SECONDS = 10;
/** Before any limit is used up: five mails an address and thirty a client, ten guesses an account. */
const CLEAR_EVERY = 10;
const keepAlive = new Agent({ keepAlive: true, maxSockets: 256 });

interface Call {
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

async function send(
  origin: string,
  { path, body, headers }: Call,
): Promise<{ status: number; ms: number; text: string }> {
  const started = performance.now();
  const outgoing = request(new URL(path, origin), {
    method: body === undefined ? 'GET' : 'POST',
    agent: keepAlive,
    headers: { origin, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
  });
  outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of incoming) text += String(chunk);
  return { status: incoming.statusCode ?? 0, ms: performance.now() - started, text };
}

function quantile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

const ms = (value: number) => `${value.toFixed(2)} ms`;

async function clearLimits(server: ChildProcess): Promise<void> {
  const cleared = once(server, 'message');
  server.send('clear limits');
  await cleared;
}

/** Known and unknown addresses in turn, so that whatever else the machine does meets both. */
async function measureEnumeration(server: ChildProcess, origin: string): Promise<void> {
  const wrong = 'umbrella under the piano';
  const calls: Record<string, (email: string) => Call> = {
    'password.signIn': (email) => ({ path: '/trpc/password.signIn', body: { email, password: wrong } }),
    'password.signUp': (email) => ({
      path: '/trpc/password.signUp',
      body: { email, password: wrong, name: 'Ada' },
    }),
    'password.requestReset': (email) => ({ path: '/trpc/password.requestReset', body: { email } }),
    'session.requestLink': (email) => ({ path: '/trpc/session.requestLink', body: { email } }),
  };
  for (const [name, callFor] of Object.entries(calls)) {
    const known: number[] = [];
    const unknown: number[] = [];
    for (let i = -CLEAR_EVERY; i < REPETITIONS; i++) {
      if (i % CLEAR_EVERY === 0) await clearLimits(server);
      const stranger = `person-${String(5000 + ((i + CLEAR_EVERY) % PEOPLE)).padStart(4, '0')}@example.test`;
      const pair: [number[], string][] = [
        [known, emailOf((i + CLEAR_EVERY) % PEOPLE)],
        [unknown, stranger],
      ];
      for (const [times, email] of i % 2 === 0 ? pair : pair.toReversed()) {
        const answer = await send(origin, callFor(email));
        if (answer.status === 429) throw new Error(`${name} was limited`);
        if (i >= 0) times.push(answer.ms);
      }
    }
    const [a, b] = [quantile(known, 0.5), quantile(unknown, 0.5)];
    console.log(
      `${name}: known ${ms(a)}, unknown ${ms(b)}, apart ${ms(Math.abs(a - b))} (medians of ${REPETITIONS})`,
    );
  }
}

/** Reads a session over and over, while `busy` others sign in. */
async function measureReads(origin: string, sessionToken: string, busy: number): Promise<void> {
  const until = performance.now() + SECONDS * 1000;
  const counts = { signedIn: 0, refused: 0 };
  const signIns = Array.from({ length: busy }, async (_, n) => {
    while (performance.now() < until) {
      const { status } = await send(origin, {
        path: '/trpc/password.signIn',
        body: { email: emailOf(n % PEOPLE), password: PASSWORD },
        headers: { 'x-forwarded-for': `198.51.100.${n % 250}` },
      });
      if (status === 200) counts.signedIn++;
      else counts.refused++;
    }
  });
  const times: number[] = [];
  while (performance.now() < until) {
    const read = await send(origin, {
      path: '/trpc/session.get',
      headers: { cookie: `foyer.session=${sessionToken}` },
    });
    if (read.status !== 200 || !read.text.includes('@example.test'))
      throw new Error('the session was not read');
    times.push(read.ms);
  }
  await Promise.all(signIns);
  console.log(
    `session.get beside ${busy} who sign in: p50 ${ms(quantile(times, 0.5))}, p99 ${ms(quantile(times, 0.99))}; ` +
      `${(counts.signedIn / SECONDS).toFixed(1)} sign-ins/s, ${counts.refused} refused`,
  );
}

async function measureGuesses(origin: string): Promise<void> {
  let evaluated = 0;
  for (let from = 0; from < 500; from += 50) {
    const round = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        send(origin, {
          path: '/trpc/password.signIn',
          body: { email: emailOf((from + i) % PEOPLE), password: 'umbrella under the piano' },
          headers: { 'x-forwarded-for': `203.0.${(from + i) >> 8}.${(from + i) & 255}` },
        }),
      ),
    );
    evaluated += round.filter(({ status }) => status === 401).length;
  }
  console.log(`500 guesses at ${PEOPLE} accounts from 500 addresses, 50 at once: ${evaluated} evaluated`);
}

const server = fork(fileURLToPath(new URL('password-server.ts', import.meta.url)), {
  execArgv: ['--import', 'tsx'],
});
try {
  const [{ origin, sessionToken }] = (await once(server, 'message')) as [Ready];
  for (const busy of [0, 8, 40]) {
    await clearLimits(server);
    await measureReads(origin, sessionToken, busy);
  }
  await clearLimits(server);
  await measureGuesses(origin);
  await measureEnumeration(server, origin);
} finally {
  if (server.connected) server.send('end');
  keepAlive.destroy();
}
