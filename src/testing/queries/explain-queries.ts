import { afterAll } from 'vitest';
import { openFilledDatabase } from './filled-database.ts';
import { takeNotedQueries } from './noted-queries.ts';
import { faultOfQuery } from './query-fault.ts';

/** The number of queries that are explained at once. One at a time takes twice as long. */
const AT_ONCE = 16;

/** A file of tests fails when the server has sent a query that reads more where more is stored. */
afterAll(async () => {
  const waiting = takeNotedQueries();
  if (waiting.length === 0) return;
  const filled = await openFilledDatabase();
  const faults: string[] = [];
  const explainRest = async (): Promise<void> => {
    for (let query = waiting.pop(); query; query = waiting.pop()) {
      const fault = await faultOfQuery(filled, query);
      if (fault !== null) faults.push(fault);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, explainRest));
  if (faults.length > 0) throw new Error(faults.join('\n'));
});
