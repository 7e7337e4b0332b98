import { Counter, type Gauge, type Registry } from 'prom-client';
import type { Dependencies } from '../dependencies.ts';
import type { Job } from '../domain/jobs/jobs.ts';
import { addGauge } from './gauges.ts';
import { watchProcess } from './process-metrics.ts';
import { createWorkReader, type StoredWork } from './stored-work.ts';

/** Each kind, so that a kind without jobs shows 0. */
const JOB_KINDS: Readonly<Record<Job['kind'], true>> = {
  mail: true,
  'revoke-grant': true,
  'release-phone': true,
  'unfinished-sign-in': true,
};

/** Adds what is read when somebody asks for the metrics: the state of the process, of its queues, and of the work in the database. Answers a function that stops
 * measuring. */
export function watchState(
  registry: Registry,
  deps: Pick<Dependencies, 'collections' | 'log' | 'now' | 'passwordHashing' | 'strangers'>,
  readEveryMs?: number,
): () => void {
  watchHashing(registry, deps.passwordHashing);
  watchWork(registry, createWorkReader(deps, readEveryMs));
  return watchProcess(registry);
}

function watchHashing(registry: Registry, hashing: Dependencies['passwordHashing']): void {
  addGauge(registry, {
    name: 'foyer_password_hashes_running',
    help: 'Passwords that are hashed now.',
    collect() {
      this.set(hashing.queueState().running);
    },
  });
  addGauge(registry, {
    name: 'foyer_password_hashes_waiting',
    help: 'Passwords that wait to be hashed.',
    collect() {
      this.set(hashing.queueState().waiting);
    },
  });
  const refused = new Counter({
    name: 'foyer_password_hashes_refused_total',
    help: 'Passwords that were not hashed, because too many waited.',
    registers: [],
    collect() {
      this.reset();
      this.inc(hashing.queueState().refused);
    },
  });
  registry.registerMetric(refused);
}

/** While the database does not answer, these have no value, which is no zero. */
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

  gauge(
    'foyer_jobs_waiting',
    'Jobs that are not done, by kind; counted up to 1,000.',
    ['kind'],
    (jobs, work) => {
      for (const kind of Object.keys(JOB_KINDS)) jobs.set({ kind }, work.jobsByKind.get(kind) ?? 0);
    },
  );
  gauge(
    'foyer_jobs_oldest_age_seconds',
    'How long the oldest job that is due has been due.',
    [],
    (age, work) => age.set(work.oldestJobSeconds),
  );
  gauge(
    'foyer_jobs_given_up',
    'Jobs that were given up in the last month, by kind; counted up to 1,000.',
    ['kind'],
    (jobs, work) => {
      for (const kind of Object.keys(JOB_KINDS)) jobs.set({ kind }, work.jobsGivenUpByKind.get(kind) ?? 0);
    },
  );
  gauge(
    'foyer_webhook_deliveries_waiting',
    'Deliveries of webhooks that are not done; counted up to 1,000.',
    [],
    (deliveries, work) => deliveries.set(work.deliveriesWaiting),
  );
  gauge(
    'foyer_webhook_deliveries_given_up',
    'Deliveries of webhooks that were given up in the last month, without tests; counted up to 1,000.',
    [],
    (deliveries, work) => deliveries.set(work.deliveriesGivenUp),
  );
  gauge(
    'foyer_webhook_endpoints_disabled',
    'Endpoints of webhooks that Foyer has disabled, because they answered 410 or failed for five days.',
    [],
    (endpoints, work) => endpoints.set(work.endpointsDisabled),
  );
  gauge(
    'foyer_proof_of_work_level',
    'The work that each act of a stranger needs. 0: none.',
    ['action'],
    (levels, work) => {
      for (const [action, level] of work.proofOfWorkLevels) levels.set({ action }, level);
    },
  );
}
