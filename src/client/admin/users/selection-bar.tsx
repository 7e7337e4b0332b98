import { useEffect, useEffectEvent, useState } from 'react';
import type { DeclaredConfiguration } from '../../../shared/schemas/console.ts';
import type { User } from '../../../shared/schemas/users.ts';
import { useNotice } from '../../ui/notices.tsx';
import { useErrorWords } from '../../language/error-words.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { downloadFile } from '../../ui/download-file.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/text-field.tsx';
import { useToast } from '../../ui/toasts/toasts.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { Popover, PopoverEntry } from '../popover.tsx';
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
  /** The bar, which had the focus, may be gone. */
  readonly onEnd: () => void;
}

type Kind = 'suspend' | 'resume' | 'endSessions' | 'giveRole' | 'takeRole';
const KINDS: readonly Kind[] = ['suspend', 'resume', 'endSessions', 'giveRole', 'takeRole'];
/** The others are behind "More". */
const SHOWN = 2;

/** What can be done with the selected people, with one reason for all. */
export function SelectionBar({ selected, roles, deselect, clear, onEnd }: SelectionBarProps) {
  const { people: texts, person } = useTexts();
  const nameOf = useRoleName();
  const { notice, show, clear: clearNotice } = useNotice();
  const [kind, setKind] = useState<Kind>('suspend');
  const [role, setRole] = useState('');
  const [endsKeys, setEndsKeys] = useState(true);
  const [ended, setEnded] = useState<BulkOutcome | null>(null);
  const focusNext = useEffectEvent(onEnd);
  useEffect(() => {
    if (ended) focusNext();
  }, [ended]);
  const showToast = useToast();
  const bulk = useBulk({
    selected,
    deselect,
    onEnd: (outcome) => {
      const { done, undos, refused } = outcome;
      if (refused.length > 0) show(() => <Refusals of={refused} />);
      else setEnded(outcome);
      if (done === 0) return;
      showToast({
        subject: 'selection',
        text: (words) => words.people.done[kind](done),
        ...(undos.length > 0 && { undo: undoOf(undos) }),
      });
    },
  });
  const { users } = trpc.useUtils().client;
  const undoOf = (undos: BulkOutcome['undos']) => {
    const open = [...undos];
    return {
      isCurrent: async () => {
        for (const { id, isCurrent } of open) if (!isCurrent(await users.get.query({ id }))) return false;
        return true;
      },
      // After a failure, the next press goes on with the others.
      run: async () => {
        for (let next = open[0]; next; next = open[0]) {
          await next.perform();
          open.shift();
        }
      },
    };
  };
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
      undo: ({ before: { id, suspension } }) =>
        suspension && {
          isCurrent: (present) => present.suspension === null,
          perform: () => users.suspend.mutate({ id, reason: suspension.reason, until: suspension.until }),
        },
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
    endSessions: texts.signOut,
    giveRole: texts.giveRole,
    takeRole: texts.takeRole,
  };
  const isAboutRole = kind === 'giveRole' || kind === 'takeRole';
  const people = [...selected.values()];
  const rolesFor = (each: Kind) =>
    roles.filter(({ name, isGrave }) =>
      each === 'takeRole'
        ? people.some((user) => user.roles.includes(name))
        : // A grave role asks for more than one click can say.
          !isGrave && people.some((user) => !user.roles.includes(name)),
    );
  const start = (next: Kind) => {
    clearNotice();
    setKind(next);
    setRole(rolesFor(next)[0]?.name ?? '');
    bulk.open();
  };
  const offered = KINDS.filter((each) =>
    each.endsWith('Role') ? rolesFor(each).length > 0 : people.some(changes[each].isNeeded),
  );
  const entries = offered.slice(SHOWN);
  return (
    <>
      {notice}
      {selected.size > 0 && (
        <div role="group" aria-label={texts.selected(selected.size)} className={classes['selection']}>
          <p role="status">{texts.selected(selected.size)}</p>
          <Button
            variant="subtle"
            aria-label={texts.clearSelection}
            title={texts.clearSelection}
            className={classes['clear']}
            onClick={clear}
          >
            <CloseIcon size={16} />
          </Button>
          {offered.slice(0, SHOWN).map((each) => (
            <Button key={each} variant="default" isDangerous={each === 'suspend'} onClick={() => start(each)}>
              {names[each]}
            </Button>
          ))}
          <Popover label={texts.more} className={classes['more']}>
            {entries.map((each) => (
              <PopoverEntry key={each} onClick={() => start(each)}>
                {names[each]}
              </PopoverEntry>
            ))}
            <PopoverEntry onClick={() => downloadFile('people.csv', peopleCsv(people), 'text/csv')}>
              {texts.exportCsv}
            </PopoverEntry>
          </Popover>
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

function Refusals({ of: refusals }: { readonly of: readonly Refusal[] }) {
  const { people: texts } = useTexts();
  return (
    <Notice tone="problem" takeFocus>
      <p>{texts.refused}</p>
      <ul>
        {refusals.map((refusal) => (
          <Refused key={refusal.user.id} refusal={refusal} />
        ))}
      </ul>
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
