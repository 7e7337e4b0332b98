import { describe, expect, it } from 'vitest';
import { createWriteConcern } from '../src/server/database/write-concern.ts';
import { findSeed, GUARDS } from './guards.ts';
import { createModel } from './model.ts';
import { SCENARIOS, simulate, type ScenarioName } from './scenarios.ts';
import { readTraces } from './traces.ts';

// `npm run simulate` makes more.
const SEEDS = 400;
const SEEDS_FOR_A_GUARD = 3000;
const traces = readTraces();

describe('simulated histories', () => {
  const model = createModel(traces);
  it.each(Object.keys(SCENARIOS) as ScenarioName[])('keep every promise: %s', (scenario) => {
    const faults: string[] = [];
    for (let seed = 0; seed < SEEDS; seed++)
      for (const fault of simulate(model, scenario, seed).faults) faults.push(`seed ${seed}: ${fault}`);
    expect(faults).toEqual([]);
  });

  it('of one seed are the same', () => {
    const names = Object.keys(SCENARIOS) as ScenarioName[];
    const run = () => names.map((name) => simulate(model, name, 7));
    expect(run()).toEqual(run());
  });

  it.each(GUARDS.filter(({ isRare }) => !isRare))('go wrong without this guard: $name', (guard) => {
    expect(findSeed(traces, guard, SEEDS_FOR_A_GUARD)).not.toBeNull();
  });

  it('have the write concern of the product', () => {
    // The value that the driver writes before it knows a standalone server.
    const w = createWriteConcern(null, true).settings.w as unknown as { toBSON(): unknown };
    expect(w.toBSON()).toBe('majority');
  });
});
