import { afterAll, describe, expect, it } from 'vitest';
import { startAdministrationKillFlows } from '../../../testing/faults/administration-kill-flows.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import { killPositions, someOf } from '../../../testing/faults/kill-positions.ts';
import type { MakeFlow } from '../../../testing/faults/mail-kill-flows.ts';

const faults = createFaultInjector();
const { app, flows, prepare, close } = await startAdministrationKillFlows(faults);

afterAll(close);

async function play(make: MakeFlow, n: number): Promise<{ struck: boolean; effects: readonly boolean[] }> {
  const { step, recover } = await prepare(make);
  faults.arm('killed', n);
  await step().catch(() => null);
  const { commands, effects, struck } = faults.disarm();
  await recover().catch((cause: unknown) => {
    throw new Error(`not finished after a kill at ${n} of ${commands.join(', ')}: ${String(cause)}`, {
      cause,
    });
  });
  return { struck, effects };
}

const { 'users.create': create, ...changes } = flows;

describe('a kill after any command (security.md R2)', () => {
  it.each(Object.entries(changes))(
    'of "%s" leaves a state that the next try completes',
    { timeout: 120_000 },
    async (_, make) => {
      const positions = someOf(killPositions((await play(make, Number.POSITIVE_INFINITY)).effects));
      for (const n of positions)
        expect({ n, struck: (await play(make, n)).struck }).toEqual({ n, struck: true });
      expect(positions.length).toBeGreaterThan(1);
      expect(await brokenInvariants(app.db)).toEqual([]);
    },
  );

  it('of "users.create" loses no invitation', { timeout: 120_000 }, async () => {
    for (let n = 0, struck = true; struck; n++) ({ struck } = await play(create, n));
  });
});
