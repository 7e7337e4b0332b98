import { ALL_RULES, createModel, type Model, type Removal, type Rules } from './model.ts';
import { simulate, type ScenarioName } from './scenarios.ts';
import type { Traces } from './traces.ts';

/** Something that protects the product, and the scenario that needs it. */
export interface Guard {
  readonly name: string;
  readonly scenario: ScenarioName;
  /** A rule of the model that is turned off. */
  readonly rule?: keyof Rules;
  /** Conditions that are taken out of recorded commands. */
  readonly removals?: readonly Removal[];
}

const UNLINK = { flow: 'unlink', command: 'findAndModify users' } as const;
const REFRESH = { flow: 'refresh', command: 'findAndModify users' } as const;

export const GUARDS: readonly Guard[] = [
  {
    name: 'The session of a change is alive',
    scenario: 'a session that ends',
    removals: [{ ...UNLINK, condition: 'sessions.id' }],
  },
  { name: 'The list of the user decides', scenario: 'an ending of all sessions', rule: 'listDecides' },
  {
    name: 'Nothing ended all sessions since the proof',
    scenario: 'an ending of all sessions',
    removals: [{ flow: 'sign-in', command: 'findAndModify users', condition: 'sessionsValidFrom' }],
  },
  {
    name: 'Another sign-in method is left',
    scenario: 'removal of both sign-in methods',
    removals: [{ ...UNLINK, condition: '$or' }],
  },
  {
    name: 'The refresh token is the current one',
    scenario: 'uses of one refresh token',
    removals: [{ ...REFRESH, condition: 'client.generation' }],
  },
  {
    name: 'The authorizing session is alive',
    scenario: 'uses of one refresh token',
    removals: [{ ...REFRESH, condition: 'sessions.id' }],
  },
  { name: 'Unique index of provider accounts', scenario: 'first sign-ins of one account', rule: 'uniqueIndexes' },
  { name: 'Unique index of positions', scenario: 'followed events', rule: 'uniqueIndexes' },
  { name: 'Write concern `majority`', scenario: 'removal of both sign-in methods', rule: 'majority' },
  { name: 'Reads from the primary', scenario: 'a session that ends', rule: 'primaryReads' },
  { name: 'Number of a repeated write', scenario: 'uses of one link', rule: 'retryIds' },
  {
    name: 'Events leave the outbox from its front',
    scenario: 'followed events',
    removals: [{ flow: 'unlink', command: 'update users', condition: 'announcements.0._id' }],
  },
  { name: 'Left events are settled', scenario: 'followed events', rule: 'repair' },
  {
    name: 'An event gets one position',
    scenario: 'followed events',
    removals: [{ flow: 'numbering', command: 'update events', condition: 'unnumbered' }],
  },
  {
    name: 'Positions are shown after they are acknowledged',
    scenario: 'followed events',
    rule: 'confirmAfterPositions',
  },
  { name: 'Deliveries are stored before the position', scenario: 'webhook deliveries', rule: 'handOverFirst' },
  {
    name: 'Conditional take of deliveries',
    scenario: 'webhook deliveries',
    removals: [{ flow: 'delivery', command: 'findAndModify deliveries', condition: 'dueAt' }],
  },
  {
    name: 'A late answer changes no newer attempt',
    scenario: 'webhook deliveries',
    removals: [
      { flow: 'failed delivery', command: 'update deliveries', condition: 'dueAt' },
      { flow: 'failed delivery', command: 'update deliveries', condition: 'attemptCount' },
    ],
  },
  {
    name: 'Conditional take of jobs',
    scenario: 'stored jobs',
    removals: [{ flow: 'job run', command: 'findAndModify jobs', condition: 'runAt' }],
  },
  { name: 'A job goes after it ran', scenario: 'stored jobs', rule: 'removeAfterRun' },
];

/** The model without one guard. */
export function withoutGuard(traces: Traces, { rule, removals = [] }: Guard): Model {
  return createModel(traces, rule ? { ...ALL_RULES, [rule]: false } : ALL_RULES, removals);
}

export interface FoundFault {
  readonly seed: number;
  readonly fault: string;
}

/** The first seed from 0 whose history goes wrong without the guard. */
export function findFault(traces: Traces, guard: Guard, seeds: number): FoundFault | null {
  const model = withoutGuard(traces, guard);
  for (let seed = 0; seed < seeds; seed++) {
    const [fault] = simulate(model, guard.scenario, seed).faults;
    if (fault !== undefined) return { seed, fault };
  }
  return null;
}
