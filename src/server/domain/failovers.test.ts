import { TRPCClientError } from '@trpc/client';
import { afterAll, describe, expect, it } from 'vitest';
import { testDatabaseUri } from '../../testing/app/database-uri.ts';
import type { AgentAnswer } from '../../testing/app/http-agent.ts';
import { USES_EMBEDDED_ENGINE } from '../../testing/app/process-database.ts';
import {
  NOT_PRIMARY_ERRORS,
  startFailoverProxy,
  type FaultAfter,
  type FaultBefore,
  type FaultPlan,
  type NotPrimaryCode,
  type WireCommand,
} from '../../testing/faults/failover-proxy.ts';
import { startAdministrationKillFlows } from '../../testing/faults/administration-kill-flows.ts';
import { ALL_FAULTS, reportFigures } from '../../testing/faults/fault-rounds.ts';
import { createFaultInjector } from '../../testing/faults/faults.ts';
import { brokenInvariants } from '../../testing/faults/invariants.ts';
import { startKillFlows, type KillFlows } from '../../testing/faults/kill-flows.ts';
import type { Flow, MakeFlow } from '../../testing/faults/mail-kill-flows.ts';
import type { AppRouter } from '../trpc/router.ts';
import { AppError } from '../app-error.ts';
import { isDatabaseUnavailable } from '../database/errors.ts';

type World = Pick<KillFlows, 'app' | 'flows' | 'close'> & {
  prepare(make: MakeFlow): Promise<Flow>;
};

/** A real replica set recognises repeated writes itself, and the other tests of the flows run on it. */
const proxy = USES_EMBEDDED_ENGINE ? await startFailoverProxy(testDatabaseUri()) : null;
const worlds: readonly World[] = proxy ? await startWorlds(proxy.uri) : [];
const worldOf = new Map(
  worlds.flatMap((world) => Object.keys(world.flows).map((name) => [name, world] as const)),
);
const FLOWS = [...worldOf.keys()];

afterAll(async () => {
  await Promise.all(worlds.map((world) => world.close()));
  await proxy?.[Symbol.asyncDispose]();
});

function startWorlds(databaseUri: string): Promise<World[]> {
  // With the product's own limits, a busy machine looks like a failover of its own. Only late answers need these limits.
  const database = { databaseUri, patientDatabase: !ALL_FAULTS };
  const faults = createFaultInjector();
  return Promise.all([startKillFlows(faults, database), startAdministrationKillFlows(faults, database)]);
}

/** Without a failover, too, these steps end with an error. */
const ENDS_WITH: Readonly<Record<string, string>> = { 'fifth wrong answer': 'SIGN_IN_EXPIRED' };

const UNAVAILABLE = 'UNAVAILABLE';
const PATIENCE = { timeout: 600_000 };

/** Runs the step under a plan, and then the next try. Answers the commands of the step and how it ended. */
async function play(name: string, plan: FaultPlan) {
  const world = worldOf.get(name);
  const make = world?.flows[name];
  if (!proxy || !world || !make) throw new Error(`there is no flow "${name}"`);
  const { step, recover } = await world.prepare(make);
  proxy.arm(plan);
  const outcome = await outcomeOf(step);
  const commands = proxy.disarm();
  await recover();
  expect(await brokenInvariants(world.app.db)).toEqual([]);
  return { outcome, commands };
}

/** The code with which a step failed, or `done`. */
async function outcomeOf(step: () => Promise<unknown>): Promise<string> {
  try {
    const { status = 200, location = null } = ((await step()) ?? {}) as Partial<AgentAnswer>;
    if (status >= 400) return status === 503 ? UNAVAILABLE : String(status);
    return (location === null ? null : new URL(location).searchParams.get('error')) ?? 'done';
  } catch (error) {
    if (isDatabaseUnavailable(error)) return UNAVAILABLE;
    if (error instanceof AppError) return error.code;
    if (error instanceof TRPCClientError)
      return String((error as TRPCClientError<AppRouter>).data?.appCode ?? error.message);
    throw error;
  }
}

/** The first write that changes a person, a session or another document, and not only counts a use of a limit. */
const decides = ({ isWrite, isRepeatable, collections }: WireCommand, hasChanged: boolean) =>
  isWrite && isRepeatable && hasChanged && !collections.every((collection) => collection === 'rate_limits');

describe.runIf(USES_EMBEDDED_ENGINE)(
  'a failover before the first command, and one after the deciding write (embedded engine only)',
  () => {
    it.each(FLOWS)('change nothing for "%s", because the driver sends both again', async (name) => {
      let refused = false;
      let cut = false;
      const { outcome } = await play(name, {
        before({ isRepeatable }) {
          if (refused || !isRepeatable) return null;
          refused = true;
          return 10107;
        },
        after(command, hasChanged) {
          if (cut || !decides(command, hasChanged)) return null;
          cut = true;
          return 'reply-cut';
        },
      });
      expect({ outcome, refused, cut }).toEqual({
        outcome: ENDS_WITH[name] ?? 'done',
        refused: true,
        cut: true,
      });
    });
  },
);

/** Plays the flow once for each of its commands, with the fault at that command. Answers the number of the faults. */
async function playEverywhere(
  name: string,
  { plan, writesOnly = false }: PlannedFault,
  isExpected: (command: WireCommand, outcome: string) => boolean,
): Promise<number> {
  const { commands } = await play(name, {});
  const targets = commands.filter(({ isWrite }) => isWrite || !writesOnly);
  for (const target of targets) {
    const where = `at ${target.position} of ${commands.map((one) => `${one.collections[0]}.${one.name}`).join(', ')}`;
    const { outcome } = await play(name, plan(target.position)).catch((cause: unknown) => {
      throw new Error(`${where}: ${String(cause)}`, { cause });
    });
    expect({ where, outcome, isExpected: isExpected(target, outcome) }).toMatchObject({ isExpected: true });
  }
  return targets.length;
}

interface PlannedFault {
  readonly plan: (position: number) => FaultPlan;
  readonly writesOnly?: true;
}

const CODES = Object.keys(NOT_PRIMARY_ERRORS).map(Number) as NotPrimaryCode[];
const beforeAt = (chooseFault: (position: number) => FaultBefore | null) => (position: number) => ({
  before: (command: WireCommand) => (command.position === position ? chooseFault(position) : null),
});
const afterAt = (fault: FaultAfter) => (position: number) => ({
  after: (command: WireCommand) => (command.position === position ? fault : null),
});

/** What the driver makes good for each command that it can send again. */
const REPEATED: Readonly<Record<string, PlannedFault>> = {
  'is refused': { plan: beforeAt((position) => CODES[position % CODES.length] ?? null) },
  'is cut off before it runs': { plan: beforeAt(() => 'cut') },
  'loses its answer': { plan: afterAt('reply-cut') },
  'is interrupted after it ran': { plan: afterAt('interrupted'), writesOnly: true },
};
const GIVEN_UP: PlannedFault = { plan: afterAt('given-up'), writesOnly: true };

describe.runIf(ALL_FAULTS && USES_EMBEDDED_ENGINE)('a failover at any command (embedded engine only)', () => {
  const faults = Object.entries(REPEATED).flatMap(([what, fault]) =>
    FLOWS.map((name) => [name, what, fault] as const),
  );
  it.each(faults)(
    'of "%s" that %s changes nothing, unless the driver sends it once',
    PATIENCE,
    async (...of) => {
      const [name, what, fault] = of;
      const usual = ENDS_WITH[name] ?? 'done';
      const isExpected = ({ isRepeatable }: WireCommand, outcome: string) =>
        outcome === usual || (!isRepeatable && outcome === UNAVAILABLE);
      const count = await playEverywhere(name, fault, isExpected);
      expect(count).toBeGreaterThan(0);
      reportFigures(`${name}, a command ${what}`, { faults: count, 'half-made': 0 });
    },
  );

  it.each(FLOWS)(
    'of "%s" whose write is given up is answered as unavailable or done',
    PATIENCE,
    async (name) => {
      const usual = ENDS_WITH[name] ?? 'done';
      const count = await playEverywhere(name, GIVEN_UP, (_command, outcome) =>
        [usual, UNAVAILABLE].includes(outcome),
      );
      expect(count).toBeGreaterThan(0);
      reportFigures(`${name}, a write given up`, { faults: count, 'half-made': 0 });
    },
  );

  it.each(FLOWS)(
    'of "%s" whose deciding write is answered too late changes nothing',
    PATIENCE,
    async (name) => {
      let isLate = false;
      const { outcome } = await play(name, {
        after(command, hasChanged) {
          if (isLate || !decides(command, hasChanged)) return null;
          isLate = true;
          return 'late';
        },
      });
      expect({ outcome, isLate }).toEqual({ outcome: ENDS_WITH[name] ?? 'done', isLate: true });
    },
  );
});
