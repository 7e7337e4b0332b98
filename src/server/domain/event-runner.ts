import { randomUUID } from 'node:crypto';
import { SECOND_MS } from '../../shared/limits.ts';
import { runForAllRequests } from '../database/request-budget.ts';
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
  let running: Promise<void> | null = null;
  let isWanted = false;
  const stop = new AbortController();
  const round = async () => {
    while (isWanted && !stop.signal.aborted) {
      isWanted = false;
      if ((await numberEvents(deps, holder)) === 0) continue;
      deliveries.wake();
      isWanted = true;
    }
  };
  const run = () => {
    if (deps.migrations.waitingFor() !== null) return;
    isWanted = true;
    // A request raises the signal, and the time limit of that request must not end this work.
    running ??= runForAllRequests(round)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'events could not be numbered'))
      .finally(() => {
        running = null;
      });
  };
  run();
  const stopListening = deps.newEvents.listen(run);
  const timer = setInterval(run, everyMs);
  return async () => {
    stopListening();
    clearInterval(timer);
    stop.abort();
    await running;
    await deliveries.close();
  };
}
