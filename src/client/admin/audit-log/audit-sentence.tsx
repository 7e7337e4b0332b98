import { Fragment, type ReactNode } from 'react';
import type { AuditRow } from '../../../shared/schemas/audit.ts';
import { UserPicture } from '../../ui/user-picture.tsx';
import { useNameList } from '../../language/name-list.ts';
import { useTexts } from '../../language/texts.ts';
import { KeyIcon, TerminalIcon } from '../../ui/icons.tsx';
import { TextLink } from '../../ui/links.tsx';
import { useRoleName } from '../user-labels.tsx';
import classes from './audit-log.module.css';
import { differencesOf } from './differences.ts';

interface EntryProps {
  readonly entry: AuditRow;
}

/** The picture of the person, or a mark for a service key or the server. */
export function ActorPicture({ entry: { actor } }: EntryProps) {
  const { auditLog: texts } = useTexts();
  if (actor.kind === 'administrator') {
    return <UserPicture id={actor.id ?? ''} name={actor.name} image={actor.image} size="small" />;
  }
  return (
    <span role="img" aria-label={texts.actors[actor.kind]} className={classes['mark']}>
      {actor.kind === 'service-key' ? <KeyIcon size={18} /> : <TerminalIcon size={18} />}
    </span>
  );
}

/** "Ada suspended Katherine". */
export function Sentence({ entry }: EntryProps) {
  const sentenceOf = useSentence();
  const { text, values } = sentenceOf(entry);
  const parts: Readonly<Record<string, ReactNode>> = {
    ...values,
    actor: <Actor entry={entry} />,
    subject: <Subject entry={entry} form="subject" />,
    dative: <Subject entry={entry} form="dative" />,
  };
  // Every second part is the name of a placeholder.
  return text.split(/\{(\w+)\}/).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a sentence keep their order
    <Fragment key={index}>{index % 2 === 0 ? part : <bdi>{parts[part]}</bdi>}</Fragment>
  ));
}

/** More names would hide the rest of the sentence. */
const ROLES_NAMED = 3;

/** Of a change of roles, it says which were given and taken. */
function useSentence() {
  const { auditLog: texts } = useTexts();
  const nameOf = useRoleName();
  const listOf = useNameList();
  return (entry: AuditRow): { text: string; values: Readonly<Record<string, string>> } => {
    const { action } = entry;
    const change =
      action === 'user-roles-changed' && differencesOf(entry).find(({ name }) => name === 'roles');
    const [given, taken] = [change ? change.added : [], change ? change.removed : []];
    const count = given.length + taken.length;
    if (count === 0 || count > ROLES_NAMED) return { text: texts.sentences[action], values: {} };
    const names = (roles: readonly unknown[]) => listOf(roles.map((role) => nameOf(String(role))));
    const text =
      taken.length === 0
        ? texts.rolesGiven(given.length)
        : given.length === 0
          ? texts.rolesTaken(taken.length)
          : texts.rolesExchanged;
    return { text, values: { given: names(given), taken: names(taken) } };
  };
}

export function Actor({ entry: { actor } }: EntryProps) {
  const { auditLog: texts } = useTexts();
  if (actor.kind === 'server') return texts.unnamed.server;
  const name = actor.name ?? texts.unnamed.administrator;
  if (actor.id === null || actor.isGone) return name;
  return actor.kind === 'service-key' ? (
    <TextLink to="/admin/service-keys" preload={false}>
      {name}
    </TextLink>
  ) : (
    <TextLink to="/admin/people/$id" params={{ id: actor.id }} preload={false}>
      {name}
    </TextLink>
  );
}

interface SubjectProps extends EntryProps {
  readonly form: 'subject' | 'dative';
}

export function Subject({ entry, form }: SubjectProps) {
  const { auditLog: texts } = useTexts();
  const { action, subject } = entry;
  if (!subject) return action === 'job-retried' ? texts.severalJobs : texts.ofSettings;
  const { id, kind, isGone } = subject;
  if (kind === 'job') return texts.aJob;
  if (kind === 'user' && isGone) return texts.deletedPerson[form];
  const name = subject.name ?? (kind === 'user' ? null : formerName(entry)) ?? (isGone ? texts.gone : id);
  if (isGone) return name;
  if (kind === 'service-key') {
    return (
      <TextLink to="/admin/service-keys" preload={false}>
        {name}
      </TextLink>
    );
  }
  return (
    <TextLink
      to={kind === 'user' ? '/admin/people/$id' : '/admin/webhooks/$id'}
      params={{ id }}
      preload={false}
    >
      {name}
    </TextLink>
  );
}

/** A service key or an endpoint that is gone has no other name. */
function formerName({ before, after }: AuditRow): string | null {
  const names = [after?.['name'], before?.['name'], after?.['url'], before?.['url']];
  return names.find((each) => typeof each === 'string') ?? null;
}
