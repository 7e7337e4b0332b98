import * as flows from './flows.ts';
import type { Flow, Process } from './history.ts';
import { repair } from './writing-outboxes.ts';
import {
  aJob,
  aNumberedEvent,
  anEvent,
  aUser,
  DUE_DELIVERY,
  ENDPOINT,
  LINK,
  OF_CLIENT,
  OWN,
  PARTITION,
  SESSION,
  START,
  USER,
  WITH_CLIENT,
  type Stored,
} from './stored-people.ts';
import type { FlowName } from './traces.ts';

interface Play {
  readonly stored: Stored;
  readonly flow: (process: Process) => Flow;
  /** Recorded commands that the simulation leaves out, because they decide nothing that it checks. */
  readonly leftOut?: readonly string[];
}

const FIRST = { key: 'one:1', subject: '1' };
const PERSON: Stored = [
  ['users', aUser()],
  ['sessions', SESSION],
];
const LEFT = { _id: 'left', at: START - 60_000, events: [{ _id: 'event of left' }] };
/** The commands by which numbering and deliveries look for work. */
const LOOKS_FOR_WORK = ['find event_partitions', 'find events'];

export const PLAYS: Readonly<Record<FlowName, Play>> = {
  'first sign-in': { stored: [], flow: (process) => flows.firstSignIn(process, FIRST) },
  'first sign-in again': { stored: PERSON, flow: (process) => flows.firstSignIn(process, FIRST) },
  'link use': {
    stored: [['verification_tokens', LINK]],
    flow: (process) => flows.consumeLink(process, { identifier: 'identifier' }),
  },
  'sign-in': {
    stored: [['users', aUser({ sessions: [] })]],
    flow: (process) => flows.signIn(process, USER),
    leftOut: ['find activity'],
  },
  'session check': { stored: PERSON, flow: (process) => flows.checkSession(process, OWN) },
  'sign-out': { stored: PERSON, flow: (process) => flows.signOut(process, OWN) },
  'sign-out with a client': {
    stored: WITH_CLIENT,
    flow: (process) => flows.signOut(process, OF_CLIENT, { flow: 'sign-out with a client' }),
  },
  'end all sessions': {
    stored: PERSON,
    flow: (process) => flows.endAllSessions(process, { ...USER, listed0: 'session' }),
  },
  unlink: {
    stored: PERSON,
    flow: (process) => flows.unlink(process, { ...OWN, key: 'two:2' }),
    // Rows with tokens of providers, which give no access.
    leftOut: ['find accounts', 'find accounts 2', 'find accounts 3'],
  },
  refresh: { stored: WITH_CLIENT, flow: (process) => flows.refresh(process, OF_CLIENT) },
  'refresh again': {
    stored: WITH_CLIENT,
    *flow(process) {
      yield* flows.refresh(process, OF_CLIENT);
      process.sent.length = 0;
      yield* flows.refresh(process, OF_CLIENT);
    },
  },
  repair: {
    stored: [['users', aUser({ outbox: [LEFT] })]],
    flow: (process) => repair(process, USER),
  },
  numbering: {
    stored: [
      ['events', anEvent(1)],
      ['event_partitions', PARTITION],
      ['webhook_endpoints', ENDPOINT],
    ],
    flow: (process) => flows.number(process, 1),
    leftOut: LOOKS_FOR_WORK,
  },
  'numbering after a kill': {
    stored: [
      ['events', aNumberedEvent(1)],
      ['events', anEvent(2)],
      ['event_partitions', PARTITION],
      ['webhook_endpoints', ENDPOINT],
    ],
    flow: (process) => flows.number(process, 1),
    leftOut: LOOKS_FOR_WORK,
  },
  'event list': {
    stored: [
      ['events', aNumberedEvent(1)],
      ['event_partitions', { ...PARTITION, last: 1 }],
    ],
    flow: (process) => flows.follow(process, { cursor: 0, ids: [], isRefused: false }, 1),
  },
  delivery: {
    stored: [['deliveries', DUE_DELIVERY]],
    flow: (process) => flows.deliver(process, 1, () => true),
  },
  'failed delivery': {
    stored: [['deliveries', DUE_DELIVERY]],
    flow: (process) => flows.deliver(process, 1, () => false),
  },
  'job run': {
    stored: [['jobs', aJob(1)]],
    flow: (process) => flows.runJobs(process, 1, () => undefined),
    leftOut: ['findAndModify jobs 2'],
  },
};
