/** The process of the load generator. `load.ts` starts it and sends it the runs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../statistics.ts';
import { openConnection, type HttpAnswer } from './http-connection.ts';
import type { FromGenerator, Run, RunResult, Stream, StreamResult, Target, ToGenerator } from './messages.ts';

const OK = 200;
const targets = new Map<string, Target>();
/** The next person of each target. It continues over runs, so that everybody has a turn. */
const turns = new Map<string, number>();

/** @throws when the answer is not for the person of this request */
function check({ status, body }: HttpAnswer, marker: string, { times }: Target, id: string): void {
  let count = 0;
  for (let at = body.indexOf(marker); at !== -1; at = body.indexOf(marker, at + marker.length)) count++;
  if (status !== OK || count !== times)
    throw new Error(
      `${id} answered ${status} with ${count} of ${times} times ${marker}: ${body.slice(0, 300)}`,
    );
}

/** The measured time by `performance.now()`. */
interface Window {
  from: number;
  to: number;
}

/**
 * Sends until the window closes. With a fixed rate, every request that was due in the window is sent:
 * leaving out those that a slow answer delayed would hide the wait.
 */
async function sendAlong(
  stream: Stream,
  target: Target,
  window: Window,
  /** The index of this connection: connections with a fixed rate take turns. */
  index: number,
  answered: (started: number, ended: number) => void,
): Promise<void> {
  const connection = await openConnection(target.port);
  try {
    const behind = stream.everyMs === null ? 0 : (index * stream.everyMs) / stream.connections;
    for (
      let due = performance.now() + behind;
      (stream.everyMs === null ? performance.now() : due) < window.to;
    ) {
      const turn = turns.get(stream.target) ?? 0;
      turns.set(stream.target, turn + 1);
      const person = target.people[turn % target.people.length];
      if (!person) throw new Error(`${stream.target} has no people`);
      const [value, marker] = person;
      let started = performance.now();
      if (stream.everyMs !== null) {
        if (due < started) started = due;
        else {
          await sleep(due - started);
          started = performance.now();
        }
        due += stream.everyMs;
      }
      const answer = await connection.send(target.before + value + target.after);
      const ended = performance.now();
      check(answer, marker, target, stream.target);
      answered(started, ended);
    }
  } finally {
    connection.close();
  }
}

/** Summarises one stream: how many answers came within the window, and how long its requests took. */
function sumUp(
  id: string,
  answers: readonly (readonly [number, number])[],
  { from, to }: Window,
): StreamResult {
  const within = answers.filter(([, ended]) => ended >= from && ended <= to).length;
  const times = answers
    .filter(([started, ended]) => started <= to && ended >= from)
    .map(([started, ended]) => ended - started);
  if (times.length === 0) throw new Error(`${id} was not measured: no request was sent`);
  return {
    answers: within,
    perSecond: within / ((to - from) / 1000),
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
  };
}

async function run({ streams, leadMs, measureMs }: Run): Promise<RunResult> {
  const window: Window = { from: Infinity, to: Infinity };
  const answers: [number, number][][] = streams.map(() => []);
  const senders = streams.flatMap((stream, index) => {
    const target = targets.get(stream.target);
    if (!target) throw new Error(`${stream.target} was not defined`);
    return Array.from({ length: stream.connections }, (_, connection) =>
      sendAlong(stream, target, window, connection, (started, ended) => {
        if (ended >= window.from) answers[index]?.push([started, ended]);
      }),
    );
  });
  const sending = Promise.all(senders);
  try {
    await Promise.race([sleep(leadMs), sending]);
    tell({ type: 'begins' });
    window.from = performance.now();
    const cpu = process.cpuUsage();
    await Promise.race([sleep(measureMs), sending]);
    window.to = performance.now();
    tell({ type: 'ends' });
    const { user, system } = process.cpuUsage(cpu);
    const busy = (user + system) / 1000 / (window.to - window.from);
    await sending;
    return { streams: streams.map(({ target }, index) => sumUp(target, answers[index] ?? [], window)), busy };
  } catch (error) {
    window.to = Math.min(window.to, performance.now());
    await Promise.allSettled(senders);
    throw error;
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
