import { describe, expect, onTestFinished } from 'vitest';
import { DAY_MS, DELIVERY_LEASE_MS, HOUR_MS, MINUTE_MS } from '../../../shared/limits.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { makeAdministrator } from '../../../testing/users/administrators.ts';
import { removeAdministrators } from '../../../testing/users/signed-in-users.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { handOverNewEvents, removeEndpoints, storeEndpoint } from '../../../testing/webhooks/endpoints.ts';
import { startWebhookReceiver } from '../../../testing/webhooks/receiver.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import { runDueJobs } from '../job-runner.ts';
import { sendDueDeliveries } from './send-deliveries.ts';

const faults = createFaultInjector();
const it = testWith({ faults });

async function anEndpoint({ deps }: TestApp) {
  const { deliveries } = deps.collections;
  await removeEndpoints({ deps });
  let status = 200;
  const receiver = await startWebhookReceiver((response) => response.writeHead(status).end());
  onTestFinished(() => receiver.close());
  const endpoint = await storeEndpoint(deps, { url: `${receiver.origin}/hooks?token=in-the-address` });
  return {
    endpoint,
    receiver,
    /** `tries`: failed requests with the event before this one. */
    async sendOne(answer: number, tries = 0) {
      status = answer;
      await deliveries.deleteMany({});
      await handOverNewEvents(deps, 1);
      await deliveries.updateMany({}, { $set: { tries } });
      await sendDueDeliveries(deps);
    },
  };
}

async function noticesOf(app: TestApp, host: string): Promise<string[]> {
  await runDueJobs(app.deps);
  return app.mailbox.messages
    .filter(({ text }) => text.includes(host))
    .map(({ to }) => to)
    .toSorted();
}

describe('an endpoint', () => {
  it('is failing since its first failure, until a delivery succeeds', async ({ app }) => {
    const { endpoint, sendOne } = await anEndpoint(app);
    await sendOne(500);
    const { failingSince } = await endpoint.read();
    expect(failingSince).toBeInstanceOf(Date);
    app.advance(HOUR_MS);
    await sendOne(500);
    expect((await endpoint.read()).failingSince).toEqual(failingSince);
    await sendOne(200);
    expect((await endpoint.read()).failingSince).toBeNull();
  });

  it('is disabled after five days of failure, not before', async ({ app }) => {
    const { endpoint, sendOne } = await anEndpoint(app);
    await sendOne(500);
    app.advance(5 * DAY_MS - MINUTE_MS);
    await sendOne(500, 2);
    expect((await endpoint.read()).disabled).toBeNull();
    app.advance(MINUTE_MS);
    await sendOne(500, 2);
    expect((await endpoint.read()).disabled).toMatchObject({ by: 'failing' });
  });

  it('stays enabled at the first failures after quiet days', async ({ app }) => {
    const { endpoint, sendOne } = await anEndpoint(app);
    await sendOne(500, 9);
    app.advance(6 * DAY_MS);
    for (const tries of [0, 1]) await sendOne(502, tries);
    expect((await endpoint.read()).disabled).toBeNull();
  });

  it('is disabled by an answer 410 at once, and its delivery waits', async ({ app }) => {
    const { endpoint, receiver, sendOne } = await anEndpoint(app);
    await sendOne(410);
    expect((await endpoint.read()).disabled).toMatchObject({ by: 'gone' });
    app.advance(DAY_MS);
    expect(await sendDueDeliveries(app.deps)).toBe(0);
    expect(receiver.received).toHaveLength(1);
    expect(await endpoint.deliveries()).toMatchObject([{ state: 'waiting' }]);
  });

  it('is not failing because a test failed', async ({ app }) => {
    const { endpoint, receiver } = await anEndpoint(app);
    receiver.answerWith((response) => response.writeHead(500).end());
    await handOverNewEvents(app.deps, 1);
    await app.deps.collections.deliveries.updateMany({}, { $set: { trigger: 'test' } });
    expect(await sendDueDeliveries(app.deps)).toBe(1);
    expect((await endpoint.read()).failingSince).toBeNull();
  });

  it('that got another address meanwhile stays enabled after an answer 410', async ({ app }) => {
    const { endpoint, receiver, sendOne } = await anEndpoint(app);
    receiver.answerWith(async (response) => {
      const url = `${receiver.origin}/new`;
      await app.deps.collections.webhookEndpoints.updateOne({ _id: endpoint.id }, { $set: { url } });
      response.writeHead(410).end();
    });
    await sendOne(410);
    expect(await endpoint.read()).toMatchObject({ disabled: null, failingSince: null });
  });
});

describe('the mail about a disabled endpoint', () => {
  it('goes once to each active administrator with an address, and names the host only', async ({ app }) => {
    await removeAdministrators(app);
    const { users } = app.deps.collections;
    const [first, second] = [await makeAdministrator(app), await makeAdministrator(app)];
    const [unverified, suspended] = [await makeAdministrator(app), await makeAdministrator(app)];
    await users.updateOne({ _id: second.userId }, { $set: { locale: 'de' } });
    await users.updateOne({ _id: unverified.userId }, { $set: { emailVerified: null } });
    await users.updateOne(
      { _id: suspended.userId },
      { $set: { 'suspension.at': app.deps.now(), 'suspension.until': null } },
    );
    const { receiver, sendOne, endpoint } = await anEndpoint(app);
    app.mailbox.clear();
    await sendOne(410);
    const host = `localhost:${receiver.port}`;
    const expected = [first.email, second.email].toSorted();
    expect(await noticesOf(app, host)).toEqual(expected);
    await sendDueDeliveries(app.deps);
    expect(await noticesOf(app, host)).toEqual(expected);
    const english = app.mailbox.last(first.email);
    expect(english.subject).toContain('webhook');
    expect(english.text).toContain(`/admin/webhooks/${endpoint.id}`);
    expect(english.text).not.toContain('in-the-address');
    expect(app.mailbox.last(second.email).text).toContain('Endpunkt');
    expect(await endpoint.read()).not.toHaveProperty('unsentNotice');
  });

  it('is sent again for another disabling, and not to a former administrator', async ({ app }) => {
    await removeAdministrators(app);
    const { email } = await makeAdministrator(app);
    const former = await makeAdministrator(app);
    await app.deps.collections.users.updateOne({ _id: former.userId }, { $unset: { roles: '' } });
    const { endpoint, receiver, sendOne } = await anEndpoint(app);
    app.mailbox.clear();
    await sendOne(410);
    await app.deps.collections.webhookEndpoints.updateOne(
      { _id: endpoint.id },
      { $set: { disabled: null, failingSince: null } },
    );
    app.advance(HOUR_MS);
    await sendOne(410);
    expect(await noticesOf(app, `localhost:${receiver.port}`)).toEqual([email, email]);
  });

  it('is not lost when the process is killed at any command', async ({ app }) => {
    await removeAdministrators(app);
    const { email } = await makeAdministrator(app);
    for (let n = 0, isStruck = true; isStruck; n++) {
      const { endpoint, receiver } = await anEndpoint(app);
      receiver.answerWith((response) => response.writeHead(410).end());
      app.mailbox.clear();
      await app.deps.collections.jobs.deleteMany({});
      await handOverNewEvents(app.deps, 1);
      faults.arm('killed', n);
      await sendDueDeliveries(app.deps).catch(() => null);
      isStruck = faults.disarm().struck;
      app.advance(DELIVERY_LEASE_MS + MINUTE_MS);
      await sendDueDeliveries(app.deps);
      expect((await endpoint.read()).disabled).toMatchObject({ by: 'gone' });
      expect(new Set(await noticesOf(app, `localhost:${receiver.port}`))).toEqual(new Set([email]));
      await receiver.close();
    }
  });
});
