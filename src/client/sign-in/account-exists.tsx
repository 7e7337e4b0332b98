import { addressOf, at } from '../base-path.ts';
import { RESUME_LINK } from '../../shared/callback-url.ts';
import type { SignInMethod } from '../../shared/schemas/accounts.ts';
import { failureOf } from '../errors.ts';
import { CancelledNotice, isCancelled } from '../features/cancelled-notice.tsx';
import { CardLayout } from '../features/card-layout.tsx';
import { PendingAccount } from '../features/pending-account.tsx';
import { onwardPath } from '../features/pending-link.ts';
import { useLocale, useTexts } from '../language/texts.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { InterpolatedText } from '../ui/interpolated-text.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { DenyPendingLink } from './deny-pending-link.tsx';
import { ProviderButtons } from './form/provider-buttons.tsx';
import classes from './form/sign-in.module.css';
import { MailCode } from './mail-code/mail-code.tsx';
import { usePage, useParameters } from './page-context.ts';
import { useSignedInElsewhere } from './use-signed-in-elsewhere.ts';

const NO_METHODS: readonly SignInMethod[] = [];

/** A provider verified the address of a user. That user signs in and decides about the connection. */
export function AccountExistsPage() {
  const { pendingLink: pending, providers: offered } = usePage();
  const { error, requestId, cancelled } = useParameters();
  const allTexts = useTexts();
  const { accountExists: texts, codes, common, resumeLink } = allTexts;
  const or = new Intl.ListFormat(useLocale(), { type: 'disjunction' });
  useSignedInElsewhere(at(RESUME_LINK));
  // The server renders this page only for a pending account.
  if (!pending) return null;

  const { providerName, email, callbackUrl } = pending;
  const methods = pending.methods ?? NO_METHODS;
  const providers = methods
    .filter(({ type }) => type !== 'email')
    .map((method) => ({ ...method, mark: offered.find(({ id }) => id === method.id)?.mark ?? null }));
  const byEmail = methods.some(({ type }) => type === 'email');
  const ways = [...providers.map(({ name }) => name), ...(byEmail ? [texts.byEmail] : [])];
  const isOtherFailure = error !== undefined && error !== 'OAuthAccountNotLinked';

  return (
    <CardLayout>
      <div className={classes['intro']}>
        <PageHeading title={texts.title} />
        <p>
          <InterpolatedText text={texts.intro(or.format(ways), providerName)}>
            <strong>{email}</strong>
          </InterpolatedText>
        </p>
      </div>
      <PendingAccount pending={pending} />
      <p>{resumeLink.onlyYours}</p>
      {isOtherFailure && isCancelled({ error, cancelled }) && <CancelledNotice />}
      {isOtherFailure && !isCancelled({ error, cancelled }) && (
        <ErrorNotice error={failureOf({ error, requestId }, allTexts.errors)} />
      )}
      <ProviderButtons providers={providers} callbackUrl={at(RESUME_LINK)} isOwn />
      {providers.length > 0 && byEmail && <p className={classes['divider']}>{common.or}</p>}
      {byEmail && (
        <MailCode
          email={email}
          callbackUrl={at(RESUME_LINK)}
          sendLabel={codes.sendTo(email)}
          confirmLabel={texts.confirm(providerName)}
          accountToConnect={pending}
        />
      )}
      <DenyPendingLink
        pending={pending}
        nextAddress={addressOf('/sign-in', { callbackUrl: onwardPath(callbackUrl) })}
      />
    </CardLayout>
  );
}
