import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PasswordStatus } from '../../../shared/schemas/password.ts';
import type { Profile } from '../../../shared/schemas/profile.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { KeyIcon } from '../../ui/icons.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';
import { useSignInMethodsChanged } from '../../features/session/use-sign-in-methods-changed.ts';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { trpc } from '../../trpc.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useFormatDay } from '../../ui/format-day.ts';
import { ItemDetails, ListItem } from '../../ui/list.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { PasswordForm } from './password-form.tsx';
import { useTexts } from '../../language/texts.ts';

/** The key of the text that says what was done. */
type PasswordOutcome = 'isSet' | 'isChanged' | 'isRemoved';

interface PasswordMethodProps {
  readonly status: PasswordStatus;
  readonly profile: Profile;
  /** The person begins to set, change or remove the password. */
  readonly onStart: () => void;
  readonly onDone: (outcome: PasswordOutcome) => void;
}

const REASON_ID = 'password-only-way';

export function PasswordMethod({ status, profile, onStart, onDone }: PasswordMethodProps) {
  const { ownPassword: texts, common, errors } = useTexts();
  const [isEditing, setEditing] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const utils = trpc.useUtils();
  const signInMethodsChanged = useSignInMethodsChanged();
  const formatDay = useFormatDay();
  const { changedAt, canSet, canRemove } = status;
  const hasPassword = changedAt !== null;

  const save = (outcome: PasswordOutcome) => (saved: PasswordStatus) => {
    signInMethodsChanged('password');
    utils.password.get.setData(undefined, saved);
    // A change creates a new session.
    void utils.session.get.invalidate();
    setEditing(false);
    setConfirming(false);
    onDone(outcome);
  };
  const remove = useSensitiveMutation({
    perform: () => utils.client.password.remove.mutate(),
    storeAs: null,
    onSuccess: save('isRemoved'),
    // The page was out of date, for example because of another tab.
    onError: () => signInMethodsChanged(),
    onVerify: () => setConfirming(false),
  });
  const wait = useRetryWait(remove.failure);
  const startAction = (action: () => void) => {
    onStart();
    remove.reset();
    action();
  };
  const edit = () => startAction(() => setEditing(true));
  const cancel = () => {
    // The button that opened the form must be rendered again before it can take the focus.
    flushSync(() => setEditing(false));
    opener.current?.focus();
  };

  const failure = remove.failure && !isConfirming && <ErrorNotice error={remove.failure} takeFocus />;
  const form = isEditing && (
    <PasswordForm
      hasPassword={hasPassword}
      email={profile.email}
      name={profile.name}
      onSaved={save(hasPassword ? 'isChanged' : 'isSet')}
      onCancel={cancel}
    />
  );
  return (
    <ListItem
      icon={<KeyIcon />}
      name={texts.title}
      below={
        <>
          {failure}
          {form}
          {isConfirming && (
            <ConfirmDialog
              title={texts.removeTitle}
              meaning={texts.removeWarning}
              mutation={remove}
              onClose={() => setConfirming(false)}
              onConfirm={() => remove.run(undefined)}
            />
          )}
        </>
      }
      actions={
        <>
          {!isEditing && !hasPassword && canSet && (
            <Button ref={opener} variant="default" onClick={edit}>
              {texts.setOne}
            </Button>
          )}
          {!isEditing && hasPassword && (
            <>
              <Button ref={opener} variant="default" aria-label={texts.change} onClick={edit}>
                {common.change}
              </Button>
              <RemoveButton
                label={texts.remove}
                keptBecause={canRemove ? undefined : REASON_ID}
                loading={remove.isPending && !isConfirming}
                disabled={wait > 0}
                onClick={() => startAction(() => setConfirming(true))}
              />
            </>
          )}
        </>
      }
    >
      <ItemDetails>
        {hasPassword && texts.changedOn(formatDay(changedAt))}
        {!hasPassword && (canSet ? texts.none : texts.needsAddress)}
      </ItemDetails>
      {hasPassword && !canRemove && (
        <ItemDetails id={REASON_ID}>{errors.LAST_SIGN_IN_METHOD.message}</ItemDetails>
      )}
    </ListItem>
  );
}
