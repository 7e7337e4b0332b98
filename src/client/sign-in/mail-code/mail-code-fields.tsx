import type { PendingLink } from '../../../shared/schemas/accounts.ts';
import { CallbackField } from '../callback-field.tsx';
import { useParameters } from '../page-context.ts';

interface MailCodeFieldsProps {
  readonly email: string;
  readonly callbackUrl: string | undefined;
  /** The account that the person was shown, and agrees to connect. */
  readonly accountToConnect?: PendingLink | undefined;
}

/** Hidden fields for a browser without script. */
export function MailCodeFields({ email, callbackUrl, accountToConnect }: MailCodeFieldsProps) {
  const { isSignUp } = useParameters();
  return (
    <>
      <input type="hidden" name="email" value={email} />
      <CallbackField callbackUrl={callbackUrl} />
      {isSignUp !== undefined && <input type="hidden" name="isSignUp" value={isSignUp} />}
      {accountToConnect && <ConsentFields account={accountToConnect} />}
    </>
  );
}

/** Hidden fields that name the account of `consentTo`. */
export function ConsentFields({ account }: { readonly account: PendingLink }) {
  return (
    <>
      <input type="hidden" name="connectId" value={account.id} />
      <input type="hidden" name="connectProvider" value={account.provider} />
      <input type="hidden" name="connectAccount" value={account.providerAccountId} />
    </>
  );
}
