import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { ProcessDatabase } from '../database/process-database.ts';
import { enginePidOf } from '../database/engine-pid.ts';
import { untilReady } from '../run/child-process.ts';
import { serverProgram } from '../run/server-program.ts';

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>;

/** Starts the real server in `folder`, without this process's settings, and waits until it is ready. */
export async function startServerProcess(options: {
  folder: string;
  port: number;
  settings: Readonly<Record<string, string>>;
  /** Node's arguments; by default those of the present server. */
  program?: readonly string[];
  /** By default the embedded engine, a child process, unless `settings` name another database. */
  database?: ProcessDatabase;
}) {
  const { folder, port, settings, database, program = serverProgram('main') } = options;
  const dataDir = path.join(folder, 'data');
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, program, {
    cwd: folder,
    env: { PATH, HOME, PORT: String(port), DATA_DIR: dataDir, ...database?.settings, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const exited = once(child, 'exit');

  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    return child.exitCode;
  };
  await untilReady(child, port).catch((cause: unknown) => {
    child.kill('SIGKILL');
    throw new Error(`the server did not become ready: ${output}`, { cause });
  });

  // Read now, because a kill must not wait.
  const engine = enginePidOf(child.pid);

  return {
    /** Kills the server (and with `alsoDatabase` the engine). Resolves when the server has ended. */
    async kill(alsoDatabase: boolean): Promise<void> {
      if (alsoDatabase && engine > 0) process.kill(engine, 'SIGKILL');
      child.kill('SIGKILL');
      await exited;
    },
    stop,
    output: () => output,
  };
}
