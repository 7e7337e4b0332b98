import { ObjectId, type Filter } from 'mongodb';
import type { AuditPage, AuditRow, ListAuditInput } from '../../../shared/schemas/audit.ts';
import type { AuditActor, AuditDocument } from '../../database/administration-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { afterTimeCursor, timeCursorOf } from '../rules/time-cursor.ts';

/**
 * One page of the audit log, newest first. New rows come before the first page, so they do not shift later pages.
 *
 * Throws `INVALID_INPUT` for a cursor that this function did not make.
 */
export async function listAudit(
  deps: Pick<Dependencies, 'collections'>,
  { subject, actor, actions, cursor, limit }: ListAuditInput,
): Promise<AuditPage> {
  const conditions: Filter<AuditDocument>[] = [
    ...(subject === undefined ? [] : [{ 'subject.id': new ObjectId(subject) }]),
    ...(actor === undefined ? [] : [doneBy(new ObjectId(actor))]),
    ...(actions === undefined ? [] : [{ action: { $in: [...new Set(actions)] } }]),
    ...(cursor === undefined ? [] : [afterTimeCursor(cursor)]),
  ];
  const rows = await deps.collections.audit
    // One row more than the page shows whether there is another page.
    .find(conditions.length === 0 ? {} : { $and: conditions })
    .sort({ at: -1, _id: -1 })
    .limit(limit + 1)
    .toArray();
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { entries: shown.map(toAuditRow), nextCursor: last ? timeCursorOf(last) : null };
}

/** The id is of an administrator or of a service key. */
function doneBy(id: ObjectId): Filter<AuditDocument> {
  return { $or: [{ 'actor.userId': id }, { 'actor.keyId': id }] };
}

function toAuditRow({ _id, at, actor, action, subject, reason, before, after, ip }: AuditDocument): AuditRow {
  return {
    id: _id.toHexString(),
    at: at.toISOString(),
    actor: toActor(actor),
    action,
    subject: subject && { kind: subject.kind, id: subject.id.toHexString() },
    reason,
    before: before && { ...before },
    after: after && { ...after },
    ip,
  };
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
