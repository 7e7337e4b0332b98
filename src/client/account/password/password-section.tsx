import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { PasswordStatus } from '../../../shared/schemas/password.ts';
import type { Profile } from '../../../shared/schemas/profile.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useRetryWait } from '../../ui/use-retry-wait.ts';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { useVerify } from '../../features/verify/verify-context.ts';
import { trpc } from '../../trpc.ts';
import { useFormatDay } from '../format-day.ts';
import { Section } from '../section.tsx';
import classes from '../sign-in-methods/sign-in-methods.module.css';
import { PasswordForm } from './password-form.tsx';
import { RemovePasswordDialog } from './remove-password-dialog.tsx';
import { useTexts } from '../../language/texts.ts';

interface PasswordSectionProps {
  readonly status: PasswordStatus;
  readonly profile: Profile;
}

/** The last result, and the key of its text. */
const OUTCOME_TEXTS = { set: 'isSet', changed: 'isChanged', removed: 'isRemoved' } as const;

/** Sets, changes or removes the password. */
export function PasswordSection({ status, profile }: PasswordSectionProps) {
  const { ownPassword: texts, common } = useTexts();
  const [isEditing, setEditing] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const [outcome, setOutcome] = useState<keyof typeof OUTCOME_TEXTS | null>(null);
  const { message } = useVerify();
  const utils = trpc.useUtils();
  const hasPassword = status.changedAt !== null;

  const save = (kind: keyof typeof OUTCOME_TEXTS) => (saved: PasswordStatus) => {
    utils.password.get.setData(undefined, saved);
    // The password decides which accounts can be removed, and a change creates a new session.
    void utils.accounts.list.invalidate();
    void utils.session.get.invalidate();
    setEditing(false);
    setConfirming(false);
    setOutcome(kind);
  };
  const remove = useSensitiveMutation({
    perform: () => utils.client.password.remove.mutate(),
    storeAs: null,
    onSuccess: save('removed'),
    // The page was out of date, for example because of another tab.
    onError: () => void utils.password.get.invalidate(),
    onVerify: () => setConfirming(false),
  });
  const wait = useRetryWait(remove.failure);
  const startAction = (action: () => void) => {
    setOutcome(null);
    remove.reset();
    action();
  };

  return (
    <Section title={texts.title} hint={texts.hint}>
      {outcome && (
        <Notice key={outcome} tone="success" takeFocus>
          <p>{texts[OUTCOME_TEXTS[outcome]]}</p>
        </Notice>
      )}
      {message?.outcome === 'password-left-out' && !hasPassword && (
        <Notice tone="calm" title={texts.leftOutTitle} takeFocus>
          <p>{texts.leftOut}</p>
        </Notice>
      )}
      {remove.failure && !isConfirming && <ErrorNotice error={remove.failure} takeFocus />}
      {isEditing && (
        <PasswordForm
          hasPassword={hasPassword}
          email={profile.email}
          name={profile.name}
          onSaved={save(hasPassword ? 'changed' : 'set')}
          onCancel={() => setEditing(false)}
        />
      )}
      {!isEditing && !hasPassword && (
        <div className={classes['row']}>
          {status.canSet ? (
            <>
              <p>{texts.none}</p>
              <Button variant="default" size="sm" onClick={() => startAction(() => setEditing(true))}>
                {texts.setOne}
              </Button>
            </>
          ) : (
            <p>{common.noVerifiedAddress}</p>
          )}
        </div>
      )}
      {!isEditing && status.changedAt !== null && (
        <CurrentPassword
          changedAt={status.changedAt}
          canRemove={status.canRemove}
          isRemoving={remove.isPending && !isConfirming}
          disabled={wait > 0}
          onChange={() => startAction(() => setEditing(true))}
          onRemove={() => startAction(() => setConfirming(true))}
        />
      )}
      <RemovePasswordDialog
        opened={isConfirming}
        isPending={remove.isPending}
        failure={remove.failure}
        onClose={() => setConfirming(false)}
        onRemove={() => remove.run(undefined)}
      />
    </Section>
  );
}

interface CurrentPasswordProps {
  readonly changedAt: string;
  readonly canRemove: boolean;
  readonly isRemoving: boolean;
  readonly disabled: boolean;
  readonly onChange: () => void;
  readonly onRemove: () => void;
}

const REASON_ID = 'password-only-way';

function CurrentPassword({
  changedAt,
  canRemove,
  isRemoving,
  disabled,
  onChange,
  onRemove,
}: CurrentPasswordProps) {
  const { ownPassword: texts, common, errors } = useTexts();
  const formatDay = useFormatDay();
  return (
    <div className={classes['passwordRow']}>
      <div>
        <p>{texts.changedOn(formatDay(changedAt))}</p>
        {!canRemove && (
          <p id={REASON_ID} className={classes['reason']}>
            {errors.LAST_SIGN_IN_METHOD.message}
          </p>
        )}
      </div>
      <div className={classes['itemButtons']}>
        <Button variant="default" size="sm" aria-label={texts.change} onClick={onChange}>
          {common.change}
        </Button>
        <Button
          variant="default"
          size="sm"
          aria-label={texts.remove}
          // Not `disabled`, which would make the button and its reason unreachable by keyboard.
          aria-disabled={!canRemove}
          {...(!canRemove && { 'aria-describedby': REASON_ID })}
          loading={isRemoving}
          disabled={disabled}
          onClick={() => canRemove && onRemove()}
        >
          {common.remove}
        </Button>
      </div>
    </div>
  );
}
