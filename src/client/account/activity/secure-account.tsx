import { Changes } from '../../ui/changes.tsx';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { ListedSession } from '../../../shared/schemas/session-list.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { QueryErrorNotice } from '../../ui/query-error-notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { othersOf, useRevokeOthers } from '../devices/use-revoke-others.tsx';
import { Section } from '../../ui/section.tsx';
import { EventFacts } from './event-item.tsx';
import { useEventWords } from './event-words.ts';
import classes from './secure-account.module.css';

/** The steps after an event that the person did not recognise. */
export function SecureAccountPage() {
  const texts = useTexts().activity;
  const wordsOf = useEventWords();
  const unrecognised = useLocation({ select: ({ state }) => state.unrecognised });
  const sessions = trpc.session.list.useQuery();
  const others = othersOf(sessions.data);
  return (
    <>
      <PageHeading title={texts.secureTitle} />
      <p>{texts.secureIntro}</p>
      {unrecognised && (
        <Notice tone="calm" title={texts.secureAbout}>
          <p>{wordsOf(unrecognised)}</p>
          <EventFacts event={unrecognised} />
        </Notice>
      )}
      <Section title={texts.step(1, texts.endSessions)} hint={texts.endSessionsMeaning}>
        <QueryErrorNotice query={sessions} />
        {sessions.isPending && <Skeleton rows={1} />}
        {sessions.data && <RevokeOthers others={others} />}
      </Section>
      <Section title={texts.step(2, texts.lookAtMethods)} hint={texts.lookAtMethodsMeaning}>
        <SignInSummary />
        <div className={classes['buttons']}>
          <ButtonLink to="/account/sign-in-methods" variant="default">
            {texts.goToMethods}
          </ButtonLink>
          <ButtonLink to="/account" activeOptions={{ exact: true }} variant="default">
            {texts.goToProfile}
          </ButtonLink>
          <ButtonLink to="/account/access-tokens" variant="default">
            {texts.goToTokens}
          </ButtonLink>
        </div>
      </Section>
      <Section
        title={texts.step(3, texts.finish)}
        hint={others.length > 0 ? texts.finishOthersLeft : texts.finishMeaning}
      >
        <div className={classes['buttons']}>
          <ButtonLink
            to="/account/activity"
            activeOptions={{ exact: true }}
            variant={others.length > 0 ? 'default' : 'filled'}
          >
            {texts.finishButton}
          </ButtonLink>
        </div>
      </Section>
    </>
  );
}

function RevokeOthers({ others }: { readonly others: readonly ListedSession[] }) {
  const count = others.length;
  const texts = useTexts();
  const [revoked, setRevoked] = useState<string | null>(null);
  const revokeOthers = useRevokeOthers(others, setRevoked);
  return (
    <>
      {revoked !== null && (
        <Notice tone="success" takeFocus>
          <p>{revoked}</p>
        </Notice>
      )}
      {revoked === null && count === 0 && <p>{texts.activity.endSessionsDone}</p>}
      {count > 0 && (
        <Changes>
          <div className={classes['buttons']}>
            <Button isDangerous onClick={revokeOthers.ask}>
              {texts.activity.endSessionsButton(count)}
            </Button>
            <ButtonLink to="/account/devices" variant="subtle">
              {texts.activity.lookAtDevices}
            </ButtonLink>
          </div>
        </Changes>
      )}
      {revokeOthers.dialog}
    </>
  );
}

function SignInSummary() {
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
