import { getRouteApi, Navigate, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { RESEND_AFTER_SECONDS } from '../../shared/limits.ts';
import { CardLayout } from '../features/card-layout.tsx';
import { MailIcon } from '../ui/icons.tsx';
import { TextLink } from '../ui/links.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { useCompleteSignIn, useSession } from '../features/session/session.ts';
import { CodeForm } from '../features/mail-code/code-form.tsx';
import { OutboxHint } from '../features/mail-code/outbox-hint.tsx';
import { ResendButton } from '../features/mail-code/resend-button.tsx';
import classes from './check-email.module.css';
import { useTexts } from '../language/texts.ts';

const route = getRouteApi('/check-email');

export function CheckEmailPage() {
  const { email, callbackUrl } = route.useSearch();
  const { checkEmail: texts, common } = useTexts();
  const { resendAfter = RESEND_AFTER_SECONDS, isSignUp = false } = useLocation({
    select: ({ state }) => state,
  });
  // A new mail replaces the code, so the input and its error are cleared.
  const [mailNumber, setMailNumber] = useState(1);
  useContinueWhenSignedIn(callbackUrl);

  if (!email) return <Navigate to="/sign-in" search={{ callbackUrl }} replace />;
  return (
    <CardLayout>
      <div className={classes['intro']}>
        <span className={classes['icon']}>
          <MailIcon size={28} />
        </span>
        <PageHeading title={texts.title} />
        <p>{texts.sent}</p>
        {isSignUp && <p>{texts.thisBrowser}</p>}
        <p className={classes['address']}>
          <strong>{email}</strong>
          <span>{texts.forHost(location.host)}</span>
        </p>
      </div>
      <CodeForm key={mailNumber} email={email} callbackUrl={callbackUrl} />
      <OutboxHint />
      <div className={classes['ways']}>
        <ResendButton
          email={email}
          callbackUrl={callbackUrl}
          initialWait={resendAfter}
          onSent={() => setMailNumber((number) => number + 1)}
        />
        <TextLink to={isSignUp ? '/sign-up' : '/sign-in'} search={{ email, callbackUrl }} size="sm">
          {common.useAnotherAddress}
        </TextLink>
      </div>
    </CardLayout>
  );
}

/** The link may be opened in another tab. When this tab gets the focus again, it continues too. */
function useContinueWhenSignedIn(callbackUrl: string | undefined) {
  const { data: session } = useSession();
  const completeSignIn = useCompleteSignIn();
  const { history } = useRouter();
  useEffect(() => {
    // The correct code navigates by itself.
    if (history.location.pathname !== '/check-email') return;
    if (session) completeSignIn({ session, callbackUrl: callbackUrl ?? '/account' });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `completeSignIn` is a new function on every render and does the same each time
  }, [session, callbackUrl]);
}
