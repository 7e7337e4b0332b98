import { addressOf } from '../base-path.ts';
import { useState } from 'react';
import type { PageTexts } from '../../locales/texts.ts';
import type { NextStep } from '../../shared/errors/entry.ts';
import { failureOf } from '../errors.ts';
import { CancelledNotice, isCancelled } from '../features/cancelled-notice.tsx';
import { CardLayout } from '../features/card-layout.tsx';
import { useErrorWords } from '../language/error-words.ts';
import { useTexts } from '../language/texts.ts';
import { ButtonAnchor } from '../ui/button.tsx';
import buttonClasses from '../ui/button.module.css';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Notice } from '../ui/notice.tsx';
import { PhoneIcon } from '../ui/phone-icon.tsx';
import { ProviderButtons } from './form/provider-buttons.tsx';
import { SignInForm } from './form/sign-in-form.tsx';
import { FieldArrow } from '../ui/text-field.tsx';
import { usePage, useParameters } from './page-context.ts';
import { PageLink } from './page-link.tsx';
import { PasskeyWay } from './passkeys/passkey-way.tsx';
import { LastUsedMark } from './form/last-used.tsx';
import { useSignedInElsewhere } from './use-signed-in-elsewhere.ts';
import classes from './form/sign-in.module.css';

/** With more providers, `More ways` holds the further ways, so that the page fits a window of 720 pixels. */
const PROVIDERS_SHOWN = 4;

export function SignInPage() {
  const { error, requestId, callbackUrl, email: givenEmail = '', sessionEnded } = useParameters();
  const { providers, failedForm, lastUsed, offersPhone = false } = usePage();
  const [email, setEmail] = useState(givenEmail);
  const { signIn: texts, common } = useTexts();
  useSignedInElsewhere(callbackUrl);

  const byEmail = providers.some(({ type }) => type === 'email');
  const identityProviders = providers
    .filter(({ type }) => type !== 'email')
    .toSorted((a, b) => Number(b.id === lastUsed) - Number(a.id === lastUsed));
  const isCrowded = identityProviders.length > PROVIDERS_SHOWN;
  const shownProviders = identityProviders.slice(0, PROVIDERS_SHOWN);
  const passkey = <PasskeyWay />;
  const phone = offersPhone && (
    // The server's page has the countries, so it is loaded from there.
    <ButtonAnchor
      href={addressOf('/sign-in/phone', { callbackUrl })}
      variant="default"
      fullWidth
      leftSection={<PhoneIcon />}
      rightSection={<LastUsedMark method="phone" />}
    >
      {texts.byPhone}
    </ButtonAnchor>
  );
  const otherWays = (
    <>
      {lastUsed !== 'passkey' && passkey}
      {lastUsed !== 'phone' && phone}
    </>
  );
  const blocks = [
    <ProviderButtons key="providers" providers={shownProviders} callbackUrl={callbackUrl} />,
    byEmail && shownProviders.length > 0 && (
      <p key="or" className={classes['divider']}>
        {common.or}
      </p>
    ),
    byEmail && (
      <SignInForm key="form" email={email} onEmail={setEmail}>
        {!isCrowded && otherWays}
      </SignInForm>
    ),
  ];
  const hasEnded = sessionEnded === 'here' || sessionEnded === 'elsewhere';

  return (
    <CardLayout title={texts.title}>
      {hasEnded && <SessionEnded where={sessionEnded} />}
      {error !== undefined && !hasEnded && !failedForm && <SignInError error={error} requestId={requestId} />}
      {(lastUsed === 'passkey' || lastUsed === 'phone') && (
        <div className={classes['ways']}>{lastUsed === 'phone' ? phone : passkey}</div>
      )}
      {lastUsed === 'password' || lastUsed === 'email' ? blocks.toReversed() : blocks}
      {isCrowded ? (
        <details className={classes['more']}>
          <summary className={buttonClasses['root']} data-variant="default" data-full-width>
            <span className={buttonClasses['inner']}>
              {texts.moreWays}
              <FieldArrow />
            </span>
          </summary>
          <ProviderButtons providers={identityProviders.slice(PROVIDERS_SHOWN)} callbackUrl={callbackUrl} />
          <div className={classes['ways']}>{otherWays}</div>
        </details>
      ) : (
        !byEmail && <div className={classes['ways']}>{otherWays}</div>
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

/** Some next steps are the form below on this page. These texts name the part of it. */
const BELOW = {
  retry: 'startAgainBelow',
  'new-link': 'newLinkBelow',
  'verify-it-is-you': 'signInAgainBelow',
} as const satisfies Partial<Record<NextStep, keyof PageTexts['signInErrors']>>;

/** The person wanted a page that needs a sign-in, or a newer one. */
const NO_ERRORS: ReadonlySet<string> = new Set(['SessionRequired', 'SESSION_NOT_FRESH']);

interface SignInErrorProps {
  readonly error: string;
  readonly requestId: string | undefined;
}

function SignInError({ error, requestId }: SignInErrorProps) {
  const { signInErrors: texts, errors } = useTexts();
  const { errorStep } = usePage();
  const { cancelled } = useParameters();
  const words = useErrorWords();
  if (isCancelled({ error, cancelled })) return <CancelledNotice />;
  if (errorStep === undefined) {
    return (
      <Notice tone="problem" title={texts.failedTitle}>
        <p>{texts.failed}</p>
      </Notice>
    );
  }
  const failure = failureOf({ error, requestId }, errors);
  const below = isBelow(errorStep) ? texts[BELOW[errorStep]] : undefined;
  if (NO_ERRORS.has(error)) {
    const { message, hint } = words(failure);
    return (
      <Notice tone="calm">
        <p>{below === undefined ? hint : `${message} ${below}`}</p>
      </Notice>
    );
  }
  return <ErrorNotice error={failure} addition={below} />;
}

function isBelow(next: NextStep): next is keyof typeof BELOW {
  return Object.hasOwn(BELOW, next);
}

interface SessionEndedProps {
  /** `here`: by a sign-out in another tab of this browser. `elsewhere`: otherwise. */
  readonly where: 'here' | 'elsewhere';
}

function SessionEnded({ where }: SessionEndedProps) {
  const texts = useTexts().sessionEnded;
  return (
    <Notice tone="calm" title={texts.title}>
      <p>{texts[where]}</p>
    </Notice>
  );
}
