import type { AuditRow } from '../../../shared/schemas/audit.ts';
import { csvOf } from '../csv.ts';

const HEAD = [
  'id',
  'at',
  'action',
  'actorKind',
  'actorId',
  'actorName',
  'subjectKind',
  'subjectId',
  'subjectName',
  'reason',
  'ip',
  'before',
  'after',
];

export function auditCsv(entries: readonly AuditRow[]): string {
  const rows = entries.map(({ id, at, action, actor, subject, reason, ip, before, after }) => [
    id,
    at,
    action,
    actor.kind,
    actor.id,
    actor.name,
    subject?.kind,
    subject?.id,
    subject?.name,
    reason,
    ip,
    before,
    after,
  ]);
  return csvOf([HEAD, ...rows]);
}
