import { describe, expect } from 'vitest';
import { testWith } from '../../../testing/app/fixture.ts';
import { anEvent, storeEndpoint } from '../../../testing/app/webhook-endpoints.ts';
import { startWebhookReceiver } from '../../../testing/app/webhook-receiver.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import { reportFigures, rounds } from '../../../testing/faults/fault-rounds.ts';
import { DELIVERY_LEASE_MS, MINUTE_MS } from '../../../shared/limits.ts';
import { handOverEvents } from './hand-over.ts';
import { sendDueDeliveries } from './send-deliveries.ts';

const faults = createFaultInjector();
const it = testWith({ faults });

/** The first answer to each event is a failure, so that a round also has a repetition. */
describe.each((['killed', 'reply-lost', 'given-up'] as const).slice(0, rounds(1, 3)))(
  'a process that is %s at any command (security.md 48)',
  (mode) => {
    it('loses no delivery: each arrives at least once at each endpoint, and ends as delivered', async ({
      app,
    }) => {
      const { webhookEndpoints, deliveries } = app.deps.collections;
      const failed = new Set<string>();
      await using receiver = await startWebhookReceiver((response, { path, id }) => {
        const isFirst = !failed.has(`${path}:${id}`);
        failed.add(`${path}:${id}`);
        response.writeHead(isFirst ? 500 : 200).end();
      });
      let strikes = 0;
      for (let n = mode === 'killed' ? 0 : 1, isStruck = true; isStruck; n++, strikes++) {
        await Promise.all([webhookEndpoints.deleteMany({}), deliveries.deleteMany({})]);
        receiver.received.splice(0);
        const paths = ['/a', '/b'].slice(0, rounds(1, 2));
        const endpoints = await Promise.all(
          paths.map((path) => storeEndpoint(app.deps, { url: `${receiver.origin}${path}` })),
        );
        const events = Array.from({ length: rounds(1, 2) }, () => anEvent(app.deps));
        faults.arm(mode, n);
        const work = async () => {
          await handOverEvents(app.deps, events);
          await sendDueDeliveries(app.deps);
          app.advance(MINUTE_MS);
          await sendDueDeliveries(app.deps);
        };
        await work().catch(() => null);
        const { struck, carryOut } = faults.disarm();
        isStruck = struck;

        // Another process goes on: it hands the same events over, and sends what is due when the leases have ended.
        await handOverEvents(app.deps, events);
        await carryOut();
        for (let i = 0; i < 3; i++) {
          app.advance(DELIVERY_LEASE_MS + 10 * MINUTE_MS);
          await sendDueDeliveries(app.deps);
        }
        for (const [index, endpoint] of endpoints.entries()) {
          const path = paths[index];
          const accepted = new Set(
            receiver.received.filter((each) => each.path === path).map(({ id }) => id),
          );
          expect(accepted).toEqual(new Set(events.map(({ _id }) => _id.toHexString())));
          expect(await endpoint.deliveries()).toMatchObject(
            events.map(() => ({ state: 'delivered', dueAt: null })),
          );
          expect((await endpoint.read()).failingSince).toBeNull();
        }
      }
      reportFigures(`deliveries ${mode}`, { strikes });
      expect(strikes).toBeGreaterThan(10);
    });
  },
);
