import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readlink, rename, rm, symlink, unlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { makeFolder } from '../../process/make-folder.ts';

/** The path of a Unix socket may have 107 bytes on Linux and 103 on macOS. The engine adds 37. */
const LONGEST_PARENT = 50;
const PREFIX = 'foyer-';
const SOCKET_LINK = 'mongodb.sock';

/** Mode 0700. By a link in the data directory, the next start removes the folder of killed processes. */
interface TemporaryDirectory {
  readonly path: string;
  /** A fixed path that links to the socket of the present engine process. */
  readonly socketLink: string;
  /** Atomic. */
  pointTo(socketPath: string): Promise<void>;
  /** Removes the files of an ended engine, except the link. */
  clear(): Promise<void>;
  /** Removes directories of earlier runs. Only for the process that has the database directory open. */
  removeOthers(): Promise<void>;
  remove(): Promise<void>;
}

/** `links`: the folder in the data directory for links to temporary directories. */
export async function createTemporaryDirectory(links: string): Promise<TemporaryDirectory> {
  const parent = Buffer.byteLength(os.tmpdir()) <= LONGEST_PARENT ? os.tmpdir() : '/tmp';
  makeFolder(links);
  const name = `${PREFIX}${randomBytes(6).toString('hex')}`;
  const directory = path.join(parent, name);
  const link = path.join(links, name);
  // Link first: a kill after it leaves a dangling link, not an unknown directory.
  await symlink(directory, link);
  await mkdir(directory, { mode: 0o700 });
  const socketLink = path.join(directory, SOCKET_LINK);

  return {
    path: directory,
    socketLink,
    async pointTo(socketPath) {
      const draft = `${socketLink}.new`;
      await rm(draft, { force: true });
      await symlink(socketPath, draft);
      await rename(draft, socketLink);
    },
    async clear() {
      for (const entry of await readdir(directory)) {
        if (entry !== SOCKET_LINK) await rm(path.join(directory, entry), { recursive: true, force: true });
      }
    },
    async removeOthers() {
      for (const other of await readdir(links)) {
        if (other !== name) await removeLinked(path.join(links, other));
      }
    },
    async remove() {
      await rm(directory, { recursive: true, force: true });
      await rm(link, { force: true });
    },
  };
}

async function removeLinked(link: string): Promise<void> {
  const target = await readlink(link);
  // The target of another link may not belong to Foyer.
  if (path.basename(target) === path.basename(link) && path.basename(target).startsWith(PREFIX)) {
    await rm(target, { recursive: true, force: true });
  }
  await unlink(link);
}
