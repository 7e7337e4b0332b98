import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import type { InspectedAuthorization } from '../../../shared/schemas/authorizations.ts';
import type { Session } from '../../../shared/schemas/session.ts';
import { at } from '../../base-path.ts';
import { toActionError, toPageError } from '../../errors.ts';
import { CardLayout } from '../../features/card-layout.tsx';
import { useExternalNavigation } from '../../features/session/external-navigation.ts';
import { RequireSession } from '../../features/session/require-session.tsx';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { QueryErrorNotice } from '../../ui/query-error-notice.tsx';
import { usePageRestored } from '../../ui/use-page-restored.ts';
import { ApprovingAccount } from '../approving-account.tsx';
import { Decision, DecisionFact, FactDetail, ScopeList, type DecisionState } from '../decision.tsx';
import { Button } from '../../ui/button.tsx';
import classes from './continue.module.css';

/** Errors that only a new start in the app may solve. */
const REFUSED: ReadonlySet<string> = new Set([
  'OAUTH_CLIENT_UNKNOWN',
  'OAUTH_REDIRECT_UNKNOWN',
  'IMPERSONATION_REFUSED',
]);

/** Any program of the device could pretend to be the app (RFC 8252, 8.6). The query is the app's request. */
export function ContinuePage() {
  return (
    <RequireSession>
      {({ user }, trouble) => (
        <CardLayout>
          {trouble}
          <Continue user={user} />
        </CardLayout>
      )}
    </RequireSession>
  );
}

function Continue({ user }: Pick<Session, 'user'>) {
  const texts = useTexts().continueTo;
  const request = useLocation({ select: ({ searchStr }) => searchStr.slice(1) });
  const openUrl = useExternalNavigation();
  const [opened, setOpened] = useState<OpenedApp | null>(null);
  /** The browser leaves this page, so its buttons stay busy. */
  const [isLeaving, setLeaving] = useState(false);
  const inspected = trpc.authorizations.inspect.useQuery({ request }, { enabled: !opened && !isLeaving });
  const { data } = inspected;

  const open = (url: string, isApproved: boolean) => {
    // An app with a scheme of its own opens beside the browser, which keeps this page.
    if (data?.next === 'confirm' && url.startsWith(`${data.leadsTo.address}:`)) {
      setOpened({ app: data.app.name, url, isApproved });
    } else setLeaving(true);
    openUrl(url);
  };
  const approve = trpc.authorizations.approve.useMutation({ onSuccess: ({ url }) => open(url, true) });
  const deny = trpc.authorizations.deny.useMutation({ onSuccess: ({ url }) => open(url, false) });
  usePageRestored(() => {
    setLeaving(false);
    approve.reset();
    deny.reset();
  });

  if (opened) return <AppOpened opened={opened} />;
  if (!data) {
    if (inspected.failureReason === null) return <PageLoader />;
    const failure = toPageError(inspected.failureReason);
    const isRefused = REFUSED.has(failure.code);
    return (
      <>
        <PageHeading title={isRefused ? texts.refusedTitle : texts.loading} />
        {isRefused ? <ErrorNotice error={failure} /> : <QueryErrorNotice query={inspected} />}
        {isRefused && (
          <ButtonLink to="/account" variant="default" size="md" fullWidth>
            {texts.toAccount}
          </ButtonLink>
        )}
      </>
    );
  }
  if (data.next === 'authorize') return <BackToAuthorize request={request} />;
  const last = approve.submittedAt > deny.submittedAt ? approve : deny;
  return (
    <Confirmation
      authorization={data}
      account={<ApprovingAccount user={user} callbackUrl={at(`/continue?${request}`)} />}
      failure={last.error && toActionError(last.error)}
      pending={last.isPending || isLeaving ? (last === approve ? 'approve' : 'deny') : null}
      onApprove={() => approve.mutate({ request })}
      onDeny={() => deny.mutate({ request })}
    />
  );
}

interface ConfirmationProps extends DecisionState {
  readonly authorization: Extract<InspectedAuthorization, { next: 'confirm' }>;
  /** The account that the app would get access to. */
  readonly account: ReactNode;
}

function Confirmation({ authorization, account, ...decision }: ConfirmationProps) {
  const { app, leadsTo, scopes } = authorization;
  const { continueTo: texts } = useTexts();
  return (
    <>
      <PageHeading title={texts.title(app.name)} />
      <p>{texts.intro(app.name)}</p>
      {account}
      <Decision
        {...decision}
        scopes={scopes}
        texts={texts}
        warning={texts.warning(app.name)}
        facts={
          <>
            <DecisionFact term={texts.learns}>
              <ScopeList scopes={scopes} />
            </DecisionFact>
            <DecisionFact term={texts.leadsTo}>
              {leadsTo.kind === 'loopback' ? texts.loopback : texts.scheme}
              <FactDetail>
                <bdi dir="ltr">{leadsTo.address}</bdi>
              </FactDetail>
            </DecisionFact>
          </>
        }
      />
    </>
  );
}

/** The server knows what is missing, such as a new sign-in. */
function BackToAuthorize({ request }: { readonly request: string }) {
  const openUrl = useExternalNavigation();
  const leave = useEffectEvent(() => openUrl(at(`/oauth/authorize?${request}`)));
  useEffect(() => leave(), []);
  return <PageLoader />;
}

/** An app with a scheme of its own that has got its answer. */
interface OpenedApp {
  readonly app: string;
  readonly url: string;
  readonly isApproved: boolean;
}

/** The button is for a browser that asked whether to open the app, and was told no. */
function AppOpened({ opened: { app, url, isApproved } }: { readonly opened: OpenedApp }) {
  const texts = useTexts().continueTo;
  const openUrl = useExternalNavigation();
  return (
    <>
      <PageHeading title={isApproved ? texts.approvedTitle(app) : texts.deniedTitle} />
      <p role="status" className={classes['text']}>
        {isApproved ? texts.approved(app) : texts.denied(app)}
      </p>
      <Button variant="default" size="md" fullWidth onClick={() => openUrl(url)}>
        {texts.openAgain(app)}
      </Button>
    </>
  );
}
