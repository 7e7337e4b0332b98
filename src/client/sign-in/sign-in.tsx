import { useEffect, useState } from 'react';
import type { PageTexts } from '../../locales/texts.ts';
import type { NextStep } from '../../shared/errors/entry.ts';
import { isKnownCode } from '../../shared/errors/known-code.ts';
import { failureOf } from '../errors.ts';
import { CardLayout } from '../features/card-layout.tsx';
import { forgetSignInStarted } from '../features/session/last-used.ts';
import { useErrorWords } from '../language/error-words.ts';
import { useTexts } from '../language/texts.ts';
import { addressOf } from '../../shared/signed-out-page.ts';
import { Anchor } from '../ui/anchor.tsx';
import { ErrorNotice, ErrorReference } from '../ui/error-notice.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { ProviderButtons } from './form/provider-buttons.tsx';
import { SessionEnded } from './form/session-ended.tsx';
import { SignInForm } from './form/sign-in-form.tsx';
import classes from './form/sign-in.module.css';
import { usePage, useParameters } from './page-context.ts';
import { PageLink } from './page-link.tsx';
import { useLastUsed } from './use-last-used.ts';
import { useSignedInElsewhere } from './use-signed-in-elsewhere.ts';

export function SignInPage() {
  const { error, requestId, callbackUrl, email: givenEmail = '', sessionEnded } = useParameters();
  const { providers, failedForm, offersPhone = false } = usePage();
  const [email, setEmail] = useState(givenEmail);
  const { signIn: texts, common } = useTexts();
  const lastUsed = useLastUsed();
  useSignedInElsewhere(callbackUrl);

  useEffect(() => {
    if (error !== undefined) forgetSignInStarted();
  }, [error]);

  const byEmail = providers.some(({ type }) => type === 'email');
  const identityProviders = providers.filter(({ type }) => type !== 'email');
  const hasEnded = sessionEnded === 'here' || sessionEnded === 'elsewhere';

  return (
    <CardLayout>
      <PageHeading title={texts.title} />
      {hasEnded && <SessionEnded where={sessionEnded} />}
      {error !== undefined && !hasEnded && !failedForm && <SignInError error={error} requestId={requestId} />}
      {byEmail && <SignInForm email={email} onEmail={setEmail} lastUsed={lastUsed} />}
      {byEmail && identityProviders.length > 0 && <p className={classes['divider']}>{common.or}</p>}
      <ProviderButtons providers={identityProviders} callbackUrl={callbackUrl} lastUsed={lastUsed} />
      {offersPhone && (
        // The page of the server has the countries, so it is loaded from there.
        <p className={classes['newcomer']}>
          <Anchor href={addressOf('/sign-in/phone', { callbackUrl })}>{texts.byPhone}</Anchor>
        </p>
      )}
      {providers.length === 0 && !offersPhone && (
        <Notice tone="calm" title={texts.noWayTitle}>
          <p>{texts.noWay}</p>
        </Notice>
      )}
      {byEmail && (
        <p className={classes['newcomer']}>
          {`${texts.newHere} `}
          <PageLink
            href={addressOf('/sign-up', { email: givenEmail, callbackUrl })}
            currentHref={() => addressOf('/sign-up', { email: email.trim(), callbackUrl })}
          >
            {texts.createAccount}
          </PageLink>
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
