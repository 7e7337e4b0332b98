import { execFile } from 'node:child_process';
import { expect } from 'vitest';
import type { LogMessage } from '../../server/log/log-lines.ts';
import { serverProgram } from '../run/server-program.ts';
import type { UpgradeLoad } from './upgrade-load.ts';
import type { Balancer } from './balancer.ts';
import { startOperatedProcess, type OperatedProcess } from './operated-process.ts';

type Settings = Readonly<Record<string, string>>;
type Processes = readonly OperatedProcess[];

/** An operator's processes behind a balancer. `settings`: of each process, without the ports. */
export function operateServers(options: {
  folder: string;
  settings: Settings;
  balancer: Balancer;
  load: UpgradeLoad;
}) {
  const { folder, settings, balancer, load } = options;
  /** Stops the balancer's questions to a process. */
  const ends = new Map<OperatedProcess, AbortController>();
  const all: OperatedProcess[] = [];
  const running = (): Processes => [...ends.keys()];

  /** Starts a process. Resolves when the balancer sends it requests. */
  const start = async (changes: Settings): Promise<void> => {
    const process = await startOperatedProcess({ folder, settings: { ...settings, ...changes } });
    const end = new AbortController();
    ends.set(process, end);
    all.push(process);
    void balancer.ask(process.port, end.signal);
    await expect.poll(() => balancer.isReady(process.port)).toBe(true);
    load.add(process);
  };

  const stop = async (process: OperatedProcess): Promise<number | null> => {
    await load.remove(process);
    const code = await process.stop();
    ends.get(process)?.abort();
    ends.delete(process);
    return code;
  };

  /** Expects that these processes (by default those that run) wrote this line so often. */
  const expectLines = (message: LogMessage, count: number, processes = running()): void => {
    const lines = processes.flatMap((each) => each.lines(message));
    expect({ message, count: lines.length }).toEqual({ message, count });
  };

  return {
    running,
    /** Also those that have ended. */
    all: (): Processes => all,
    start,
    /** Sends `SIGTERM` to all processes and returns them. The balancer learns of it by `/readyz`. */
    async stopAll(): Promise<Processes> {
      const stopped = running();
      expect(await Promise.all(stopped.map(stop))).toEqual(stopped.map(() => 0));
      return stopped;
    },
    /** Replaces the processes one by one under load. Returns the former ones. */
    async replaceAll(changes: Settings): Promise<Processes> {
      const former = running();
      const stopping: Promise<number | null>[] = [];
      for (const process of former) {
        await start(changes);
        // The next one starts while this one drains.
        stopping.push(stop(process));
      }
      expect(await Promise.all(stopping)).toEqual(former.map(() => 0));
      return former;
    },
    /** Runs a command of `src/server/commands`, which must exit with 0 and print these words. */
    async run(words: string, name: string, args: readonly string[], changes: Settings): Promise<void> {
      const env = { PATH: process.env['PATH'], ...settings, ...changes };
      const program = [...serverProgram('commands/main'), name, ...args];
      const ended = await new Promise((resolve) => {
        execFile(process.execPath, program, { cwd: folder, env }, (error, stdout, stderr) =>
          resolve({ code: error?.code ?? 0, output: stdout + stderr }),
        );
      });
      expect(ended).toEqual({ code: 0, output: expect.stringContaining(words) });
    },
    expectLines,
    /** Waits until the metrics of each running process show such a value. */
    async expectShown(
      metric: string,
      isWanted: (value: number) => boolean,
      labels?: Settings,
    ): Promise<void> {
      const shown = () => running().map((each) => isWanted(each.lastValue(metric, labels) ?? Number.NaN));
      await expect.poll(shown, { message: metric }).toEqual(running().map(() => true));
    },
    expectDrained(processes: Processes): void {
      for (const each of processes)
        expect(each.countScrapes('foyer_draining', {}, (value) => value === 1)).toBeGreaterThan(0);
      expectLines('the server drains', processes.length, processes);
      expectLines('the server has ended', processes.length, processes);
    },
    async [Symbol.asyncDispose]() {
      for (const end of ends.values()) end.abort();
      await Promise.all(running().map((each) => each.kill(false)));
    },
  };
}
