import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { findPlansOf } from '../../../testing/app/find-plans.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { anAdministrator, authorityOf } from '../../../testing/app/signed-in-people.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { anEvent } from '../../../testing/app/webhook-endpoints.ts';
import { makeDelivery } from '../../../testing/app/webhooks.ts';
import { rounds } from '../../../testing/faults/fault-rounds.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import { SWEEP_EVERY_MS } from '../jobs/sweeps.ts';
import { createVault } from '../../crypto/encryption.ts';
import type { AuditAction } from '../../database/administration-documents.ts';
import { runDueJobs } from '../job-runner.ts';
import type { Authority } from '../rules/authority.ts';
import {
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  setWebhookEnabled,
  updateWebhook,
} from './endpoints.ts';
import { handOverEvents } from './hand-over.ts';
import { replayFailed } from './replays.ts';
import { signingSecretsOf } from './webhook-secrets.ts';

const faults = createFaultInjector();
const it = testWith({ faults });

const CLIENT = { ip: null };
const SERVER: Authority = { kind: 'server' };
const INPUT = { url: 'https://hooks.example.test/', description: null, types: null };

const create = (app: TestApp, authority: Authority = SERVER) =>
  createWebhook(app.deps, authority, INPUT, CLIENT);
const makeEndpoint = async (app: TestApp) => (await create(app)).endpoint.id;
const storedOf = ({ deps }: TestApp, _id: string) => deps.collections.webhookEndpoints.findOne({ _id });

it.beforeEach(async ({ app }) => {
  const { webhookEndpoints, deliveries, audit } = app.deps.collections;
  await Promise.all([webhookEndpoints, deliveries, audit].map((each) => each.deleteMany({})));
});

const MODES = (['killed', 'reply-lost'] as const).slice(0, rounds(1, 2));

describe.each(MODES)('an endpoint whose request is %s at any command', (mode) => {
  /** Strikes at each command, until a round goes through. Answers how often the action was carried out. */
  async function strikeEverywhere(
    app: TestApp,
    action: AuditAction,
    change: (id: string) => Promise<unknown>,
    isChanged: (id: string) => Promise<boolean>,
  ): Promise<number> {
    const { audit, deliveries, webhookEndpoints } = app.deps.collections;
    const { email } = await anAdministrator(app);
    let changes = 0;
    for (let n = mode === 'killed' ? 0 : 1; ; n++) {
      await Promise.all([webhookEndpoints.deleteMany({}), audit.deleteMany({}), deliveries.deleteMany({})]);
      const id = await makeEndpoint(app);
      await deliveries.insertOne(makeDelivery(id, { state: 'failed', dueAt: null }));
      await runDueJobs(app.deps);
      app.mailbox.clear();
      faults.arm(mode, n);
      await change(id).catch(() => null);
      const { struck } = faults.disarm();
      await runDueJobs(app.deps);
      const rows = await audit.find({ action, 'subject.id': new ObjectId(id) }).toArray();
      expect(rows).toHaveLength((await isChanged(id)) ? 1 : 0);
      for (const { unwrittenAudit } of await webhookEndpoints.find().toArray()) {
        expect(unwrittenAudit).toEqual([]);
      }
      // Also when the process died between the decision and the mail.
      const mailed = app.mailbox.messages.filter(({ to }) => to === email);
      expect(mailed).toHaveLength(action === 'webhook-replayed' ? 0 : rows.length);
      changes += rows.length;
      if (!struck) return changes;
    }
  }

  it('is added with its row of the audit log, or not at all', async ({ app }) => {
    const { audit, webhookEndpoints } = app.deps.collections;
    let [added, enabled, disabledAfterStrike] = [0, 0, 0];
    for (let n = mode === 'killed' ? 0 : 1; ; n++) {
      await Promise.all([webhookEndpoints.deleteMany({}), audit.deleteMany({})]);
      faults.arm(mode, n);
      await create(app).catch(() => null);
      const { struck } = faults.disarm();
      await runDueJobs(app.deps);
      const endpoints = await webhookEndpoints.find().toArray();
      const rows = await audit.find({ action: 'webhook-created' }).toArray();
      expect(rows.map(({ subject }) => subject?.id.toHexString())).toEqual(endpoints.map(({ _id }) => _id));
      expect(endpoints.every(({ unwrittenAudit }) => unwrittenAudit?.length === 0)).toBe(true);
      // It may have been killed before the authority was checked again.
      const isEnabled = endpoints.some(({ disabled }) => disabled === null);
      if (isEnabled) enabled += 1;
      else if (endpoints.length > 0) disabledAfterStrike += 1;
      added += endpoints.length;
      if (!struck) {
        expect(isEnabled).toBe(true);
        break;
      }
    }
    expect(added).toBeGreaterThan(1);
    expect(disabledAfterStrike).toBeGreaterThan(0);
    expect(enabled).toBeGreaterThan(0);
  });

  it('is changed, disabled and rotated with the row of the audit log, or not at all', async ({ app }) => {
    const url = 'https://hooks.example.test/other';
    const changes = [
      await strikeEverywhere(
        app,
        'webhook-updated',
        (id) => updateWebhook(app.deps, SERVER, { id, url }, CLIENT),
        async (id) => (await storedOf(app, id))?.url === url,
      ),
      await strikeEverywhere(
        app,
        'webhook-disabled',
        (id) => setWebhookEnabled(app.deps, SERVER, { id, isEnabled: false }, CLIENT),
        async (id) => (await storedOf(app, id))?.disabled?.by === 'administrator',
      ),
      await strikeEverywhere(
        app,
        'webhook-secret-rotated',
        (id) => rotateWebhookSecret(app.deps, SERVER, id, CLIENT),
        async (id) => (await storedOf(app, id))?.secrets.length === 2,
      ),
    ];
    // Of each change, strikes came after the deciding write.
    expect(changes.every((count) => count > 1)).toBe(true);
  });

  it('has its failed deliveries sent again with the row of the audit log, or not at all', async ({ app }) => {
    const replays = await strikeEverywhere(
      app,
      'webhook-replayed',
      (id) => replayFailed(app.deps, SERVER, id, CLIENT),
      async (id) => {
        const delivery = await app.deps.collections.deliveries.findOne({ endpointId: id });
        const { failedReplay } = (await storedOf(app, id)) ?? {};
        expect(failedReplay?.deliveryIds ?? []).toEqual([]);
        return delivery?.state === 'waiting' && delivery.trigger === 'replay';
      },
    );
    // Some strikes came between the decision and the deliveries.
    expect(replays).toBeGreaterThan(3);
  });

  it('is deleted with its deliveries and the row of the audit log, or not at all', async ({ app }) => {
    const { deliveries } = app.deps.collections;
    const deletions = await strikeEverywhere(
      app,
      'webhook-deleted',
      (id) => deleteWebhook(app.deps, SERVER, id, CLIENT),
      async (id) => {
        const isDeleted = (await storedOf(app, id)) === null;
        expect(await deliveries.countDocuments()).toBe(isDeleted ? 0 : 1);
        return isDeleted;
      },
    );
    expect(deletions).toBeGreaterThan(3);
  });
});

it('adds no endpoint for an administrator whose role is taken during the insert', async ({ app }) => {
  const { webhookEndpoints, audit, users } = app.deps.collections;
  const administrator = await anAdministrator(app);
  const insert = faults.holdBefore('webhook_endpoints.insertOne');
  const created = create(app, await authorityOf(app, administrator)).catch((error: unknown) => error);
  await insert.reached;
  await users.updateOne({ _id: administrator.userId }, { $set: { roles: [] } });
  insert.release();
  expect(await created).toMatchObject({ code: 'ADMINISTRATOR_REQUIRED' });
  expect(await webhookEndpoints.countDocuments()).toBe(0);
  expect(await audit.countDocuments({ action: 'webhook-created' })).toBe(0);
});

it('leaves no delivery of a deleted endpoint: the rest of many, and one that was handed over at that moment', async ({
  app,
}) => {
  const { deliveries } = app.deps.collections;
  const [deleted, other] = [await makeEndpoint(app), await makeEndpoint(app)];
  // More than one call removes.
  await deliveries.insertMany(Array.from({ length: 2100 }, () => makeDelivery(deleted)));
  const writing = faults.holdBefore('deliveries.insertMany');
  const handedOver = handOverEvents(app.deps, [anEvent(app.deps)]);
  await writing.reached;
  await deleteWebhook(app.deps, SERVER, deleted, CLIENT);
  writing.release();
  await handedOver;
  expect(await deliveries.countDocuments({ endpointId: deleted })).toBeGreaterThan(1);
  app.advance(SWEEP_EVERY_MS);
  const plans = await findPlansOf(app, 'deliveries', () => runDueJobs(app.deps));
  expect(plans.length).toBeGreaterThan(0);
  for (const { stages } of plans) expect(stages).not.toContain('COLLSCAN');
  expect(await deliveries.distinct('endpointId')).toEqual([other]);
  // The ids of the endpoints are read without their deliveries.
  const explained = await app.db.command({
    explain: { distinct: 'deliveries', key: 'endpointId', query: {} },
    verbosity: 'queryPlanner',
  });
  expect(JSON.stringify(explained)).toContain('DISTINCT_SCAN');
});

it('removes very many deliveries of a deleted endpoint in passes of the job runner', async ({ app }) => {
  const { deliveries, sweeps } = app.deps.collections;
  await sweeps.deleteMany({});
  const deleted = await makeEndpoint(app);
  await deleteWebhook(app.deps, SERVER, deleted, CLIENT);
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
    const { secret: newer } = await rotateWebhookSecret(app.deps, SERVER, endpoint.id, CLIENT);
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
    const { secret } = await rotateWebhookSecret(rotated, SERVER, endpoint.id, CLIENT);
    writing.release();
    await running;
    const stored = await storedOf(app, endpoint.id);
    expect(stored?.secrets).toHaveLength(2);
    expect(stored && signingSecretsOf(rotated, stored)[0]).toBe(secret);
  });
});
