import type { PendingLink } from '../../../shared/schemas/accounts.ts';
import { CodeEntry } from '../../ui/code-entry.tsx';
import { consentTo, pathAfterConnecting } from '../pending-link.ts';
import { useEnter } from '../session/session.ts';
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
  /** The account that the page shows: the button connects it, too. */
  readonly connects?: PendingLink | undefined;
}

/** Signs in by the mail's code. */
export function CodeForm(props: CodeFormProps) {
  const { email, callbackUrl, label, action, takeFocus = false, connects } = props;
  const texts = useTexts();
  const enter = useEnter();
  const signIn = trpc.session.signInWithCode.useMutation({
    onMutate: () => noteSignInStarted('email'),
    onSuccess: (answer) =>
      enter(connects ? { ...answer, callbackUrl: pathAfterConnecting(answer.connected, connects) } : answer),
  });
  return (
    <CodeEntry
      label={label ?? texts.codes.orEnter}
      action={action ?? texts.common.signIn}
      takeFocus={takeFocus}
      isPending={signIn.isPending}
      failure={signIn.error && toActionError(signIn.error)}
      isSentByPress={connects !== undefined}
      onCode={(code) =>
        signIn.mutate({
          email,
          code,
          ...(callbackUrl !== undefined && { callbackUrl }),
          ...(connects && { connect: consentTo(connects) }),
        })
      }
    />
  );
}
