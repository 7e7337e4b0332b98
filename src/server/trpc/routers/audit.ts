import { auditIdInput, auditRow, listAuditInput, listAuditOutput } from '../../../shared/schemas/audit.ts';
import { getAudit, listAudit } from '../../domain/administration/audit.ts';
import { administratorProcedure, router } from '../procedures.ts';

export const auditRouter = router({
  list: administratorProcedure
    .meta({
      summary: 'Lists what administrators, service keys and commands on the server did, newest first.',
      errors: [],
    })
    .input(listAuditInput)
    .output(listAuditOutput)
    .query(({ ctx, input }) => listAudit(ctx.deps, input)),

  get: administratorProcedure
    .meta({ summary: 'Shows one entry of the audit log.', errors: ['NOT_FOUND'] })
    .input(auditIdInput)
    .output(auditRow)
    .query(({ ctx, input }) => getAudit(ctx.deps, input.id)),
});
