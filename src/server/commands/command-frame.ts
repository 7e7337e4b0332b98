import { parseArgs } from 'node:util';
import { OPERATOR_COMMAND } from '../process/operator-command.ts';
import type { Settings } from '../settings/settings.ts';

export interface CommandIo {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  /** Reads the whole standard input. */
  readonly readInput: () => Promise<string>;
}

/** The message says which argument is wrong. */
export class UsageError extends Error {}

/** The message says why the command cannot be carried out. */
export class RefusedError extends Error {}

/** Of every command. `docs/operating.md` names them. */
export const EXIT_CODES = {
  done: 0,
  /** Refused, or failed, or a check found something. */
  failed: 1,
  /** The arguments do not fit the command or the settings. */
  usage: 2,
} as const;

export interface Outcome {
  /** Printed with `--json`. */
  readonly data: unknown;
  /** Printed without `--json`. */
  readonly text: string;
  readonly exitCode?: number;
}

interface Option {
  /** What follows the option: `<address>`. Without it, the option is a switch. */
  readonly value?: string;
  readonly about: string;
}

type Options = Readonly<Record<string, Option>>;

type Given<Declared extends Options> = {
  readonly [Name in keyof Declared]: Declared[Name] extends { readonly value: string }
    ? string | undefined
    : boolean;
} & { readonly json: boolean };

type Run<Deps> = (deps: Deps, io: CommandIo) => Promise<Outcome>;

interface ActionDeclaration<Deps, Declared extends Options> {
  /** The word after the options: `<file>`, or `[<client id>]` when it may be missing. */
  readonly operand?: string;
  readonly about: string;
  readonly options?: Declared;
  /** The words after the name of the command. */
  readonly examples: readonly string[];
  /** Reads the arguments, throws `UsageError`, and returns what runs once the database is open. */
  readonly prepare: (operand: string, given: Given<Declared>) => Run<Deps>;
}

type Action<Deps> = Omit<ActionDeclaration<Deps, Options>, 'prepare'> & {
  readonly prepare: (operand: string, given: Given<Options>) => Run<Deps>;
};

/** What `--help`, the parser and the completion of shells read. */
export interface Command<Deps> {
  readonly name: string;
  readonly about: string;
  /** By the word after the command. `''` is the command without such a word, and has no others beside it. */
  readonly actions: Readonly<Record<string, Action<Deps>>>;
  /** Returns the message of an error that is a refusal; `null` for a fault, which is thrown. */
  readonly refusalOf?: (error: unknown) => string | null;
  /** Throws `RefusedError` for settings with which it must not run, before the database is opened. */
  readonly check?: (settings: Pick<Settings, 'mode'>) => void;
  /** It needs no dependencies, so `open` is never called. */
  readonly standsAlone?: boolean;
  /** Makes no indexes, and sets no time limit for one operation. */
  readonly patient?: boolean;
}

/** Keeps the types of an action's options for its `prepare`. */
export function action<Deps, const Declared extends Options = { readonly [Name in never]: Option }>(
  declared: ActionDeclaration<Deps, Declared>,
): Action<Deps> {
  return declared as unknown as Action<Deps>;
}

const EVERY_COMMAND: Options = {
  json: { about: 'the answer as JSON, for programs; a refusal as {"error": "…"}' },
  help: { about: 'this text' },
};

/** Returns the exit code. It opens the database only after the arguments were understood. */
export async function runCommand<Deps>(
  command: Command<Deps>,
  args: readonly string[],
  io: CommandIo,
  open: () => Promise<Deps>,
): Promise<number> {
  const json = args.includes('--json');
  if (args.includes('--help')) {
    io.out(helpOf(command));
    return EXIT_CODES.done;
  }
  try {
    const run = parse(command, args);
    const deps = command.standsAlone ? (undefined as Deps) : await open();
    const { data, text, exitCode = EXIT_CODES.done } = await run(deps, io);
    io.out(json ? `${JSON.stringify(data)}\n` : text);
    return exitCode;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    const message =
      isUsage || error instanceof RefusedError ? error.message : (command.refusalOf?.(error) ?? null);
    if (message === null) throw error;
    if (json) io.out(`${JSON.stringify({ error: message })}\n`);
    else io.error(isUsage ? `${message}\n\n${helpOf(command)}` : `${message}\n`);
    return isUsage ? EXIT_CODES.usage : EXIT_CODES.failed;
  }
}

function parse<Deps>(command: Command<Deps>, args: readonly string[]): Run<Deps> {
  const all = Object.assign({}, ...Object.values(command.actions).map(({ options }) => options)) as Options;
  const { values, positionals } = readArguments(args, { ...all, ...EVERY_COMMAND });
  const isSingle = '' in command.actions;
  const [name = ''] = isSingle ? [] : positionals;
  const chosen = Object.hasOwn(command.actions, name) ? command.actions[name] : undefined;
  if (!chosen) throw new UsageError(name === '' ? 'Say what to do.' : `There is no command ${name}.`);
  const [operand, ...others] = isSingle ? positionals : positionals.slice(1);
  const { operand: wanted, options = {} } = chosen;
  const spoken = [command.name, name].filter(Boolean).join(' ');
  if (others.length > 0 || (operand !== undefined && wanted === undefined))
    throw new UsageError('There are too many words.');
  if (operand === undefined && wanted?.startsWith('<')) throw new UsageError(`${spoken} needs ${wanted}.`);
  const foreign = Object.keys(values).find((each) => !(each in options) && !(each in EVERY_COMMAND));
  if (foreign !== undefined) throw new UsageError(`Only ${takersOf(command, foreign)} takes --${foreign}.`);
  const switches = Object.entries({ ...options, ...EVERY_COMMAND }).filter(
    ([, { value }]) => value === undefined,
  );
  const off = Object.fromEntries(switches.map(([each]) => [each, false]));
  return chosen.prepare(operand ?? '', { ...off, ...values } as unknown as Given<Options>);
}

function takersOf<Deps>({ actions }: Command<Deps>, option: string): string {
  const takers = Object.entries(actions).filter(([, { options = {} }]) => option in options);
  return takers.map(([name]) => name).join(' and ');
}

function readArguments(args: readonly string[], options: Options) {
  const types = Object.entries(options).map(
    ([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
  );
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: Object.fromEntries(types) });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The words of an action as they are typed, without its options. */
export function wordsOf<Deps>({ name, actions }: Command<Deps>) {
  return Object.entries(actions).map(([word, { options = {} }]) => ({
    words: [name, word].filter(Boolean).join(' '),
    options: Object.keys({ ...options, ...EVERY_COMMAND }).map((option) => `--${option}`),
  }));
}

export function helpOf<Deps>({ name, about, actions }: Command<Deps>): string {
  const forms = Object.entries(actions).map(([word, { operand, about: does, options = {} }]) =>
    [
      `  ${[OPERATOR_COMMAND, name, word, operand].filter(Boolean).join(' ')}`,
      ...does.split('\n').map((line) => `      ${line}`),
      ...linesOf(options).map((line) => `      ${line}`),
    ].join('\n'),
  );
  const examples = Object.values(actions).flatMap((each) => each.examples);
  return [
    about,
    '',
    ...forms,
    '',
    'Examples:',
    ...examples.map((each) => `  ${[OPERATOR_COMMAND, name, each].filter(Boolean).join(' ')}`),
    '',
    'Options of every command:',
    ...linesOf(EVERY_COMMAND).map((line) => `  ${line}`),
    '',
    'It ends with 0 when it is done, 1 when it was refused or failed or found a fault, 2 when it was not understood.',
    '',
  ].join('\n');
}

function linesOf(options: Options): string[] {
  const rows = Object.entries(options).map(
    ([name, { value, about }]) => [[`--${name}`, value].filter(Boolean).join(' '), about] as const,
  );
  const width = Math.max(0, ...rows.map(([option]) => option.length));
  return rows.map(([option, about]) => `${option.padEnd(width)}  ${about}`);
}
