import { at } from '../../base-path.ts';
import type { PendingLink } from '../../../shared/schemas/accounts.ts';
import { toPageErrorOf } from '../../errors.ts';
import { consentTo, pathAfterConnecting } from '../../features/pending-link.ts';
import { useTexts } from '../../language/texts.ts';
import { CodeEntry } from '../../ui/code-entry.tsx';
import { usePage } from '../page-context.ts';
import { useCall } from '../use-call.ts';
import { useEnter } from '../use-enter.ts';
import { MailCodeFields } from './mail-code-fields.tsx';

interface CodeFormProps {
  readonly email: string;
  readonly callbackUrl: string | undefined;
  readonly action?: string;
  readonly takeFocus?: boolean;
  readonly describedBy?: string;
  /** The person has signed in elsewhere, and the next page is loading. */
  readonly isEntering?: boolean;
  /** The account on the page, which the button also connects. */
  readonly accountToConnect?: PendingLink | undefined;
}

export function CodeForm(props: CodeFormProps) {
  const { email, callbackUrl, action, isEntering = false, accountToConnect, ...entry } = props;
  const texts = useTexts();
  const { failedForm } = usePage();
  const enter = useEnter();
  const signIn = useCall('session.signInWithCode', {
    onSuccess: (answer) =>
      enter(
        answer.status === 'signed-in' &&
          accountToConnect &&
          !answer.callbackUrl.startsWith(at('/account/security-review'))
          ? { ...answer, callbackUrl: pathAfterConnecting(answer.connected, accountToConnect) }
          : answer,
      ),
  });
  const formFailure =
    signIn.submittedAt === 0 && failedForm?.values['way'] === 'code'
      ? toPageErrorOf(failedForm.failure)
      : null;
  return (
    <CodeEntry
      {...entry}
      label={texts.codes.fromMail}
      action={action ?? texts.common.signIn}
      isPending={signIn.isPending || isEntering}
      isAccepted={signIn.isAccepted || isEntering}
      failure={signIn.failure ?? formFailure}
      needsButton={accountToConnect !== undefined}
      scriptless={{
        action: at('/check-email'),
        fields: <MailCodeFields {...{ email, callbackUrl, accountToConnect }} />,
      }}
      onCode={(code) =>
        signIn.start({
          email,
          code,
          ...(callbackUrl !== undefined && { callbackUrl }),
          ...(accountToConnect && { connect: consentTo(accountToConnect) }),
        })
      }
    />
  );
}
