import { useNavigate } from '@tanstack/react-router';
import type { PendingLink, SignInMethod } from '../../../shared/schemas/accounts.ts';
import type { ClientError } from '../../errors.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { DenyLink } from '../../features/deny-link.tsx';
import { MailCode } from '../../features/mail-code/mail-code.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PendingAccount } from '../../features/pending-account.tsx';
import { onwardPath, RESUME_LINK } from '../../features/pending-link.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import classes from './sign-in.module.css';
import { InterpolatedText } from '../../ui/interpolated-text.tsx';
import { useLocale, useTexts } from '../../language/texts.ts';

interface AccountExistsProps {
  readonly pending: PendingLink;
  /** The owner's sign-in methods. */
  readonly methods: readonly SignInMethod[];
  /** A failure other than "the account exists". */
  readonly failure: ClientError | null;
}

/** Shown when a provider proved an address that a user already has. That user signs in as usual and decides whether to connect the account. */
export function AccountExists({ pending, methods, failure }: AccountExistsProps) {
  const { providerName, email, callbackUrl } = pending;
  const providers = methods.filter(({ type }) => type !== 'email');
  const { accountExists: texts, codes, common, resumeLink } = useTexts();
  const navigate = useNavigate();
  const or = new Intl.ListFormat(useLocale(), { type: 'disjunction' });
  const byEmail = methods.some(({ type }) => type === 'email');
  const ways = [...providers.map(({ name }) => name), ...(byEmail ? [texts.byEmail] : [])];

  return (
    <>
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
      {failure && <ErrorNotice error={failure} />}
      {providers.length > 0 && (
        <ProviderButtons
          providers={providers}
          trouble={null}
          callbackUrl={RESUME_LINK}
          lastUsed={null}
          isOwn
        />
      )}
      {providers.length > 0 && byEmail && <p className={classes['divider']}>{common.or}</p>}
      {byEmail && (
        <MailCode
          email={email}
          callbackUrl={RESUME_LINK}
          sendLabel={codes.sendTo(email)}
          confirmLabel={texts.confirm(providerName)}
          accountToConnect={pending}
        />
      )}
      <DenyLink
        pending={pending}
        onDenied={() =>
          void navigate({ to: '/sign-in', search: { callbackUrl: onwardPath(callbackUrl) }, replace: true })
        }
      />
    </>
  );
}
