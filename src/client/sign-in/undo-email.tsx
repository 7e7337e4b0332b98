import { useLocation } from '@tanstack/react-router';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { ErrorText } from '../ui/error-text.tsx';
import { CardLayout } from '../features/card-layout.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { useReplaceSession } from '../features/session/session.ts';
import { useRetryWait } from '../ui/use-retry-wait.ts';
import { errorOfCode, toActionError, type ClientError } from '../errors.ts';
import { useTexts } from '../language/texts.ts';
import { trpc } from '../trpc.ts';
import classes from './email-links.module.css';

/**
 * The page of the link in the mail to a former address. Only its button acts, and it needs no session, because somebody else may have the
 * account.
 */
export function UndoEmailPage() {
  const texts = useTexts().email.undo;
  const token = useLocation({ select: ({ state }) => state.linkToken });
  const replaceSession = useReplaceSession();
  const utils = trpc.useUtils();
  const undo = trpc.email.undo.useMutation({
    onSuccess: () => {
      // A session of this account has ended; a session of another account continues.
      replaceSession(null);
      void utils.session.get.invalidate();
    },
  });
  const failure = undo.error && toActionError(undo.error);
  const wait = useRetryWait(failure);

  if (undo.isSuccess) return <Undone email={undo.data.email} />;
  if (token === undefined || failure?.code === 'INVALID_INPUT') {
    return <DeadLink error={errorOfCode('EMAIL_UNDO_INVALID')} />;
  }
  if (failure && failure.code !== 'UNAVAILABLE' && failure.code !== 'RATE_LIMITED') {
    return <DeadLink error={failure} />;
  }
  return (
    <CardLayout>
      <PageHeading title={texts.question} />
      <div className={classes['text']}>
        <p>{texts.happened(location.host)}</p>
        <ul className={classes['list']}>
          <li>{texts.addressBack}</li>
          <li>{texts.signedOut}</li>
          <li>{texts.removed}</li>
        </ul>
        <p>{texts.yourself}</p>
      </div>
      {failure && <ErrorNotice error={failure} takeFocus />}
      <Button
        size="md"
        fullWidth
        loading={undo.isPending}
        disabled={wait > 0}
        onClick={() => undo.mutate({ token })}
      >
        {texts.act}
      </Button>
    </CardLayout>
  );
}

const METHODS = '/account/sign-in-methods';

function Undone({ email }: { readonly email: string }) {
  const texts = useTexts().email.undo;
  return (
    <CardLayout>
      <PageHeading title={texts.doneTitle} />
      <div className={classes['text']}>
        <p role="status">{texts.done(email)}</p>
        <h2 className={classes['next']}>{texts.nextTitle}</h2>
        <ol className={classes['list']}>
          <li>{texts.mailStep}</li>
          <li>{texts.signInStep}</li>
          <li>{texts.passwordStep}</li>
        </ol>
      </div>
      <ButtonLink to="/sign-in" search={{ email, callbackUrl: METHODS }} size="md" fullWidth>
        {texts.signIn}
      </ButtonLink>
      <ButtonLink to="/forgot-password" search={{ email }} variant="default" size="md" fullWidth>
        {texts.choosePassword}
      </ButtonLink>
    </CardLayout>
  );
}

function DeadLink({ error }: { readonly error: ClientError }) {
  const texts = useTexts().email.undo;
  return (
    <CardLayout>
      <PageHeading title={texts.deadTitle} />
      <ErrorText error={error} />
      <ButtonLink to="/sign-in" size="md" fullWidth>
        {texts.signIn}
      </ButtonLink>
    </CardLayout>
  );
}
