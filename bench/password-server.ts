/** The server under measurement, in a process of its own: the real app on a real database, with people who have a password. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createApp } from '../src/server/app.ts';
import { assemble } from '../src/server/assemble.ts';
import { openDatabase } from '../src/server/database/open-database.ts';
import { findOrCreateUserByProvenEmail } from '../src/server/domain/users.ts';
import { createSession } from '../src/server/domain/sessions.ts';
import { createLogger } from '../src/server/log.ts';
import { readSettings } from '../src/server/settings.ts';

export const PASSWORD = 'lasagne by candlelight';
export const PEOPLE = 50;
export const emailOf = (person: number) => `person-${String(person).padStart(4, '0')}@example.test`;

/** What the server tells its parent once it listens. */
export interface Ready {
  readonly origin: string;
  /** A session of the first person, for the cookie. */
  readonly sessionToken: string;
}

async function serve(tell: (ready: Ready) => void): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'foyer-bench-'));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  const settings = readSettings({
    NODE_ENV: 'test',
    PORT: String(port),
    DATA_DIR: dataDir,
    AUTH_SECRET: 'a secret for measurements alone, long enough',
    TRUST_PROXY: '1',
    DEMO: 'off',
    LOG_LEVEL: 'fatal',
    ...(process.env['MONGODB_URI'] ? { MONGODB_URI: process.env['MONGODB_URI'] } : {}),
  });
  const log = createLogger(settings);
  const { client, db, close } = await openDatabase(settings, log);
  const mail = { send: () => Promise.resolve(), close: () => Promise.resolve() };
  const { deps } = await assemble({ settings, client, db, mail, sms: mail, log });

  const nowhere = { ip: null, userAgent: null, locale: 'en' } as const;
  const password = { hash: await deps.passwordHashing.hash(PASSWORD), changedAt: deps.now() };
  for (let person = 0; person < PEOPLE; person++) {
    await findOrCreateUserByProvenEmail(deps, emailOf(person), nowhere, { name: null, password });
  }
  const first = await deps.collections.users.findOne({ email: emailOf(0) });
  if (!first) throw new Error('nobody is there');
  const { token } = await createSession(deps, { userId: first._id, client: nowhere });
  server.on('request', createApp(deps));

  process.on('message', (message) => {
    // Limits are part of the work and stay in place; their counts are cleared before they are used up.
    if (message === 'clear limits')
      void deps.collections.rateLimits.deleteMany({}).then(() => process.send?.('cleared'));
    if (message === 'end')
      void close()
        .then(() => rm(dataDir, { recursive: true, force: true }))
        .then(() => process.exit(0));
  });
  tell({ origin: settings.origin, sessionToken: token });
}

if (process.send && import.meta.filename === process.argv[1]) await serve((ready) => process.send?.(ready));
