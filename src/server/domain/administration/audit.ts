import { ObjectId, type Filter } from 'mongodb';
import { HIDDEN_VALUE } from '../../../shared/hidden-value.ts';
import {
  auditRow,
  type AuditPage,
  type AuditRow,
  type ListAuditInput,
} from '../../../shared/schemas/audit.ts';
import { AppError } from '../../app-error.ts';
import type { AuditAction, AuditActor, AuditDocument } from '../../database/administration-documents.ts';
import type { Configuration } from '../../configuration/configuration.ts';
import type { Dependencies } from '../../dependencies.ts';
import { picturePath } from '../pictures/pictures.ts';
import { pageOf } from '../rules/list-pages.ts';
import { auditedUrl } from '../webhooks/stored-endpoints.ts';
import { afterTimeCursor, timeCursorOf } from '../rules/time-cursor.ts';

type Values = Readonly<Record<string, unknown>>;
type AuditDependencies = Pick<Dependencies, 'collections' | 'configuration' | 'settings'>;

/** Newest first, so new rows do not shift later pages. Throws `INVALID_INPUT` for an unknown cursor. */
export async function listAudit(
  deps: AuditDependencies,
  { subject, actor, actorKind, actions, from, until, cursor, limit }: ListAuditInput,
): Promise<AuditPage> {
  const conditions: Filter<AuditDocument>[] = [
    ...(subject === undefined ? [] : [{ 'subject.id': new ObjectId(subject) }]),
    ...(actor === undefined ? [] : [doneBy(new ObjectId(actor))]),
    ...(actorKind === undefined ? [] : [{ 'actor.kind': actorKind }]),
    ...(from === undefined ? [] : [{ at: { $gte: new Date(from) } }]),
    ...(until === undefined ? [] : [{ at: { $lt: new Date(until) } }]),
    ...(actions === undefined ? [] : [{ action: { $in: [...new Set(actions)] } }]),
    ...(cursor === undefined ? [] : [afterTimeCursor(cursor)]),
  ];
  const rows = await deps.collections.audit
    .find(conditions.length === 0 ? {} : { $and: conditions })
    .sort({ at: -1, _id: -1 })
    .limit(limit + 1)
    .toArray();
  const { shown, nextCursor } = pageOf(rows, limit, timeCursorOf);
  return { entries: await toAuditRows(deps, shown), nextCursor };
}

/** Throws `NOT_FOUND`. */
export async function getAudit(deps: AuditDependencies, id: string): Promise<AuditRow> {
  const row = await deps.collections.audit.findOne({ _id: new ObjectId(id) });
  const [entry] = row ? await toAuditRows(deps, [row]) : [];
  if (!entry) throw new AppError('NOT_FOUND');
  return entry;
}

/** A newer version may write actions that this version does not know. Those rows are left out. */
async function toAuditRows(deps: AuditDependencies, rows: readonly AuditDocument[]): Promise<AuditRow[]> {
  const known = rows.filter(isKnown);
  const stored = await readStored(deps, known);
  return known.map((row) => toAuditRow(deps.configuration, stored, row));
}

/** A person, a service key or an endpoint as it is now. */
interface Stored {
  readonly name: string | null;
  readonly image: string | null;
}

/** Those who did something and those it was done to, by id. Of what is gone, there is none. */
async function readStored(
  { collections: { users, serviceKeys, webhookEndpoints }, settings }: AuditDependencies,
  rows: readonly AuditDocument[],
): Promise<ReadonlyMap<string, Stored>> {
  const subjectIds = (kind: NonNullable<AuditDocument['subject']>['kind']) =>
    rows.flatMap(({ subject }) => (subject?.kind === kind ? [subject.id] : []));
  const userIds = rows.flatMap(({ actor }) => (actor.kind === 'administrator' ? [actor.userId] : []));
  const keyIds = rows.flatMap(({ actor }) => (actor.kind === 'service-key' ? [actor.keyId] : []));
  const endpointIds = subjectIds('webhook').map((id) => id.toHexString());
  const [people, keys, endpoints] = await Promise.all([
    users
      .find(
        { _id: { $in: [...subjectIds('user'), ...userIds] }, deletedAt: { $exists: false } },
        { projection: { name: 1, email: 1, image: 1 } },
      )
      .toArray(),
    serviceKeys
      .find({ _id: { $in: [...subjectIds('service-key'), ...keyIds] } }, { projection: { name: 1 } })
      .toArray(),
    webhookEndpoints
      .find({ _id: { $in: endpointIds }, deletedAt: { $exists: false } }, { projection: { url: 1 } })
      .toArray(),
  ]);
  return new Map<string, Stored>([
    ...people.map(
      ({ _id, name, email, image }) =>
        [_id.toHexString(), { name: name ?? email ?? null, image: picturePath(settings, image) }] as const,
    ),
    ...keys.map(({ _id, name }) => [_id.toHexString(), { name, image: null }] as const),
    ...endpoints.map(({ _id, url }) => [_id, { name: auditedUrl(url), image: null }] as const),
  ]);
}

function isKnown({ action, actor, subject }: AuditDocument): boolean {
  const { shape } = auditRow;
  return (
    shape.action.safeParse(action).success &&
    shape.actor.shape.kind.safeParse(actor.kind).success &&
    (subject === null || shape.subject.unwrap().shape.kind.safeParse(subject.kind).success)
  );
}

function doneBy(id: ObjectId): Filter<AuditDocument> {
  return { $or: [{ 'actor.userId': id }, { 'actor.keyId': id }] };
}

function toAuditRow(
  configuration: Configuration,
  stored: ReadonlyMap<string, Stored>,
  { _id, at, actor, action, subject, reason, before, after, ip }: AuditDocument,
): AuditRow {
  return {
    id: _id.toHexString(),
    at: at.toISOString(),
    actor: toActor(stored, actor),
    action,
    subject: subject && {
      kind: subject.kind,
      ...presentOf(stored, subject.id),
      name: stored.get(subject.id.toHexString())?.name ?? null,
    },
    reason,
    before: before && readableValues(configuration, action, before),
    after: after && readableValues(configuration, action, after),
    ip,
  };
}

function readableValues(
  configuration: Configuration,
  action: AuditAction,
  values: Values,
): Record<string, unknown> {
  if (action === 'user-data-changed') return hideOwnFields(configuration, values);
  const { data } = values;
  if (action !== 'user-created' || typeof data !== 'object' || data === null) return { ...values };
  return { ...values, data: hideOwnFields(configuration, { ...data }) };
}

/** Hides what administrators may not read, and fields that are no longer declared. */
function hideOwnFields({ ownFields }: Configuration, values: Values): Record<string, unknown> {
  const readableNames = new Set(
    ownFields.filter(({ options }) => options.read.includes('administrator')).map(({ name }) => name),
  );
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, readableNames.has(name) ? value : HIDDEN_VALUE]),
  );
}

function toActor(stored: ReadonlyMap<string, Stored>, actor: AuditActor): AuditRow['actor'] {
  switch (actor.kind) {
    case 'administrator':
      return { kind: actor.kind, ...presentOf(stored, actor.userId), name: actor.name };
    case 'service-key':
      return { kind: actor.kind, ...presentOf(stored, actor.keyId), name: actor.name };
    case 'server':
      return { kind: actor.kind, id: null, name: null, image: null, isGone: false };
  }
}

function presentOf(stored: ReadonlyMap<string, Stored>, _id: ObjectId) {
  const id = _id.toHexString();
  return { id, image: stored.get(id)?.image ?? null, isGone: !stored.has(id) };
}
