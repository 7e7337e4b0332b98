import { getRouteApi, useLocation, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { NextStep } from '../../shared/errors/entry.ts';
import { isKnownCode } from '../../shared/errors/known-code.ts';
import { ErrorNotice, ErrorReference } from '../ui/error-notice.tsx';
import { FrontDoor } from '../features/front-door.tsx';
import { GoOn } from '../ui/go-on.tsx';
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

/** Seldom met, and not worth its bytes on the way to everybody. */
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

  // Something may wait for this sign-in; also when a first try at it was cancelled and came back here.
  const mayWait = error === 'OAuthAccountNotLinked' || callbackUrl === RESUME_LINK;
  const pending = usePendingLink({ enabled: mayWait });

  if (mayWait && session.data && pending.data) return <GoOn from="/sign-in" to={RESUME_LINK} />;
  if (mayWait && pending.isFetching && !pending.isFetchedAfterMount && pending.failureCount === 0) {
    return (
      <FrontDoor>
        <PageLoader />
      </FrontDoor>
    );
  }
  // Whoever must prove anew, or in another way, who they are is signed in, and is here to sign in once more.
  if (session.data && error !== 'SESSION_NOT_FRESH' && error !== 'OTHER_SIGN_IN_REQUIRED') {
    return (
      <AlreadySignedIn name={session.data.user.email ?? session.data.user.name} callbackUrl={callbackUrl} />
    );
  }

  if (mayWait && pending.data?.methods) {
    const isOtherFailure = error !== undefined && error !== 'OAuthAccountNotLinked';
    return (
      <FrontDoor>
        <Suspense fallback={<PageLoader />}>
          <AccountExists
            pending={pending.data}
            methods={pending.data.methods}
            failure={isOtherFailure ? failureOf({ error, requestId }) : null}
          />
        </Suspense>
      </FrontDoor>
    );
  }

  const byEmail = !providers.data || providers.data.some(({ type }) => type === 'email');
  const identityProviders = providers.data?.filter(({ type }) => type !== 'email');
  const hasBoth = byEmail && identityProviders?.length !== 0;

  return (
    <FrontDoor>
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
    </FrontDoor>
  );
}

/** On this page most next steps are the form below; the words say which part of it. */
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
    // A sign-in on this page leads on by itself.
    if (history.location.pathname === '/sign-in') goTo(callbackUrl);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once on arrival: the functions are new on every render and do the same
  }, [callbackUrl]);
  return (
    <FrontDoor>
      <PageHeading title={texts.signedInTitle} />
      <p role="status">{name ? texts.goingOnAs(name) : texts.goingOn}</p>
    </FrontDoor>
  );
}
