import type { CommandStartedEvent, Db, Document, MongoClient } from 'mongodb';

/** Commands with a query. */
const EXPLAINED = new Set(['find', 'aggregate', 'count', 'distinct', 'update', 'delete', 'findAndModify']);

/** The commands of the driver with a query that this sends. */
export async function commandsOf(
  client: MongoClient,
  prepare: () => Promise<() => Promise<unknown>>,
): Promise<Document[]> {
  const run = await prepare();
  const commands: Document[] = [];
  const note = ({ commandName, command }: CommandStartedEvent) => {
    if (EXPLAINED.has(commandName)) commands.push(command);
  };
  client.on('commandStarted', note);
  await run().finally(() => client.off('commandStarted', note));
  return commands;
}

/** What the database reads for these commands. */
export async function readsOf(
  db: Db,
  commands: readonly Document[],
): Promise<{ keys: number; documents: number }> {
  let keys = 0;
  let documents = 0;
  for (const { lsid: _lsid, $db: _db, writeConcern: _concern, ...command } of commands) {
    const plan = await db.command({ explain: command, verbosity: 'executionStats' });
    // An aggregation has its figures within its first stage.
    const stages = plan['stages'] as { $cursor?: Document }[] | undefined;
    const statistics = (plan['executionStats'] ?? stages?.[0]?.$cursor?.['executionStats']) as
      { totalKeysExamined: number; totalDocsExamined: number } | undefined;
    keys += statistics?.totalKeysExamined ?? 0;
    documents += statistics?.totalDocsExamined ?? 0;
  }
  return { keys, documents };
}
