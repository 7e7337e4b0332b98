import type { PendingLink } from '../../../shared/schemas/accounts.ts';
import { CallbackField } from '../callback-field.tsx';

interface MailCodeFieldsProps {
  readonly email: string;
  readonly callbackUrl: string | undefined;
  /** The account that the person was shown, and agrees to connect. */
  readonly accountToConnect?: PendingLink | undefined;
}

/** The hidden fields of the forms around a mail's code, for a browser without script. */
export function MailCodeFields({ email, callbackUrl, accountToConnect }: MailCodeFieldsProps) {
  return (
    <>
      <input type="hidden" name="email" value={email} />
      <CallbackField callbackUrl={callbackUrl} />
      {accountToConnect && (
        <>
          <input type="hidden" name="connectId" value={accountToConnect.id} />
          <input type="hidden" name="connectProvider" value={accountToConnect.provider} />
          <input type="hidden" name="connectAccount" value={accountToConnect.providerAccountId} />
        </>
      )}
    </>
  );
}
