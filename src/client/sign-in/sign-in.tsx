import { getRouteApi, useLocation, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { NextStep } from '../../shared/errors/entry.ts';
import { isKnownCode } from '../../shared/errors/known-code.ts';
import { ErrorNotice, ErrorReference } from '../ui/error-notice.tsx';
import { CardLayout } from '../features/card-layout.tsx';
import { Redirect } from '../ui/redirect.tsx';
import { TextLink } from '../ui/links.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { RESUME_LINK, usePendingLink } from '../features/pending-link.ts';
import { useGoTo, useSession } from '../features/session/session.ts';
import { failureOf } from '../errors.ts';
import { confirmSignIn, forgetSignInStarted, readLastUsed } from '../features/session/last-used.ts';
import { trpc } from '../trpc.ts';
import { ProviderButtons } from './form/provider-buttons.tsx';
import { SessionEnded } from './form/session-ended.tsx';
import { SignInForm } from './form/sign-in-form.tsx';
import classes from './form/sign-in.module.css';
import { useErrorWords } from '../language/error-words.ts';
import type { PageTexts } from '../../locales/texts.ts';
import { useTexts } from '../language/texts.ts';

const route = getRouteApi('/sign-in');

/** Loaded late, because few people need it. */
const AccountExists = lazy(async () => ({
  default: (await import('./form/account-exists.tsx')).AccountExists,
}));

export function SignInPage() {
  const { error, requestId, callbackUrl, email: initialEmail = '' } = route.useSearch();
  const [email, setEmail] = useState(initialEmail);
  const { signIn: texts, common } = useTexts();
  const session = useSession();
  const providers = trpc.providers.list.useQuery();
  const sessionEnded = useLocation({ select: ({ state }) => state.sessionEnded });
  const lastUsed = readLastUsed();

  useEffect(() => {
    if (error !== undefined) forgetSignInStarted();
  }, [error]);

  // An account may be pending for this sign-in, also after a cancelled attempt.
  const mayBePending = error === 'OAuthAccountNotLinked' || callbackUrl === RESUME_LINK;
  const pending = usePendingLink({ enabled: mayBePending });

  if (mayBePending && session.data && pending.data) return <Redirect from="/sign-in" to={RESUME_LINK} />;
  if (mayBePending && pending.isFetching && !pending.isFetchedAfterMount && pending.failureCount === 0) {
    return (
      <CardLayout>
        <PageLoader />
      </CardLayout>
    );
  }
  // A person who must verify again is signed in already, and can sign in once more here.
  if (session.data && error !== 'SESSION_NOT_FRESH' && error !== 'OTHER_SIGN_IN_REQUIRED') {
    return (
      <AlreadySignedIn name={session.data.user.email ?? session.data.user.name} callbackUrl={callbackUrl} />
    );
  }

  if (mayBePending && pending.data?.methods) {
    const isOtherFailure = error !== undefined && error !== 'OAuthAccountNotLinked';
    return (
      <CardLayout>
        <Suspense fallback={<PageLoader />}>
          <AccountExists
            pending={pending.data}
            methods={pending.data.methods}
            failure={isOtherFailure ? failureOf({ error, requestId }) : null}
          />
        </Suspense>
      </CardLayout>
    );
  }

  const byEmail = !providers.data || providers.data.some(({ type }) => type === 'email');
  const identityProviders = providers.data?.filter(({ type }) => type !== 'email');
  const hasBoth = byEmail && identityProviders?.length !== 0;

  return (
    <CardLayout>
      <PageHeading title={texts.title} />
      {sessionEnded !== undefined && <SessionEnded where={sessionEnded} />}
      {error !== undefined && sessionEnded === undefined && (
        <SignInError error={error} requestId={requestId} />
      )}
      {byEmail && (
        <SignInForm email={email} onEmail={setEmail} callbackUrl={callbackUrl} lastUsed={lastUsed} />
      )}
      {hasBoth && <p className={classes['divider']}>{common.or}</p>}
      <ProviderButtons
        providers={identityProviders}
        trouble={providers.failureReason}
        callbackUrl={callbackUrl}
        lastUsed={lastUsed}
      />
      {providers.data?.length === 0 && (
        <Notice tone="calm" title={texts.noWayTitle}>
          <p>{texts.noWay}</p>
        </Notice>
      )}
      {byEmail && (
        <p className={classes['newcomer']}>
          {texts.newHere}{' '}
          <TextLink to="/sign-up" search={{ email: email.trim() || undefined, callbackUrl }}>
            {texts.createAccount}
          </TextLink>
        </p>
      )}
    </CardLayout>
  );
}

/** On this page most next steps are the form below; these texts name the part of it. */
const BELOW = {
  retry: 'startAgainBelow',
  'new-link': 'newLinkBelow',
  'verify-it-is-you': 'signInAgainBelow',
} as const satisfies Partial<Record<NextStep, keyof PageTexts['signIn']>>;

interface SignInErrorProps {
  readonly error: string;
  readonly requestId: string | undefined;
}

function SignInError({ error, requestId }: SignInErrorProps) {
  const { signIn: texts, verify } = useTexts();
  const words = useErrorWords();
  if (!isKnownCode(error)) {
    return (
      <Notice tone="problem" title={texts.failedTitle}>
        <p>{texts.failed}</p>
      </Notice>
    );
  }
  const failure = failureOf({ error, requestId });
  const { code, next } = failure;
  const { message, hint } = words(failure);
  const below = isBelow(next) ? texts[BELOW[next]] : undefined;
  if (code === 'SessionRequired') {
    return (
      <Notice tone="calm">
        <p>{hint}</p>
        <ErrorReference code={code} />
      </Notice>
    );
  }
  if (code === 'SESSION_NOT_FRESH') {
    return (
      <Notice tone="calm" title={verify.title}>
        <p>
          {message} {below}
        </p>
        <ErrorReference code={code} />
      </Notice>
    );
  }
  return <ErrorNotice error={failure} addition={below} />;
}

function isBelow(next: NextStep): next is keyof typeof BELOW {
  return Object.hasOwn(BELOW, next);
}

interface AlreadySignedInProps {
  readonly name: string | null;
  readonly callbackUrl: string | undefined;
}

function AlreadySignedIn({ name, callbackUrl }: AlreadySignedInProps) {
  const texts = useTexts().signIn;
  const goTo = useGoTo();
  const { history } = useRouter();
  useEffect(() => {
    confirmSignIn();
    // A sign-in on this page navigates by itself.
    if (history.location.pathname === '/sign-in') goTo(callbackUrl);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once on arrival: the functions are new on every render and do the same
  }, [callbackUrl]);
  return (
    <CardLayout>
      <PageHeading title={texts.signedInTitle} />
      <p role="status">{name ? texts.goingOnAs(name) : texts.goingOn}</p>
    </CardLayout>
  );
}
