import { addressOf, at } from '../base-path.ts';
import { useEffect, useEffectEvent } from 'react';
import { errorOfCode, type PageError } from '../errors.ts';
import { CardLayout } from '../features/card-layout.tsx';
import { useErrorWords } from '../language/error-words.ts';
import { useTexts } from '../language/texts.ts';
import { ButtonAnchor } from '../ui/button.tsx';
import { ErrorText } from '../ui/error-text.tsx';
import { useBrand } from '../ui/brand.ts';
import { Illustration } from '../ui/illustration.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { LinkForm } from './link-form.tsx';
import { useLinkToken } from './link-token.ts';
import { useParameters } from './page-context.ts';
import { PageLink } from './page-link.tsx';
import { useAccount } from './use-account.ts';
import { useEnter } from './use-enter.ts';
import { useLinkCall } from './use-link-call.ts';

/** Only the button signs in, because mail scanners open links too. */
export function ConfirmPage() {
  const { email, callbackUrl } = useParameters();
  const { confirmSignIn: texts, common } = useTexts();
  const { host } = useBrand();
  const token = useLinkToken();
  const enter = useEnter();
  const confirm = useLinkCall('session.confirmLink', { onSuccess: enter });

  const deadLink = <DeadLink error={errorOfCode('Verification')} />;
  if (token === null) return <noscript>{deadLink}</noscript>;
  if (!email || !token) return deadLink;
  if (confirm.failure && confirm.isRefused) return <DeadLink error={confirm.failure} />;
  return (
    <CardLayout title={texts.title(email)}>
      <p>{texts.intro(host)}</p>
      <LinkForm
        call={confirm}
        fields={{ email, token, callbackUrl }}
        label={texts.confirm}
        onSend={() => confirm.start({ email, token, ...(callbackUrl !== undefined && { callbackUrl }) })}
      />
      <PageLink href={addressOf('/sign-in', { callbackUrl })} size="sm">
        {common.useAnotherAddress}
      </PageLink>
    </CardLayout>
  );
}

function DeadLink({ error }: { readonly error: PageError }) {
  const { email, callbackUrl } = useParameters();
  const { account, refresh } = useAccount();
  const texts = useTexts().confirmSignIn;
  const { title } = useErrorWords()(error);
  const onShown = useEffectEvent(() => void refresh());
  // The link may have been used in another tab of this browser.
  useEffect(() => onShown(), []);
  const user = account === null || account === 'unknown' ? null : account.user;
  return (
    <CardLayout>
      {error.code === 'ACCOUNT_SUSPENDED' && <Illustration of="suspended" />}
      <PageHeading title={title} />
      <ErrorText error={error} />
      {user ? (
        <>
          <p>{user.email ? texts.signedInAlreadyAs(user.email) : texts.signedInAlready}</p>
          <ButtonAnchor href={at('/account')} size="md" fullWidth>
            {texts.toAccount}
          </ButtonAnchor>
        </>
      ) : (
        <ButtonAnchor href={addressOf('/sign-in', { email, callbackUrl })} size="md" fullWidth>
          {texts.newLink}
        </ButtonAnchor>
      )}
    </CardLayout>
  );
}
