import { Button } from '../ui/button.tsx';
import type { PendingLink } from '../../shared/schemas/accounts.ts';
import type { Session } from '../../shared/schemas/session.ts';
import type { PageError } from '../errors.ts';
import { toActionError } from '../errors.ts';
import { ErrorNotice, ErrorReference } from '../ui/error-notice.tsx';
import { ErrorText } from '../ui/error-text.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { onwardPath } from '../features/pending-link.ts';
import { useGoTo, useReplaceSession } from '../features/session/session.ts';
import { useRetryWait } from '../ui/use-countdown.ts';
import { trpc } from '../trpc.ts';
import { InterpolatedText } from '../ui/interpolated-text.tsx';
import { useTexts } from '../language/texts.ts';

interface LinkRefusedProps {
  readonly failure: PageError;
  readonly pending: PendingLink;
  readonly user: Session['user'];
  readonly isPending: boolean;
  readonly onRetry: () => void;
}

export function LinkRefused({ failure, pending, user, isPending, onRetry }: LinkRefusedProps) {
  const { resumeLink: texts, common } = useTexts();
  const wait = useRetryWait(failure);
  if (failure.code === 'OAuthAccountNotLinked') {
    return <DifferentUser pending={pending} user={user} />;
  }
  const isFinal = failure.code === 'LINK_EXPIRED' || failure.code === 'ACCOUNT_BELONGS_TO_OTHER';
  return (
    <>
      <PageHeading title={texts.refusedTitle(pending.providerName)} />
      <ErrorText error={failure} />
      {!isFinal && (
        <Button size="md" fullWidth loading={isPending} disabled={wait > 0} onClick={onRetry}>
          {wait > 0 ? common.tryAgainIn(wait) : common.tryAgain}
        </Button>
      )}
      <ButtonLink
        to="/account/sign-in-methods"
        size="md"
        fullWidth
        {...(!isFinal && { variant: 'default' as const })}
      >
        {texts.seeSignInMethods}
      </ButtonLink>
    </>
  );
}

/** Only a person who verified the address may connect an account with it. */
export function DifferentUser({ pending, user }: Pick<LinkRefusedProps, 'pending' | 'user'>) {
  const texts = useTexts().resumeLink;
  const goTo = useGoTo();
  const replaceSession = useReplaceSession();
  // Without a session, the page redirects to sign-in.
  const signOut = trpc.session.signOut.useMutation({ onSuccess: () => replaceSession(null) });
  return (
    <>
      <PageHeading title={texts.somebodyElseTitle} />
      <div>
        <p>
          <InterpolatedText text={texts.somebodyElse}>
            <strong>{user.email ?? user.name ?? texts.anotherUser}</strong>
          </InterpolatedText>{' '}
          <InterpolatedText text={texts.onlyTo(pending.providerName)}>
            <strong>{pending.email}</strong>
          </InterpolatedText>
        </p>
        <ErrorReference code="OAuthAccountNotLinked" />
      </div>
      {signOut.error && <ErrorNotice error={toActionError(signOut.error)} takeFocus />}
      <Button size="md" fullWidth loading={signOut.isPending} onClick={() => signOut.mutate()}>
        {texts.signOut}
      </Button>
      <Button variant="default" size="md" fullWidth onClick={() => goTo(onwardPath(pending.callbackUrl))}>
        {texts.goOn}
      </Button>
    </>
  );
}
