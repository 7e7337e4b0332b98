import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** The running app that all tests share. */
export interface ServerUnderTest {
  /** Without a trailing slash. */
  readonly origin: string;
  readonly dataDir: string;
}

const VARIABLE = 'FOYER_SERVER_UNDER_TEST';

/** Told by the global set-up through the environment, the one thing that Playwright's workers inherit. */
export function announceServer(server: ServerUnderTest): void {
  process.env[VARIABLE] = JSON.stringify(server);
}

export function serverUnderTest(): ServerUnderTest {
  const announced = process.env[VARIABLE];
  if (!announced) throw new Error('The server under test was not started.');
  return JSON.parse(announced) as ServerUnderTest;
}

/** Where the server's own engine listens: the link that it keeps in its data directory leads to the socket's folder. */
export async function databaseUri({ dataDir }: ServerUnderTest): Promise<string> {
  const reminders = join(dataDir, 'engine/temporary');
  const [name] = await readdir(reminders);
  if (name === undefined) throw new Error(`No engine runs in ${dataDir}.`);
  const socket = join(await readlink(join(reminders, name)), 'mongodb.sock');
  return `mongodb://${encodeURIComponent(socket)}/?directConnection=true`;
}
