import { at } from '../base-path.ts';
import { RESUME_LINK } from '../../shared/callback-url.ts';
import { errorOfCode } from '../errors.ts';
import { CardLayout } from '../features/card-layout.tsx';
import { PendingAccount } from '../features/pending-account.tsx';
import { consentTo, onwardPath } from '../features/pending-link.ts';
import { useTexts } from '../language/texts.ts';
import type { PendingLink } from '../../shared/schemas/accounts.ts';
import { Button, ButtonAnchor } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { ErrorText } from '../ui/error-text.tsx';
import { InterpolatedText } from '../ui/interpolated-text.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { useRetryWait } from '../ui/use-countdown.ts';
import classes from './confirm-address.module.css';
import { ConsentForm } from './consent-form.tsx';
import signInClasses from './form/sign-in.module.css';
import { DenyPendingLink } from './deny-pending-link.tsx';
import { MailCode } from './mail-code/mail-code.tsx';
import { usePage } from './page-context.ts';
import { useServices } from './services.ts';
import { useCall } from './use-call.ts';
import { useEnter } from './use-enter.ts';
import { useSignedInElsewhere } from './use-signed-in-elsewhere.ts';

/** The provider is not trusted to verify the address. The page does not say whether the address is known. */
export function ConfirmAddressPage() {
  const { pendingLink } = usePage();
  return <CardLayout>{pendingLink ? <ConfirmAddress pending={pendingLink} /> : <Expired />}</CardLayout>;
}

function ConfirmAddress({ pending }: { readonly pending: PendingLink }) {
  const { providerName, email } = pending;
  const { confirmAddress: texts, resumeLink } = useTexts();
  const { address } = usePage();
  const services = useServices();
  const enter = useEnter();
  // The mail's link may be opened in another tab. The server then knows where this one goes.
  useSignedInElsewhere(address);
  const continueWithout = useCall('session.continueWithoutAddress', {
    onSuccess: (answer) =>
      enter(
        answer.status === 'signed-in' ? { ...answer, callbackUrl: onwardPath(answer.callbackUrl) } : answer,
      ),
    onFailure: ({ code }) => {
      // The account is no longer pending. The server shows what is now.
      if (code === 'LINK_EXPIRED' || code === 'LINK_CHANGED' || code === 'OAuthAccountNotLinked')
        services().openUrl(address);
    },
  });
  const { failure } = continueWithout;
  const wait = useRetryWait(failure);
  return (
    <>
      <div className={signInClasses['intro']}>
        <PageHeading title={texts.title} />
        <p>
          <InterpolatedText text={texts.intro(providerName)}>
            <strong>{email}</strong>
          </InterpolatedText>
        </p>
      </div>
      <PendingAccount pending={pending} />
      <p>{resumeLink.onlyYours}</p>
      <MailCode
        email={email}
        callbackUrl={at(RESUME_LINK)}
        sendLabel={texts.send}
        confirmLabel={texts.confirm(providerName)}
        accountToConnect={pending}
      />
      <div className={classes['without']}>
        <ConsentForm pending={pending}>
          {failure && <ErrorNotice error={failure} takeFocus />}
          <Button
            type="submit"
            name="way"
            value="without"
            variant="default"
            size="md"
            fullWidth
            loading={continueWithout.isPending}
            disabled={wait > 0}
            aria-describedby="without-address"
            onClick={() => continueWithout.start(consentTo(pending))}
          >
            {texts.without}
          </Button>
          <p id="without-address" className={classes['hint']}>
            {texts.withoutHint(providerName)}
          </p>
        </ConsentForm>
      </div>
      <DenyPendingLink pending={pending} nextAddress={at('/sign-in')} />
    </>
  );
}

function Expired() {
  const { confirmAddress: texts, common } = useTexts();
  return (
    <>
      <PageHeading title={texts.overTitle} />
      <ErrorText error={errorOfCode('LINK_EXPIRED')} />
      <ButtonAnchor href={at('/sign-in')} size="md" fullWidth>
        {common.signIn}
      </ButtonAnchor>
    </>
  );
}
