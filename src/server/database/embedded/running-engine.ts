import { readdir, readlink } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';

/**
 * Where the engine of a server that runs on this data directory listens, or `null`: what a command beside the server uses, since only one
 * process can have the directory open. By the links that `temporary-directory.ts` keeps; one that a killed server left leads nowhere.
 */
export async function findRunningEngine(directory: string): Promise<string | null> {
  const reminders = path.join(directory, 'engine', 'temporary');
  const names = await readdir(reminders).catch(() => []);
  for (const name of names) {
    const folder = await readlink(path.join(reminders, name)).catch(() => null);
    if (folder === null) continue;
    const socket = path.join(folder, 'mongodb.sock');
    if (await answers(socket)) return `mongodb://${encodeURIComponent(socket)}/?directConnection=true`;
  }
  return null;
}

function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect({ path: socketPath });
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
}
