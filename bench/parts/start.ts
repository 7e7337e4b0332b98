import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EARLIER_START, earlierBuild } from '../earlier-build.ts';
import { measuredRatios } from '../goals.ts';
import { openConnection } from '../load/http-connection.ts';
import { rawRequest } from '../load/raw-request.ts';
import type { StartMeasurement } from '../results.ts';
import { repeatRounds } from '../rounds.ts';
import { startLaptopFoyer, type RunningServer } from '../start-servers.ts';
import type { Bench, Plan } from './bench.ts';

const MAIL_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 2;

interface Build {
  readonly name: 'present' | 'earlier';
  readonly dataDir: string;
  readonly main?: URL;
  readonly warmMs: number[];
}

/** The waiting time of a new operator: from `node` to ready, and from an address to a session. */
export async function measureStart(bench: Bench, plan: Plan): Promise<StartMeasurement> {
  const earlier = await earlierBuild(EARLIER_START, bench.say);
  const builds: Build[] = [{ warmMs: [], dataDir: await newFolder(bench), name: 'present' }];
  if (earlier !== null)
    builds.push({ warmMs: [], dataDir: await newFolder(bench), name: 'earlier', main: earlier });
  const firstMs: number[] = [];
  for (const { dataDir, main } of builds) {
    bench.say('start: the first time');
    const first = await startLaptopFoyer(dataDir, main);
    firstMs.push(first.readyMs);
    await first.child.end();
  }

  const firstSignInMs: number[] = [];
  const measured = (): StartMeasurement => ({
    firstMs: firstMs[0] ?? Number.NaN,
    warmMs: builds[0]?.warmMs ?? [],
    firstSignInMs,
    earlier: builds[1] ? { commit: EARLIER_START, warmMs: builds[1].warmMs } : null,
  });
  await repeatRounds(builds, {
    most: plan.mostRounds,
    mostMs: plan.roundsMs.start,
    shuffle: bench.shuffle,
    say: (line) => bench.say(`start: ${line}`),
    measure: async ({ dataDir, main, name, warmMs }, round) => {
      const server = await startLaptopFoyer(dataDir, main);
      warmMs.push(server.readyMs);
      if (name === 'present')
        firstSignInMs.push(await signInByMail(server, dataDir, `newcomer-${round}@example.test`));
      await server.child.end();
    },
    ratios: () => measuredRatios({ start: measured() }),
  });
  return measured();
}

const newFolder = ({ folder }: Bench) => mkdtemp(path.join(folder, 'laptop-'));

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
