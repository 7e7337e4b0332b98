import { SECOND_MS } from '../../../shared/limits.ts';
import { startRepeatedWork } from '../../database/repeated-work.ts';
import type { Dependencies } from '../../dependencies.ts';
import { storeEnvironmentEndpoint } from './environment-endpoint.ts';
import { createDeliveryWorkers } from './send-deliveries.ts';

/** How long the end of the process waits for running requests. Another process repeats longer ones. */
const CLOSE_WITHIN_MS = 3 * SECOND_MS;
/** How often the endpoint of the environment is confirmed, or stored again when it is missing. */
const ENVIRONMENT_STORED_EVERY_MS = 30 * SECOND_MS;

interface DeliveryRunner {
  wake(): void;
  /** Starts no more requests, and waits a moment for the running ones. */
  close(): Promise<void>;
}

/** Sends deliveries when woken, and every `everyMs` those whose pause has ended. */
export function startDeliveries(deps: Dependencies, everyMs = SECOND_MS): DeliveryRunner {
  const workers = createDeliveryWorkers(deps);
  let environmentStoredAt: number | null = null;

  const storeEnvironment = async () => {
    const at = deps.now().getTime();
    if (environmentStoredAt !== null && at < environmentStoredAt + ENVIRONMENT_STORED_EVERY_MS) return;
    await storeEnvironmentEndpoint(deps, { isStart: environmentStoredAt === null });
    environmentStoredAt = at;
  };
  const sending = startRepeatedWork({
    everyMs,
    async work() {
      if (deps.migrations.waitingFor() !== null) return;
      await storeEnvironment();
      await workers.fill();
    },
    onFailure: (error) => deps.log.warn({ err: error }, 'deliveries could not be looked for'),
  });
  sending.wake();
  return {
    wake: sending.wake,
    async close() {
      workers.stop();
      await sending.stop();
      let end: NodeJS.Timeout | undefined;
      const patience = new Promise((resolve) => (end = setTimeout(resolve, CLOSE_WITHIN_MS)));
      await Promise.race([workers.idle(), patience]);
      clearTimeout(end);
    },
  };
}
