import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { toClientError } from '../../errors.ts';
import { trpc } from '../../trpc.ts';
import { Badge } from '../badge.tsx';
import { ConnectedAccounts } from './connected-accounts.tsx';
import { ConnectProviders } from './connect-providers.tsx';
import { PasswordSection } from '../password/password-section.tsx';
import { ReturnNotice } from '../return-notice.tsx';
import { Section } from '../section.tsx';
import { useGrantCheck } from './use-grant-check.ts';
import { useLinkAccount } from './use-link-account.ts';
import classes from './sign-in-methods.module.css';
import { useTexts } from '../../language/texts.ts';

export function SignInMethodsPage() {
  const { signInMethods: texts, common } = useTexts();
  const accounts = trpc.accounts.list.useQuery();
  const providers = trpc.providers.list.useQuery();
  const profile = trpc.profile.get.useQuery();
  const password = trpc.password.get.useQuery();
  const linking = useLinkAccount();
  useGrantCheck(accounts.data);
  const queries = [accounts, providers, profile, password];
  const trouble = queries.map((query) => query.failureReason ?? query.error).find(Boolean);

  return (
    <>
      <PageHeading title={texts.title} />
      <ReturnNotice />
      {trouble && <ErrorNotice error={toClientError(trouble)} />}
      {!trouble && queries.some((query) => query.isPending) && <PageLoader />}
      {accounts.data && providers.data && profile.data && password.data && (
        <>
          <Section title={texts.emailLink} hint={texts.emailLinkHint}>
            {profile.data.email !== null && profile.data.emailVerified ? (
              <p className={classes['row']}>
                {profile.data.email}
                <Badge tone="good">{common.verified}</Badge>
              </p>
            ) : (
              <p>{common.noVerifiedAddress}</p>
            )}
          </Section>
          <PasswordSection status={password.data} profile={profile.data} />
          <ConnectedAccounts accounts={accounts.data} providers={providers.data} linking={linking} />
          <ConnectProviders accounts={accounts.data} providers={providers.data} linking={linking} />
        </>
      )}
    </>
  );
}
