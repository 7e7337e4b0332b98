import { DAY_MS, SESSION_MAX_AGE_MS } from '../src/shared/limits.ts';
import type { Doc } from './documents.ts';

export const START = 1_000_000_000;

export type Stored = readonly (readonly [collection: string, doc: Doc])[];

const account = (key: string): Doc => ({ key, provider: key.slice(0, key.indexOf(':')) });

export function aUser(changes: Doc = {}): Doc {
  return {
    _id: 'user',
    emailVerified: null,
    accounts: [account('one:1'), account('two:2')],
    sessions: [{ id: 'session' }],
    outbox: [],
    createdAt: START - DAY_MS,
    ...changes,
  };
}

export const SESSION: Doc = {
  _id: 'session',
  sessionToken: 'token',
  userId: 'user',
  createdAt: START - DAY_MS,
  lastSeenAt: START - DAY_MS,
  expires: START + SESSION_MAX_AGE_MS,
};

/** The same person, whose session authorized one of a client. */
export const WITH_CLIENT: Stored = [
  [
    'users',
    aUser({
      sessions: [
        { id: 'session' },
        {
          id: 'clientSession',
          client: { id: 'shop', authorizedBy: 'session', bound: true, generation: 0, refreshedAt: START },
        },
      ],
    }),
  ],
  ['sessions', SESSION],
  [
    'sessions',
    { ...SESSION, _id: 'clientSession', sessionToken: 'clientToken', clientGrant: { id: 'shop' } },
  ],
];

export const LINK: Doc = {
  _id: 'row',
  identifier: 'identifier',
  expires: START + DAY_MS,
  requests: [{ token: 'opaque', expires: START + DAY_MS }],
};

export const PARTITION: Doc = { _id: 0, holder: 'before', until: 0, last: 0 };

export function anEvent(each: number): Doc {
  return {
    _id: `event${each}`,
    subject: 'user',
    sequence: each,
    partition: 0,
    unnumbered: true,
    at: START,
  };
}

export function aNumberedEvent(position: number): Doc {
  const { unnumbered: _unnumbered, ...event } = anEvent(position);
  return { ...event, position, numberedAt: START };
}

export const ENDPOINT: Doc = { _id: 'endpoint', disabled: null, types: null };

export const DUE_DELIVERY: Doc = {
  _id: 'endpoint:event1',
  endpointId: 'endpoint',
  eventId: 'event1',
  state: 'waiting',
  dueAt: START - DAY_MS,
  attemptCount: 0,
};

export function aJob(each: number): Doc {
  return { _id: `job${each}`, kind: 'mail', attempts: 0, runAt: START };
}

/** The values of recorded names that no process chooses. */
export const USER = { user: 'user', key: 'one:1' } as const;
export const OWN = { ...USER, session: 'session', token: 'token' } as const;
export const OF_CLIENT = {
  ...OWN,
  clientSession: 'clientSession',
  clientToken: 'clientToken',
  generation: 0,
} as const;
