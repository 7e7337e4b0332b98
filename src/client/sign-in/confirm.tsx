import { getRouteApi, useLocation } from '@tanstack/react-router';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { ErrorText } from '../ui/error-text.tsx';
import { CardLayout } from '../features/card-layout.tsx';
import { ButtonLink, TextLink } from '../ui/links.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { useCompleteSignIn, useSession } from '../features/session/session.ts';
import { useRetryWait } from '../ui/use-retry-wait.ts';
import { errorOfCode, toActionError, type ClientError } from '../errors.ts';
import { noteSignInStarted } from '../features/session/last-used.ts';
import { trpc } from '../trpc.ts';
import { useErrorWords } from '../language/error-words.ts';
import { useTexts } from '../language/texts.ts';

const route = getRouteApi('/confirm');

/** The page of the mail's link. Only its button signs in, because mail scanners open links too. */
export function ConfirmPage() {
  const { email, callbackUrl } = route.useSearch();
  const { confirmSignIn: texts, common } = useTexts();
  const token = useLocation({ select: ({ state }) => state.linkToken });
  const completeSignIn = useCompleteSignIn();
  const confirm = trpc.session.confirmLink.useMutation({
    onMutate: () => noteSignInStarted('email'),
    onSuccess: completeSignIn,
  });

  const failure = confirm.error && toActionError(confirm.error);
  const wait = useRetryWait(failure);
  if (!email || !token) {
    return <DeadLink error={errorOfCode('Verification')} email={email} callbackUrl={callbackUrl} />;
  }
  if (failure && failure.code !== 'UNAVAILABLE' && failure.code !== 'RATE_LIMITED') {
    return <DeadLink error={failure} email={email} callbackUrl={callbackUrl} />;
  }
  return (
    <CardLayout>
      <PageHeading title={texts.title(email)} />
      <p>{texts.intro(location.host)}</p>
      {failure && <ErrorNotice error={failure} takeFocus />}
      <Button
        size="md"
        fullWidth
        loading={confirm.isPending}
        disabled={wait > 0}
        onClick={() => confirm.mutate({ email, token, ...(callbackUrl !== undefined && { callbackUrl }) })}
      >
        {texts.confirm}
      </Button>
      <TextLink to="/sign-in" search={{ callbackUrl }} size="sm">
        {common.useAnotherAddress}
      </TextLink>
    </CardLayout>
  );
}

interface DeadLinkProps {
  readonly error: ClientError;
  readonly email: string | undefined;
  readonly callbackUrl: string | undefined;
}

function DeadLink({ error, email, callbackUrl }: DeadLinkProps) {
  const session = useSession();
  const texts = useTexts().confirmSignIn;
  const { title } = useErrorWords()(error);
  const name = session.data?.user.email;
  return (
    <CardLayout>
      <PageHeading title={title} />
      <ErrorText error={error} />
      {session.data ? (
        <>
          <p>{name ? texts.signedInAlreadyAs(name) : texts.signedInAlready}</p>
          <ButtonLink to="/account" size="md" fullWidth>
            {texts.toAccount}
          </ButtonLink>
        </>
      ) : (
        <ButtonLink to="/sign-in" search={{ email, callbackUrl }} size="md" fullWidth>
          {texts.newLink}
        </ButtonLink>
      )}
    </CardLayout>
  );
}
