import type { PendingLink } from '../../../shared/schemas/accounts.ts';
import { CodeEntry } from '../../ui/code-entry.tsx';
import { consentTo, pathAfterConnecting } from '../pending-link.ts';
import { useCompleteSignIn } from '../session/session.ts';
import { toActionError } from '../../errors.ts';
import { noteSignInStarted } from '../session/last-used.ts';
import { trpc } from '../../trpc.ts';
import { useTexts } from '../../language/texts.ts';

interface CodeFormProps {
  readonly email: string;
  readonly callbackUrl: string | undefined;
  readonly label?: string;
  readonly action?: string;
  readonly takeFocus?: boolean;
  /** The account on the page, which the button also connects. */
  readonly accountToConnect?: PendingLink | undefined;
}

/** Signs in with the code from the mail. */
export function CodeForm(props: CodeFormProps) {
  const { email, callbackUrl, label, action, takeFocus = false, accountToConnect } = props;
  const texts = useTexts();
  const completeSignIn = useCompleteSignIn();
  const signIn = trpc.session.signInWithCode.useMutation({
    onMutate: () => noteSignInStarted('email'),
    onSuccess: (answer) =>
      completeSignIn(
        accountToConnect
          ? { ...answer, callbackUrl: pathAfterConnecting(answer.connected, accountToConnect) }
          : answer,
      ),
  });
  return (
    <CodeEntry
      label={label ?? texts.codes.orEnter}
      action={action ?? texts.common.signIn}
      takeFocus={takeFocus}
      isPending={signIn.isPending}
      failure={signIn.error && toActionError(signIn.error)}
      needsButton={accountToConnect !== undefined}
      onCode={(code) =>
        signIn.mutate({
          email,
          code,
          ...(callbackUrl !== undefined && { callbackUrl }),
          ...(accountToConnect && { connect: consentTo(accountToConnect) }),
        })
      }
    />
  );
}
