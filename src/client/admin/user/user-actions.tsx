import { at } from '../../base-path.ts';
import { useState } from 'react';
import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import type { User } from '../../../shared/schemas/users.ts';
import { useNotice } from '../../ui/notices.tsx';
import { expiryOf, expiryRange } from '../../account/access-tokens/expiry.ts';
import { useExternalNavigation } from '../../features/session/external-navigation.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { Popover, PopoverEntry } from '../popover.tsx';
import popover from '../popover.module.css';
import { useAction } from '../use-action.ts';
import { DeleteUser } from './delete-user.tsx';
import { useUserAction } from './use-user-action.ts';
import classes from './user.module.css';
import choices from '../../ui/choices.module.css';

interface UserActionsProps {
  readonly user: User;
  readonly name: string;
  readonly onDeleted: () => void;
}

/** Beside the name. Notices and failures stand below both. */
export function UserActions({ user, name, onDeleted }: UserActionsProps) {
  const { person: texts } = useTexts();
  const utils = trpc.useUtils();
  const openUrl = useExternalNavigation();
  const { id, roles, state } = user;

  const suspend = useUserAction({
    subject: 'suspension',
    perform: (input: Suspension) => utils.client.users.suspend.mutate(input),
    success: (words) => words.person.suspended,
  });
  const resume = useUserAction({
    subject: 'suspension',
    perform: (input: { id: string }) => utils.client.users.resume.mutate(input),
    success: (words) => words.person.resumed,
    undo: ({ before: { suspension } }) =>
      suspension && {
        isCurrent: (present) => present.suspension === null,
        perform: () =>
          utils.client.users.suspend.mutate({ id, reason: suspension.reason, until: suspension.until }),
      },
  });
  const end = useUserAction({
    subject: 'sessions',
    perform: (input: Reasoned) => utils.client.users.endSessions.mutate(input),
    success: (words) => words.person.sessionsEnded,
  });
  const removal = useNotice();
  const removeSecondFactor = useAction({
    perform: (input: Reasoned) => utils.client.users.removeSecondFactor.mutate(input),
    onSuccess: () => {
      void utils.users.inspect.invalidate({ id });
      void utils.users.activity.invalidate({ id });
      void utils.audit.list.invalidate();
      removal.showSuccess((words) => words.person.removalRequested);
    },
  });
  const { data: details } = trpc.users.inspect.useQuery({ id });
  const hasSecondFactor =
    details?.secondFactorRemoval === null &&
    details.signInMethods.some(({ kind }) => kind === 'authenticator-app' || kind === 'recovery-codes');
  const actAs = useAction({
    perform: (input: Reasoned) => utils.client.users.impersonate.mutate(input),
    // A new page, so that nothing of the administrator stays in memory.
    onSuccess: () => openUrl(at('/account')),
  });
  /** A new action removes the notice of the last one. */
  const begin = (action: () => void) => {
    removal.clear();
    action();
  };

  return (
    <>
      <div role="group" aria-label={texts.actionsOn(name)} className={classes['actions']}>
        {/* The server refuses both, too. */}
        {!roles.includes(ADMINISTRATOR) && state !== 'suspended' && (
          <Button variant="default" loading={actAs.isSuccess} onClick={() => begin(actAs.open)}>
            {texts.actAs}
          </Button>
        )}
        {state === 'suspended' ? (
          <Button
            variant="default"
            loading={resume.isPending}
            onClick={() => begin(() => resume.run({ id }))}
          >
            {texts.resume}
          </Button>
        ) : (
          <Button variant="default" isDangerous onClick={() => begin(suspend.open)}>
            {texts.suspend}
          </Button>
        )}
        <Popover label={texts.more}>
          <ButtonLink
            to="/admin/audit-log"
            search={{ subject: id }}
            variant="subtle"
            fullWidth
            className={popover['entry']}
          >
            {texts.seeInAuditLog}
          </ButtonLink>
          {(details?.devices.length ?? 0) > 0 && (
            <PopoverEntry isDangerous onClick={() => begin(end.open)}>
              {texts.endSessions}
            </PopoverEntry>
          )}
          {hasSecondFactor && (
            <PopoverEntry isDangerous onClick={() => begin(removeSecondFactor.open)}>
              {texts.removeSecondFactor}
            </PopoverEntry>
          )}
          <DeleteUser id={id} name={name} onOpen={removal.clear} onDeleted={onDeleted} />
        </Popover>
      </div>
      <div className={classes['outcome']}>
        {removal.notice}
        {resume.failure && <ErrorNotice error={resume.failure} takeFocus />}
      </div>
      {suspend.isOpen && <SuspendDialog id={id} suspend={suspend} />}
      <ActionDialog
        action={end}
        title={texts.endSessions}
        meaning={texts.endSessionsMeaning}
        submit={texts.endSessions}
        isDangerous
        reason="read"
        onSubmit={(reason) => end.run({ id, reason })}
      />
      <ActionDialog
        action={removeSecondFactor}
        title={texts.removeSecondFactor}
        meaning={texts.removeSecondFactorMeaning}
        submit={texts.removeSecondFactor}
        isDangerous
        reason="read"
        onSubmit={(reason) => removeSecondFactor.run({ id, reason })}
      />
      <ActionDialog
        action={actAs}
        title={texts.actAs}
        meaning={texts.actAsMeaning}
        submit={texts.actAsStart}
        reason="read"
        onSubmit={(reason) => actAs.run({ id, reason })}
      />
    </>
  );
}

interface Reasoned {
  readonly id: string;
  readonly reason: string;
}

interface Suspension {
  readonly id: string;
  readonly reason: string;
  readonly until: string | null;
  readonly endServiceKeys?: true;
}

interface SuspendDialogProps {
  readonly id: string;
  readonly suspend: ReturnType<typeof useUserAction<Suspension>>;
}

function SuspendDialog({ id, suspend }: SuspendDialogProps) {
  const { person: texts } = useTexts();
  const [day, setDay] = useState('');
  const [endsKeys, setEndsKeys] = useState(true);
  const { data: details } = trpc.users.inspect.useQuery({ id });
  const keys = details?.serviceKeys ?? 0;
  const [{ first }] = useState(() => expiryRange(new Date()));
  return (
    <ActionDialog
      action={suspend}
      title={texts.suspendTitle}
      meaning={texts.suspendMeaning}
      submit={texts.suspend}
      isDangerous
      reason="read"
      onSubmit={(reason) =>
        suspend.run({
          id,
          reason,
          until: expiryOf({ kind: 'day', day }, new Date())?.toISOString() ?? null,
          ...(keys > 0 && endsKeys && { endServiceKeys: true }),
        })
      }
    >
      <TextField
        type="date"
        label={texts.until}
        description={texts.untilHint}
        min={first}
        value={day}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      {keys > 0 && (
        <label className={choices['choice']}>
          <input
            type="checkbox"
            checked={endsKeys}
            onChange={({ currentTarget }) => setEndsKeys(currentTarget.checked)}
          />
          {texts.endServiceKeys(keys)}
        </label>
      )}
    </ActionDialog>
  );
}
