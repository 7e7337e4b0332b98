/** The load generator's process: `load.ts` starts it and tells it what to send. */
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../statistics.ts';
import { openConnection, type HttpAnswer } from './http-connection.ts';
import type { FromGenerator, Run, RunResult, Stream, StreamResult, Target, ToGenerator } from './messages.ts';

const OK = 200;
const targets = new Map<string, Target>();
/** Whose turn it is; goes on from run to run, so that everybody has theirs. */
const turns = new Map<string, number>();

/** @throws when it is not the answer for this request's person */
function check({ status, body }: HttpAnswer, marker: string, { times }: Target, id: string): void {
  let found = 0;
  for (let at = body.indexOf(marker); at !== -1; at = body.indexOf(marker, at + marker.length)) found++;
  if (status !== OK || found !== times)
    throw new Error(
      `${id} answered ${status} with ${found} of ${times} times ${marker}: ${body.slice(0, 300)}`,
    );
}

/** Sends until `until`, and hands the milliseconds of each answer on. */
async function sendAlong(
  stream: Stream,
  target: Target,
  until: () => boolean,
  answered: (ms: number) => void,
): Promise<void> {
  const connection = await openConnection(target.port);
  try {
    let due = performance.now();
    while (!until()) {
      const turn = turns.get(stream.target) ?? 0;
      turns.set(stream.target, turn + 1);
      const person = target.people[turn % target.people.length];
      if (!person) throw new Error(`${stream.target} has no people`);
      const [value, marker] = person;
      let started = performance.now();
      if (stream.everyMs !== null) {
        // Whatever should have gone out while an answer was late has waited too; to leave that out would hide the wait.
        if (due < started) started = due;
        else {
          await sleep(due - started);
          started = performance.now();
        }
        due += stream.everyMs;
      }
      const answer = await connection.send(target.before + value + target.after);
      const ms = performance.now() - started;
      check(answer, marker, target, stream.target);
      answered(ms);
    }
  } finally {
    connection.close();
  }
}

async function run({ streams, leadMs, measureMs }: Run): Promise<RunResult> {
  let measuring = false;
  let over = false;
  const times: number[][] = streams.map(() => []);
  const senders = streams.flatMap((stream, index) => {
    const target = targets.get(stream.target);
    if (!target) throw new Error(`nobody said what ${stream.target} is`);
    return Array.from({ length: stream.connections }, () =>
      sendAlong(
        stream,
        target,
        () => over,
        (ms) => measuring && times[index]?.push(ms),
      ),
    );
  });
  const sending = Promise.all(senders);
  try {
    await Promise.race([sleep(leadMs), sending]);
    tell({ type: 'measuring' });
    measuring = true;
    const started = performance.now();
    const cpu = process.cpuUsage();
    await Promise.race([sleep(measureMs), sending]);
    const seconds = (performance.now() - started) / 1000;
    measuring = false;
    const { user, system } = process.cpuUsage(cpu);
    return {
      streams: times.map((each): StreamResult => {
        if (each.length === 0) throw new Error('nothing was answered');
        return {
          answers: each.length,
          perSecond: each.length / seconds,
          p50Ms: quantile(each, 0.5),
          p99Ms: quantile(each, 0.99),
        };
      }),
      busy: (user + system) / 1e6 / seconds,
    };
  } finally {
    over = true;
    await sending.catch(() => undefined);
  }
}

function tell(message: FromGenerator): void {
  process.send?.(message);
}

process.on('message', (message: ToGenerator) => {
  if (message.type === 'target') {
    targets.set(message.id, message.target);
    tell({ type: 'ready' });
    return;
  }
  run(message).then(
    (result) => tell({ type: 'done', ...result }),
    (error: unknown) =>
      tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
  );
});
process.on('disconnect', () => process.exit());
