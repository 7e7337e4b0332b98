import { describe, expect, onTestFinished } from 'vitest';
import { testWith } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { aWebhookSecret, anEvent, removeEndpoints } from '../../../testing/webhooks/endpoints.ts';
import { startWebhookReceiver } from '../../../testing/webhooks/receiver.ts';
import { MINUTE_MS } from '../../../shared/limits.ts';
import type { Dependencies } from '../../dependencies.ts';
import { storeEnvironmentEndpoint } from './environment-endpoint.ts';
import { handOverEvents } from './hand-over.ts';
import { sendDueDeliveries } from './send-deliveries.ts';

const it = testWith();
it.beforeEach(({ app }) => removeEndpoints(app));

const URL = 'https://app.example.test/webhooks';
const START = { isStart: true };
const LATER = { isStart: false };

describe('the endpoint of the environment', () => {
  const withWebhook = ({ deps }: TestApp, webhook: Dependencies['settings']['webhook']): Dependencies => ({
    ...deps,
    settings: { ...deps.settings, webhook },
  });
  const webhook = { url: URL, secrets: [aWebhookSecret()], types: ['user.deleted'] } as const;
  const readEnvironment = ({ deps }: TestApp) =>
    deps.collections.webhookEndpoints.findOne({ _id: 'environment' });

  it('is stored at the start without its secrets, by several processes at once', async ({ app }) => {
    const deps = withWebhook(app, webhook);
    await Promise.all([storeEnvironmentEndpoint(deps, START), storeEnvironmentEndpoint(deps, START)]);
    const { types } = webhook;
    expect(await readEnvironment(app)).toMatchObject({ url: URL, types, secrets: [], disabled: null });
    expect(JSON.stringify(await readEnvironment(app))).not.toContain('whsec_');
  });

  it('stays disabled by an administrator, and after failures until it has a new address', async ({ app }) => {
    const { webhookEndpoints } = app.deps.collections;
    const deps = withWebhook(app, webhook);
    const moved = withWebhook(app, { ...webhook, url: `${URL}/new` });
    await storeEnvironmentEndpoint(deps, START);
    const disable = (by: 'administrator' | 'failing') =>
      webhookEndpoints.updateOne(
        { _id: 'environment' },
        { $set: { disabled: { at: deps.now(), by }, failingSince: deps.now() } },
      );
    await disable('failing');
    await storeEnvironmentEndpoint(deps, START);
    expect(await readEnvironment(app)).toMatchObject({ disabled: { by: 'failing' } });
    await storeEnvironmentEndpoint(moved, START);
    const enabled = { disabled: null, failingSince: null };
    expect(await readEnvironment(app)).toMatchObject({ url: `${URL}/new`, ...enabled });
    await disable('administrator');
    await storeEnvironmentEndpoint(deps, START);
    expect(await readEnvironment(app)).toMatchObject({ url: URL, disabled: { by: 'administrator' } });
  });

  it('stays while processes with WEBHOOK_URL run, is then gone, and comes back', async ({ app }) => {
    const [set, unset] = [withWebhook(app, webhook), withWebhook(app, null)];
    await storeEnvironmentEndpoint(set, START);
    app.advance(4 * MINUTE_MS);
    await storeEnvironmentEndpoint(set, LATER);
    app.advance(4 * MINUTE_MS);
    await storeEnvironmentEndpoint(unset, START);
    expect(await readEnvironment(app)).toMatchObject({ url: URL });
    app.advance(MINUTE_MS);
    await storeEnvironmentEndpoint(unset, LATER);
    expect(await readEnvironment(app)).toBeNull();
    await handOverEvents(app.deps, [anEvent(app.deps)]);
    expect(await app.deps.collections.deliveries.countDocuments()).toBe(0);
    await storeEnvironmentEndpoint(set, LATER);
    expect(await readEnvironment(app)).toMatchObject({ url: URL, disabled: null });
  });

  it('has the address of the process that started last, while one has that address', async ({ app }) => {
    const older = withWebhook(app, webhook);
    const newer = withWebhook(app, { ...webhook, url: `${URL}/new` });
    await storeEnvironmentEndpoint(older, START);
    await storeEnvironmentEndpoint(newer, START);
    await storeEnvironmentEndpoint(older, LATER);
    expect(await readEnvironment(app)).toMatchObject({ url: `${URL}/new` });
    // An older process that starts again takes it back, and then all older processes end.
    await storeEnvironmentEndpoint(older, START);
    await storeEnvironmentEndpoint(newer, LATER);
    expect(await readEnvironment(app)).toMatchObject({ url: URL });
    app.advance(5 * MINUTE_MS);
    await storeEnvironmentEndpoint(newer, LATER);
    expect(await readEnvironment(app)).toMatchObject({ url: `${URL}/new` });
  });

  it('gets requests only from processes that have its address', async ({ app }) => {
    const receiver = await startWebhookReceiver((response) => response.writeHead(410).end());
    onTestFinished(() => receiver.close());
    const older = withWebhook(app, { ...webhook, url: `${receiver.origin}/old`, types: null });
    const newer = withWebhook(app, { ...webhook, url: `${receiver.origin}/new`, types: null });
    await storeEnvironmentEndpoint(older, START);
    await storeEnvironmentEndpoint(newer, START);
    await handOverEvents(older, [anEvent(older)]);
    expect(await sendDueDeliveries(older)).toBe(0);
    expect(await readEnvironment(app)).toMatchObject({ disabled: null });
    receiver.answerWith((response) => response.writeHead(204).end());
    expect(await sendDueDeliveries(newer)).toBe(1);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/new']);
  });
});
