import { STORED_COLLECTIONS, type CapacitySource } from '../../bench/capacity-figures.ts';
import { count } from '../../bench/formats.ts';
import { KEYCLOAK } from '../../bench/keycloak-sizing.ts';
import { ACTIVITY_MAX_AGE_MS, DAY_MS, EVENTS_KEPT_MS } from '../../src/shared/limits.ts';
import { assumptionLines, type Deployment } from './assumptions.ts';
import type { Capacity } from './calculate.ts';

/** The result for a terminal. */
export function capacityReport(
  { file, date, machine }: Omit<CapacitySource, 'figures'>,
  deployment: Deployment,
  capacity: Capacity,
): string {
  const { perSecond, database, passwordSignInCores } = capacity;
  const { keycloak, foyer } = passwordSignInCores;
  return `${count(deployment.people)} people, of whom ${count(deployment.daily)} are active in a day

In the busiest second
${lines([
  ['session checks', amount(perSecond.checks)],
  ['sign-ins', amount(perSecond.signIns)],
])}

Foyer
${lines([
  ['processes', `${count(capacity.processes)} (${deployment.assumptions.spareProcesses} spare)`],
  ['cores', amount(capacity.serverCores)],
  ['open connections of a process', count(capacity.connectionsPerProcess)],
  ['memory of a process', size(capacity.memoryPerProcessBytes)],
  ['memory together', size(capacity.memoryBytes)],
])}

Database
${lines([
  ['cores of the primary', amount(database.cores)],
  ['commands a second', amount(database.commandsPerSecond)],
  ['reads a second', amount(database.readsPerSecond)],
  ['writes a second', amount(database.writesPerSecond)],
  ...STORED_COLLECTIONS.map((name) => [`documents in ${name}`, count(database.documents[name])] as const),
  ['documents as BSON', size(database.documentBytes)],
  ['indexes', size(database.indexBytes)],
  ['files of one copy', size(database.diskBytes)],
  [`files of ${deployment.assumptions.replicas} copies`, size(database.allCopiesBytes)],
  ['working set (cache)', size(database.workingSetBytes)],
  [
    'growth by activity',
    `${size(database.growthPerDayBytes)} a day, until its oldest rows are ${ACTIVITY_MAX_AGE_MS / DAY_MS} days old`,
  ],
])}

Keycloak, as it publishes, for the ${amount(perSecond.passwordSignIns)} password sign-ins of that second alone
${lines([
  [
    'cores',
    `${amount(keycloak)}, or ${amount(keycloak * (1 + KEYCLOAK.extraHeadroom))} with the headroom that it names`,
  ],
  [
    'cores of Foyer for the same',
    `${amount(foyer)}, or ${amount(foyer / deployment.assumptions.utilisation)} with that of the assumptions`,
  ],
  ['memory of a pod', `${count(KEYCLOAK.baseMegabytes)} MB`],
  ['source', KEYCLOAK.url],
])}

Assumptions, each with its option
${assumptionLines(deployment)
  .map(({ option, value, meaning }) => `  --${option.padEnd(19)} ${value.padEnd(6)} ${meaning}`)
  .join('\n')}

Foyer keeps activity for ${ACTIVITY_MAX_AGE_MS / DAY_MS} days and events for ${EVENTS_KEPT_MS / DAY_MS}. A process runs JavaScript on one core, so there is one for each core.
The figures are those of bench/results/${file}: ${date}, ${machine}.
Other machines need other times. Measure on yours: npm run bench -- --only capacity
`;
}

function lines(rows: readonly (readonly [string, string])[]): string {
  return rows.map(([name, value]) => `  ${name.padEnd(31)} ${value}`).join('\n');
}

function amount(value: number): string {
  if (value > 0 && value < 0.1) return 'less than 0.1';
  return value < 10 ? value.toFixed(1) : count(value);
}

function size(bytes: number): string {
  return bytes < 1e9 ? `${amount(bytes / 1e6)} MB` : `${amount(bytes / 1e9)} GB`;
}
