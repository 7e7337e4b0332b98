import type { ReactNode } from 'react';
import type { AuditRow } from '../../../shared/schemas/audit.ts';
import { HIDDEN_VALUE } from '../../../shared/hidden-value.ts';
import { useFormatMoment } from '../../ui/format-day.ts';
import { toPageError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AdminQueryNotice } from '../admin-query-notice.tsx';
import admin from '../admin.module.css';
import { Fact } from '../fact.tsx';
import { useFieldValue } from '../field-words.ts';
import { useRoleName } from '../user-labels.tsx';
import classes from './audit-panel.module.css';
import { Actor, Sentence, Subject } from './audit-sentence.tsx';
import { differencesOf } from './differences.ts';

interface AuditPanelProps {
  readonly id: string;
  /** The entries of the page, newest first. */
  readonly entries: readonly AuditRow[];
  /** Reads the next page, and opens its first entry. `null`: the last entry is there. */
  readonly onMore: (() => void) | null;
  readonly isReading: boolean;
  /** `undefined`: none. */
  readonly onChange: (id: string | undefined) => void;
}

/** All about one entry, at the side. A link may lead to an entry that is not on the page. */
export function AuditPanel({ id, entries, onMore, isReading, onChange }: AuditPanelProps) {
  const { auditLog: texts } = useTexts();
  const index = entries.findIndex((each) => each.id === id);
  const query = trpc.audit.get.useQuery({ id }, { enabled: index === -1, retry: false });
  const entry = entries[index] ?? query.data;
  const isGone = toPageError(query.error).code === 'NOT_FOUND';
  const openEntry = (step: number) => {
    const to = entries[index + step];
    return to ? () => onChange(to.id) : null;
  };
  const steps = [
    { name: texts.newer, go: openEntry(-1), isBusy: false },
    { name: texts.older, go: openEntry(1) ?? onMore, isBusy: isReading },
  ];
  return (
    <Dialog
      opened
      title={entry ? texts.actions[entry.action] : texts.title}
      onClose={() => onChange(undefined)}
    >
      <div className={classes['panel']}>
        {index !== -1 && (
          <div className={admin['buttons']}>
            {steps.map(({ name, go, isBusy }) => (
              // At an end, a button that is `disabled` would lose the focus.
              <Button
                key={name}
                variant="default"
                loading={isBusy}
                aria-disabled={go === null}
                onClick={() => go?.()}
              >
                {name}
              </Button>
            ))}
          </div>
        )}
        {entry ? (
          <Entry entry={entry} />
        ) : isGone ? (
          <Notice tone="calm">
            <p>{texts.entryGone}</p>
          </Notice>
        ) : (
          <>
            <AdminQueryNotice query={query} />
            {query.isPending && !query.isError && <Skeleton rows={4} />}
          </>
        )}
      </div>
    </Dialog>
  );
}

function Entry({ entry }: { readonly entry: AuditRow }) {
  const { auditLog: texts, adminConsole, person } = useTexts();
  const formatMoment = useFormatMoment();
  const { id, at, actor, action, subject, reason, ip } = entry;
  return (
    <>
      <p>
        <Sentence entry={entry} />
      </p>
      <dl className={admin['facts']}>
        <Fact name={texts.at}>
          <time dateTime={at}>{formatMoment(at)}</time>
        </Fact>
        {reason !== null && <Fact name={texts.reason}>{reason}</Fact>}
        <Party
          name={texts.doneBy}
          kind={texts.actors[actor.kind]}
          who={<Actor entry={entry} />}
          id={actor.id}
        >
          {actor.id !== null && (
            <TextLink to="/admin/audit-log" search={{ actor: actor.id }} preload={false} size="sm">
              {texts.onlyBy}
            </TextLink>
          )}
        </Party>
        {subject && (
          <Party
            name={adminConsole.columnNames.subject}
            kind={texts.subjects[subject.kind]}
            who={<Subject entry={entry} form="subject" />}
            id={subject.id}
          >
            <TextLink to="/admin/audit-log" search={{ subject: subject.id }} preload={false} size="sm">
              {texts.onlyAbout}
            </TextLink>
          </Party>
        )}
        {ip !== null && <Fact name={adminConsole.columnNames.address}>{ip}</Fact>}
        <Fact name={texts.code}>
          <code>{action}</code>
        </Fact>
        <Fact name={person.id}>
          <code>{id}</code>
        </Fact>
      </dl>
      <Differences entry={entry} />
    </>
  );
}

interface PartyProps {
  readonly name: string;
  readonly kind: string;
  readonly who: ReactNode;
  readonly id: string | null;
  /** Leads to their other entries. */
  readonly children: ReactNode;
}

/** Who did it, or what it was done to. Each part keeps its own writing direction. */
function Party({ name, kind, who, id, children }: PartyProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={classes['party']}>
        <bdi>{who}</bdi>
        <span className={admin['muted']}>{kind}</span>
        {id !== null && <code>{id}</code>}
        {children}
      </dd>
    </div>
  );
}

/** As JSON writes a time. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function Differences({ entry }: { readonly entry: AuditRow }) {
  const { auditLog: texts } = useTexts();
  const fieldValueOf = useFieldValue();
  const roleNameOf = useRoleName();
  const formatMoment = useFormatMoment();
  const differences = differencesOf(entry);
  if (differences.length === 0) return null;
  const wordsOf = (name: string, value: unknown) => {
    if (value === HIDDEN_VALUE) return texts.hidden;
    if (typeof value === 'string' && TIMESTAMP.test(value)) return formatMoment(value);
    return name === 'roles' ? roleNameOf(String(value)) : fieldValueOf(value);
  };
  return (
    <section aria-label={texts.changes}>
      <h3 className={classes['subtitle']}>{texts.changes}</h3>
      <dl className={classes['differences']}>
        {differences.map(({ name, removed, added }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              {removed.map((value) => (
                <del key={JSON.stringify(value)}>
                  <span className={admin['unseen']}>{texts.before}: </span>
                  <bdi>{wordsOf(name, value)}</bdi>
                </del>
              ))}
              {added.map((value) => (
                <ins key={JSON.stringify(value)}>
                  <span className={admin['unseen']}>{texts.after}: </span>
                  <bdi>{wordsOf(name, value)}</bdi>
                </ins>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
