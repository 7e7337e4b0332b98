import { randomUUID } from 'node:crypto';
import { SECOND_MS } from '../../shared/limits.ts';
import { startRepeatedWork } from '../database/repeated-work.ts';
import type { Dependencies } from '../dependencies.ts';
import { numberEvents } from './events/event-numbering.ts';
import { startDeliveries } from './webhooks/delivery-runner.ts';
import { sendDueDeliveries } from './webhooks/send-deliveries.ts';

/** How often events are looked for that another process stored and did not number. */
export const EVENTS_LOOKED_FOR_EVERY_MS = SECOND_MS;

export async function runEvents(deps: Dependencies, holder: string = randomUUID()): Promise<number> {
  const count = await numberAllEvents(deps, holder);
  await sendDueDeliveries(deps);
  return count;
}

async function numberAllEvents(deps: Dependencies, holder: string): Promise<number> {
  const count = await numberEvents(deps, holder);
  return count === 0 ? 0 : count + (await numberAllEvents(deps, holder));
}

/** Also numbers what another process left. Answers a function that stops and waits for the running work. */
export function startEvents(deps: Dependencies, everyMs = EVENTS_LOOKED_FOR_EVERY_MS): () => Promise<void> {
  const holder: string = randomUUID();
  const deliveries = startDeliveries(deps);
  const numbering = startRepeatedWork({
    everyMs,
    async work() {
      if (deps.migrations.waitingFor() !== null || (await numberEvents(deps, holder)) === 0) return;
      deliveries.wake();
      // There may be more.
      numbering.wake();
    },
    onFailure: (error) => deps.log.warn({ err: error }, 'events could not be numbered'),
  });
  numbering.wake();
  const stopListening = deps.newEvents.listen(() => numbering.wake());
  return async () => {
    stopListening();
    await numbering.stop();
    await deliveries.close();
  };
}
