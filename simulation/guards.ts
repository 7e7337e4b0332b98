import { createModel, type Removals } from './model.ts';
import { simulate, type ScenarioName } from './scenarios.ts';
import type { Traces } from './traces.ts';

/** Something that protects the product (a rule, a unique index, parts of commands), and its scenario. */
export interface Guard extends Removals {
  readonly name: string;
  readonly scenario: ScenarioName;
  readonly fault: string;
  /** Too rare for the daily test. `npm run simulate` finds it. */
  readonly isRare?: true;
}

const UNLINK = { flow: 'unlink', command: 'findAndModify users' } as const;
const REFRESH = { flow: 'refresh', command: 'findAndModify users' } as const;

export const GUARDS: readonly Guard[] = [
  {
    name: 'The session of a change is alive',
    scenario: 'a session that ends',
    fault: 'a change by an ended session',
    parts: [{ ...UNLINK, condition: 'sessions.id' }],
  },
  {
    name: 'The list of the user decides',
    scenario: 'an ending of all sessions',
    fault: 'a revived session',
    rule: 'listDecides',
  },
  {
    name: 'Nothing ended all sessions since the proof',
    scenario: 'an ending of all sessions',
    fault: 'a proof from before is good',
    parts: [{ flow: 'sign-in', command: 'findAndModify users', condition: 'sessionsValidFrom' }],
  },
  {
    name: 'Another sign-in method is left',
    scenario: 'removal of both sign-in methods',
    fault: 'nobody can sign in any more',
    parts: [{ ...UNLINK, condition: '$or' }],
  },
  {
    name: 'The refresh token is the current one',
    scenario: 'uses of one refresh token',
    fault: 'a token was used twice',
    parts: [{ ...REFRESH, condition: 'client.generation' }],
  },
  {
    // Each of the two conditions is enough here, because an ending takes both sessions at once.
    name: 'The session of a client is alive',
    scenario: 'uses of one refresh token',
    fault: 'a refresh of an ended session',
    parts: [
      { ...REFRESH, condition: 'sessions' },
      { ...REFRESH, condition: 'sessions.id' },
    ],
  },
  {
    name: 'Unique index of provider accounts',
    scenario: 'first sign-ins of one account',
    fault: 'two users with one account',
    index: 'accounts_key_unique_text',
  },
  {
    name: 'Unique index of positions',
    scenario: 'followed events',
    fault: 'two events with one position',
    index: 'partition_position_unique_number',
  },
  {
    name: 'Write concern `majority`',
    scenario: 'removal of both sign-in methods',
    fault: 'an acknowledged change is lost',
    rule: 'majority',
  },
  {
    name: 'Reads from the primary',
    scenario: 'a session that ends',
    fault: 'an ended session is live',
    rule: 'primaryReads',
  },
  { name: 'Number of a repeated write', scenario: 'uses of one link', fault: 'no winner', rule: 'retryIds' },
  {
    name: 'The deciding write carries its event',
    scenario: 'removal of both sign-in methods',
    fault: 'a change without an event',
    parts: [{ ...UNLINK, change: 'outbox' }],
  },
  {
    name: 'Events leave the outbox from its front',
    scenario: 'a session that ends',
    fault: 'a miscount of events',
    parts: [{ flow: 'unlink', command: 'update users', condition: 'outbox.0._id' }],
  },
  { name: 'Left outboxes are written', scenario: 'followed events', fault: 'a lost event', rule: 'repair' },
  {
    name: 'Positions are shown after they are acknowledged',
    scenario: 'followed events',
    fault: 'a follower is told that events expired',
    rule: 'confirmAfterPositions',
  },
  {
    name: 'Events are numbered when a majority has them',
    scenario: 'followed events',
    fault: 'a follower is told that events expired',
    parts: [{ flow: 'numbering', command: 'find events 5', readConcern: true }],
  },
  {
    name: 'Positions follow one that a majority has',
    scenario: 'followed events',
    fault: 'a follower is told that events expired',
    parts: [{ flow: 'numbering', command: 'find events 2', readConcern: true }],
    isRare: true,
  },
  {
    name: 'Deliveries are stored before the position',
    scenario: 'webhook deliveries',
    fault: 'an event was never delivered',
    rule: 'handOverFirst',
  },
  {
    name: 'Conditional take of deliveries',
    scenario: 'webhook deliveries',
    fault: 'two processes have one lease',
    parts: [{ flow: 'delivery', command: 'findAndModify deliveries', condition: 'dueAt' }],
  },
  {
    name: 'A late answer changes no newer attempt',
    scenario: 'webhook deliveries',
    fault: 'a delivery that arrived is due again',
    parts: [
      { flow: 'failed delivery', command: 'update deliveries', condition: 'dueAt' },
      { flow: 'failed delivery', command: 'update deliveries', condition: 'attemptCount' },
    ],
  },
  {
    name: 'Conditional take of jobs',
    scenario: 'stored jobs',
    fault: 'two processes have one lease',
    parts: [{ flow: 'job run', command: 'findAndModify jobs', condition: 'runAt' }],
  },
  {
    name: 'A job goes after it ran',
    scenario: 'stored jobs',
    fault: 'a job was never run',
    rule: 'removeAfterRun',
  },
];

/** The first seed below `seeds` whose history goes wrong as the guard says; `null` when there is none. */
export function findSeed(traces: Traces, guard: Guard, seeds: number): number | null {
  const model = createModel(traces, guard);
  for (let seed = 0; seed < seeds; seed++)
    if (simulate(model, guard.scenario, seed).faults.includes(guard.fault)) return seed;
  return null;
}
