import type { AuditRow } from '../../../shared/schemas/audit.ts';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/links.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { Column } from '../table/data-table.tsx';

/** `onShow` shows what an entry changed. */
export function useAuditColumns(onShow: (entry: AuditRow) => void): readonly Column<AuditRow>[] {
  const { adminConsole, auditLog: texts } = useTexts();
  const names = adminConsole.columnNames;
  return [
    { id: 'action', name: texts.action, cell: ({ action }) => texts.actions[action] },
    { id: 'subject', name: names.subject, cell: (entry) => <Subject entry={entry} /> },
    {
      id: 'actor',
      name: texts.doneBy,
      cell: ({ actor }) => (
        <>
          <bdi>{actor.name ?? texts.actors[actor.kind]}</bdi>
          {actor.name !== null && ` (${texts.actors[actor.kind]})`}
        </>
      ),
    },
    { id: 'when', name: names.when, cell: ({ at }) => <RelativeTime at={at} /> },
    {
      id: 'reason',
      name: texts.reason,
      cell: ({ reason }) => reason !== null && <bdi title={reason}>{reason}</bdi>,
    },
    { id: 'address', name: names.address, cell: ({ ip }) => ip !== null && <bdi>{ip}</bdi> },
    {
      id: 'changes',
      name: names.actions,
      isForActions: true,
      cell: (entry) =>
        (entry.before !== null || entry.after !== null) && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`${texts.changes}: ${texts.actions[entry.action]}`}
            onClick={() => onShow(entry)}
          >
            {texts.changes}
          </Button>
        ),
    },
  ];
}

function Subject({ entry: { subject } }: { readonly entry: AuditRow }) {
  const { auditLog: texts } = useTexts();
  if (!subject) return null;
  const { id, kind } = subject;
  const name = subject.name === null ? <code>{id}</code> : <bdi>{subject.name}</bdi>;
  if (kind === 'user') {
    return (
      <TextLink to="/admin/people/$id" params={{ id }} preload={false}>
        {name}
      </TextLink>
    );
  }
  return (
    <>
      {`${texts.subjects[kind]} `}
      {kind === 'webhook' ? (
        <TextLink to="/admin/webhooks/$id" params={{ id }} preload={false}>
          {name}
        </TextLink>
      ) : (
        name
      )}
    </>
  );
}
