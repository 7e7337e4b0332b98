import { OUTBOX_LEFT_AFTER_MS } from '../../../server/domain/activity/security-events.ts';
import { ObjectId } from 'mongodb';
import { expect } from 'vitest';
import { DAY_MS, DELIVERY_LEASE_MS, MINUTE_MS } from '../../../shared/limits.ts';
import type { AuditAction } from '../../../server/database/administration-documents.ts';
import type { WebhookEndpointDocument } from '../../../server/database/event-documents.ts';
import { endIssued } from '../../../server/domain/administration/end-issued.ts';
import { importUsers } from '../../../server/domain/administration/import/import-users.ts';
import { createServiceKey, revokeServiceKey } from '../../../server/domain/administration/service-keys.ts';
import { runDueJobs } from '../../../server/domain/job-runner.ts';
import {
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  setWebhookEnabled,
  updateWebhook,
} from '../../../server/domain/webhooks/endpoints.ts';
import { handOverEvents } from '../../../server/domain/webhooks/hand-over.ts';
import { replayFailed } from '../../../server/domain/webhooks/replays.ts';
import { sendDueDeliveries } from '../../../server/domain/webhooks/send-deliveries.ts';
import { makeToken } from '../../users/access-tokens.ts';
import { makeAdministrator, makeServiceKey } from '../../users/administrators.ts';
import { beginImpersonation, REASON } from '../../users/impersonations.ts';
import { auditOf, aSignedInUser, type SignedInUser } from '../../users/signed-in-users.ts';
import { uniqueEmail, uniqueName } from '../../run/unique-name.ts';
import { anEvent, storeEndpoint } from '../../webhooks/endpoints.ts';
import { startWebhookReceiver } from '../../webhooks/receiver.ts';
import { makeDelivery } from '../../webhooks/deliveries.ts';
import type { Flows, FlowWorld, MakeFlow } from './flow-world.ts';
import { NO_REQUEST } from '../../../server/domain/rules/request-context.ts';

const SERVER = { kind: 'server' } as const;

/** Flows of service keys, webhooks, imports and impersonations. The audit log has what they decide. */
export function integrationFlows(world: FlowWorld): Flows {
  const { app, closing, addressOf, signUp, isIn, userOf, runJobsLater } = world;
  const { deps } = app;
  const { serviceKeys, webhookEndpoints, deliveries, audit, users } = deps.collections;

  const auditedActions = async (id: ObjectId): Promise<string[]> => {
    const rows = await audit.find({ 'subject.id': id }, { sort: { at: 1, _id: 1 } }).toArray();
    return rows.map(({ action }) => action);
  };

  /** Each stored one has exactly one row in the log, and no row is of another. Returns their number. */
  async function expectCreated(
    stored: readonly { _id: ObjectId | string; unwrittenAudit?: readonly unknown[] }[],
    action: AuditAction,
  ): Promise<number> {
    for (const { _id, unwrittenAudit } of stored)
      expect([unwrittenAudit, await auditedActions(new ObjectId(_id))]).toEqual([[], [action]]);
    expect(await audit.countDocuments({ action })).toBe(stored.length);
    return stored.length;
  }

  /** The job runner finishes it alone. `check` returns whether it was decided. */
  const finishedByJobs = (check: () => Promise<boolean>) => ({
    async afterJobs() {
      await runDueJobs(deps);
      return check();
    },
    async recover() {
      await runJobsLater();
      expect(await check()).toBe(true);
    },
  });

  /** Nobody knows a secret whose answer was lost, so the next try makes another one. */
  const creationFlow =
    (create: () => Promise<unknown>, count: () => Promise<number>, checkMore = async () => {}): MakeFlow =>
    () => ({
      step: create,
      async afterJobs() {
        await runDueJobs(deps);
        return (await count()) === 1;
      },
      async recover() {
        await create();
        await runJobsLater();
        expect([1, 2]).toContain(await count());
        await checkMore();
      },
    });

  const key = {
    name: 'A key',
    scopes: ['users:read' as const],
    expires: new Date(Date.now() + DAY_MS).toISOString(),
    allowedAddresses: [],
  };
  const input = { url: 'https://hooks.example.test/', description: null, types: null };
  const url = 'https://hooks.example.test/other';

  /** A flow that changes an endpoint. A lost change is repeated. */
  const webhookFlow =
    (
      action: AuditAction,
      change: (id: string) => Promise<unknown>,
      isChanged: (endpoint: WebhookEndpointDocument | null) => boolean,
    ): MakeFlow =>
    async () => {
      const { email } = await makeAdministrator(app);
      const { id } = (await createWebhook(deps, SERVER, input, NO_REQUEST)).endpoint;
      await deliveries.insertOne(makeDelivery(id, { state: 'failed', dueAt: null }));
      await runDueJobs(deps);
      const expectChanged = async () => {
        const stored = await webhookEndpoints.findOne({ _id: id });
        const changed = isChanged(stored);
        expect(await auditedActions(new ObjectId(id))).toEqual([
          'webhook-created',
          ...(changed ? [action] : []),
        ]);
        expect([stored?.unwrittenAudit ?? [], stored?.failedReplay?.deliveryIds ?? []]).toEqual([[], []]);
        expect(await deliveries.countDocuments({ endpointId: id })).toBe(stored ? 1 : 0);
        const again = await deliveries.countDocuments({ state: 'waiting', trigger: 'replay' });
        expect(again).toBe(changed && action === 'webhook-replayed' ? 1 : 0);
        // Also when the process died between the decision and the mail.
        const mails = app.mailbox.messages.filter(({ to }) => to === email);
        expect(mails).toHaveLength(changed && action !== 'webhook-replayed' ? 1 : 0);
        return changed;
      };
      return {
        step: () => change(id),
        isDone: async () => isChanged(await webhookEndpoints.findOne({ _id: id })),
        ...finishedByJobs(expectChanged),
      };
    };

  /** The person's audit log after the job runner wrote what a fault left. */
  async function writtenAuditOf(person: SignedInUser): Promise<string[]> {
    await runJobsLater();
    expect((await userOf(person.email)).outbox ?? []).toEqual([]);
    return (await auditOf(app, person)).map(({ action }) => action);
  }

  return {
    'serviceKeys.create': creationFlow(
      () => createServiceKey(deps, SERVER, key, NO_REQUEST),
      async () => expectCreated(await serviceKeys.find({ name: key.name }).toArray(), 'service-key-created'),
    ),

    async 'serviceKeys.revoke'() {
      const { id } = (await makeServiceKey(app, ['users:read'])).serviceKey;
      const _id = new ObjectId(id);
      const isRevoked = async () => (await serviceKeys.findOne({ _id }))?.revokedAt !== null;
      const expectAudit = async () => {
        const stored = await serviceKeys.findOne({ _id });
        const revoked = await isRevoked();
        expect([stored?.slot !== undefined, stored?.unwrittenAudit]).toEqual([!revoked, []]);
        expect(await auditedActions(_id)).toEqual([
          'service-key-created',
          ...(revoked ? ['service-key-revoked'] : []),
        ]);
        return revoked;
      };
      return {
        step: () => revokeServiceKey(deps, SERVER, id, NO_REQUEST),
        isDone: isRevoked,
        ...finishedByJobs(expectAudit),
      };
    },

    async 'ending everything that was issued'(person) {
      const agent = await signUp(person);
      await makeToken(app, agent);
      await makeServiceKey(app, ['users:read']);
      app.advance(1);
      const before = app.deps.now();
      const end = () => endIssued(deps, before, { keepServiceKeys: false });
      return {
        step: end,
        async recover() {
          await end();
          await runJobsLater();
          expect(await isIn(agent)).toBe(false);
          const issued = { sessions: [], accessTokens: [], outbox: [] };
          expect(await userOf(addressOf(person))).toMatchObject(issued);
          expect(await deps.collections.accessTokens.countDocuments()).toBe(0);
          expect(await serviceKeys.countDocuments({ revokedAt: null })).toBe(0);
          expect(await audit.countDocuments({ action: 'credentials-ended' })).toBe(1);
          expect(await audit.countDocuments({ action: 'service-key-revoked' })).toBe(1);
          expect(await deps.collections.events.countDocuments({ type: 'session.ended' })).toBe(1);
        },
      };
    },

    'webhooks.create': creationFlow(
      () => createWebhook(deps, SERVER, input, NO_REQUEST),
      async () => expectCreated(await webhookEndpoints.find().toArray(), 'webhook-created'),
      // After a kill before the second check of the authority, the first one stays disabled.
      async () => expect(await webhookEndpoints.countDocuments({ disabled: null })).toBeGreaterThan(0),
    ),

    'webhooks.update': webhookFlow(
      'webhook-updated',
      (id) => updateWebhook(deps, SERVER, { id, url }, NO_REQUEST),
      (endpoint) => endpoint?.url === url,
    ),
    'webhooks.disable': webhookFlow(
      'webhook-disabled',
      (id) => setWebhookEnabled(deps, SERVER, { id, isEnabled: false }, NO_REQUEST),
      (endpoint) => endpoint?.disabled?.by === 'administrator',
    ),
    'webhooks.rotateSecret': webhookFlow(
      'webhook-secret-rotated',
      (id) => rotateWebhookSecret(deps, SERVER, id, NO_REQUEST),
      (endpoint) => endpoint?.secrets.length === 2,
    ),
    'webhooks.replayFailed': webhookFlow(
      'webhook-replayed',
      (id) => replayFailed(deps, SERVER, id, NO_REQUEST),
      (endpoint) => endpoint?.failedReplay !== undefined,
    ),
    'webhooks.delete': webhookFlow(
      'webhook-deleted',
      (id) => deleteWebhook(deps, SERVER, id, NO_REQUEST),
      (endpoint) => endpoint === null || endpoint.deletedAt !== undefined,
    ),

    async 'delivery of an event'() {
      // The first answer to each event is a failure, so that it is repeated.
      const failed = new Set<string>();
      const receiver = await startWebhookReceiver((response, { path, id }) => {
        const isFirst = !failed.has(`${path}:${id}`);
        failed.add(`${path}:${id}`);
        response.writeHead(isFirst ? 500 : 200).end();
      });
      closing.push(receiver);
      const paths = ['/a', '/b'];
      const endpoints = await Promise.all(
        paths.map((path) => storeEndpoint(deps, { url: `${receiver.origin}${path}` })),
      );
      const sent = [anEvent(deps), anEvent(deps)];
      return {
        needsNewUser: true,
        async step() {
          await handOverEvents(deps, sent);
          await sendDueDeliveries(deps);
          app.advance(MINUTE_MS);
          await sendDueDeliveries(deps);
        },
        async recover(carryOut) {
          // Another process hands the same events over, and sends what is due when the leases have ended.
          await handOverEvents(deps, sent);
          await carryOut();
          for (let i = 0; i < 3; i++) {
            app.advance(DELIVERY_LEASE_MS + 10 * MINUTE_MS);
            await sendDueDeliveries(deps);
          }
          app.resetClock();
          for (const [index, endpoint] of endpoints.entries()) {
            const accepted = receiver.received.filter(({ path }) => path === paths[index]);
            expect(new Set(accepted.map(({ id }) => id))).toEqual(
              new Set(sent.map(({ _id }) => _id.toHexString())),
            );
            expect(await endpoint.deliveries()).toMatchObject(
              sent.map(() => ({ state: 'delivered', dueAt: null })),
            );
            expect((await endpoint.read()).failingSince).toBeNull();
          }
        },
      };
    },

    'users.import'() {
      const people = [1, 2, 3].map(() => ({
        externalId: uniqueName(),
        email: uniqueEmail(),
        emailVerified: true,
        passwordHash: `$pbkdf2-sha256$i=1000$c2FsdHNhbHQ$${'A'.repeat(43)}`,
      }));
      const run = () => importUsers(deps, SERVER, { people, dryRun: false }, NO_REQUEST);
      return {
        step: run,
        async recover() {
          const { created, existing, refused } = await run();
          expect([created + existing, refused]).toEqual([3, []]);
          await runJobsLater(OUTBOX_LEFT_AFTER_MS + 1000);
          for (const { email, passwordHash } of people) {
            const { _id, password, outbox } = await userOf(email);
            expect([password?.hash, outbox]).toEqual([passwordHash, []]);
            expect(await auditedActions(_id)).toEqual(['user-imported']);
          }
        },
      };
    },

    async 'users.impersonate'() {
      const administrator = await makeAdministrator(app);
      const own = [...administrator.agent.cookies];
      const person = await aSignedInUser(app);
      const impersonate = () =>
        administrator.client.users.impersonate.mutate({ id: person.id, reason: REASON });
      return {
        step: impersonate,
        async recover() {
          const { sessions } = (await users.findOne({ _id: person.userId })) ?? {};
          const live = sessions?.length === 2 ? ['user-impersonated'] : [];
          expect(await writtenAuditOf(person)).toEqual(live);
          const { events } = await app.client(person.agent).activity.list.query();
          const started = events.filter(({ kind }) => kind === 'impersonation-started');
          expect(started).toHaveLength(live.length);
          for (const [name, value] of own) administrator.agent.cookies.set(name, value);
          expect((await impersonate()).user.id).toBe(person.id);
          await administrator.client.session.endImpersonation.mutate();
        },
      };
    },

    async 'session.endImpersonation'() {
      const { administrator, person } = await beginImpersonation(app);
      const { session } = administrator.client;
      const token = administrator.agent.cookies.get('foyer.session') ?? '';
      return {
        step: () => session.endImpersonation.mutate(),
        async recover() {
          expect((await session.endImpersonation.mutate())?.user.email).toBe(administrator.email);
          expect(await writtenAuditOf(person)).toEqual(['user-impersonated', 'user-impersonation-ended']);
          administrator.agent.cookies.set('foyer.session', token);
          expect(await isIn(administrator.agent)).toBe(false);
        },
      };
    },
  };
}
