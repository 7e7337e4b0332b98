import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { makeDatabaseFolder } from '../../src/testing/database/folder.ts';
import { databaseOfProcess } from '../../src/testing/database/process-database.ts';
import { endProcess, untilReady } from '../../src/testing/run/child-process.ts';
import { freePorts } from '../../src/testing/run/free-ports.ts';
import { createIssuedSecrets } from '../../src/testing/run/issued-secrets.ts';
import { findLoggedData } from '../../src/testing/run/logged-data.ts';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const ENTRIES = {
  build: [pathOf('../../dist/server/main.js')],
  source: ['--import', createRequire(import.meta.url).resolve('tsx'), pathOf('../../src/server/main.ts')],
};
/** How much of the log is shown after a failed start, in characters. */
const LOG_SHOWN = 4000;

type Environment = Readonly<Record<string, string>>;

export interface BuiltServer {
  readonly port: number;
  /** With the name of the database as its path. */
  readonly databaseUri: string;
  end(): Promise<void>;
}

/**
 * Starts the built app, or the sources as `npm run dev` does. `settings` may depend on the port.
 * `configuration` is the text of `foyer.config.ts`. The log file's name has the port, because two workers may
 * start equal servers.
 */
export async function startBuiltServer(
  logName: string,
  settings: Environment | ((port: number) => Environment) = {},
  from: keyof typeof ENTRIES = 'build',
  configuration?: string,
): Promise<BuiltServer> {
  const folder = await makeDatabaseFolder();
  if (configuration !== undefined) await writeFile(join(folder, 'foyer.config.ts'), configuration);
  const dataDir = join(folder, 'data');
  // For the app and three demo providers.
  const port = await freePorts(4);
  const own = typeof settings === 'function' ? settings(port) : settings;
  const database = databaseOfProcess(dataDir);
  const logFile = logName.replace(/\.log$/, `-${port}.log`);
  const log = createWriteStream(logFile);

  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, ENTRIES[from], {
    // Not the project's folder, where a developer's .env would change the tests.
    cwd: folder,
    env: { PATH, HOME, TMPDIR, PORT: String(port), DATA_DIR: dataDir, ...database.settings, ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const end = async () => {
    await endProcess(child);
    await finished(log.end());
    await database.remove();
    await rm(folder, { recursive: true, force: true });
    expectNoDataIn(await readFile(logFile, 'utf8'));
  };
  try {
    await untilReady(child, port);
  } catch (cause) {
    await end();
    const said = await readFile(logFile, 'utf8');
    throw new Error(`The server did not start. It said:\n${said.slice(-LOG_SHOWN)}`, { cause });
  }
  return { port, databaseUri: await database.uri(), end };
}

/** Throws when a log line has an address, a number, a token or a code. */
function expectNoDataIn(output: string): void {
  const secrets = createIssuedSecrets();
  const lines: Record<string, unknown>[] = [];
  for (const text of output.split('\n')) {
    if (text.startsWith('{"level":')) lines.push(JSON.parse(text) as Record<string, unknown>);
    else secrets.addMessage(text);
  }
  const found = lines.map(findLoggedData).find((each) => each !== null);
  if (found !== undefined) throw new Error(found);
  secrets.expectNoneIn(lines);
}
