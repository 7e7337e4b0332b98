import type { Plan } from './parts/bench.ts';

export const PARTS = [
  'session',
  'passwords',
  'start',
  'memory',
  'pages',
  'first-page',
  'enumeration',
  'events',
  'import',
  'people',
  'webhooks',
  'bounded-calls',
] as const;
export type Part = (typeof PARTS)[number];
/** These take minutes and compare with no peer, so they run only by name. */
const BY_NAME_ONLY: ReadonlySet<Part> = new Set([
  'enumeration',
  'events',
  'import',
  'people',
  'webhooks',
  'bounded-calls',
]);
const MAIN_PARTS = PARTS.filter((part) => !BY_NAME_ONLY.has(part));

export interface Options {
  readonly help: boolean;
  /** Write the tables of the newest full run into docs/performance.md, and measure nothing. */
  readonly document: boolean;
  readonly parts: readonly Part[];
  readonly kind: 'full' | 'quick' | 'part';
  readonly plan: Plan;
  readonly profiles: string | undefined;
}

const FULL: Plan = {
  // Many short rounds: other load comes and goes in seconds, and the median ignores it.
  rounds: 11,
  sizes: [1000, 100_000, 1_000_000],
  comparedSize: 100_000,
  warmUpMs: 5000,
  leadMs: 200,
  measureMs: 600,
  passwords: { rounds: 5, idleMs: 2000, busyMs: 4000 },
  starts: 5,
  firstPageRounds: 7,
  events: 50_000,
  importedPeople: 100_000,
  deliveries: 10_000,
  repetitions: 1000,
  memory: { idleMs: 5000, loadMs: 5000 },
};

const QUICK: Plan = {
  rounds: 3,
  sizes: [1000],
  comparedSize: 1000,
  warmUpMs: 1200,
  leadMs: 200,
  measureMs: 500,
  passwords: { rounds: 2, idleMs: 1000, busyMs: 3000 },
  starts: 3,
  firstPageRounds: 2,
  events: 5000,
  importedPeople: 5000,
  deliveries: 1000,
  repetitions: 100,
  memory: { idleMs: 2000, loadMs: 1500 },
};

export const USAGE = `npm run bench                       everything, about 13 minutes
npm run bench -- --quick            everything, rough, in about two minutes
npm run bench -- --only session,…   parts of it: ${PARTS.join(', ')}
npm run bench -- --sizes 1000,…     how many sessions the database holds; the middle one is compared
npm run bench -- --profiles folder  a CPU profile of each Foyer that is measured
npm run bench -- --document         writes the newest full run into docs/performance.md; measures nothing
MONGODB_URI is used when it is set, else the embedded engine.`;

/** @throws with the wrong option */
export function readOptions(args: readonly string[]): Options {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  for (let index = 0; index < args.length; index++) {
    const [flag = '', attached] = (args[index] ?? '').split('=');
    if (['--help', '--quick', '--document'].includes(flag) && attached === undefined) flags.add(flag);
    else if (['--only', '--sizes', '--profiles'].includes(flag)) {
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
    kind: whole ? (quick ? 'quick' : 'full') : 'part',
    plan: sizes === null ? plan : { ...plan, sizes, comparedSize: middleOf(sizes) },
    profiles: values.get('--profiles'),
  };
}

function readParts(text: string | undefined): Part[] {
  if (text === undefined) return MAIN_PARTS;
  return text.split(',').map((name) => {
    const part = PARTS.find((each) => each === name);
    if (part === undefined) throw new Error(`${name} is no part; there are ${PARTS.join(', ')}`);
    return part;
  });
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
