import { Counter, type Gauge, type Registry } from 'prom-client';
import { readBuildInfo } from '../process/build-info.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Job } from '../domain/jobs/jobs.ts';
import { addGauge, addValue } from './gauges.ts';
import { watchProcess } from './process-metrics.ts';
import { createWorkReader, type StoredWork } from './stored-work.ts';

/** All kinds, so that a kind without jobs shows 0. */
const JOB_KINDS: Readonly<Record<Job['kind'], true>> = {
  mail: true,
  'revoke-grant': true,
  'release-phone': true,
  'unfinished-sign-in': true,
};

/** Adds what is read at each scrape: process, queues and stored work. Returns a stop function. */
export function watchState(
  registry: Registry,
  deps: Pick<
    Dependencies,
    'collections' | 'databaseClock' | 'log' | 'now' | 'passwordHashing' | 'unknownCallers' | 'vault'
  >,
  readEveryMs?: number,
): () => void {
  showBuild(registry);
  showSecrets(registry, deps.vault);
  watchHashing(registry, deps.passwordHashing);
  watchClock(registry, deps.databaseClock);
  watchWork(registry, createWorkReader(deps, readEveryMs));
  return watchProcess(registry);
}

export function watchDraining(registry: Registry, isDraining: () => boolean): void {
  const help = '1 from the signal that ends the process, otherwise 0.';
  addValue(registry, 'foyer_draining', help, () => (isDraining() ? 1 : 0));
}

function showBuild(registry: Registry): void {
  const gauge = addGauge(registry, {
    name: 'foyer_build_info',
    help: 'Always 1. The labels name the build.',
    labelNames: ['version', 'build'] as const,
  });
  gauge.set({ ...readBuildInfo() }, 1);
}

/** All texts of a key contain its name. Neither the key nor the secret can be computed from it. */
function showSecrets(registry: Registry, { keyIds }: Dependencies['vault']): void {
  const gauge = addGauge(registry, {
    name: 'foyer_secret_info',
    help: 'Always 1. The names of the keys of AUTH_SECRET (present) and AUTH_SECRET_PREVIOUS (previous).',
    labelNames: ['use', 'key'] as const,
  });
  for (const [index, key] of keyIds.entries())
    gauge.set({ use: index === 0 ? 'present' : 'previous', key }, 1);
}

function watchHashing(registry: Registry, hashing: Dependencies['passwordHashing']): void {
  const state = () => hashing.queueState();
  const running = 'Passwords that are hashed now.';
  const waiting = 'Passwords that wait to be hashed.';
  addValue(registry, 'foyer_password_hashes_running', running, () => state().running);
  addValue(registry, 'foyer_password_hashes_waiting', waiting, () => state().waiting);
  const refused = new Counter({
    name: 'foyer_password_hashes_refused_total',
    help: 'Passwords that were not hashed, because too many waited.',
    registers: [],
    collect() {
      this.reset();
      this.inc(state().refused);
    },
  });
  registry.registerMetric(refused);
}

function watchClock(registry: Registry, clock: Dependencies['databaseClock']): void {
  const help =
    'By how much the clock of the process is ahead of the clock of the database; negative: behind.';
  addValue(registry, 'foyer_clock_ahead_seconds', help, () => clock.aheadSeconds());
}

/** While the database does not answer, these gauges have no value, which differs from 0. */
function watchWork(registry: Registry, read: () => Promise<StoredWork | null>): void {
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    show: (gauge: Gauge<Label>, work: StoredWork) => void,
  ) =>
    addGauge(registry, {
      name,
      help,
      labelNames,
      async collect() {
        const work = await read();
        this.reset();
        if (work) show(this, work);
        // A gauge without labels is 0 after `reset`.
        else if (labelNames.length === 0) this.remove();
      },
    });

  const value = (name: string, help: string, valueOf: (work: StoredWork) => number) =>
    gauge(name, help, [], (shown, work) => shown.set(valueOf(work)));
  const byKind = (name: string, help: string, countsOf: (work: StoredWork) => StoredWork['jobsByKind']) =>
    gauge(name, help, ['kind'], (jobs, work) => {
      for (const kind of Object.keys(JOB_KINDS)) jobs.set({ kind }, countsOf(work).get(kind) ?? 0);
    });

  byKind(
    'foyer_jobs_waiting',
    'Jobs that are not done, by kind; counted up to 1,000.',
    ({ jobsByKind }) => jobsByKind,
  );
  value(
    'foyer_jobs_oldest_age_seconds',
    'How long the oldest job that is due has been due.',
    ({ oldestJobSeconds }) => oldestJobSeconds,
  );
  byKind(
    'foyer_jobs_given_up',
    'Jobs that were given up in the last month, by kind; counted up to 1,000.',
    ({ jobsGivenUpByKind }) => jobsGivenUpByKind,
  );
  value(
    'foyer_webhook_deliveries_waiting',
    'Deliveries of webhooks to enabled endpoints that are not done; counted up to 1,000.',
    ({ deliveriesWaiting }) => deliveriesWaiting,
  );
  value(
    'foyer_webhook_deliveries_given_up',
    'Deliveries of webhooks that were given up in the last month, without tests; counted up to 1,000.',
    ({ deliveriesGivenUp }) => deliveriesGivenUp,
  );
  value(
    'foyer_previous_secret_needed_until_timestamp_seconds',
    'When links and codes of AUTH_SECRET_PREVIOUS have ended. 0: rotate:secrets has not run yet, or there is no such secret.',
    ({ previousSecretNeededUntilSeconds }) => previousSecretNeededUntilSeconds,
  );
  value(
    'foyer_last_restore_timestamp_seconds',
    'When a dump was last restored. 0: never.',
    ({ lastRestoreSeconds }) => lastRestoreSeconds,
  );
  value(
    'foyer_restore_not_ended',
    '1 after a restore, until what was issued before its dump has ended, otherwise 0.',
    ({ isRestoreNotEnded }) => (isRestoreNotEnded ? 1 : 0),
  );
  value(
    'foyer_webhook_endpoints_disabled',
    'Endpoints of webhooks that Foyer has disabled, because they answered 410 or failed for five days.',
    ({ endpointsDisabled }) => endpointsDisabled,
  );
  gauge(
    'foyer_proof_of_work_level',
    'The work that each act of an unknown caller needs. 0: none.',
    ['action'],
    (levels, work) => {
      for (const [action, level] of work.proofOfWorkLevels) levels.set({ action }, level);
    },
  );
}
