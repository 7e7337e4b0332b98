import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { ObjectId } from 'mongodb';
import { pino } from 'pino';
import { describe, expect } from 'vitest';
import { checkDatabase } from '../database/check-database.ts';
import { openDatabase } from '../database/open-database.ts';
import { collectionsOf } from '../database/collections.ts';
import { LATEST_MIGRATION } from '../database/migrations/stored-version.ts';
import { requireNoUnfinishedRestore, UNFINISHED_RESTORE } from '../database/dump/unfinished-restore.ts';
import { reportRestore } from '../database/dump/restored-database.ts';
import { restoreDump } from '../database/dump/restore-dump.ts';
import { checkStoredSecret } from '../database/stored-secret.ts';
import { createVault } from '../crypto/encryption.ts';
import { numberEvents } from '../domain/events/event-numbering.ts';
import type { Dependencies } from '../dependencies.ts';
import { bearer, callAsScript, makeToken } from '../../testing/users/access-tokens.ts';
import { makeServiceKey } from '../../testing/users/administrators.ts';
import { completeIn, enrolUser } from '../../testing/users/enrolled-user.ts';
import { testDatabaseUri } from '../../testing/database/uri.ts';
import { withDatabaseName } from '../../testing/database/process-database.ts';
import { testWith } from '../../testing/app/fixture.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import { createPasskey, signInWithPasskey } from '../../testing/sign-in/passkeys.ts';
import { PASSWORD } from '../../testing/sign-in/passwords.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { runInProcess } from '../../testing/run/server-program.ts';
import { folderOfFile } from '../../testing/run/temporary-folder.ts';
import { uniqueEmail } from '../../testing/run/unique-name.ts';
import { createFaultInjector } from '../../testing/faults/faults.ts';
import { killPositions, someOf } from '../../testing/faults/kill-positions.ts';
import { helpOf } from './command-frame.ts';
import { dataCommand } from './data-command.ts';

const faults = createFaultInjector();
const it = testWith({ faults });
const folder = folderOfFile();

/** Without the fault injector, which cannot count the batches of a dump. */
const depsOf = (app: TestApp): Dependencies => ({ ...app.deps, collections: collectionsOf(app.db) });

const run = (app: TestApp, args: readonly string[], deps = depsOf(app)) =>
  runInProcess(dataCommand, deps, args);

async function dumpOf(app: TestApp, name: string): Promise<string> {
  const file = path.join(folder, name);
  expect(await run(app, ['dump', file])).toMatchObject({ code: 0, error: '' });
  return file;
}

/** The documents and fields that a restore adds to a collection. */
const RESTORED: Readonly<Record<string, { filter?: object; projection?: object }>> = {
  maintenance: { filter: { _id: { $ne: 'restored' } } },
  event_partitions: { filter: { last: { $gt: 0 } }, projection: { restoredAt: 0 } },
  users: { projection: { eventSequence: 0 } },
};

async function contentOf({ db }: TestApp): Promise<unknown> {
  const content: Record<string, unknown> = {};
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    const { filter = {}, projection = {} } = RESTORED[name] ?? {};
    const collection = db.collection(name);
    const found = collection.find(filter, { raw: true, sort: { _id: 1 }, projection });
    const rows = (await found.toArray()) as unknown as Buffer[];
    const indexes = await collection.indexes();
    const byName = indexes.toSorted((one, other) => (String(one.name) < String(other.name) ? -1 : 1));
    content[name] = { rows: rows.map((row) => row.toString('base64')), indexes: byName };
  }
  return content;
}

const isIn = async (app: TestApp, agent: HttpAgent) => (await app.client(agent).session.get.query()) !== null;

const statusOf = async (app: TestApp, secret: string, procedure: string) =>
  (await callAsScript(app, bearer(secret), procedure)).status;

describe('foyer-server data dump and restore', () => {
  it('brings all documents and indexes back, and people sign in with each factor', async ({ app }) => {
    const person = await enrolUser(app);
    const passkey = await createPasskey(app, person.home);
    await checkStoredSecret(app.deps);
    await numberEvents(app.deps, 'a');
    const before = await contentOf(app);
    const file = await dumpOf(app, 'whole.gz');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(file)).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
    expect(await run(app, ['dump', file])).toMatchObject({ code: 1, error: `${file} is there already.\n` });

    for (const { name } of await app.db.listCollections().toArray()) await app.db.dropCollection(name);
    expect(await run(app, ['restore', file])).toMatchObject({ code: 0, error: '' });
    expect(await contentOf(app)).toEqual(before);

    const agent = app.agent();
    const { email } = person;
    await app.client(agent).password.signIn.mutate({ email, password: PASSWORD });
    await completeIn(app, agent, person);
    expect(await isIn(app, agent)).toBe(true);
    expect(await isIn(app, await signInWithPasskey(app, passkey))).toBe(true);
    expect(await isIn(app, person.home)).toBe(true);
  });

  it('refuses a database with data, and every file that is not whole, and writes nothing', async ({
    app,
  }) => {
    await app.signInByMail(uniqueEmail());
    const file = await dumpOf(app, 'text');
    const text = await readFile(file, 'utf8');
    const lines = text.split('\n');
    const [header = ''] = lines;
    const before = await contentOf(app);

    const refusalOf = async (content: string | Buffer, deps?: Dependencies): Promise<string> => {
      const changed = path.join(folder, 'changed');
      await writeFile(changed, content);
      const { code, error, out } = await run(app, ['restore', changed, '--replace'], deps);
      expect([code, out]).toEqual([1, '']);
      return error;
    };
    expect(await run(app, ['restore', file])).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^The database is not empty: \w+ has documents/),
    });
    expect(await refusalOf('')).toContain('it is empty');
    expect(await refusalOf('{"_id": 1}\n')).toBe('The file is no dump of Foyer.\n');
    expect(await refusalOf(text.slice(0, -1))).toContain('its last line is not whole');
    expect(await refusalOf(lines.slice(0, -2).join('\n') + '\n')).toContain('its end is missing');
    expect(await refusalOf(lines.toSpliced(3, 1).join('\n'))).toContain('its checksum is another one');
    expect(await refusalOf(text.replace('example.test', 'example.evil'))).toContain('its checksum');
    expect(await refusalOf(text.replace('\n{', '\n'))).toContain('a line has another form');
    expect(await refusalOf(`${text}{}\n`)).toContain('more lines after its end');
    const packed = gzipSync(text);
    expect(await refusalOf(packed.subarray(0, packed.length / 2))).toContain('cannot be unpacked');
    expect(await refusalOf(text.replace(header, header.replace('"1"', '"2"')))).toContain('has the format 2');
    const newer = header.replace(/("migration":\{"\$numberInt":)"\d+"/, `$1"${LATEST_MIGRATION + 1}"`);
    expect(await refusalOf(text.replace(header, newer))).toContain('of a newer version');
    const vault = createVault(['another secret, which is as long as it must be']);
    expect(await refusalOf(text, { ...depsOf(app), vault })).toContain('another AUTH_SECRET');
    expect(await run(app, ['restore', path.join(folder, 'no-file')])).toMatchObject({ code: 1 });
    expect(await contentOf(app)).toEqual(before);
  });

  it('finishes when it is run again after a kill, and no server starts in between', async ({ app }) => {
    await app.signInByMail(uniqueEmail());
    const before = await contentOf(app);
    const file = await dumpOf(app, 'killed');
    const { vault, now, collections } = app.deps;
    const restore = () =>
      restoreDump({ collections, vault, now, finish: () => Promise.resolve() }, file, {
        replace: true,
        withOtherSecret: false,
      });
    faults.arm('killed', Infinity);
    await restore();
    const { effects } = faults.disarm();
    // The first command writes the mark. A kill before it leaves everything as it was.
    for (const n of someOf(killPositions(effects).filter((position) => position > 0))) {
      faults.arm('killed', n);
      await expect(restore()).rejects.toThrow('the process died');
      faults.disarm();
      await expect(requireNoUnfinishedRestore(collections)).rejects.toThrow('has not ended');
      const end = await run(app, ['end-issued', '--before', new Date(0).toISOString()]);
      expect(end).toMatchObject({ code: 1, error: expect.stringContaining('has not ended') });
    }
    const uri = withDatabaseName(testDatabaseUri(), app.db.databaseName);
    const log = pino({ level: 'silent' });
    await expect(openDatabase({ mongodbUri: uri, dataDir: '' }, log)).rejects.toThrow('has not ended');
    expect((await checkDatabase(collectionsOf(app.db))).faults).toContain(UNFINISHED_RESTORE);
    // Without `--replace`, because the mark says that the data are incomplete.
    expect(await run(app, ['restore', file])).toMatchObject({ code: 0, error: '' });
    expect(await contentOf(app)).toEqual(before);
  });

  it('notices another AUTH_SECRET once, and not a rotated one', async ({ app }) => {
    const { collections } = app.deps;
    const check = (...secrets: [string, ...string[]]) =>
      checkStoredSecret({ collections, vault: createVault(secrets) });
    await collections.maintenance.deleteMany({});
    expect(await check('first')).toBe('none');
    expect(await check('second', 'first')).toBe('changed');
    expect(await check('second', 'first')).toBe('none');
    expect(await check('second')).toBe('none');
    expect(await check('first')).toBe('unknown');
    expect(await check('first')).toBe('none');
  });
});

describe('foyer-server data end-issued', () => {
  it('ends what a restore revived, and people sign in again', async ({ app }) => {
    const person = await enrolUser(app);
    const { home, older, email } = person;
    const { token, accessToken } = await makeToken(app, home);
    const { key, serviceKey } = await makeServiceKey(app, ['users:read']);
    const other = uniqueEmail();
    const otherPerson = app.agent();
    const { code } = await app.requestMail(other, otherPerson);
    const trusted = app.agent();
    await app.client(trusted).password.signIn.mutate({ email, password: PASSWORD });
    app.advance(30_000);
    const { authenticator } = person;
    await app
      .client(trusted)
      .session.completeSignIn.mutate({ code: authenticator.code(), trustBrowser: true });
    const file = await dumpOf(app, 'yesterday.gz');
    const linesOfStart = async () => {
      const before = app.logLines.length;
      await reportRestore(app.deps);
      return app.logLines.slice(before).map(({ level, msg }) => [level, msg]);
    };
    expect(await linesOfStart()).toEqual([]);

    await app.client(home).session.revokeOthers.mutate();
    await app.client(home).accessTokens.revoke.mutate({ id: accessToken.id });
    await app.client(otherPerson).session.signInWithCode.mutate({ email: other, code });
    await app.deps.collections.serviceKeys.updateOne(
      { _id: new ObjectId(serviceKey.id) },
      { $set: { revokedAt: app.deps.now() } },
    );
    expect(await run(app, ['restore', file, '--replace'])).toMatchObject({ code: 0 });
    expect([await isIn(app, older), await statusOf(app, token, 'session.get')]).toEqual([true, 200]);
    expect(await statusOf(app, key, 'users.list')).toBe(200);

    const notEnded = 'the database was restored from a dump, and what was issued before it has not ended';
    for (const lines of [await linesOfStart(), await linesOfStart()]) expect(lines).toEqual([[40, notEnded]]);

    const before = app.deps.now().toISOString();
    const ended = await run(app, ['end-issued', '--before', before]);
    expect(ended).toMatchObject({ code: 0, error: '' });
    expect(await linesOfStart()).toEqual([[30, 'the database was restored from a dump']]);
    expect(await linesOfStart()).toEqual([]);
    expect(ended.out).toMatch(/^Everything issued before \S+ has ended: \d+ sessions and 1 access tokens /);
    for (const browser of [older, home, trusted]) expect(await isIn(app, browser)).toBe(false);
    expect(await statusOf(app, token, 'session.get')).toBe(401);
    expect(await statusOf(app, key, 'users.list')).toBe(401);
    await expect(
      app.client(otherPerson).session.signInWithCode.mutate({ email: other, code }),
    ).rejects.toMatchObject({ data: { appCode: 'CODE_INVALID' } });

    const signedIn = await app.client(trusted).password.signIn.mutate({ email, password: PASSWORD });
    expect(signedIn.status).toBe('second-factor');
    await completeIn(app, trusted, person);
    expect(await isIn(app, trusted)).toBe(true);
    const made = await makeToken(app, trusted);
    expect(await run(app, ['end-issued', '--before', before, '--json'])).toMatchObject({
      out: expect.stringContaining('"people":0,"sessions":0,"accessTokens":0,"serviceKeys":0'),
    });
    expect(await isIn(app, trusted)).toBe(true);
    expect(await statusOf(app, made.token, 'session.get')).toBe(200);
    expect(await app.deps.collections.audit.countDocuments({ action: 'credentials-ended' })).toBe(1);
  });

  it('refuses a database of a newer version, and a time that is not over', async ({ app }) => {
    const { migrations } = app.deps.collections;
    const end = async (time: string) => run(app, ['end-issued', '--before', time]);
    expect(await end(new Date(app.deps.now().getTime() + 60_000).toISOString())).toMatchObject({ code: 1 });
    const past = app.deps.now().toISOString();
    await migrations.insertOne({ _id: LATEST_MIGRATION + 1, doneAt: new Date() } as never);
    expect((await end(past)).error).toContain('newer version');
    await migrations.deleteOne({ _id: LATEST_MIGRATION + 1 });
  });

  it.for([
    '',
    'dump',
    'dump a b',
    'dump a --replace',
    'restore a --before 2026-11-23T08:30:00Z',
    'end-issued',
    'end-issued --before 2026-11-23',
    'end-issued a --before 2026-11-23T08:30:00Z',
    'dump a --all',
  ])('explains itself to "%s", and opens no database', async (text, { app }) => {
    expect(await run(app, text === '' ? [] : text.split(' '))).toMatchObject({
      code: 2,
      opened: 0,
      error: expect.stringContaining(helpOf(dataCommand)),
    });
  });
});
