import { randomInt } from 'node:crypto';
import { PRODUCTION_NODE } from './node.ts';
import type { Plan } from './parts/bench.ts';

export const PARTS = [
  'session',
  'passwords',
  'sign-ins',
  'start',
  'memory',
  'pages',
  'first-page',
  'people',
  'webhooks',
] as const;
export type Part = (typeof PARTS)[number];
/** They are not in the core table, or take minutes, so they run only by name. */
const BY_NAME_ONLY: ReadonlySet<Part> = new Set(['first-page', 'people', 'webhooks']);
const MAIN_PARTS = PARTS.filter((part) => !BY_NAME_ONLY.has(part));

export interface Options {
  readonly help: boolean;
  /** Write the tables of the newest full run into docs/performance.md, and measure nothing. */
  readonly document: boolean;
  readonly parts: readonly Part[];
  readonly kind: 'full' | 'quick' | 'part';
  readonly plan: Plan;
  readonly profiles: string | undefined;
  /** A version of Node, or its major number. */
  readonly node: string;
  readonly seed: number;
}

const FULL: Plan = {
  quick: false,
  // Many short rounds: other load comes and goes in seconds, and the median ignores it.
  mostRounds: 15,
  roundsMs: { session: 240_000, passwords: 150_000, signIns: 90_000, start: 60_000 },
  sizes: [1000, 100_000, 1_000_000],
  comparedSize: 100_000,
  visitors: 10_000,
  warmUp: { windowMs: 1000, mostWindows: 8 },
  warmUpMs: 5000,
  leadMs: 150,
  measureMs: 500,
  passwords: { idleMs: 1000, busyMs: 2500, aloneMs: 1500 },
  signInMs: 1500,
  firstPageRounds: 7,
  deliveries: 10_000,
  repetitions: 1000,
  memory: { processes: 3, idleMs: 4000, loadMs: 5000 },
};

const QUICK: Plan = {
  quick: true,
  mostRounds: 3,
  roundsMs: { session: 60_000, passwords: 60_000, signIns: 60_000, start: 60_000 },
  sizes: [1000, 20_000, 40_000],
  comparedSize: 20_000,
  visitors: 2000,
  warmUp: { windowMs: 500, mostWindows: 4 },
  warmUpMs: 1200,
  leadMs: 150,
  measureMs: 400,
  passwords: { idleMs: 1000, busyMs: 2000, aloneMs: 1500 },
  signInMs: 1000,
  firstPageRounds: 2,
  deliveries: 1000,
  repetitions: 100,
  memory: { processes: 1, idleMs: 2000, loadMs: 1500 },
};

export const USAGE = `npm run bench                       the core table, in at most 15 minutes
npm run bench -- --quick            the same, rough, in about three minutes
npm run bench -- --node 20          on another version of Node than that of production, ${PRODUCTION_NODE}
npm run bench -- --only session,…   parts of it: ${PARTS.join(', ')}
npm run bench -- --sizes 1000,…     how many sessions the database holds; the middle one is compared
npm run bench -- --seed 1           the order of the servers in each round, as in an earlier run
npm run bench -- --profiles folder  a CPU profile of each Foyer that is measured
npm run bench -- --document         writes the newest runs into the documents; measures nothing
MONGODB_URI is used when it is set, else the embedded engine.`;

/** @throws with the wrong option */
export function readOptions(args: readonly string[]): Options {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  for (let index = 0; index < args.length; index++) {
    const [flag = '', attached] = (args[index] ?? '').split('=');
    if (['--help', '--quick', '--document'].includes(flag) && attached === undefined) flags.add(flag);
    else if (['--only', '--sizes', '--profiles', '--node', '--seed'].includes(flag)) {
      const value = attached ?? args[++index];
      if (!value) throw new Error(`${flag} needs a value`);
      values.set(flag, value);
    } else throw new Error(`unknown: ${args[index]}`);
  }
  const parts = readParts(values.get('--only'));
  const quick = flags.has('--quick');
  const sizes = readSizes(values.get('--sizes'));
  const plan = quick ? QUICK : FULL;
  const whole = parts.length === MAIN_PARTS.length && sizes === null;
  return {
    help: flags.has('--help'),
    document: flags.has('--document'),
    parts,
    kind: quick ? 'quick' : whole ? 'full' : 'part',
    plan: sizes === null ? plan : { ...plan, sizes, comparedSize: middleOf(sizes) },
    profiles: values.get('--profiles'),
    node: readNode(values.get('--node')),
    seed: readSeed(values.get('--seed')),
  };
}

function readParts(text: string | undefined): readonly Part[] {
  if (text === undefined) return MAIN_PARTS;
  return text.split(',').map((name) => {
    const part = PARTS.find((each) => each === name);
    if (part === undefined) throw new Error(`${name} is no part; there are ${PARTS.join(', ')}`);
    return part;
  });
}

function readNode(text = PRODUCTION_NODE): string {
  if (!/^\d+(\.\d+){0,2}$/.test(text)) throw new Error(`${text} is no version of Node`);
  return text;
}

function readSeed(text: string | undefined): number {
  if (text === undefined) return randomInt(2 ** 32);
  if (!/^\d{1,10}$/.test(text)) throw new Error(`${text} is no seed`);
  return Number(text);
}

function readSizes(text: string | undefined): number[] | null {
  if (text === undefined) return null;
  return text.split(',').map((size) => {
    if (!/^[1-9]\d{0,7}$/.test(size)) throw new Error(`${size} is no number of sessions`);
    return Number(size);
  });
}

function middleOf(sizes: readonly number[]): number {
  const sorted = sizes.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
