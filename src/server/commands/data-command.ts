import { z } from 'zod';
import { DumpError } from '../database/dump/dump-format.ts';
import { restoreDump } from '../database/dump/restore-dump.ts';
import { noteRestore } from '../database/dump/restored-database.ts';
import {
  hasUnfinishedRestore,
  requireNoUnfinishedRestore,
  UNFINISHED_RESTORE,
  UnfinishedRestoreError,
} from '../database/dump/unfinished-restore.ts';
import { writeDump } from '../database/dump/write-dump.ts';
import { ensureIndexes } from '../database/indexes.ts';
import { LATEST_MIGRATION, storedMigration } from '../database/migrations/stored-version.ts';
import type { Dependencies } from '../dependencies.ts';
import { endIssued } from '../domain/administration/end-issued.ts';
import {
  JSON_OPTION,
  readArguments,
  RefusedError,
  defineCommand,
  UsageError,
  type CommandIo,
  type Outcome,
} from './command-frame.ts';

export const DATA_USAGE = `Backs up and restores the data of Foyer, and ends what was issued before a time.

  npm run server -- data dump <file>
      Writes all data to a new file, with gzip when its name ends in .gz. Only its owner can read it. AUTH_SECRET is not in it: keep that elsewhere.
  npm run server -- data restore <file> [--replace] [--with-other-secret]
      Checks the whole file, then restores it into an empty database. Stop all servers before. --replace removes what the database has.
      --with-other-secret restores a dump of another AUTH_SECRET, without what is encrypted in it.
  npm run server -- data note-restore
      Run it after a restore by another tool, such as mongorestore, while all servers are stopped. restore does it by itself.
  npm run server -- data end-issued --before <time> [--keep-service-keys]
      Ends all sessions, access tokens, service keys, codes, links and unfinished sign-ins of before this time, such as 2026-11-23T08:30:00Z.
      Run it after a restore, before the servers start.

Every command takes --json. The end is 0 when it is done, 1 when it was refused, 2 when the command was not understood.
`;

/** `end-issued` prints a line of progress after so many people. */
const PEOPLE_PER_LINE = 5000;

type Command =
  | { readonly name: 'dump'; readonly file: string }
  | {
      readonly name: 'restore';
      readonly file: string;
      readonly replace: boolean;
      readonly withOtherSecret: boolean;
    }
  | { readonly name: 'note-restore' }
  | { readonly name: 'end-issued'; readonly before: Date; readonly keepServiceKeys: boolean };

export const runDataCommand = defineCommand({ parse, run, refusalOf, usage: DATA_USAGE });

function refusalOf(error: unknown): string | null {
  if (error instanceof DumpError || error instanceof UnfinishedRestoreError) return error.message;
  const { code, path } = error as { code?: unknown; path?: unknown };
  if (typeof path !== 'string') return null;
  if (code === 'ENOENT') return `There is no file or folder ${path}.`;
  return code === 'EACCES' || code === 'EISDIR' ? `${path} cannot be opened (${code}).` : null;
}

const time = z.iso.datetime({ offset: true });

function parse(args: readonly string[]): Command {
  const { positionals, values } = readArguments(args, {
    allowPositionals: true,
    options: {
      json: JSON_OPTION,
      replace: { type: 'boolean', default: false },
      'with-other-secret': { type: 'boolean', default: false },
      'keep-service-keys': { type: 'boolean', default: false },
      before: { type: 'string' },
    },
  });
  const [name, file, ...others] = positionals;
  const isRestore = name === 'restore';
  const isEnd = name === 'end-issued';
  if (!isRestore && (values.replace || values['with-other-secret']))
    throw new UsageError('--replace and --with-other-secret belong to restore.');
  if (!isEnd && (values.before !== undefined || values['keep-service-keys']))
    throw new UsageError('--before and --keep-service-keys belong to end-issued.');
  if (others.length > 0) throw new UsageError(`${others.join(' ')} was not understood.`);
  if (isEnd) {
    if (file !== undefined) throw new UsageError(`${file} was not understood.`);
    const { data } = time.safeParse(values.before);
    if (data === undefined)
      throw new UsageError('Say before when, with its zone: --before 2026-11-23T08:30:00Z.');
    return { name, before: new Date(data), keepServiceKeys: values['keep-service-keys'] };
  }
  if (name === 'note-restore' && file === undefined) return { name };
  if ((!isRestore && name !== 'dump') || file === undefined)
    throw new UsageError('Say dump <file>, restore <file>, note-restore or end-issued --before <time>.');
  if (!isRestore) return { name, file };
  return { name, file, replace: values.replace, withOtherSecret: values['with-other-secret'] };
}

async function run(deps: Dependencies, command: Command, io: CommandIo): Promise<Outcome> {
  switch (command.name) {
    case 'dump':
      return dump(deps, command.file);
    case 'restore':
      return restore(deps, command);
    case 'note-restore':
      return noteOtherRestore(deps);
    case 'end-issued':
      return end(deps, command, io);
  }
}

async function dump(deps: Dependencies, file: string): Promise<Outcome> {
  const { header, counts } = await runStoppable((signal) => writeDump(deps, file, signal));
  const documents = sumOf(counts);
  return {
    data: { file, createdAt: header.createdAt, isSnapshot: header.isSnapshot, documents, counts },
    text: `${documents} documents are in ${file}.\n${
      header.isSnapshot
        ? ''
        : 'This database cannot read all of one moment. If servers wrote meanwhile, stop them and make another dump.\n'
    }`,
  };
}

async function restore(
  deps: Dependencies,
  { file, ...options }: Extract<Command, { name: 'restore' }>,
): Promise<Outcome> {
  const { collections, configuration, migrations, vault, now } = deps;
  let isMigrated = true;
  const finish = async () => {
    await ensureIndexes(collections, configuration.ownFields);
    isMigrated = (await migrations.runDue()) !== 'held';
  };
  const { header, counts } = await restoreDump({ collections, vault, now, finish }, file, options);
  const { createdAt } = header;
  const documents = sumOf(counts);
  return {
    data: { file, createdAt, documents, counts, isMigrated },
    text: [
      `${documents} documents of ${createdAt} are restored.`,
      ...(isMigrated ? [] : ['Its migrations are not done yet: start a server once before the next step.']),
      'What was revoked or used after that time works again. End it before the servers start:',
      `  npm run server -- data end-issued --before ${now().toISOString()}`,
      '',
    ].join('\n'),
  };
}

/** Does for another tool what `restore` does at its end. */
async function noteOtherRestore({ collections, now }: Dependencies): Promise<Outcome> {
  await requireNoUnfinishedRestore(collections);
  const restoredAt = now();
  // Whole seconds, as `date` gives them to `end-issued`.
  const dumpedAt = new Date(Math.floor(restoredAt.getTime() / 1000) * 1000);
  await noteRestore(collections, { restoredAt, dumpedAt });
  return {
    data: { restoredAt: restoredAt.toISOString() },
    text: `The restore is noted. What was revoked or used after the backup works again. End it before the servers start:
  npm run server -- data end-issued --before ${restoredAt.toISOString()}
`,
  };
}

async function end(
  deps: Dependencies,
  { before, keepServiceKeys }: Extract<Command, { name: 'end-issued' }>,
  io: CommandIo,
): Promise<Outcome> {
  const { collections } = deps;
  if (before > deps.now()) throw new RefusedError('The time is not over yet.');
  if (await hasUnfinishedRestore(collections)) throw new RefusedError(UNFINISHED_RESTORE);
  const { latest, isDone } = await storedMigration(collections);
  if (latest > LATEST_MIGRATION)
    throw new RefusedError(
      `The database has migration ${latest} of a newer version. Run the command of that version.`,
    );
  if (!isDone)
    throw new RefusedError(
      'The database is of an older version. Start this version once, then run it again.',
    );
  let reported = 0;
  const onProgress = (people: number) => {
    if (people < reported + PEOPLE_PER_LINE) return;
    reported = people;
    io.error(`${people} people are done.\n`);
  };
  const ended = await endIssued(deps, before, { keepServiceKeys, onProgress });
  const { people, sessions, accessTokens, serviceKeys } = ended;
  return {
    data: { before: before.toISOString(), ...ended },
    text: [
      `Everything issued before ${before.toISOString()} has ended: ${sessions} sessions and ${accessTokens} access tokens of ${people} people, ${serviceKeys} service keys, and all codes, links and unfinished sign-ins.`,
      ...(keepServiceKeys ? ['The service keys stay. Look for those that were revoked since.'] : []),
      '',
    ].join('\n'),
  };
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Lets a signal stop work, which then removes what it began, before the process ends. */
async function runStoppable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopped = new AbortController();
  // npm and a terminal can send one signal twice.
  const stop = () => stopped.abort();
  for (const name of SIGNALS) process.on(name, stop);
  try {
    return await work(stopped.signal);
  } finally {
    for (const name of SIGNALS) process.off(name, stop);
  }
}
