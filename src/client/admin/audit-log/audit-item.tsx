import { HIDDEN_VALUE } from '../../../shared/hidden-value.ts';
import type { AuditRow } from '../../../shared/schemas/audit.ts';
import { ItemDetails, ItemLabel, ListItem } from '../../account/list.tsx';
import { useTexts } from '../../language/texts.ts';
import { TextLink } from '../../ui/links.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useFieldValue } from '../field-words.ts';
import classes from './audit-log.module.css';

export function AuditItem({ entry }: { readonly entry: AuditRow }) {
  const { auditLog: texts } = useTexts();
  const { action, actor, at, reason, ip } = entry;
  return (
    <ListItem name={texts.actions[action]} below={<Changes entry={entry} />}>
      <ItemDetails>
        <RelativeTime at={at} /> {texts.by} <bdi>{actor.name ?? texts.actors[actor.kind]}</bdi>
        {actor.name !== null && ` (${texts.actors[actor.kind]})`}
        {ip !== null && (
          <>
            {` ${texts.from} `}
            <bdi>{ip}</bdi>
          </>
        )}
      </ItemDetails>
      <Subject entry={entry} />
      {reason !== null && (
        <ItemLabel>
          {texts.reason}: <bdi>{reason}</bdi>
        </ItemLabel>
      )}
    </ListItem>
  );
}

function Subject({ entry: { subject } }: { readonly entry: AuditRow }) {
  const { auditLog: texts } = useTexts();
  if (!subject) return null;
  const name = subject.name === null ? <code>{subject.id}</code> : <bdi>{subject.name}</bdi>;
  return (
    <ItemDetails>
      {texts.subjects[subject.kind]}{' '}
      {subject.kind === 'user' ? (
        <TextLink to="/admin/people/$id" params={{ id: subject.id }} preload={false}>
          {name}
        </TextLink>
      ) : subject.kind === 'webhook' ? (
        <TextLink to="/admin/webhooks/$id" params={{ id: subject.id }} preload={false}>
          {name}
        </TextLink>
      ) : (
        name
      )}
    </ItemDetails>
  );
}

function Changes({ entry: { before, after } }: { readonly entry: AuditRow }) {
  const { auditLog: texts } = useTexts();
  const fieldValueOf = useFieldValue();
  const valueOf = (value: unknown) => (value === HIDDEN_VALUE ? texts.hidden : fieldValueOf(value));
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return null;
  return (
    <details className={classes['changes']}>
      <summary>{texts.changes}</summary>
      <div className={classes['scroller']}>
        <table>
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
    </details>
  );
}
