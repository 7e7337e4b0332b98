import { ObjectId } from 'mongodb';
import { expect } from 'vitest';
import type { AuditAction } from '../../server/database/administration-documents.ts';
import type { WebhookEndpointDocument } from '../../server/database/event-documents.ts';
import { importPeople } from '../../server/domain/administration/import/import-people.ts';
import { createServiceKey, revokeServiceKey } from '../../server/domain/administration/service-keys.ts';
import { runDueJobs } from '../../server/domain/job-runner.ts';
import { PICTURE_SETTLED_AFTER_MS, showUpload } from '../../server/domain/pictures/pictures.ts';
import { updateProfile } from '../../server/domain/users/profile.ts';
import {
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  setWebhookEnabled,
  updateWebhook,
} from '../../server/domain/webhooks/endpoints.ts';
import { handOverEvents } from '../../server/domain/webhooks/hand-over.ts';
import { sendDueDeliveries } from '../../server/domain/webhooks/send-deliveries.ts';
import { DAY_MS, DELIVERY_LEASE_MS } from '../../shared/limits.ts';
import { OUTBOX_LEFT_AFTER_MS } from '../../server/domain/activity/security-events.ts';
import { makeAdministrator, makeServiceKey } from '../app/administrators.ts';
import { auditOf, beginImpersonation, makePerson, REASON, type TestPerson } from '../app/impersonations.ts';
import { actorOf } from '../app/sessions.ts';
import { aSignedInPerson, NO_CLIENT, type SignedInPerson } from '../app/signed-in-people.ts';
import type { TestApp } from '../app/test-app.ts';
import { uniqueEmail, uniqueName } from '../app/unique-name.ts';
import { anEvent, storeEndpoint } from '../app/webhook-endpoints.ts';
import { startWebhookReceiver } from '../app/webhook-receiver.ts';
import { makeDelivery } from '../app/webhooks.ts';
import type { MakeFlow } from './mail-kill-flows.ts';

const SERVER = { kind: 'server' } as const;

/** Flows of service keys, webhooks, imports, impersonation and profiles. Their kill tests also check what is between two commands. */
export function integrationFlows(app: TestApp): Readonly<Record<string, MakeFlow>> {
  const { deps } = app;
  const { serviceKeys, webhookEndpoints, deliveries, audit, users, pictures, events } = deps.collections;

  async function runJobsLater(): Promise<void> {
    app.advance(2 * Math.max(OUTBOX_LEFT_AFTER_MS, PICTURE_SETTLED_AFTER_MS));
    try {
      await runDueJobs(deps);
    } finally {
      app.resetClock();
    }
  }

  const auditedActions = async (id: ObjectId): Promise<string[]> => {
    const rows = await audit.find({ 'subject.id': id }, { sort: { at: 1, _id: 1 } }).toArray();
    return rows.map(({ action }) => action);
  };

  /** The changes in the events about a person, oldest first. */
  async function toldChanges({ userId }: SignedInPerson): Promise<string[]> {
    const told = events.find({ subject: userId, type: 'user.updated' }, { sort: { sequence: 1 } });
    return (await told.toArray()).flatMap(({ data }) => ('changed' in data ? data.changed : []));
  }

  /** An event of this type is never handed over to the endpoints of these flows. */
  const input = { url: 'https://hooks.example.test/', description: null, types: ['roles.changed' as const] };

  /** A flow that changes an endpoint. An endpoint whose change was lost is changed again. */
  const webhookFlow =
    (
      action: AuditAction,
      change: (id: string) => Promise<unknown>,
      isChanged: (endpoint: WebhookEndpointDocument | null) => boolean,
    ): MakeFlow =>
    async () => {
      const { id } = (await createWebhook(deps, SERVER, input, NO_CLIENT)).endpoint;
      await deliveries.insertOne(makeDelivery(id, { dueAt: new Date(Date.now() + DAY_MS) }));
      return {
        step: () => change(id),
        async recover() {
          if (!isChanged(await webhookEndpoints.findOne({ _id: id }))) await change(id);
          await runJobsLater();
          expect(await auditedActions(new ObjectId(id))).toEqual(['webhook-created', action]);
          const stored = await webhookEndpoints.findOneAndDelete({ _id: id });
          expect([isChanged(stored), stored?.unwrittenAudit ?? []]).toEqual([true, []]);
          // The deliveries of a deleted endpoint are deleted, too.
          expect(await deliveries.countDocuments({ endpointId: id })).toBe(stored ? 1 : 0);
          await deliveries.deleteMany({ endpointId: id });
        },
      };
    };
  const url = 'https://hooks.example.test/other';

  /** What was done to a person as the audit log says it, after the job runner wrote what a fault left. */
  async function writtenAuditOf(person: TestPerson): Promise<string[]> {
    await runJobsLater();
    return (await auditOf(app, person)).map(({ action }) => action);
  }

  return {
    'serviceKeys.create'() {
      const name = uniqueName();
      const expires = new Date(Date.now() + DAY_MS).toISOString();
      const key = { name, scopes: ['users:read' as const], expires, allowedAddresses: [] };
      return Promise.resolve({
        step: () => createServiceKey(deps, SERVER, key, NO_CLIENT),
        async recover() {
          // Nobody knows the secret of a key whose answer was lost, so another one is made.
          await createServiceKey(deps, SERVER, key, NO_CLIENT);
          await runJobsLater();
          const stored = await serviceKeys.find({ name }).toArray();
          for (const { _id, unwrittenAudit } of stored)
            expect([unwrittenAudit, await auditedActions(_id)]).toEqual([[], ['service-key-created']]);
          expect(await audit.countDocuments({ 'after.name': name })).toBe(stored.length);
          await serviceKeys.deleteMany({ name });
        },
      });
    },

    async 'serviceKeys.revoke'() {
      const { id } = (await makeServiceKey(app, ['users:read'])).serviceKey;
      const _id = new ObjectId(id);
      const revoke = () => revokeServiceKey(deps, SERVER, id, NO_CLIENT);
      return {
        step: revoke,
        async recover() {
          if ((await serviceKeys.findOne({ _id }))?.revokedAt === null) await revoke();
          await runJobsLater();
          expect(await auditedActions(_id)).toEqual(['service-key-created', 'service-key-revoked']);
          const stored = await serviceKeys.findOneAndDelete({ _id });
          expect([stored?.revokedAt, stored?.slot, stored?.unwrittenAudit]).toEqual([
            expect.any(Date),
            undefined,
            [],
          ]);
        },
      };
    },

    'webhooks.create'() {
      const description = uniqueName();
      const create = () => createWebhook(deps, SERVER, { ...input, description }, NO_CLIENT);
      return Promise.resolve({
        step: create,
        async recover() {
          // The answer has the secret, so an endpoint whose answer was lost is of no use.
          await create();
          await runJobsLater();
          const stored = await webhookEndpoints.find({ description }).toArray();
          expect(stored.some(({ disabled }) => disabled === null)).toBe(true);
          for (const { _id, unwrittenAudit } of stored)
            expect([unwrittenAudit, await auditedActions(new ObjectId(_id))]).toEqual([
              [],
              ['webhook-created'],
            ]);
          await webhookEndpoints.deleteMany({ description });
        },
      });
    },

    'webhooks.update': webhookFlow(
      'webhook-updated',
      (id) => updateWebhook(deps, SERVER, { id, url }, NO_CLIENT),
      (endpoint) => endpoint?.url === url,
    ),
    'webhooks.disable': webhookFlow(
      'webhook-disabled',
      (id) => setWebhookEnabled(deps, SERVER, { id, isEnabled: false }, NO_CLIENT),
      (endpoint) => endpoint?.disabled?.by === 'administrator',
    ),
    'webhooks.rotateSecret': webhookFlow(
      'webhook-secret-rotated',
      (id) => rotateWebhookSecret(deps, SERVER, id, NO_CLIENT),
      (endpoint) => endpoint?.secrets.length === 2,
    ),
    'webhooks.delete': webhookFlow(
      'webhook-deleted',
      (id) => deleteWebhook(deps, SERVER, id, NO_CLIENT),
      (endpoint) => endpoint === null || endpoint.deletedAt !== undefined,
    ),

    async 'delivery of an event'() {
      const receiver = await startWebhookReceiver();
      const endpoint = await storeEndpoint(deps, { url: receiver.origin });
      const event = anEvent(deps);
      return {
        async step() {
          await handOverEvents(deps, [event]);
          await sendDueDeliveries(deps);
        },
        async recover() {
          // Another process hands it over again, and sends it when the lease has ended.
          await handOverEvents(deps, [event]);
          app.advance(2 * DELIVERY_LEASE_MS);
          await sendDueDeliveries(deps).finally(() => app.resetClock());
          expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set([event._id.toHexString()]));
          expect(await endpoint.deliveries()).toMatchObject([{ state: 'delivered', dueAt: null }]);
          await webhookEndpoints.deleteOne({ _id: endpoint.id });
          await deliveries.deleteMany({ endpointId: endpoint.id });
          await receiver.close();
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
      const run = () => importPeople(deps, SERVER, { people, dryRun: false }, NO_CLIENT);
      return Promise.resolve({
        step: run,
        async recover() {
          const { created, existing, refused } = await run();
          expect([created + existing, refused]).toEqual([3, []]);
          await runJobsLater();
          const externalId = { $in: people.map((person) => person.externalId) };
          const stored = await users.find({ externalId }).toArray();
          expect(stored.map(({ outbox }) => outbox)).toEqual([[], [], []]);
          for (const { _id } of stored) expect(await auditedActions(_id)).toEqual(['user-imported']);
        },
      });
    },

    async 'users.impersonate'() {
      const administrator = await makeAdministrator(app);
      const own = [...administrator.agent.cookies];
      const person = await makePerson(app);
      const impersonate = () =>
        administrator.client.users.impersonate.mutate({ id: person.id, reason: REASON });
      return {
        step: impersonate,
        async recover() {
          const { sessions } = (await users.findOne({ _id: person.userId })) ?? {};
          expect(await writtenAuditOf(person)).toEqual(sessions?.length === 2 ? ['user-impersonated'] : []);
          for (const [name, value] of own) administrator.agent.cookies.set(name, value);
          expect((await impersonate()).user.id).toBe(person.id);
          await administrator.client.session.endImpersonation.mutate();
        },
      };
    },

    async 'session.endImpersonation'() {
      const { administrator, person } = await beginImpersonation(app);
      const { session } = administrator.client;
      return {
        step: () => session.endImpersonation.mutate(),
        async recover() {
          expect((await session.endImpersonation.mutate())?.user.email).toBe(administrator.email);
          expect(await writtenAuditOf(person)).toEqual(['user-impersonated', 'user-impersonation-ended']);
        },
      };
    },

    async 'profile.update'() {
      const person = await aSignedInPerson(app);
      const actor = await actorOf(deps, person.agent);
      const update = () => updateProfile(deps, actor, { name: 'Grace', locale: 'de' });
      return {
        step: update,
        async recover() {
          // A second change to the same name is not told.
          expect(await update()).toMatchObject({ name: 'Grace', locale: 'de' });
          await runJobsLater();
          expect(await toldChanges(person)).toEqual(['name', 'locale']);
        },
      };
    },

    async 'profile.setPicture'() {
      const person = await aSignedInPerson(app);
      const actor = await actorOf(deps, person.agent);
      const upload = () => showUpload(deps, actor, new Uint8Array([1]));
      const shownPicture = async () => (await users.findOne({ _id: person.userId }))?.image?.id;
      return {
        step: upload,
        async recover() {
          if ((await shownPicture()) === undefined) await upload();
          await runJobsLater();
          const stored = await pictures.find({ userId: person.userId }).toArray();
          expect(stored.map(({ _id }) => _id)).toEqual([await shownPicture()]);
          expect(await toldChanges(person)).toEqual(['image']);
        },
      };
    },
  };
}
