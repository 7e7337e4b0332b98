import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isErrorCode } from '../../../shared/errors.ts';
import type { Provider } from '../../../shared/schemas/providers.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { SignInAgainButton } from '../../components/next-step.tsx';
import { errorOfCode, toClientError } from '../../errors.ts';
import { trpc } from '../../trpc.ts';
import { Badge } from './badge.tsx';
import { ConnectedAccounts } from './connected-accounts.tsx';
import { ConnectProviders } from './connect-providers.tsx';
import { Section } from './section.tsx';
import classes from './sign-in-methods.module.css';

const route = getRouteApi('/account/sign-in-methods');
/** Where a provider's flow that was started here comes back to. */
const HERE = '/account/sign-in-methods';

export function SignInMethodsPage() {
  const accounts = trpc.accounts.list.useQuery();
  const providers = trpc.providers.list.useQuery();
  const profile = trpc.profile.get.useQuery();
  const outcome = useOutcomeOfReturn();
  const queries = [accounts, providers, profile];
  const trouble = queries.map((query) => query.failureReason ?? query.error).find(Boolean);

  return (
    <>
      <PageHeading title="Sign-in methods" />
      {outcome && <OutcomeNotice outcome={outcome} providers={providers.data ?? []} />}
      {trouble && <ErrorNotice error={toClientError(trouble)} />}
      {!trouble && queries.some((query) => query.isPending) && <PageLoader />}
      {accounts.data && providers.data && profile.data && (
        <>
          <Section title="E-mail link" hint="A mail with a link and a code, sent whenever you ask for it.">
            {profile.data.email !== null && profile.data.emailVerified ? (
              <p className={classes['row']}>
                {profile.data.email}
                <Badge tone="good">Verified</Badge>
              </p>
            ) : (
              <p>Not available: no address of yours is verified.</p>
            )}
          </Section>
          <ConnectedAccounts accounts={accounts.data} providers={providers.data} callbackUrl={HERE} />
          <ConnectProviders providers={providers.data} accounts={accounts.data} callbackUrl={HERE} />
        </>
      )}
    </>
  );
}

interface Outcome {
  readonly outcome: string | undefined;
  readonly provider: string | undefined;
  readonly error: string | undefined;
}

/**
 * How a provider's flow that was started here ended. It comes in the address, becomes a message once, and leaves the address
 * at once, so that neither a reload nor a bookmark tells it again.
 */
function useOutcomeOfReturn(): Outcome | null {
  const { outcome, provider, error } = route.useSearch();
  const navigate = useNavigate();
  const [shown, setShown] = useState<Outcome | null>(null);
  useEffect(() => {
    if (outcome === undefined && error === undefined) return;
    setShown({ outcome, provider, error });
    void navigate({ to: HERE, replace: true });
  }, [outcome, provider, error, navigate]);
  return shown;
}

interface OutcomeNoticeProps {
  readonly outcome: Outcome;
  readonly providers: readonly Provider[];
}

function OutcomeNotice({ outcome: { outcome, provider, error }, providers }: OutcomeNoticeProps) {
  const name = providers.find(({ id }) => id === provider)?.name ?? 'The account';
  if (error !== undefined) {
    const failure = isErrorCode(error) ? errorOfCode(error) : errorOfCode('Callback');
    return (
      <ErrorNotice error={{ ...failure, title: 'Not connected' }} takeFocus>
        {failure.next === 'verify-it-is-you' && <SignInAgainButton callbackUrl={HERE} />}
      </ErrorNotice>
    );
  }
  if (outcome === 'linked') {
    return (
      <Notice tone="success" takeFocus>
        <p>{name} is connected. You can sign in with it from now on.</p>
      </Notice>
    );
  }
  if (outcome === 'already-linked') {
    return (
      <Notice tone="calm" takeFocus>
        <p>{name} was connected to your account already. Nothing has changed.</p>
      </Notice>
    );
  }
  return null;
}
