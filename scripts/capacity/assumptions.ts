import { TIMED_SIGN_INS, type TimedSignIn } from '../../bench/capacity-figures.ts';

interface Assumption {
  readonly option: string;
  readonly value: number;
  readonly least: number;
  readonly most?: number;
  readonly meaning: string;
}

/** Each of these can be changed by its option. */
export const ASSUMPTIONS = {
  peakFactor: {
    option: 'peak-factor',
    value: 5,
    least: 1,
    meaning: 'the busiest second over the mean of the day',
  },
  checks: {
    option: 'checks',
    value: 50,
    least: 0,
    meaning: 'session checks of an active person in a day',
  },
  visits: {
    option: 'visits',
    value: 4,
    least: 0,
    meaning: 'visits of an active person in a day; one check of each writes the last use',
  },
  signIns: {
    option: 'sign-ins',
    value: 0.2,
    least: 0,
    meaning: 'sign-ins of an active person in a day; a session lives for 30 days without use',
  },
  newBrowsers: {
    option: 'new-browsers',
    value: 0.2,
    least: 0,
    most: 1,
    meaning: 'share of the sign-ins in a browser that the account does not know',
  },
  otherChanges: {
    option: 'other-changes',
    value: 0.1,
    least: 0,
    meaning: 'rows of activity and events about anything else, for each of a sign-in',
  },
  utilisation: {
    option: 'utilisation',
    value: 0.5,
    least: 0.01,
    most: 1,
    meaning: 'share of a core that is in use in the busiest second',
  },
  spareProcesses: {
    option: 'spare-processes',
    value: 1,
    least: 0,
    meaning: 'processes that can be lost in the busiest second',
  },
  connectionSeconds: {
    option: 'connection-seconds',
    value: 65,
    least: 0,
    meaning: 'how long a visit keeps a connection to Foyer open; a proxy with a pool keeps fewer',
  },
  accounts: {
    option: 'accounts',
    value: 1,
    least: 0,
    meaning: 'connected accounts of a person at identity providers',
  },
  sessions: {
    option: 'sessions',
    value: 2,
    least: 0,
    meaning: 'live sessions of a person, in the mean over all people',
  },
  indexOverhead: {
    option: 'index-overhead',
    value: 1.5,
    least: 1,
    meaning: 'indexes after years of changes over freshly written ones',
  },
  compression: {
    option: 'compression',
    value: 1,
    least: 0.01,
    meaning: 'files of the collections over the measured ones, for a database that compresses otherwise',
  },
  replicas: { option: 'replicas', value: 3, least: 1, meaning: 'copies of the database' },
} as const satisfies Record<string, Assumption>;

export type AssumptionName = keyof typeof ASSUMPTIONS;
const NAMES = Object.keys(ASSUMPTIONS) as AssumptionName[];
const SHARES: Readonly<Record<TimedSignIn, number>> = {
  password: 0.4,
  'mail-code': 0.2,
  provider: 0.3,
  passkey: 0.1,
};
const ROUNDING = 1e-6;

export interface Deployment {
  readonly people: number;
  /** People who are active in a day. */
  readonly daily: number;
  readonly assumptions: Readonly<Record<AssumptionName, number>>;
  /** The part of each kind among the sign-ins. */
  readonly shares: Readonly<Record<TimedSignIn, number>>;
  /** The part of the documents that a day reads. */
  readonly workingSet: number;
}

export interface CapacityOptions {
  readonly help: boolean;
  readonly json: boolean;
  /** `null` with `--help`. */
  readonly deployment: Deployment | null;
}

/** What is wrong with the options, in words for the person who typed them. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

const VALUES: ReadonlySet<string> = new Set([
  'people',
  'daily',
  'shares',
  'working-set',
  ...NAMES.map((name) => ASSUMPTIONS[name].option),
]);

/** @throws OptionError */
export function readCapacityOptions(args: readonly string[]): CapacityOptions {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  for (let index = 0; index < args.length; index++) {
    const [, name = '', attached] = /^--([a-z-]+)(?:=(.*))?$/.exec(args[index] ?? '') ?? [];
    if ((name === 'help' || name === 'json') && attached === undefined) flags.add(name);
    else if (VALUES.has(name)) {
      const value = attached ?? args[++index];
      if (value === undefined) throw new OptionError(`--${name} needs a value.`);
      if (values.has(name)) throw new OptionError(`--${name} is there twice.`);
      values.set(name, value);
    } else throw new OptionError(`There is no option ${args[index]}.`);
  }
  const help = flags.has('help');
  return { help, json: flags.has('json'), deployment: help ? null : readDeployment(values) };
}

function readDeployment(values: ReadonlyMap<string, string>): Deployment {
  const people = readCount('people', values);
  const daily = readCount('daily', values);
  if (daily > people)
    throw new OptionError(`--daily is ${daily}, but only ${people} people are there (--people).`);
  const assumptions = Object.fromEntries(
    NAMES.map((name) => {
      const { option, value, least, ...rest } = ASSUMPTIONS[name];
      const text = values.get(option);
      const most = 'most' in rest ? rest.most : Infinity;
      return [name, text === undefined ? value : readNumber(option, text, least, most)];
    }),
  ) as Record<AssumptionName, number>;
  if (assumptions.visits > assumptions.checks)
    throw new OptionError(
      `--visits is ${assumptions.visits} and --checks is ${assumptions.checks}, but each visit has a check.`,
    );
  if (!Number.isInteger(assumptions.replicas)) throw new OptionError('--replicas must be a whole number.');
  if (!Number.isInteger(assumptions.spareProcesses))
    throw new OptionError('--spare-processes must be a whole number.');
  const workingSet = values.get('working-set');
  return {
    people,
    daily,
    assumptions,
    shares: readShares(values.get('shares')),
    workingSet: workingSet === undefined ? daily / people : readNumber('working-set', workingSet, 0, 1),
  };
}

function readCount(option: string, values: ReadonlyMap<string, string>): number {
  const text = values.get(option);
  if (text === undefined) throw new OptionError(`--${option} is missing.`);
  const value = readNumber(option, text, 1, Number.MAX_SAFE_INTEGER);
  if (!Number.isInteger(value)) throw new OptionError(`--${option} must be a whole number, and is ${text}.`);
  return value;
}

function readNumber(option: string, text: string, least: number, most: number): number {
  // `10_000_000` and `10,000,000` are easier to read.
  const value = /^-?\d[\d_,]*(\.\d+)?$/.test(text) ? Number(text.replaceAll(/[_,]/g, '')) : Number.NaN;
  if (Number.isNaN(value)) throw new OptionError(`--${option} must be a number, and is ${text}.`);
  if (value < least) throw new OptionError(`--${option} must be at least ${least}, and is ${text}.`);
  if (value > most) throw new OptionError(`--${option} must be at most ${most}, and is ${text}.`);
  return value;
}

function readShares(text: string | undefined): Readonly<Record<TimedSignIn, number>> {
  if (text === undefined) return SHARES;
  const shares = { password: 0, 'mail-code': 0, provider: 0, passkey: 0 };
  for (const part of text.split(',')) {
    const [name = '', share = ''] = part.split('=');
    const kind = TIMED_SIGN_INS.find((each) => each === name.trim());
    if (kind === undefined)
      throw new OptionError(`--shares names ${name.trim()}; there are ${TIMED_SIGN_INS.join(', ')}.`);
    shares[kind] = readNumber(`shares ${kind}`, share.trim(), 0, 1);
  }
  const sum = Object.values(shares).reduce((total, share) => total + share, 0);
  if (Math.abs(sum - 1) > ROUNDING) throw new OptionError(`--shares must add up to 1, and add up to ${sum}.`);
  return shares;
}

export const sharesText = (shares: Readonly<Record<TimedSignIn, number>>) =>
  TIMED_SIGN_INS.map((kind) => `${kind}=${shares[kind]}`).join(',');

/** Each assumption as option, value and meaning. */
export function assumptionLines({ assumptions, shares, workingSet }: Omit<Deployment, 'people' | 'daily'>) {
  return [
    ...NAMES.map((name) => [ASSUMPTIONS[name].option, String(assumptions[name]), ASSUMPTIONS[name].meaning]),
    ['shares', sharesText(shares), 'part of each kind among the sign-ins'],
    ['working-set', workingSet.toPrecision(2), 'part of the documents that a day reads'],
  ].map(([option = '', value = '', meaning = '']) => ({ option, value, meaning }));
}

export function capacityUsage(): string {
  const values = NAMES.map((name) => {
    const { option, value, meaning } = ASSUMPTIONS[name];
    return `  --${option.padEnd(19)} ${String(value).padEnd(5)} ${meaning}`;
  });
  return `npm run capacity -- --people 10000000 --daily 2000000

Says which processes and which database these people need, from the newest figures in bench/results.

  --people N                  people with an account
  --daily N                   people who are active in a day
  --json                      the same as JSON
  --help                      this text

Assumptions, with their values unless an option changes them:

${values.join('\n')}
  --shares                    ${sharesText(SHARES)}
                            part of each kind among the sign-ins
  --working-set               part of the documents that a day reads; --daily over --people
`;
}
