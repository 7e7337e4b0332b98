import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../process/make-folder.ts';
import type { Mail } from '../../mail/mail.ts';

/** Stored, because no transport is set. Development only. */
export interface OutboxMessage {
  readonly kind: 'mail' | 'sms';
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Stays when the mail is sent again. */
  readonly messageId?: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

const MESSAGE_ID = /^\d{17}-[0-9a-f]{8}$/;
let lastWrite = 0;

/** Writes the message atomically. Returns its id. */
export async function writeToOutbox(
  dataDir: string,
  kind: OutboxMessage['kind'],
  mail: Mail,
): Promise<string> {
  const folder = path.join(dataDir, 'outbox');
  // Messages of the same millisecond keep their order.
  lastWrite = Math.max(Date.now(), lastWrite + 1);
  const createdAt = new Date(lastWrite).toISOString();
  const id = `${createdAt.replace(/\D/g, '')}-${randomBytes(4).toString('hex')}`;
  const { to, subject, text, html, messageId } = mail;
  const message: OutboxMessage = {
    kind,
    to,
    subject,
    text,
    html,
    ...(messageId === undefined ? {} : { messageId }),
    createdAt,
  };
  makeFolder(folder);
  const draft = path.join(folder, `.${id}.draft`);
  try {
    await writeFile(draft, `${JSON.stringify(message, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
    await rename(draft, path.join(folder, `${id}.json`));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return id;
}

/** Newest first; empty without an outbox. */
export async function readOutbox(
  dataDir: string,
  limit: number,
): Promise<({ readonly id: string } & OutboxMessage)[]> {
  const folder = path.join(dataDir, 'outbox');
  const ids = (await namesIn(folder))
    .map((name) => name.replace(/\.json$/, ''))
    .filter((id) => MESSAGE_ID.test(id));
  const newest = ids.sort().reverse().slice(0, limit);
  const messages = await Promise.all(
    newest.map(async (id) => {
      const message = await readMessage(path.join(folder, `${id}.json`));
      return message && { id, ...message };
    }),
  );
  return messages.filter((message) => message !== null);
}

export async function readOutboxMessage(dataDir: string, id: string): Promise<OutboxMessage | null> {
  return MESSAGE_ID.test(id) ? readMessage(path.join(dataDir, 'outbox', `${id}.json`)) : null;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** `null` for a removed or damaged file, so that it does not hide the other messages. */
async function readMessage(file: string): Promise<OutboxMessage | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as OutboxMessage;
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
