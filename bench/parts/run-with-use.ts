import { usageOf, type Child } from '../children.ts';
import type { BenchDatabase } from '../database.ts';
import type { Load } from '../load/load.ts';
import type { Run, RunResult } from '../load/messages.ts';

/** Microseconds of CPU per second. */
interface CpuUse {
  readonly server: number;
  /** `null` when unknown. */
  readonly database: number | null;
}

/** Runs the load, and reads what server and database used in the measured time. */
export async function runWithUse(
  { load, database, child }: { load: Load; database: BenchDatabase; child: Child },
  run: Run,
): Promise<RunResult & { readonly use: CpuUse }> {
  const usage = async () => ({
    server: await usageOf(child),
    database: await database.cpuUs(),
    atMs: performance.now(),
  });
  const edges: ReturnType<typeof usage>[] = [];
  const result = await load.run(run, () => void edges.push(usage()));
  const [from, to] = await Promise.all(edges);
  if (!from || !to) throw new Error('a run without a beginning or an end');
  const perSecond = (us: number, ms: number) => us / (ms / 1000);
  return {
    ...result,
    use: {
      server: perSecond(to.server.cpuUs - from.server.cpuUs, to.server.atMs - from.server.atMs),
      database:
        from.database === null || to.database === null
          ? null
          : perSecond(to.database - from.database, to.atMs - from.atMs),
    },
  };
}

export function perAnswer({ server, database }: CpuUse, perSecond: number) {
  return { cpuUs: server / perSecond, databaseCpuUs: database === null ? null : database / perSecond };
}

const TRIES = 5;

/** Repeats a run without an answer for twice as long: on a busy machine a server may have got no turn. */
export async function untilAnswered<R extends RunResult>(
  measureMs: number,
  run: (measureMs: number) => Promise<R>,
): Promise<R> {
  for (let tries = 0; tries < TRIES; tries++) {
    const result = await run(measureMs * 2 ** tries);
    if (result.streams.every(({ answers }) => answers > 0)) return result;
  }
  throw new Error('nothing was answered in time: the machine is too busy with something else');
}
