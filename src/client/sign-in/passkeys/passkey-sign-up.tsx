import { addressOf } from '../../base-path.ts';
import { useState } from 'react';
import { ADD_PASSKEY_PATH } from '../../../shared/callback-url.ts';
import { keepSignUpName } from '../../features/passkeys/sign-up-name.ts';
import { useIssueOf } from '../../language/error-words.ts';
import { useTexts } from '../../language/texts.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';
import classes from '../form/sign-in.module.css';
import { usePlace } from '../page-context.ts';
import { useCall } from '../use-call.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { useStartAtOnce } from './use-start-at-once.ts';

interface PasskeySignUpProps {
  readonly callbackUrl: string | undefined;
  readonly startsAtOnce: boolean;
}

/** An account without a passkey is signed in to by mail, so nobody is locked out in between. */
export function PasskeySignUp({ callbackUrl, startsAtOnce }: PasskeySignUpProps) {
  const texts = useTexts().signIn;
  const { open } = usePlace();
  const issueOf = useIssueOf();
  const [isMissing, setMissing] = useState(false);
  const landing = addressOf(ADD_PASSKEY_PATH, { callbackUrl });
  const requestLink = useCall('session.requestLink', {
    onSuccess: async ({ email, resendAfter }) => {
      keepSignUpName(valueOf('name').trim());
      const address = addressOf('/check-email', { email, callbackUrl: landing, isSignUp: 'true' });
      await open(address, { state: { resendAfter } });
    },
    onFailure: (failure) => {
      if (issueOf(failure, 'email') !== undefined) fieldOf('email')?.focus();
    },
  });
  const { failure } = requestLink;
  const button = useStartAtOnce(startsAtOnce);
  const wait = useRetryWait(failure);
  const issue = isMissing ? texts.missingEmail : issueOf(failure, 'email');
  const start = () => {
    const email = valueOf('email').trim();
    setMissing(email === '');
    if (email === '') fieldOf('email')?.focus();
    else requestLink.start({ email, callbackUrl: landing });
  };
  return (
    <div className={classes['form']}>
      {failure && issue === undefined && <ErrorNotice error={failure} takeFocus />}
      {issue !== undefined && (
        <Notice tone="problem">
          <p>{issue}</p>
        </Notice>
      )}
      <PasskeyButton ref={button} loading={requestLink.isPending} disabled={wait > 0} onClick={start} />
    </div>
  );
}

/** The page, which was there before this button, has the form. */
function fieldOf(name: 'name' | 'email'): HTMLInputElement | null {
  return document.querySelector(`main input[name=${name}]`);
}

function valueOf(name: 'name' | 'email'): string {
  return fieldOf(name)?.value ?? '';
}
