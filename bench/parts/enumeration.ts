import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { openConnection, type HttpAnswer, type HttpConnection } from '../load/http-connection.ts';
import { rawRequest } from '../load/raw-request.ts';
import type { EnumerationMeasurement } from '../results.ts';
import { seedFoyer } from '../seeds/foyer.ts';
import { emailOf, makePeople } from '../seeds/people.ts';
import { FOYER_HOST, startFoyer } from '../start-servers.ts';
import { median } from '../statistics.ts';
import type { Bench, Plan } from './bench.ts';

const PASSWORD = 'lasagne by candlelight';
const WRONG = 'umbrella under the piano';
const SESSIONS = 100;
/** Numbers that no account has. */
const STRANGERS = 5000;
/**
 * The counters are cleared before a limit is reached: five mails per address and thirty per client, ten
 * guesses per account.
 */
const CLEAR_EVERY = 10;
const GUESSES = 500;
const GUESSES_AT_ONCE = 50;

const BODIES: Record<string, (email: string) => Record<string, string>> = {
  'password.signIn': (email) => ({ email, password: WRONG }),
  'password.signUp': (email) => ({ email, password: WRONG, name: 'Ada' }),
  'password.requestReset': (email) => ({ email }),
  'session.requestLink': (email) => ({ email }),
};

/** Measures whether the time of an answer reveals an account, and how many of many guesses are evaluated. */
export async function measureEnumeration(bench: Bench, plan: Plan): Promise<EnumerationMeasurement> {
  const { db, uri } = bench.database.use('enumeration');
  const people = makePeople(SESSIONS, new Date());
  await seedFoyer(db, people, PASSWORD);
  const mails = await takeMails();
  const { child, port } = await startFoyer(uri, { smtpUrl: mails.url });
  const connections = await Promise.all(Array.from({ length: GUESSES_AT_ONCE }, () => openConnection(port)));
  // Limits are part of the work and stay active; their counters are cleared before they are reached.
  const clearLimits = () => db.collection('rate_limits').deleteMany({});
  try {
    bench.say(`enumeration: ${GUESSES} guesses`);
    const evaluated = await countEvaluated(connections, people.count);
    const apart: { procedure: string; knownMs: number; unknownMs: number }[] = [];
    for (const [procedure, bodyOf] of Object.entries(BODIES)) {
      bench.say(`enumeration: ${procedure}`);
      const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
      for (let i = -CLEAR_EVERY; i < plan.repetitions; i++) {
        if (i % CLEAR_EVERY === 0) await clearLimits();
        const number = (i + CLEAR_EVERY) % people.count;
        // Alternating, so that other load of the machine affects both.
        for (const kind of i % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
          const email = emailOf(kind === 'known' ? number : STRANGERS + number);
          const started = performance.now();
          const { status } = await call(connections[0], procedure, bodyOf(email), '203.0.113.1');
          const ms = performance.now() - started;
          if (status === 429) throw new Error(`${procedure} was limited`);
          if (i >= 0) times[kind].push(ms);
        }
      }
      apart.push({ procedure, knownMs: median(times.known), unknownMs: median(times.unknown) });
    }
    return { repetitions: plan.repetitions, apart, guesses: GUESSES, evaluated };
  } finally {
    for (const connection of connections) connection.close();
    await child.end();
    await mails.close();
  }
}

async function countEvaluated(connections: readonly HttpConnection[], accounts: number): Promise<number> {
  let evaluated = 0;
  for (let from = 0; from < GUESSES; from += GUESSES_AT_ONCE) {
    const answers = await Promise.all(
      connections.map((connection, index) => {
        const guess = from + index;
        const body = { email: emailOf(guess % accounts), password: WRONG };
        return call(connection, 'password.signIn', body, `203.0.${guess >> 8}.${guess & 255}`);
      }),
    );
    evaluated += answers.filter(({ status }) => status === 401).length;
  }
  return evaluated;
}

function call(
  connection: HttpConnection | undefined,
  procedure: string,
  body: Record<string, string>,
  address: string,
): Promise<HttpAnswer> {
  if (!connection) throw new Error('there is no connection');
  const headers = { origin: `https://${FOYER_HOST}`, 'x-forwarded-for': address };
  return connection.send(rawRequest({ path: `/trpc/${procedure}`, host: FOYER_HOST, headers, body }));
}

/** A mail server that accepts everything and stores nothing. */
async function takeMails(): Promise<{ url: string; close: () => Promise<void> }> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      stream.on('end', () => done());
      stream.resume();
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await new Promise<void>((resolve) => listening.once('listening', resolve));
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
