import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { makeAdministrator, makeServiceKey } from '../../../testing/users/administrators.ts';
import { storeEndpoint } from '../../../testing/webhooks/endpoints.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { it } from '../../../testing/app/fixture.ts';
import { storeUsers } from '../../../testing/users/users.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import type { FieldParty } from '../../../shared/configuration-types.ts';
import { defineFoyer, field } from '../../../shared/foyer-config.ts';
import { HIDDEN_VALUE } from '../../../shared/hidden-value.ts';
import { auditRow } from '../../../shared/schemas/audit.ts';
import { checkConfiguration } from '../../configuration/check-configuration.ts';
import type { AuditDocument } from '../../database/administration-documents.ts';
import { listAudit } from './audit.ts';

const AT = new Date('2026-11-22T12:00:00.000Z');

function aRow(changes: Partial<AuditDocument> = {}): AuditDocument {
  return {
    _id: new ObjectId(),
    at: AT,
    actor: { kind: 'server' },
    action: 'user-suspended',
    subject: { kind: 'user', id: new ObjectId() },
    reason: null,
    before: null,
    after: null,
    ip: null,
    ...changes,
  };
}

async function store(app: TestApp, rows: readonly Partial<AuditDocument>[]): Promise<AuditDocument[]> {
  const stored = rows.map((changes) => aRow(changes));
  await app.deps.collections.audit.insertMany(stored);
  return stored;
}
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

describe('audit.list', () => {
  it('shows who did what to whom, and why', async ({ app }) => {
    const { client, userId: id } = await makeAdministrator(app);
    const image = { id: 'p'.repeat(22), from: null };
    const [grace] = await storeUsers(app, [{ name: 'Grace Hopper', image }]);
    const subject = { kind: 'user', id: grace?._id ?? new ObjectId() } as const;
    const actor = { kind: 'administrator', userId: id, sessionId: new ObjectId(), name: 'Grace' } as const;
    const shown = { reason: 'Spam', before: { roles: ['editor'] }, ip: '203.0.113.7' };
    const [row] = await store(app, [{ ...shown, actor, subject, after: { until: AT } }]);
    const { entries } = await client.audit.list.query({ subject: subject.id.toHexString() });
    expect(auditRow.parse(entries[0])).toEqual(entries[0]);
    expect(entries).toEqual([
      {
        ...shown,
        id: row?._id.toHexString(),
        at: AT.toISOString(),
        actor: { kind: 'administrator', id: id.toHexString(), name: 'Grace', image: null, isGone: false },
        action: 'user-suspended',
        subject: {
          kind: 'user',
          id: subject.id.toHexString(),
          name: 'Grace Hopper',
          image: `/pictures/${image.id}.webp`,
          isGone: false,
        },
        after: { until: AT.toISOString() },
      },
    ]);
    expect(await client.audit.get.query({ id: row?._id.toHexString() ?? '' })).toEqual(entries[0]);
    const gone = new ObjectId().toHexString();
    expect(await appCodeOf(client.audit.get.query({ id: gone }))).toBe('NOT_FOUND');
  });

  it('selects by subject, by administrator, by service key and by action', async ({ app }) => {
    const [userId, keyId] = [new ObjectId(), new ObjectId()];
    const rows = await store(app, [
      { actor: { kind: 'administrator', userId, sessionId: new ObjectId(), name: null } },
      { actor: { kind: 'service-key', keyId, name: 'Shop' }, action: 'user-created' },
      { actor: { kind: 'service-key', keyId, name: 'Shop' }, action: 'job-retried', subject: null },
    ]);
    const ids = rows.map(({ _id }) => _id.toHexString());
    const list = async (input: Omit<Parameters<typeof listAudit>[1], 'limit'>) =>
      idsOf((await listAudit(app.deps, { ...input, limit: 25 })).entries);
    const byKey = { actor: keyId.toHexString() };
    expect(await list({ actor: userId.toHexString() })).toEqual([ids[0]]);
    expect(await list(byKey)).toEqual([ids[2], ids[1]]);
    expect(await list({ ...byKey, actions: ['user-created'] })).toEqual([ids[1]]);
    expect(await list({ actions: ['job-retried'] })).toEqual([ids[2]]);
    expect(await list({ ...byKey, actorKind: 'service-key' })).toEqual([ids[2], ids[1]]);
    expect(await list({ ...byKey, actorKind: 'server' })).toEqual([]);
    const [early, at, late] = [-1, 0, 1].map((ms) => new Date(AT.getTime() + ms).toISOString());
    expect(await list({ ...byKey, from: at, until: late })).toEqual([ids[2], ids[1]]);
    expect(await list({ ...byKey, from: late })).toEqual([]);
    expect(await list({ ...byKey, from: early, until: at })).toEqual([]);
    expect(await list({ subject: rows[0]?.subject?.id.toHexString() })).toEqual([ids[0]]);
  });

  it('names the person, the key or the endpoint, and nothing that is gone', async ({ app }) => {
    const [nameless] = await storeUsers(app, [{ name: null, email: 'nameless@example.test' }]);
    const { serviceKey } = await makeServiceKey(app, ['users:read']);
    const url = 'https://app.example.test/hooks?key=secret';
    const endpoint = await storeEndpoint(app.deps, { url });
    const deleted = await storeEndpoint(app.deps, { url, deletedAt: AT });
    const actor = { kind: 'service-key', keyId: new ObjectId(), name: 'Shop' } as const;
    const keyId = new ObjectId(serviceKey.id);
    const [leaving] = await storeUsers(app, [{ name: 'Leaving', deletedAt: AT }]);
    await store(app, [
      { actor, subject: { kind: 'user', id: nameless?._id ?? new ObjectId() } },
      { actor, subject: { kind: 'service-key', id: keyId } },
      { actor, subject: { kind: 'webhook', id: new ObjectId(endpoint.id) } },
      { actor, subject: { kind: 'webhook', id: new ObjectId(deleted.id) } },
      { actor, subject: { kind: 'user', id: new ObjectId() } },
      { actor, subject: { kind: 'user', id: leaving?._id ?? new ObjectId() } },
    ]);
    const { entries } = await listAudit(app.deps, { actor: actor.keyId.toHexString(), limit: 25 });
    expect(entries.map(({ subject }) => subject?.name).toReversed()).toEqual([
      'nameless@example.test',
      serviceKey.name,
      'https://app.example.test/hooks?key=…',
      null,
      null,
      null,
    ]);
    const areGone = entries.map(({ subject }) => subject?.isGone).toReversed();
    expect(areGone).toEqual([false, false, false, true, true, true]);
    expect(entries[0]?.actor).toMatchObject({ name: 'Shop', isGone: true });
  });

  it('gives every row once, page by page, also of the same millisecond', async ({ app }) => {
    const subject = { kind: 'user', id: new ObjectId() } as const;
    const rows = await store(
      app,
      Array.from({ length: 20 }, (_, index) => ({ subject, at: new Date(AT.getTime() + (index % 3)) })),
    );
    const input = { subject: subject.id.toHexString(), limit: 6 };
    const paged: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await listAudit(app.deps, cursor === undefined ? input : { ...input, cursor });
      paged.push(...idsOf(page.entries));
      cursor = page.nextCursor;
      await store(app, [{ subject, at: new Date(AT.getTime() + 1000) }]);
    }
    const newestFirst = rows.toSorted(
      (a, b) => b.at.getTime() - a.at.getTime() || b._id.toHexString().localeCompare(a._id.toHexString()),
    );
    expect(paged).toEqual(newestFirst.map(({ _id }) => _id.toHexString()));
  });

  it('hides the values of own fields that administrators may not read', async ({ app }) => {
    const fieldFor = (party: FieldParty) =>
      field(z.string(), { read: [party], write: ['application'], label: { en: party } });
    const configuration = checkConfiguration(
      defineFoyer({ fields: z.object({ plan: fieldFor('administrator'), secret: fieldFor('application') }) }),
    );
    const subject = { kind: 'user', id: new ObjectId() } as const;
    const data = { plan: 'paid', secret: 'Bluebird', former: 'Bluebird' };
    const change = { action: 'user-data-changed', before: { secret: null }, after: data } as const;
    await store(app, [
      { subject, action: 'user-created', after: { name: 'Ada', data } },
      { subject, ...change, at: new Date(AT.getTime() + 1) },
    ]);
    const deps = { ...app.deps, configuration };
    const { entries } = await listAudit(deps, { subject: subject.id.toHexString(), limit: 25 });
    const hidden = { plan: 'paid', secret: HIDDEN_VALUE, former: HIDDEN_VALUE };
    expect(entries).toMatchObject([
      { before: { secret: HIDDEN_VALUE }, after: hidden },
      { before: null, after: { name: 'Ada', data: hidden } },
    ]);
    expect(JSON.stringify(entries)).not.toContain('Bluebird');
  });
});
