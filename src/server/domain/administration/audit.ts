import { ObjectId, type Filter } from 'mongodb';
import { HIDDEN_VALUE } from '../../../shared/hidden-value.ts';
import {
  auditRow,
  type AuditPage,
  type AuditRow,
  type ListAuditInput,
} from '../../../shared/schemas/audit.ts';
import type { AuditAction, AuditActor, AuditDocument } from '../../database/administration-documents.ts';
import type { Configuration } from '../../configuration/configuration.ts';
import type { Dependencies } from '../../dependencies.ts';
import { pageOf } from '../rules/list-pages.ts';
import { auditedUrl } from '../webhooks/stored-endpoints.ts';
import { afterTimeCursor, timeCursorOf } from '../rules/time-cursor.ts';

type Values = Readonly<Record<string, unknown>>;

/** Newest first, so new rows do not shift later pages. Throws `INVALID_INPUT` for an unknown cursor. */
export async function listAudit(
  deps: Pick<Dependencies, 'collections' | 'configuration'>,
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
  const { shown: page, nextCursor } = pageOf(rows, limit, timeCursorOf);
  // A newer version may write actions that this version does not know.
  const shown = page.filter(isKnown);
  const names = await readSubjectNames(deps, shown);
  return {
    entries: shown.map((row) => toAuditRow(deps.configuration, names, row)),
    nextCursor,
  };
}

/** The present names by id. Of what is gone, there is none. */
async function readSubjectNames(
  { collections: { users, serviceKeys, webhookEndpoints } }: Pick<Dependencies, 'collections'>,
  rows: readonly AuditDocument[],
): Promise<ReadonlyMap<string, string>> {
  const idsOf = (kind: NonNullable<AuditDocument['subject']>['kind']) =>
    rows.flatMap(({ subject }) => (subject?.kind === kind ? [subject.id] : []));
  const endpointIds = idsOf('webhook').map((id) => id.toHexString());
  const [people, keys, endpoints] = await Promise.all([
    users.find({ _id: { $in: idsOf('user') } }, { projection: { name: 1, email: 1 } }).toArray(),
    serviceKeys.find({ _id: { $in: idsOf('service-key') } }, { projection: { name: 1 } }).toArray(),
    webhookEndpoints
      .find({ _id: { $in: endpointIds }, deletedAt: { $exists: false } }, { projection: { url: 1 } })
      .toArray(),
  ]);
  const named = [
    ...people.map(({ _id, name, email }) => [_id.toHexString(), name ?? email] as const),
    ...keys.map(({ _id, name }) => [_id.toHexString(), name] as const),
    ...endpoints.map(({ _id, url }) => [_id, auditedUrl(url)] as const),
  ];
  return new Map(named.flatMap(([id, name]) => (name === undefined ? [] : [[id, name]])));
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
  names: ReadonlyMap<string, string>,
  { _id, at, actor, action, subject, reason, before, after, ip }: AuditDocument,
): AuditRow {
  return {
    id: _id.toHexString(),
    at: at.toISOString(),
    actor: toActor(actor),
    action,
    subject: subject && {
      kind: subject.kind,
      id: subject.id.toHexString(),
      name: names.get(subject.id.toHexString()) ?? null,
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

function toActor(actor: AuditActor): AuditRow['actor'] {
  switch (actor.kind) {
    case 'administrator':
      return { kind: actor.kind, id: actor.userId.toHexString(), name: actor.name };
    case 'service-key':
      return { kind: actor.kind, id: actor.keyId.toHexString(), name: actor.name };
    case 'server':
      return { kind: actor.kind, id: null, name: null };
  }
}
