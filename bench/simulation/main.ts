import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { findSeed, GUARDS } from './guards.ts';
import { createModel } from './model.ts';
import { SCENARIOS, simulate, type ScenarioName } from './scenarios.ts';
import { readTraces } from './traces.ts';

const SEEDS_FOR_GUARDS = 20_000;
const FAULTS_SHOWN = 10;
const NAMES = Object.keys(SCENARIOS) as ScenarioName[];

interface Part {
  readonly histories: number;
  readonly faults: readonly string[];
  readonly stalestMs: number;
}

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '100000' },
    /** The seed of the first history. */
    seed: { type: 'string', default: '0' },
    /** The part of a child: every so many-th seed, from this one on. */
    every: { type: 'string' },
  },
});
const histories = Number(values.histories);
const first = Number(values.seed);

function runPart(from: number, every: number): Part {
  const model = createModel(readTraces());
  const faults: string[] = [];
  let stalestMs = 0;
  let count = 0;
  for (let seed = from; seed < first + histories; seed += every) {
    const name = NAMES[seed % NAMES.length] as ScenarioName;
    const result = simulate(model, name, seed);
    count++;
    stalestMs = Math.max(stalestMs, result.stalestMs);
    if (result.faults.length > 0) faults.push(`${name}, seed ${seed}: ${result.faults.join('; ')}`);
  }
  return { histories: count, faults, stalestMs };
}

async function runAll(): Promise<Part> {
  const every = availableParallelism();
  const parts = await Promise.all(
    Array.from({ length: every }, async (_, index) => {
      const args = ['--histories', `${first + histories - (first + index)}`, '--seed', `${first + index}`];
      const child = fork(import.meta.filename, [...args, '--every', `${every}`]);
      const [part] = (await once(child, 'message')) as [Part];
      return part;
    }),
  );
  return {
    histories: parts.reduce((sum, part) => sum + part.histories, 0),
    faults: parts.flatMap(({ faults }) => faults),
    stalestMs: Math.max(...parts.map(({ stalestMs }) => stalestMs)),
  };
}

if (values.every === undefined) {
  const traces = readTraces();
  const begun = Date.now();
  const { faults, stalestMs, ...all } = await runAll();
  const seconds = (Date.now() - begun) / 1000;
  console.log(`${all.histories} histories in ${seconds.toFixed(0)} s: ${faults.length} with a fault`);
  for (const fault of faults.slice(0, FAULTS_SHOWN)) console.log(`  ${fault}`);
  console.log(`A superseded primary showed an ended session for ${(stalestMs / 1000).toFixed(1)} s at most.`);
  console.log('\n| without this guard | in the scenario | goes wrong | first seed |');
  console.log('| --- | --- | --- | ---: |');
  for (const guard of GUARDS) {
    const seed = findSeed(traces, guard, SEEDS_FOR_GUARDS);
    console.log(`| ${guard.name} | ${guard.scenario} | ${guard.fault} | ${seed ?? 'not found'} |`);
    if (seed === null) process.exitCode = 1;
  }
  if (faults.length > 0 || all.histories !== histories) process.exitCode = 1;
} else {
  process.send?.(runPart(first, Number(values.every)));
}
