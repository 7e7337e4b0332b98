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
import classes from '../sign-in-methods.module.css';
import { PasswordForm } from './password-form.tsx';
import { RemovePasswordDialog } from './remove-password-dialog.tsx';
import { useTexts } from '../../language/texts.ts';

interface PasswordSectionProps {
  readonly status: PasswordStatus;
  readonly profile: Profile;
}

/** What was just done, and the text that says so. */
const DONE = { set: 'isSet', changed: 'isChanged', removed: 'isRemoved' } as const;

/** The first password, another one, or none. */
export function PasswordSection({ status, profile }: PasswordSectionProps) {
  const { ownPassword: texts, common } = useTexts();
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
    <Section title={texts.title} hint={texts.hint}>
      {done && (
        <Notice key={done} tone="success" takeFocus>
          <p>{texts[DONE[done]]}</p>
        </Notice>
      )}
      {message?.outcome === 'password-left-out' && !hasPassword && (
        <Notice tone="calm" title={texts.leftOutTitle} takeFocus>
          <p>{texts.leftOut}</p>
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
              <p>{texts.none}</p>
              <Button variant="default" size="sm" onClick={() => begin(() => setEditing(true))}>
                {texts.setOne}
              </Button>
            </>
          ) : (
            <p>{common.noVerifiedAddress}</p>
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
          // Not `disabled`: that would take the button, and the reason with it, away from the keyboard.
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
