import { useId } from 'react';
import type { AuditRow } from '../../../shared/schemas/audit.ts';
import { useTexts } from '../../language/texts.ts';
import { TextLink } from '../../ui/links.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './audit-log.module.css';
import { ActorPicture, Sentence } from './audit-sentence.tsx';

/** The link of an entry has the focus when its panel closes. */
export const linkIdOf = (entryId: string) => `entry-${entryId}`;

/** A press anywhere on it opens the panel, except on the links of its sentence. */
export function AuditItem({ entry }: { readonly entry: AuditRow }) {
  const { auditLog: texts } = useTexts();
  const sentenceId = useId();
  const linkId = linkIdOf(entry.id);
  return (
    <li className={classes['item']}>
      <ActorPicture entry={entry} />
      <p id={sentenceId} className={classes['sentence']}>
        <Sentence entry={entry} />
        {entry.reason !== null && (
          <span className={classes['reason']}>
            {' · '}
            <bdi>{entry.reason}</bdi>
          </span>
        )}
      </p>
      <span className={classes['end']}>
        <span className={classes['when']}>
          <RelativeTime at={entry.at} />
        </span>
        <TextLink
          id={linkId}
          aria-labelledby={`${linkId} ${sentenceId}`}
          to="/admin/audit-log"
          search={(last) => ({ ...last, entry: entry.id })}
          replace
          resetScroll={false}
          preload={false}
          size="sm"
          className={classes['open']}
        >
          {texts.details}
        </TextLink>
      </span>
    </li>
  );
}
