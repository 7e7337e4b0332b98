import { addressOf } from '../base-path.ts';
import { useId, useState } from 'react';
import { RESEND_AFTER_SECONDS } from '../../shared/limits.ts';
import { CardLayout } from '../features/card-layout.tsx';
import { useTexts } from '../language/texts.ts';
import { InterpolatedText } from '../ui/interpolated-text.tsx';
import { OutboxNotice } from '../ui/outbox-notice.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import classes from './check-email.module.css';
import signInClasses from './form/sign-in.module.css';
import { CodeForm } from './mail-code/code-form.tsx';
import { ResendButton } from './mail-code/resend-button.tsx';
import { useParameters, usePlace } from './page-context.ts';
import { PageLink } from './page-link.tsx';
import { useSignedInElsewhere } from './use-signed-in-elsewhere.ts';

export function CheckEmailPage() {
  // The server sends a browser without an address to the sign-in page.
  const { email = '', callbackUrl, isSignUp } = useParameters();
  const { page, state } = usePlace();
  const { resendAfter = RESEND_AFTER_SECONDS } = state;
  const { checkEmail: texts, common } = useTexts();
  const isForSignUp = isSignUp === 'true';
  // A new mail replaces the code, so the input and its error are cleared.
  const [mailNumber, setMailNumber] = useState(1);
  const isEntering = useSignedInElsewhere(callbackUrl);
  const sentId = useId();

  return (
    <CardLayout>
      <div className={signInClasses['intro']}>
        <PageHeading title={texts.title} />
        <p id={sentId}>
          <InterpolatedText text={texts.sent}>
            <strong>{email}</strong>
          </InterpolatedText>
        </p>
        {isForSignUp && <p>{texts.thisBrowser}</p>}
      </div>
      <CodeForm key={mailNumber} {...{ email, callbackUrl, isEntering }} takeFocus describedBy={sentId} />
      {page.hasOutbox && <OutboxNotice />}
      <div className={classes['ways']}>
        <ResendButton
          email={email}
          callbackUrl={callbackUrl}
          initialWait={resendAfter}
          onSent={() => setMailNumber((number) => number + 1)}
        />
        <PageLink href={addressOf(isForSignUp ? '/sign-up' : '/sign-in', { email, callbackUrl })} size="sm">
          {common.useAnotherAddress}
        </PageLink>
      </div>
    </CardLayout>
  );
}
