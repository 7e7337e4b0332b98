import { HIDDEN_VALUE } from '../../../shared/hidden-value.ts';
import type { AuditRow } from '../../../shared/schemas/audit.ts';
import { useTexts } from '../../language/texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useFieldValue } from '../field-words.ts';
import classes from './audit-log.module.css';

interface AuditChangesProps {
  /** `null`: closed. */
  readonly entry: AuditRow | null;
  readonly onClose: () => void;
}

export function AuditChanges({ entry, onClose }: AuditChangesProps) {
  const { auditLog: texts } = useTexts();
  const fieldValueOf = useFieldValue();
  if (!entry) return null;
  const { action, before, after } = entry;
  const valueOf = (value: unknown) => (value === HIDDEN_VALUE ? texts.hidden : fieldValueOf(value));
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <Dialog opened title={texts.actions[action]} onClose={onClose}>
      <div className={classes['scroller']}>
        <table className={classes['changes']}>
          <thead>
            <tr>
              <th scope="col">{texts.value}</th>
              <th scope="col">{texts.before}</th>
              <th scope="col">{texts.after}</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>
                  <bdi>{valueOf(before?.[name])}</bdi>
                </td>
                <td>
                  <bdi>{valueOf(after?.[name])}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}
