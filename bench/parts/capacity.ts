import {
  COUNTED_SIGN_INS,
  capacityFigures,
  medianCost,
  STORED_COLLECTIONS,
  TIMED_SIGN_INS,
  type CapacityFigures,
  type Cost,
  type CountedSignIn,
  type Operations,
} from '../capacity-figures.ts';
import { count } from '../formats.ts';
import { KEYCLOAK } from '../keycloak-sizing.ts';
import { spreadOf } from '../statistics.ts';
import type { Bench, PartFigures, Plan } from './bench.ts';
import { measureConnections } from './capacity-connections.ts';
import { measureChecks, measureSignInCosts } from './capacity-costs.ts';
import { measureOperations } from './capacity-operations.ts';

/** Measures what an operator needs to size a deployment. `npm run capacity` reads it. */
export async function measureCapacity(bench: Bench, plan: Plan): Promise<PartFigures> {
  const connections = await measureConnections(bench, plan);
  const checks = await measureChecks(bench, plan);
  const { signIns, busyBytes } = await measureSignInCosts(bench, plan);
  const counted = await measureOperations(bench, plan.quick);
  return showCapacity(
    capacityFigures.parse({ checks, signIns, memory: { connections, busyBytes }, ...counted }),
  );
}

const SIGN_IN_NAMES: Record<CountedSignIn, string> = {
  password: 'sign-in by password',
  'mail-code': 'sign-in by mail code',
  provider: 'sign-in by provider',
  passkey: 'sign-in by passkey',
  phone: 'sign-in by text message',
};

export function showCapacity(figures: CapacityFigures): PartFigures {
  return {
    tables: [speedTable(figures), memoryTable(figures), operationsTable(figures), storageTable(figures)],
    paragraphs: [
      '“A second and core” is a second of CPU time over the CPU time of one call, with the server alone, and with server and database together. A machine that is used up to the last core answers late: plan with half of it.',
      'Each sign-in is the whole way: the request for a mail, its code, or the redirects of a provider, with the mail that is sent, the rows that are written, and the mail about a new browser. What an idle process uses meanwhile is subtracted. Password sign-ins hash with argon2id, as in production. Sign-ins by text message were counted, and not timed.',
      'Memory “after the sign-ins” has much that Node has not collected yet, because nothing forces it on this machine. Each open connection has read a session before it waits.',
      'A command can have several writes. Checks that come at the same time share their reads, so a busy process sends fewer. What a process does once a second or more rarely is not counted.',
      `The bytes are those of ${count(figures.storage.people)} copies of a person who signed up by a provider, set a password, and signed in by mail code on a second device: BSON as MongoDB counts it, and the files of collection and indexes after a checkpoint (\`collStats\`), in one copy. Compression of the collections' files: ${figures.storage.compression}. Pictures, open codes and counters of limits come on top.`,
      `${KEYCLOAK.source} ([here](${KEYCLOAK.url})) gives one core for each ${KEYCLOAK.passwordSignInsPerCore} password sign-ins a second, with ${count(KEYCLOAK.extraHeadroom * 100)} % more for spikes, and ${count(KEYCLOAK.baseMegabytes)} MB as the base memory of a pod. These figures are Keycloak's own, for its own hash and another machine; its database comes on top.`,
      `\`npm run capacity -- --people 10000000 --daily 2000000\` turns these figures into processes, cores, memory and the size of the database. \`npm run capacity -- --help\` lists its assumptions.`,
    ],
    data: figures,
  };
}

type Table = PartFigures['tables'][number];

function speedTable({ checks, signIns }: CapacityFigures): Table {
  const rowOf = (name: string, cost: Cost) => {
    const { serverUs, databaseUs } = medianCost(cost);
    const { lower, upper } = spreadOf(cost.rounds.map((round) => round.serverUs + round.databaseUs));
    return [
      name,
      `${count(serverUs)} + ${count(databaseUs)} (${count(lower)}–${count(upper)})`,
      count(1e6 / serverUs),
      count(1e6 / (serverUs + databaseUs)),
    ];
  };
  return {
    head: [
      'call',
      'CPU µs, server + database (quartiles of the sum)',
      'a second and core, server',
      'with the database',
    ],
    rows: [
      rowOf('`session.get`, cookie', checks.cookie),
      rowOf('`session.get`, access token', checks.accessToken),
      rowOf('`session.get` that renews the session', checks.renewal),
      ...TIMED_SIGN_INS.flatMap((way) => [
        rowOf(`${SIGN_IN_NAMES[way]}, known browser`, signIns[way].known),
        rowOf(`${SIGN_IN_NAMES[way]}, new browser`, signIns[way].unknown),
      ]),
      [`Keycloak, as it publishes: password`, '–', count(KEYCLOAK.passwordSignInsPerCore), '–'],
    ],
  };
}

function memoryTable({ memory }: CapacityFigures): Table {
  const megabytes = (bytes: number) => count(bytes / 1e6);
  return {
    head: ['resident memory of one process', 'MB'],
    rows: [
      ...memory.connections.map(({ wanted, open, bytes }) => [
        `${count(wanted)} open connections${open === wanted ? '' : `, of which ${count(open)} could be opened`}`,
        megabytes(bytes),
      ]),
      ['after the sign-ins above', megabytes(memory.busyBytes)],
      ['Keycloak, as it publishes: a pod with 10,000 cached sessions', count(KEYCLOAK.baseMegabytes)],
    ],
  };
}

function operationsTable({ calls, renewal, signInOperations, background }: CapacityFigures): Table {
  const figure = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(1));
  const rowOf = (name: string, { commands, reads, writes }: Operations) => [
    name,
    ...[commands, reads, writes].map(figure),
  ];
  return {
    head: ['database operations of one call', 'commands', 'reads', 'writes'],
    rows: [
      ...calls.map(({ call, operations }) => rowOf(`\`${call}\``, operations)),
      rowOf('`session.get` that renews the session', renewal),
      ...COUNTED_SIGN_INS.flatMap((way) => [
        rowOf(`${SIGN_IN_NAMES[way]}, known browser`, signInOperations[way].known),
        rowOf(`${SIGN_IN_NAMES[way]}, new browser`, signInOperations[way].unknown),
      ]),
      rowOf('after the answer: numbering an event', background.event),
      rowOf('after the answer: sending a mail that waits', background.mail),
    ],
  };
}

function storageTable({ storage }: CapacityFigures): Table {
  const stored = STORED_COLLECTIONS.map((name) => [name, storage.collections[name]] as const);
  const sumOf = (bytes: (each: (typeof stored)[number][1]) => number) =>
    count(stored.reduce((sum, [, each]) => sum + each.perPerson * bytes(each), 0));
  return {
    head: ['bytes of one document', 'documents of the person', 'BSON', 'file', 'indexes'],
    rows: [
      ...stored.map(([name, { perPerson, documentBytes, diskBytes, indexBytes }]) => [
        `\`${name}\``,
        ...[perPerson, documentBytes, diskBytes, indexBytes].map(count),
      ]),
      [
        '**the person**',
        count(stored.reduce((sum, [, { perPerson }]) => sum + perPerson, 0)),
        sumOf(({ documentBytes }) => documentBytes),
        sumOf(({ diskBytes }) => diskBytes),
        sumOf(({ indexBytes }) => indexBytes),
      ],
    ],
  };
}
