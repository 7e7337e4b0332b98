import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openConnection } from '../load/http-connection.ts';
import { rawRequest } from '../load/raw-request.ts';
import type { StartMeasurement } from '../results.ts';
import { startLaptopFoyer, type RunningServer } from '../start-servers.ts';
import type { Bench, Plan } from './bench.ts';

const MAIL_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 2;

/** The waiting time of a new operator: from `node` to ready, and from an address to a session. */
export async function measureStart(bench: Bench, plan: Plan): Promise<StartMeasurement> {
  const dataDir = await mkdtemp(path.join(bench.folder, 'laptop-'));
  bench.say('start: the first time');
  const first = await startLaptopFoyer(dataDir);
  await first.child.end();

  const warmMs: number[] = [];
  const firstSignInMs: number[] = [];
  for (let round = 0; round < plan.starts; round++) {
    bench.say(`start: round ${round + 1} of ${plan.starts}`);
    const server = await startLaptopFoyer(dataDir);
    warmMs.push(server.readyMs);
    firstSignInMs.push(await signInByMail(server, dataDir, `newcomer-${round}@example.test`));
    await server.child.end();
  }
  return { firstMs: first.readyMs, warmMs, firstSignInMs };
}

/**
 * Signs a new user in: requests the mail, reads it, follows its link, presses the button. Returns the
 * milliseconds.
 */
async function signInByMail({ port, host }: RunningServer, dataDir: string, email: string): Promise<number> {
  const connection = await openConnection(port);
  const call = async (procedure: string, body: unknown) => {
    const answer = await connection.send(
      rawRequest({ path: `/trpc/${procedure}`, host, headers: { origin: `http://${host}` }, body }),
    );
    if (answer.status !== 200) throw new Error(`${procedure} answered ${answer.status}: ${answer.body}`);
    return answer.body;
  };
  try {
    const started = performance.now();
    await call('session.requestLink', { email });
    const token = await tokenFromMail(path.join(dataDir, 'outbox'), email);
    const answer = await call('session.confirmLink', { email, token });
    if (!answer.includes(email)) throw new Error(`somebody else is signed in: ${answer}`);
    return performance.now() - started;
  } finally {
    connection.close();
  }
}

async function tokenFromMail(outbox: string, email: string): Promise<string> {
  for (const end = performance.now() + MAIL_WITHIN_MS; performance.now() < end;) {
    const names = await readdir(outbox).catch(() => []);
    for (const name of names
      .filter((each) => each.endsWith('.json'))
      .sort()
      .reverse()) {
      const mail = JSON.parse(await readFile(path.join(outbox, name), 'utf8')) as {
        to: string;
        text: string;
      };
      const token = mail.to === email && /[?&]token=([\w-]+)/.exec(mail.text)?.[1];
      if (token) return token;
    }
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`no mail for ${email}`);
}
