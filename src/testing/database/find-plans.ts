import type { CommandStartedEvent, Document } from 'mongodb';
import type { TestApp } from '../app/test-app.ts';

interface FindPlan {
  /** The stages of the plan, such as `IXSCAN` and `FETCH`. */
  readonly stages: readonly string[];
  readonly keysRead: number;
  readonly documentsRead: number;
}

/** Runs the action. Returns the plan of each `find` that it sends on this collection. */
export async function findPlansOf(
  app: TestApp,
  collection: string,
  action: () => Promise<unknown>,
): Promise<FindPlan[]> {
  const commands: Document[] = [];
  const record = ({ command }: CommandStartedEvent) => {
    if (command['find'] === collection) commands.push(command);
  };
  app.deps.mongo.on('commandStarted', record);
  await action().finally(() => app.deps.mongo.off('commandStarted', record));
  return Promise.all(
    commands.map(async ({ find, filter, sort, limit, projection }) => {
      const plan = await app.db.command({
        explain: {
          find,
          filter,
          ...(projection ? { projection } : {}),
          ...(sort ? { sort } : {}),
          ...(limit ? { limit } : {}),
        },
        verbosity: 'executionStats',
      });
      const { executionStats, queryPlanner } = plan as Record<string, Document>;
      return {
        stages: stagesOf(queryPlanner?.['winningPlan']),
        keysRead: Number(executionStats?.['totalKeysExamined']),
        documentsRead: Number(executionStats?.['totalDocsExamined']),
      };
    }),
  );
}

function stagesOf(plan: unknown): string[] {
  if (typeof plan !== 'object' || plan === null) return [];
  return Object.entries(plan).flatMap(([key, value]) =>
    key === 'stage' ? [String(value)] : stagesOf(value),
  );
}
