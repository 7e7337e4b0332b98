import { z } from 'zod';
import { newestResults, readResults } from './results.ts';
import { median } from './statistics.ts';

export const CAPACITY_PART = 'capacity';
/** The sign-ins whose CPU time is measured. */
export const TIMED_SIGN_INS = ['password', 'mail-code', 'provider', 'passkey'] as const;
export type TimedSignIn = (typeof TIMED_SIGN_INS)[number];
/** The sign-ins whose database operations are counted. */
export const COUNTED_SIGN_INS = [...TIMED_SIGN_INS, 'phone'] as const;
export type CountedSignIn = (typeof COUNTED_SIGN_INS)[number];
/** The collections that grow with the people. */
export const STORED_COLLECTIONS = ['users', 'accounts', 'sessions', 'activity', 'events'] as const;
export type StoredCollection = (typeof STORED_COLLECTIONS)[number];

const positive = z.number().positive();
const amount = z.number().nonnegative();

const cost = z.strictObject({
  rounds: z
    .array(
      z.strictObject({
        serverUs: positive.describe('CPU time of the server for one call.'),
        databaseUs: amount.describe('CPU time of the database for one call.'),
      }),
    )
    .nonempty(),
});
export type Cost = z.infer<typeof cost>;

const operations = z.strictObject({
  commands: amount.describe('Commands that the driver sends.'),
  reads: amount.describe('Queries within them.'),
  writes: amount.describe('Inserts, updates and deletions within them. One command can have several.'),
});
export type Operations = z.infer<typeof operations>;

/** A browser that the account knows, and one that it does not know. */
const byBrowser = <Value extends z.ZodType>(value: Value) => z.strictObject({ known: value, unknown: value });

const stored = z.strictObject({
  perPerson: positive.describe('Documents of the typical person.'),
  documentBytes: positive.describe('The BSON of one document.'),
  diskBytes: positive.describe('What one document takes in the file of the collection, compressed.'),
  indexBytes: positive.describe('What one document takes in the files of all indexes.'),
});

/** What the part `capacity` keeps in the file of results. */
export const capacityFigures = z.strictObject({
  checks: z.strictObject({ cookie: cost, accessToken: cost, renewal: cost }),
  signIns: z.record(z.enum(TIMED_SIGN_INS), byBrowser(cost)),
  memory: z.strictObject({
    connections: z
      .array(z.strictObject({ wanted: amount, open: amount, bytes: positive }))
      .min(2)
      .describe('Resident memory of the server, by ascending number of open connections.'),
    busyBytes: positive.describe('Resident memory of the server after the sign-ins.'),
  }),
  calls: z
    .array(z.strictObject({ call: z.string(), operations }))
    .describe('Operations of each call of a person who is signed in.'),
  renewal: operations.describe('Of a check that renews the session or notes its use.'),
  signInOperations: z.record(z.enum(COUNTED_SIGN_INS), byBrowser(operations)),
  background: z.strictObject({
    event: operations.describe('Numbering one of many events.'),
    mail: operations.describe('Sending one of many mails that wait.'),
  }),
  storage: z.strictObject({
    people: positive.describe('How many people were stored to measure the bytes.'),
    compression: z.string().describe('How the engine compresses the files of collections.'),
    collections: z.record(z.enum(STORED_COLLECTIONS), stored),
    signIn: z
      .strictObject({ activity: amount, events: amount, mails: byBrowser(amount) })
      .describe('Rows that one sign-in adds.'),
  }),
});
export type CapacityFigures = z.infer<typeof capacityFigures>;

/** The medians of the rounds. */
export function medianCost({ rounds }: Cost): { readonly serverUs: number; readonly databaseUs: number } {
  return {
    serverUs: median(rounds.map(({ serverUs }) => serverUs)),
    databaseUs: median(rounds.map(({ databaseUs }) => databaseUs)),
  };
}

export interface CapacitySource {
  readonly file: string;
  readonly date: string;
  readonly machine: string;
  readonly figures: CapacityFigures;
}

/**
 * The newest measured figures.
 * @param folder another folder with files of results
 * @throws when there are none, or when their form is another one
 */
export async function newestCapacity(folder?: string): Promise<CapacitySource> {
  const file = await newestResults(
    ({ kind, more }) => kind !== 'quick' && more?.[CAPACITY_PART] !== undefined,
    folder,
  );
  if (file === null)
    throw new Error(
      `No file in bench/results has figures of capacity. Run: npm run bench -- --only ${CAPACITY_PART}`,
    );
  const { date, machine, more } = await readResults(file, folder);
  const figures = capacityFigures.safeParse(more?.[CAPACITY_PART]?.data);
  if (!figures.success)
    throw new Error(
      `The figures of capacity in ${file} have another form. Run: npm run bench -- --only ${CAPACITY_PART}\n${z.prettifyError(figures.error)}`,
    );
  const { cores, cpu, node, database } = machine;
  return {
    file,
    date: date.slice(0, 10),
    machine: `${cores} cores (${cpu}), Node ${node}, ${database}`,
    figures: figures.data,
  };
}
