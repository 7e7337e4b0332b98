import { Button } from '@mantine/core';
import type { PendingLink } from '../../../shared/schemas/accounts.ts';
import type { Session } from '../../../shared/schemas/session.ts';
import type { ClientError } from '../../errors.ts';
import { toActionError } from '../../errors.ts';
import { ErrorNotice, ErrorReference } from '../../components/error-notice.tsx';
import { ErrorText } from '../../components/error-text.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { onwardPath } from '../../components/pending-link.ts';
import { useGoTo, useReplaceSession } from '../../components/session.ts';
import { useRetryWait } from '../../components/use-retry-wait.ts';
import { trpc } from '../../trpc.ts';

interface LinkRefusedProps {
  readonly failure: ClientError;
  readonly pending: PendingLink;
  readonly user: Session['user'];
  readonly isPending: boolean;
  readonly onRetry: () => void;
}

/** Why what waited was not connected, and the way on. */
export function LinkRefused({ failure, pending, user, isPending, onRetry }: LinkRefusedProps) {
  const wait = useRetryWait(failure);
  if (failure.code === 'OAuthAccountNotLinked') {
    return <SomebodyElse failure={failure} pending={pending} user={user} />;
  }
  const isFinal = failure.code === 'LINK_EXPIRED' || failure.code === 'ACCOUNT_BELONGS_TO_OTHER';
  return (
    <>
      <PageHeading title={`${pending.providerName} was not connected`} />
      <ErrorText error={failure} />
      {!isFinal && (
        <Button size="md" fullWidth loading={isPending} disabled={wait > 0} onClick={onRetry}>
          {wait > 0 ? `Try again in ${wait} s` : 'Try again'}
        </Button>
      )}
      <ButtonLink
        to="/account/sign-in-methods"
        size="md"
        fullWidth
        {...(!isFinal && { variant: 'default' as const })}
      >
        See your sign-in methods
      </ButtonLink>
    </>
  );
}

function SomebodyElse({ failure, pending, user }: Pick<LinkRefusedProps, 'failure' | 'pending' | 'user'>) {
  const goTo = useGoTo();
  const replaceSession = useReplaceSession();
  // Then nobody is signed in, and the page around this leads to where the right person signs in.
  const signOut = trpc.session.signOut.useMutation({ onSuccess: () => replaceSession(null) });
  return (
    <>
      <PageHeading title="You signed in as somebody else" />
      <div>
        <p>
          You are signed in as <strong>{user.email ?? user.name ?? 'another person'}</strong>.{' '}
          {pending.providerName} can be connected only to the account of <strong>{pending.email}</strong>.
        </p>
        <ErrorReference code={failure.code} requestId={failure.requestId} />
      </div>
      {signOut.error && <ErrorNotice error={toActionError(signOut.error)} takeFocus />}
      <Button size="md" fullWidth loading={signOut.isPending} onClick={() => signOut.mutate()}>
        Sign out and try again
      </Button>
      <Button variant="default" size="md" fullWidth onClick={() => goTo(onwardPath(pending.callbackUrl))}>
        Go on without connecting
      </Button>
    </>
  );
}
