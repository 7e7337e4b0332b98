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
import { OPERATOR_COMMAND } from '../process/operator-command.ts';
import {
  action,
  RefusedError,
  UsageError,
  type Command,
  type CommandIo,
  type Outcome,
} from './command-frame.ts';

/** `end-issued` prints a line of progress after so many people. */
const PEOPLE_PER_LINE = 5000;

const time = z.iso.datetime({ offset: true });

export const dataCommand: Command<Dependencies> = {
  name: 'data',
  about: 'Backs up and restores the data of Foyer, and ends what was issued before a time.',
  patient: true,
  refusalOf,
  actions: {
    dump: action({
      operand: '<file>',
      about:
        'Writes all data to a new file, with gzip when its name ends in .gz. Only its owner can read it. AUTH_SECRET is not in it: keep that elsewhere.',
      examples: ['dump foyer.gz'],
      prepare: (file) => (deps) => dump(deps, file),
    }),
    restore: action({
      operand: '<file>',
      about: 'Checks the whole file, then restores it into an empty database. Stop all servers before.',
      options: {
        replace: { about: 'removes what the database has' },
        'with-other-secret': {
          about: 'restores a dump of another AUTH_SECRET, without what is encrypted in it',
        },
      },
      examples: ['restore foyer.gz'],
      prepare: (file, { replace, 'with-other-secret': withOtherSecret }) => {
        return (deps) => restore(deps, file, { replace, withOtherSecret });
      },
    }),
    'note-restore': action({
      about:
        'Run it after a restore by another tool, such as mongorestore, while all servers are stopped. restore does it by itself.',
      examples: ['note-restore'],
      prepare: () => noteOtherRestore,
    }),
    'end-issued': action({
      about:
        'Ends all sessions, access tokens, service keys, codes, links and unfinished sign-ins of before a time.\nRun it after a restore, before the servers start.',
      options: {
        before: { value: '<time>', about: 'with its zone, such as 2026-11-23T08:30:00Z' },
        'keep-service-keys': { about: 'ends everything but the service keys' },
      },
      examples: ['end-issued --before 2026-11-23T08:30:00Z'],
      prepare: (_operand, given) => {
        const { data } = time.safeParse(given.before);
        if (data === undefined)
          throw new UsageError('Say before when, with its zone: --before 2026-11-23T08:30:00Z.');
        return (deps, io) => end(deps, new Date(data), given['keep-service-keys'], io);
      },
    }),
  },
};

function refusalOf(error: unknown): string | null {
  if (error instanceof DumpError || error instanceof UnfinishedRestoreError) return error.message;
  const { code, path } = error as { code?: unknown; path?: unknown };
  if (typeof path !== 'string') return null;
  if (code === 'ENOENT') return `There is no file or folder ${path}.`;
  return code === 'EACCES' || code === 'EISDIR' ? `${path} cannot be opened (${code}).` : null;
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
  file: string,
  options: { readonly replace: boolean; readonly withOtherSecret: boolean },
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
      `  ${OPERATOR_COMMAND} data end-issued --before ${now().toISOString()}`,
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
  ${OPERATOR_COMMAND} data end-issued --before ${restoredAt.toISOString()}
`,
  };
}

async function end(
  deps: Dependencies,
  before: Date,
  keepServiceKeys: boolean,
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
