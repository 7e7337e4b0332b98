import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readlink, rename, rm, symlink, unlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** A Unix socket's path may have 107 bytes on Linux and 103 on macOS; the engine appends 37 of its own. */
const LONGEST_PARENT = 50;
const PREFIX = 'foyer-';
const SOCKET_LINK = 'mongodb.sock';

/**
 * The private directory (mode 0700) in which the engine keeps its socket. A link to it stays in the data directory for as
 * long as it exists, so that the next start can remove it when both processes were killed.
 */
export interface TemporaryDirectory {
  readonly path: string;
  /** A name for the engine's socket that stays the same when a restarted engine listens somewhere else. */
  readonly socketLink: string;
  /** Makes `socketLink` lead to this socket, in one step. */
  pointTo(socketPath: string): Promise<void>;
  /** Removes what an ended engine left, except the link. */
  clear(): Promise<void>;
  /** Removes the directories of earlier runs. Only for the holder of the database directory: nobody else then uses them. */
  removeOthers(): Promise<void>;
  remove(): Promise<void>;
}

/** @param reminders the directory under the data directory in which links to temporary directories are kept */
export async function createTemporaryDirectory(reminders: string): Promise<TemporaryDirectory> {
  const parent = Buffer.byteLength(os.tmpdir()) <= LONGEST_PARENT ? os.tmpdir() : '/tmp';
  await mkdir(reminders, { recursive: true, mode: 0o700 });
  const name = `${PREFIX}${randomBytes(6).toString('hex')}`;
  const directory = path.join(parent, name);
  const reminder = path.join(reminders, name);
  // The reminder first: a kill between the two leaves a link to nothing, not a directory that nobody knows of.
  await symlink(directory, reminder);
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
      for (const other of await readdir(reminders)) {
        if (other !== name) await removeRemembered(path.join(reminders, other));
      }
    },
    async remove() {
      await rm(directory, { recursive: true, force: true });
      await rm(reminder, { force: true });
    },
  };
}

async function removeRemembered(reminder: string): Promise<void> {
  const target = await readlink(reminder);
  // A link that does not look like ours is not followed: whatever it names is not ours to remove.
  if (path.basename(target) === path.basename(reminder) && path.basename(target).startsWith(PREFIX)) {
    await rm(target, { recursive: true, force: true });
  }
  await unlink(reminder);
}
