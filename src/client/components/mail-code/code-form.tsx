import { CodeEntry } from '../code-entry.tsx';
import { useEnter } from '../session.ts';
import { toActionError } from '../../errors.ts';
import { noteSignInStarted } from '../../last-used.ts';
import { trpc } from '../../trpc.ts';
import { useTexts } from '../../texts/texts.ts';

interface CodeFormProps {
  readonly email: string;
  readonly callbackUrl: string | undefined;
  readonly label?: string;
  readonly action?: string;
  readonly takeFocus?: boolean;
}

/** Signs in by the mail's code. */
export function CodeForm(props: CodeFormProps) {
  const { email, callbackUrl, label, action, takeFocus = false } = props;
  const texts = useTexts();
  const enter = useEnter();
  const signIn = trpc.session.signInWithCode.useMutation({
    onMutate: () => noteSignInStarted('email'),
    onSuccess: enter,
  });
  return (
    <CodeEntry
      label={label ?? texts.codes.orEnter}
      action={action ?? texts.common.signIn}
      takeFocus={takeFocus}
      isPending={signIn.isPending}
      failure={signIn.error && toActionError(signIn.error)}
      onCode={(code) => signIn.mutate({ email, code, ...(callbackUrl !== undefined && { callbackUrl }) })}
    />
  );
}
