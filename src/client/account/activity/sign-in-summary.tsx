import { QueryErrorNotice } from '../../ui/query-error-notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import classes from './secure-account.module.css';

export function SignInSummary() {
  const texts = useTexts().activity;
  const accounts = trpc.accounts.list.useQuery();
  const providers = trpc.providers.list.useQuery();
  const password = trpc.password.get.useQuery();
  const phone = trpc.phone.get.useQuery();
  const session = trpc.session.get.useQuery();
  const tokens = trpc.accessTokens.list.useQuery();
  const queries = [accounts, providers, password, phone, session, tokens];
  const failedQuery = queries.find((query) => query.failureReason !== null || query.error !== null);
  if (failedQuery) return <QueryErrorNotice query={failedQuery} />;
  if (!accounts.data || !providers.data || !password.data || !phone.data || !session.data || !tokens.data)
    return <Skeleton rows={4} />;

  const nameOf = (id: string) => providers.data.find((provider) => provider.id === id)?.name ?? id;
  return (
    <dl className={classes['facts']}>
      <dt>{texts.email}</dt>
      <dd>{session.data.user.email ?? texts.noEmail}</dd>
      <dt>{texts.password}</dt>
      <dd>
        {password.data.changedAt === null ? (
          texts.noPassword
        ) : (
          <>
            {texts.passwordChanged} <RelativeTime at={password.data.changedAt} />
          </>
        )}
      </dd>
      <dt>{texts.connected}</dt>
      {accounts.data.length === 0 && <dd>{texts.noneConnected}</dd>}
      {accounts.data.map(({ provider, providerAccountId, label, linkedAt }) => (
        <dd key={`${provider}:${providerAccountId}`}>
          <bdi>{nameOf(provider)}</bdi> (<bdi>{label}</bdi>), {texts.since} <RelativeTime at={linkedAt} />
        </dd>
      ))}
      <dt>{texts.phone}</dt>
      <dd>
        <bdi>{phone.data.phone?.international ?? texts.noPhone}</bdi>
      </dd>
      <dt>{texts.tokens}</dt>
      {tokens.data.length === 0 && <dd>{texts.noTokens}</dd>}
      {tokens.data.map(({ id, name, createdAt }) => (
        <dd key={id}>
          <bdi>{name}</bdi>, {texts.made} <RelativeTime at={createdAt} />
        </dd>
      ))}
    </dl>
  );
}
