import { readdir, readlink } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';

/**
 * Returns the URI of the engine of a running server, or `null`. Commands use it, because only one process can
 * open the directory. A link (`temporary-directory.ts`) of a killed server leads nowhere.
 */
export async function findRunningEngine(directory: string): Promise<string | null> {
  const links = path.join(directory, 'engine', 'temporary');
  const names = await readdir(links).catch(() => []);
  for (const name of names) {
    const folder = await readlink(path.join(links, name)).catch(() => null);
    if (folder === null) continue;
    const socket = path.join(folder, 'mongodb.sock');
    if (await isListening(socket)) return `mongodb://${encodeURIComponent(socket)}/?directConnection=true`;
  }
  return null;
}

function isListening(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect({ path: socketPath });
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
}
