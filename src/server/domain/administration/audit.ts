import type { Dependencies } from '../../dependencies.ts';
import type { AuditPage, ListAuditInput } from '../../../shared/schemas/audit.ts';

/** One page of the audit log. */
export function listAudit(_deps: Dependencies, _input: ListAuditInput): Promise<AuditPage> {
  throw new Error('to be built');
}
