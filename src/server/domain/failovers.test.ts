import { TRPCClientError } from '@trpc/client';
import { afterAll, describe, expect, it } from 'vitest';
import { testDatabaseUri } from '../../testing/database/uri.ts';
import type { AgentAnswer } from '../../testing/app/http-agent.ts';
import { USES_EMBEDDED_ENGINE } from '../../testing/database/process-database.ts';
import {
  NOT_PRIMARY_ERRORS,
  startFailoverProxy,
  type FaultAfter,
  type FaultBefore,
  type FaultPlan,
  type NotPrimaryCode,
  type WireCommand,
} from '../../testing/faults/failover-proxy.ts';
import { startChangeFlows } from '../../testing/faults/change-flows.ts';
import { ALL_FAULTS, reportFigures } from '../../testing/faults/fault-rounds.ts';
import { startFlows, type FlowRunner } from '../../testing/faults/flow-runner.ts';
import type { Flow } from '../../testing/faults/flows/flow-world.ts';
import { brokenInvariants } from '../../testing/faults/invariants.ts';
import type { AppRouter } from '../trpc/router.ts';
import { AppError } from '../app-error.ts';
import { isDatabaseUnavailable } from '../database/errors.ts';

type World = Pick<FlowRunner, 'flows' | 'close'> & {
  prepare(name: string): Promise<Flow>;
  readonly checked?: FlowRunner['app'];
};

/** A real replica set recognises repeated writes itself, and the other tests of the flows run on it. */
const proxy = USES_EMBEDDED_ENGINE ? await startFailoverProxy(testDatabaseUri()) : null;
const worlds: readonly World[] = proxy ? await startWorlds(proxy.uri) : [];
/** Of two flows with one name, the later one checks more. */
const worldOf = new Map(
  worlds.flatMap((world) => Object.keys(world.flows).map((name) => [name, world] as const)),
);
/** These write only counters of limits, so no write of theirs decides. */
const DECIDES_NOTHING = new Set([
  'accounts.link',
  'accounts.inspect',
  'device.inspect',
  'authorizations.deny',
  'secondFactor.beginTotp',
]);
/** `npm test` takes every twenty-fourth one. `npm run test:all` takes all. */
const FLOWS = [...worldOf.keys()]
  .filter((name) => !DECIDES_NOTHING.has(name))
  .filter((_, i) => ALL_FAULTS || i % 24 === 0);

afterAll(async () => {
  await Promise.all(worlds.map((world) => world.close()));
  await proxy?.[Symbol.asyncDispose]();
});

async function startWorlds(databaseUri: string): Promise<World[]> {
  // With the product's own limits, a busy machine looks like a failover. Only late answers need these limits.
  const database = { databaseUri, patientDatabase: !ALL_FAULTS };
  const [changes, flows] = await Promise.all([startChangeFlows(database), startFlows(database)]);
  // The users of the changes are stored by hand, without all that the invariants need.
  return [changes, { ...flows, checked: flows.app }];
}

/** Without a failover, too, these steps end with an error. */
const ENDS_WITH: Readonly<Record<string, string>> = { 'fifth wrong answer': 'SIGN_IN_EXPIRED' };
const UNAVAILABLE = 'UNAVAILABLE';
const PATIENCE = { timeout: 600_000 };

async function play(name: string, plan: FaultPlan): Promise<string> {
  const world = worldOf.get(name);
  if (!proxy || !world) throw new Error(`there is no flow "${name}"`);
  const { step, recover } = await world.prepare(name);
  proxy.arm(plan);
  const outcome = await outcomeOf(step);
  proxy.disarm();
  await recover(() => Promise.resolve());
  if (world.checked) expect(await brokenInvariants(world.checked.db)).toEqual([]);
  return outcome;
}

async function outcomeOf(step: () => Promise<unknown>): Promise<string> {
  try {
    const { status = 200, location = null } = ((await step()) ?? {}) as Partial<AgentAnswer>;
    if (status >= 400) return status === 503 ? UNAVAILABLE : String(status);
    return (location === null ? null : new URL(location).searchParams.get('error')) ?? 'done';
  } catch (error) {
    if (isDatabaseUnavailable(error)) return UNAVAILABLE;
    // How the endpoints of OAuth say it (RFC 6749 4.1.2.1).
    if (error instanceof Error && error.message.includes('temporarily_unavailable')) return UNAVAILABLE;
    if (error instanceof AppError) return error.code;
    if (error instanceof TRPCClientError)
      return String((error as TRPCClientError<AppRouter>).data?.appCode ?? error.message);
    throw error;
  }
}

/** The first write that changes more than a counter of a limit. */
const decides = ({ isWrite, isRepeatable, collections }: WireCommand, hasChanged: boolean) =>
  isWrite && isRepeatable && hasChanged && !collections.every((collection) => collection === 'rate_limits');

describe.runIf(USES_EMBEDDED_ENGINE)(
  'a failover before the first command, and one after the deciding write (embedded engine only)',
  () => {
    it.each(FLOWS)('change nothing for "%s", because the driver sends both again', async (name) => {
      const struck = { refused: false, cut: false };
      const outcome = await play(name, {
        before({ isRepeatable }) {
          if (struck.refused || !isRepeatable) return null;
          struck.refused = true;
          return 10107;
        },
        after(command, hasChanged) {
          if (struck.cut || !decides(command, hasChanged)) return null;
          struck.cut = true;
          return 'reply-cut';
        },
      });
      expect({ outcome, ...struck }).toEqual({
        outcome: ENDS_WITH[name] ?? 'done',
        refused: true,
        cut: true,
      });
    });
  },
);

interface Fault {
  before?(n: number): FaultBefore;
  readonly after?: FaultAfter;
  readonly writesOnly?: true;
}

/**
 * Plays the flow until every command was struck once. A command is known by its name, its collections and how
 * many like it came before, because commands sent together come in any order, and some reads are cached.
 */
async function playEverywhere(
  name: string,
  { before, after, writesOnly }: Fault,
  mayEnd: (command: WireCommand) => boolean,
): Promise<{ faults: number; unavailable: number }> {
  const usual = ENDS_WITH[name] ?? 'done';
  const known = new Set<string>();
  for (let unavailable = 0; ;) {
    const counts = new Map<string, number>();
    const struck: WireCommand[] = [];
    let where = 'without a fault';
    const isNew = (command: WireCommand) => {
      const kind = `${command.collections.join()}.${command.name}`;
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      const key = `${kind} ${count}`;
      if (struck.length > 0 || known.has(key) || (writesOnly && !command.isWrite)) return false;
      known.add(key);
      struck.push(command);
      where = `at ${key}`;
      return true;
    };
    const outcome = await play(name, {
      before: (command) => (before && isNew(command) ? before(known.size) : null),
      after: (command) => (after && isNew(command) ? after : null),
    }).catch((cause: unknown) => {
      throw new Error(`${where}: ${String(cause)}`, { cause });
    });
    const isExpected = outcome === usual || (outcome === UNAVAILABLE && struck.some(mayEnd));
    expect({ where, outcome, isExpected }).toMatchObject({ isExpected: true });
    if (outcome === UNAVAILABLE) unavailable++;
    if (struck.length === 0) return { faults: known.size, unavailable };
  }
}

const CODES = Object.keys(NOT_PRIMARY_ERRORS).map(Number) as NotPrimaryCode[];

/** What the driver repairs for each command that it can send again. */
const REPEATED: Readonly<Record<string, Fault>> = {
  'is refused': { before: (n) => CODES[n % CODES.length] ?? 'cut' },
  'is cut off before it runs': { before: () => 'cut' },
  'loses its answer': { after: 'reply-cut' },
  'is interrupted after it ran': { after: 'interrupted', writesOnly: true },
};
const GIVEN_UP: Fault = { after: 'given-up', writesOnly: true };

describe.runIf(USES_EMBEDDED_ENGINE)('a failover at any command (embedded engine only)', () => {
  const names = ALL_FAULTS ? FLOWS : ['serviceKeys.revoke'];
  const faults = Object.entries(REPEATED).flatMap(([what, fault]) =>
    names.map((name) => [name, what, fault] as const),
  );
  it.each(faults)(
    'of "%s" that %s changes nothing, unless the driver sends it once',
    PATIENCE,
    async (name, what, fault) => {
      const figures = await playEverywhere(name, fault, ({ isRepeatable }) => !isRepeatable);
      expect(figures.faults).toBeGreaterThan(0);
      reportFigures(`${name}, a command ${what}`, { ...figures, 'half-made': 0 });
    },
  );

  it.each(names)(
    'of "%s" whose write is given up is answered as unavailable or done',
    PATIENCE,
    async (name) => {
      const figures = await playEverywhere(name, GIVEN_UP, () => true);
      expect(figures.faults).toBeGreaterThan(0);
      reportFigures(`${name}, a write given up`, { ...figures, 'half-made': 0 });
    },
  );

  it.each(ALL_FAULTS ? FLOWS : [])(
    'of "%s" whose deciding write is answered too late changes nothing',
    PATIENCE,
    async (name) => {
      const struck = { late: false };
      const outcome = await play(name, {
        after(command, hasChanged) {
          if (struck.late || !decides(command, hasChanged)) return null;
          struck.late = true;
          return 'late';
        },
      });
      expect({ outcome, ...struck }).toEqual({ outcome: ENDS_WITH[name] ?? 'done', late: true });
    },
  );
});
