import { useState } from 'react';
import type { DeclaredConfiguration } from '../../../shared/schemas/console.ts';
import type { User } from '../../../shared/schemas/users.ts';
import { useNotice } from '../../ui/notices.tsx';
import { useErrorWords } from '../../language/error-words.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { downloadFile } from '../../ui/download-file.ts';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/text-field.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { useRoleName } from '../user-labels.tsx';
import { peopleCsv } from './people-csv.ts';
import { useBulk, type BulkChange, type BulkOutcome, type Refusal } from './use-bulk.ts';
import classes from './users.module.css';
import choices from '../../ui/choices.module.css';

interface SelectionBarProps {
  readonly selected: ReadonlyMap<string, User>;
  readonly roles: DeclaredConfiguration['roles'];
  readonly deselect: (user: User) => void;
  readonly clear: () => void;
}

type Kind = 'suspend' | 'resume' | 'endSessions' | 'giveRole' | 'takeRole';
const KINDS: readonly Kind[] = ['suspend', 'resume', 'endSessions', 'giveRole', 'takeRole'];

/** What can be done with the selected people, with one reason for all. */
export function SelectionBar({ selected, roles, deselect, clear }: SelectionBarProps) {
  const { people: texts, person } = useTexts();
  const nameOf = useRoleName();
  const { notice, show, clear: clearNotice } = useNotice();
  const [kind, setKind] = useState<Kind>('suspend');
  const [role, setRole] = useState('');
  const [endsKeys, setEndsKeys] = useState(true);
  const bulk = useBulk({
    selected,
    deselect,
    onEnd: (outcome) => show(() => <Outcome outcome={outcome} />),
  });
  const { users } = trpc.useUtils().client;
  const withRoles = ({ id }: User, changed: string[], reason: string) =>
    users.setRoles.mutate({ id, roles: changed, ...(reason !== '' && { reason }) });
  const changes: Readonly<Record<Kind, BulkChange>> = {
    suspend: {
      isNeeded: ({ state }) => state !== 'suspended',
      change: ({ id }, reason) =>
        users.suspend.mutate({ id, reason, until: null, ...(endsKeys && { endServiceKeys: true }) }),
    },
    resume: {
      isNeeded: ({ state }) => state === 'suspended',
      change: ({ id }) => users.resume.mutate({ id }),
    },
    endSessions: {
      // Nobody's sessions are read here. After a lost answer, a person may be told twice.
      isNeeded: () => true,
      change: ({ id }, reason) => users.endSessions.mutate({ id, reason }),
    },
    giveRole: {
      isNeeded: (user) => !user.roles.includes(role),
      change: (user, reason) => withRoles(user, [...user.roles, role], reason),
    },
    takeRole: {
      isNeeded: (user) => user.roles.includes(role),
      change: (user, reason) =>
        withRoles(
          user,
          user.roles.filter((each) => each !== role),
          reason,
        ),
    },
  };
  const names: Readonly<Record<Kind, string>> = {
    suspend: person.suspend,
    resume: person.resume,
    endSessions: person.endSessions,
    giveRole: texts.giveRole,
    takeRole: texts.takeRole,
  };
  const isAboutRole = kind === 'giveRole' || kind === 'takeRole';
  // A grave role asks for more than one click can say.
  const rolesFor = (each: Kind) => (each === 'giveRole' ? roles.filter(({ isGrave }) => !isGrave) : roles);
  const start = (next: Kind) => {
    clearNotice();
    setKind(next);
    setRole(rolesFor(next)[0]?.name ?? '');
    bulk.open();
  };
  const offered = KINDS.filter((each) => !each.endsWith('Role') || rolesFor(each).length > 0);
  return (
    <>
      {notice}
      {selected.size > 0 && (
        <div role="group" aria-label={texts.selected(selected.size)} className={classes['selection']}>
          <p role="status">{texts.selected(selected.size)}</p>
          {offered.map((each) => (
            <Button
              key={each}
              variant="default"
              size="compact-sm"
              isDangerous={each === 'suspend'}
              onClick={() => start(each)}
            >
              {names[each]}
            </Button>
          ))}
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => downloadFile('people.csv', peopleCsv([...selected.values()]), 'text/csv')}
          >
            {texts.exportCsv}
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={clear}>
            {texts.clearSelection}
          </Button>
        </div>
      )}
      <ActionDialog
        action={bulk}
        title={`${names[kind]}: ${texts.selected(selected.size)}`}
        submit={names[kind]}
        isDangerous={kind === 'suspend'}
        reason={kind === 'resume' ? 'none' : isAboutRole ? 'kept' : 'read'}
        onSubmit={(reason) => bulk.run({ change: changes[kind], reason })}
      >
        {isAboutRole && (
          <SelectField
            label={texts.role}
            value={role}
            onChange={({ currentTarget }) => setRole(currentTarget.value)}
            data={rolesFor(kind).map(({ name }) => ({ value: name, label: nameOf(name) }))}
          />
        )}
        {kind === 'suspend' && (
          <label className={choices['choice']}>
            <input
              type="checkbox"
              checked={endsKeys}
              onChange={({ currentTarget }) => setEndsKeys(currentTarget.checked)}
            />
            {texts.endTheirKeys}
          </label>
        )}
        <p role="status">{bulk.progress && texts.progress(bulk.progress.done, bulk.progress.total)}</p>
      </ActionDialog>
    </>
  );
}

function Outcome({ outcome: { done, refused } }: { readonly outcome: BulkOutcome }) {
  const { people: texts } = useTexts();
  return (
    <Notice tone={refused.length > 0 ? 'problem' : 'success'} takeFocus>
      <p>{texts.changed(done)}</p>
      {refused.length > 0 && (
        <>
          <p>{texts.refused}</p>
          <ul>
            {refused.map((refusal) => (
              <Refused key={refusal.user.id} refusal={refusal} />
            ))}
          </ul>
        </>
      )}
    </Notice>
  );
}

function Refused({ refusal: { user, error } }: { readonly refusal: Refusal }) {
  const { noName } = useTexts().people;
  const { message } = useErrorWords()(error);
  return (
    <li>
      <bdi>{user.name ?? user.email ?? noName}</bdi>: {message}
    </li>
  );
}
