import { parseArgs, type ParseArgsConfig } from 'node:util';

export interface CommandIo {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

export const PROCESS_IO: CommandIo = {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
};

/** The message says which argument is wrong. */
export class UsageError extends Error {}

/** The message says why the command cannot be carried out. */
export class RefusedError extends Error {}

export interface Outcome {
  /** Printed with `--json`. */
  readonly data: unknown;
  /** Printed without `--json`. */
  readonly text: string;
  readonly exitCode?: number;
}

interface CommandFrame<Command, CommandDependencies, Io> {
  /** Throws `UsageError`. */
  readonly parse: (args: readonly string[]) => Command;
  readonly run: (deps: CommandDependencies, command: Command, io: Io) => Promise<Outcome>;
  /** Returns the message of an error that is a refusal; `null` for a fault, which is thrown. */
  readonly refusalOf?: (error: unknown) => string | null;
  /** Follows the message of a `UsageError`. */
  readonly usage: string;
}

/**
 * Returns the function that runs the command, whose exit code is its own or 0, 1 for a refusal, 2 for wrong
 * arguments. It calls `open` only after the arguments were parsed.
 */
export function defineCommand<Command, CommandDependencies, Io extends CommandIo = CommandIo>({
  parse,
  run,
  refusalOf = () => null,
  usage,
}: CommandFrame<Command, CommandDependencies, Io>) {
  return async (
    args: readonly string[],
    io: Io,
    open: () => Promise<CommandDependencies>,
  ): Promise<number> => {
    const json = args.includes('--json');
    try {
      const command = parse(args);
      const { data, text, exitCode = 0 } = await run(await open(), command, io);
      io.out(json ? `${JSON.stringify(data)}\n` : text);
      return exitCode;
    } catch (error) {
      const isUsage = error instanceof UsageError;
      const message = isUsage || error instanceof RefusedError ? error.message : refusalOf(error);
      if (message === null) throw error;
      if (json) io.out(`${JSON.stringify({ error: message })}\n`);
      else io.error(isUsage ? `${message}\n\n${usage}` : `${message}\n`);
      return isUsage ? 2 : 1;
    }
  };
}

export const JSON_OPTION = { type: 'boolean', default: false } as const;

/** `parseArgs` that throws `UsageError`. */
export function readArguments<Config extends ParseArgsConfig>(
  args: readonly string[],
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs<Config>({ ...config, args: [...args] });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
