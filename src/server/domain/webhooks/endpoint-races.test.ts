import { describe, expect } from 'vitest';
import { testWith } from '../../../testing/app/fixture.ts';
import { makeAdministrator } from '../../../testing/users/administrators.ts';
import { authorityOf } from '../../../testing/users/signed-in-users.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { anEvent, removeEndpoints } from '../../../testing/webhooks/endpoints.ts';
import { makeDelivery } from '../../../testing/webhooks/deliveries.ts';
import { createFaultInjector, overtake, whileHeld } from '../../../testing/faults/faults.ts';
import { SWEEP_EVERY_MS } from '../jobs/sweeps.ts';
import { createVault } from '../../crypto/encryption.ts';
import { runDueJobs } from '../job-runner.ts';
import type { Authority } from '../rules/authority.ts';
import { createWebhook, deleteWebhook, rotateWebhookSecret } from './endpoints.ts';
import { handOverEvents } from './hand-over.ts';
import { signingSecretsOf } from './webhook-secrets.ts';

const faults = createFaultInjector();
const it = testWith({ faults });
const ORIGIN = { ip: null };
const SERVER: Authority = { kind: 'server' };
const INPUT = { url: 'https://hooks.example.test/', description: null, types: null };

const create = (app: TestApp, authority: Authority = SERVER) =>
  createWebhook(app.deps, authority, INPUT, ORIGIN);
const makeEndpoint = async (app: TestApp) => (await create(app)).endpoint.id;
const storedOf = ({ deps }: TestApp, _id: string) => deps.collections.webhookEndpoints.findOne({ _id });

it.beforeEach(({ app }) => removeEndpoints(app));

it('adds no endpoint for an administrator whose role is taken during the insert', async ({ app }) => {
  const { webhookEndpoints, audit, users } = app.deps.collections;
  const administrator = await makeAdministrator(app);
  const authority = await authorityOf(app, administrator);
  const outcome = await overtake(
    faults,
    'webhook_endpoints.insertOne',
    () => create(app, authority),
    () => users.updateOne({ _id: administrator.userId }, { $set: { roles: [] } }),
  );
  expect(outcome).toBe('ADMINISTRATOR_REQUIRED');
  expect(await webhookEndpoints.countDocuments()).toBe(0);
  expect(await audit.countDocuments({ action: 'webhook-created' })).toBe(0);
});

it('adds an endpoint that stays disabled until the authority is checked again', async ({ app }) => {
  const enabling = faults.holdBefore('webhook_endpoints.updateOne');
  const created = create(app);
  await enabling.reached;
  const { webhookEndpoints } = app.deps.collections;
  expect([
    await webhookEndpoints.countDocuments(),
    await webhookEndpoints.countDocuments({ disabled: null }),
  ]).toEqual([1, 0]);
  enabling.release();
  await created;
  expect(await webhookEndpoints.countDocuments({ disabled: null })).toBe(1);
});

it('leaves no delivery of a deleted endpoint, also one handed over at that moment', async ({ app }) => {
  const { deliveries } = app.deps.collections;
  const [deleted, other] = [await makeEndpoint(app), await makeEndpoint(app)];
  // More than one call removes.
  await deliveries.insertMany(Array.from({ length: 2100 }, () => makeDelivery(deleted)));
  await whileHeld(
    faults,
    'deliveries.insertMany',
    () => handOverEvents(app.deps, [anEvent(app.deps)]),
    () => deleteWebhook(app.deps, SERVER, deleted, ORIGIN),
  );
  expect(await deliveries.countDocuments({ endpointId: deleted })).toBeGreaterThan(1);
  app.advance(SWEEP_EVERY_MS);
  await runDueJobs(app.deps);
  expect(await deliveries.distinct('endpointId')).toEqual([other]);
});

it('removes very many deliveries of a deleted endpoint in passes of the job runner', async ({ app }) => {
  const { deliveries, sweeps } = app.deps.collections;
  await sweeps.deleteMany({});
  const deleted = await makeEndpoint(app);
  await deleteWebhook(app.deps, SERVER, deleted, ORIGIN);
  await deliveries.insertMany(Array.from({ length: 5001 }, () => makeDelivery(deleted)));
  await runDueJobs(app.deps);
  expect(await deliveries.countDocuments()).toBe(1);
  await runDueJobs(app.deps);
  expect(await deliveries.countDocuments()).toBe(0);
});

describe('a change of AUTH_SECRET', () => {
  const SECOND = 'the second secret, which is long enough as well';
  const THIRD = 'the third secret, which is long enough, too, for this';

  it('keeps the secrets of an endpoint, also a second change', async ({ app }) => {
    const { endpoint, secret } = await create(app);
    const { secret: newer } = await rotateWebhookSecret(app.deps, SERVER, endpoint.id, ORIGIN);
    const openedBy = async (...secrets: [string, ...string[]]) => {
      const stored = await storedOf(app, endpoint.id);
      return stored && signingSecretsOf({ ...app.deps, vault: createVault(secrets) }, stored);
    };
    const FIRST = app.deps.settings.authSecret;
    expect(await openedBy(SECOND, FIRST)).toEqual([newer, secret]);
    expect(await openedBy(THIRD, SECOND)).toEqual([]);
    await runDueJobs({ ...app.deps, vault: createVault([SECOND, FIRST]) });
    expect(await openedBy(THIRD, SECOND)).toEqual([newer, secret]);
  });

  it('does not undo a rotation at the same time', async ({ app }) => {
    const { endpoint } = await create(app);
    const rotated = { ...app.deps, vault: createVault([SECOND, app.deps.settings.authSecret]) };
    const writing = faults.holdBefore('webhook_endpoints.updateOne');
    const running = runDueJobs(rotated);
    await writing.reached;
    const { secret } = await rotateWebhookSecret(rotated, SERVER, endpoint.id, ORIGIN);
    writing.release();
    await running;
    const stored = await storedOf(app, endpoint.id);
    expect(stored?.secrets).toHaveLength(2);
    expect(stored && signingSecretsOf(rotated, stored)[0]).toBe(secret);
  });
});
