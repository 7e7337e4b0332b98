import { run, type Machine } from '../cli/run.ts';

/** Runs one command line without a browser, keyboard and pauses. `more` replaces parts of the machine. */
export async function runCommand(
  args: string | readonly string[],
  env: Machine['env'],
  more: (written: { out: string; err: string }) => Partial<Machine> = () => ({}),
) {
  const written = { out: '', err: '' };
  const code = await run(typeof args === 'string' ? args.split(' ').filter(Boolean) : args, {
    env,
    stdout: (text) => void (written.out += text),
    stderr: (text) => void (written.err += text),
    openBrowser: () => undefined,
    untilInterrupted: () => AbortSignal.abort(),
    sleep: () => Promise.resolve(),
    ...more(written),
  });
  return { code, ...written };
}

/** The values of a text with one JSON value in each line. */
export const jsonLines = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
