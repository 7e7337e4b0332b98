/** `npm run simulate`: many histories that keep every promise, and one per guard that fails without it. */
import { parseArgs } from 'node:util';
import { findSeed, GUARDS } from './guards.ts';
import { createModel } from './model.ts';
import { SCENARIOS, simulate, type ScenarioName } from './scenarios.ts';
import { readTraces } from './traces.ts';

const SEEDS_FOR_GUARDS = 20_000;
const NAMES = Object.keys(SCENARIOS) as ScenarioName[];
const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '0' },
  },
});
const [histories, first] = [Number(values.histories), Number(values.seed)];

const traces = readTraces();
const model = createModel(traces);
let stalestMs = 0;
let faulty = 0;
for (let seed = first; seed < first + histories; seed++) {
  const name = NAMES[seed % NAMES.length] as ScenarioName;
  const result = simulate(model, name, seed);
  stalestMs = Math.max(stalestMs, result.stalestMs);
  if (result.faults.length === 0) continue;
  faulty++;
  console.log(`${name}, seed ${seed}: ${result.faults.join('; ')}`);
}
console.log(`${histories} histories: ${faulty} with a fault`);
console.log(`A superseded primary showed an ended session for ${(stalestMs / 1000).toFixed(1)} s at most.`);
if (faulty > 0) process.exitCode = 1;

console.log('\n| without this guard | in the scenario | goes wrong | first seed |');
console.log('| --- | --- | --- | ---: |');
for (const guard of GUARDS) {
  const seed = findSeed(traces, guard, SEEDS_FOR_GUARDS);
  console.log(`| ${guard.name} | ${guard.scenario} | ${guard.fault} | ${seed ?? 'not found'} |`);
  if (seed === null) process.exitCode = 1;
}
