import { appendFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/** Names the file to which the reporters of both test runners write. Without it they write nothing. */
export const FAILURE_LOG = 'FOYER_FAILURE_LOG';

const entry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('started'), name: z.string() }),
  z.object({ kind: z.literal('ended'), name: z.string() }),
  z.object({ kind: z.literal('failed'), name: z.string(), message: z.string() }),
  z.object({ kind: z.literal('passed-again'), name: z.string() }),
]);
type Entry = z.infer<typeof entry>;

export interface Failure {
  /** The file and the titles of the test, or the script that failed. */
  readonly name: string;
  readonly message: string;
}

/** One line a call, so that a stage that is ended has still said what failed before. */
export function log(written: Entry): void {
  const file = process.env[FAILURE_LOG];
  if (file) appendFileSync(file, `${JSON.stringify(written)}\n`);
}

export interface LoggedFailures {
  readonly failed: readonly Failure[];
  /** They failed, and passed at their second attempt. */
  readonly passedAgain: readonly Failure[];
}

/** What failed, and what still ran when the stage was ended. The last line may be cut off. */
export function readFailures(text: string): LoggedFailures {
  const failures: Failure[] = [];
  const passed = new Set<string>();
  const running = new Map<string, number>();
  for (const line of text.split('\n')) {
    const read = entry.safeParse(parseOrNull(line)).data;
    if (read === undefined) continue;
    const { kind, name } = read;
    if (kind === 'failed') failures.push({ name, message: read.message });
    else if (kind === 'passed-again') passed.add(name);
    else running.set(name, (running.get(name) ?? 0) + (kind === 'started' ? 1 : -1));
  }
  for (const [name, count] of running) {
    if (count > 0) failures.push({ name, message: 'It had not ended when its test runner ended.' });
  }
  return {
    failed: failures.filter(({ name }) => !passed.has(name)),
    passedAgain: failures.filter(({ name }) => passed.has(name)),
  };
}

function parseOrNull(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

const MESSAGE_LINES = 6;
const LINE_LENGTH = 200;
/** Fewer than a hundred lines together, because some logs keep only so many. */
const WITH_MESSAGE = 10;
const NAMED = 30;

/** The last lines before the counts, below this heading. */
export function describeFailures(heading: string, failures: readonly Failure[]): string {
  if (failures.length === 0) return '';
  const lines = failures
    .slice(0, NAMED)
    .flatMap(({ name, message }, index) => [
      `  ${name}`,
      ...(index < WITH_MESSAGE ? linesOf(message).slice(0, MESSAGE_LINES) : []).map(
        (line) => `      ${line}`,
      ),
    ]);
  const unnamed = failures.length - NAMED;
  return [heading, ...lines, ...(unnamed > 0 ? [`  and ${unnamed} more`] : [])].join('\n');
}

// The colours of a terminal would stay in the log as unreadable characters.
const linesOf = (text: string): string[] =>
  stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trim().slice(0, LINE_LENGTH))
    .filter((line) => line !== '');

/** The failure of a script that is no test: the last lines that it printed say why. */
export const failureOfScript = (name: string, output: string): Failure => ({
  name,
  message: linesOf(output).slice(-MESSAGE_LINES).join('\n'),
});
