import { Button } from '@mantine/core';
import { useState } from 'react';
import { ERRORS } from '../../../../shared/errors.ts';
import type { PasswordStatus } from '../../../../shared/schemas/password.ts';
import type { Profile } from '../../../../shared/schemas/profile.ts';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useRetryWait } from '../../../components/use-retry-wait.ts';
import { useSensitiveMutation } from '../../../components/verify/use-sensitive-mutation.ts';
import { useVerify } from '../../../components/verify/verify-context.ts';
import { trpc } from '../../../trpc.ts';
import { formatDay } from '../format-day.ts';
import { Section } from '../section.tsx';
import classes from '../sign-in-methods.module.css';
import { PasswordForm } from './password-form.tsx';
import { RemovePasswordDialog } from './remove-password-dialog.tsx';

interface PasswordSectionProps {
  readonly status: PasswordStatus;
  readonly profile: Profile;
}

const DONE = {
  set: 'Your password is set. You can sign in with it from now on.',
  changed: 'Your password is changed, and every other device is signed out.',
  removed: 'Your password is removed. It no longer signs you in.',
} as const;

/** The first password, another one, or none. */
export function PasswordSection({ status, profile }: PasswordSectionProps) {
  const [isEditing, setEditing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [done, setDone] = useState<keyof typeof DONE | null>(null);
  const { message } = useVerify();
  const utils = trpc.useUtils();
  const hasPassword = status.changedAt !== null;

  const save = (kind: keyof typeof DONE) => (saved: PasswordStatus) => {
    utils.password.get.setData(undefined, saved);
    // Which other ways may be removed depends on this one; a change comes with a new session.
    void utils.accounts.list.invalidate();
    void utils.session.get.invalidate();
    setEditing(false);
    setAsking(false);
    setDone(kind);
  };
  const remove = useSensitiveMutation({
    perform: () => utils.client.password.remove.mutate(),
    keep: null,
    onSuccess: save('removed'),
    // What the page shows was not what the server knows: another tab was faster.
    onError: () => void utils.password.get.invalidate(),
    onVerify: () => setAsking(false),
  });
  const wait = useRetryWait(remove.failure);
  const begin = (start: () => void) => {
    setDone(null);
    remove.reset();
    start();
  };

  return (
    <Section title="Password" hint="Typed together with your e-mail address.">
      {done && (
        <Notice key={done} tone="success" takeFocus>
          <p>{DONE[done]}</p>
        </Notice>
      )}
      {message?.outcome === 'password-left-out' && !hasPassword && (
        <Notice tone="calm" title="You are signed in, without a password" takeFocus>
          <p>
            The mail was opened in another browser than the one where you chose your password, so it was not
            kept. You can set one here.
          </p>
        </Notice>
      )}
      {remove.failure && !isAsking && <ErrorNotice error={remove.failure} takeFocus />}
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
              <p>You have no password.</p>
              <Button variant="default" size="sm" onClick={() => begin(() => setEditing(true))}>
                Set a password
              </Button>
            </>
          ) : (
            <p>Not available: no address of yours is verified.</p>
          )}
        </div>
      )}
      {!isEditing && status.changedAt !== null && (
        <Held
          changedAt={status.changedAt}
          canRemove={status.canRemove}
          isRemoving={remove.isPending && !isAsking}
          disabled={wait > 0}
          onChange={() => begin(() => setEditing(true))}
          onRemove={() => begin(() => setAsking(true))}
        />
      )}
      <RemovePasswordDialog
        opened={isAsking}
        isPending={remove.isPending}
        failure={remove.failure}
        onClose={() => setAsking(false)}
        onRemove={() => remove.run(undefined)}
      />
    </Section>
  );
}

interface HeldProps {
  readonly changedAt: string;
  readonly canRemove: boolean;
  readonly isRemoving: boolean;
  readonly disabled: boolean;
  readonly onChange: () => void;
  readonly onRemove: () => void;
}

const REASON_ID = 'password-only-way';

function Held({ changedAt, canRemove, isRemoving, disabled, onChange, onRemove }: HeldProps) {
  return (
    <div className={classes['passwordRow']}>
      <div>
        <p>Last changed {formatDay(changedAt)}</p>
        {!canRemove && (
          <p id={REASON_ID} className={classes['reason']}>
            {ERRORS.LAST_SIGN_IN_METHOD.message}
          </p>
        )}
      </div>
      <div className={classes['itemButtons']}>
        <Button variant="default" size="sm" aria-label="Change password" onClick={onChange}>
          Change
        </Button>
        <Button
          variant="default"
          size="sm"
          aria-label="Remove password"
          // Not `disabled`: that would take the button, and the reason with it, away from the keyboard.
          aria-disabled={!canRemove}
          {...(!canRemove && { 'data-disabled': true, 'aria-describedby': REASON_ID })}
          loading={isRemoving}
          disabled={disabled}
          onClick={() => canRemove && onRemove()}
        >
          Remove
        </Button>
      </div>
    </div>
  );
}
