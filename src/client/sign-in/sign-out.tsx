import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { CardLayout } from '../features/card-layout.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { useCompleteSignOut, useSession } from '../features/session/session.ts';
import { toActionError } from '../errors.ts';
import { useTexts } from '../language/texts.ts';
import { trpc } from '../trpc.ts';

export function SignOutPage() {
  const { common, signOut: texts } = useTexts();
  const session = useSession();
  const completeSignOut = useCompleteSignOut();
  const signOut = trpc.session.signOut.useMutation({ onSuccess: completeSignOut });

  if (session.data === null && !signOut.isPending && !signOut.isSuccess) {
    return (
      <CardLayout>
        <PageHeading title={texts.doneTitle} />
        <p>{texts.done}</p>
        <ButtonLink to="/sign-in" size="md" fullWidth>
          {common.signIn}
        </ButtonLink>
      </CardLayout>
    );
  }
  return (
    <CardLayout>
      <PageHeading title={texts.title} />
      <div>
        <p>{texts.question}</p>
        {session.data?.user.email && <p>{texts.signedInAs(session.data.user.email)}</p>}
      </div>
      {signOut.error && <ErrorNotice error={toActionError(signOut.error)} takeFocus />}
      <Button size="md" fullWidth loading={signOut.isPending} onClick={() => signOut.mutate()}>
        {texts.signOut}
      </Button>
      {session.data && (
        <ButtonLink to="/account" variant="subtle" fullWidth>
          {texts.stay}
        </ButtonLink>
      )}
    </CardLayout>
  );
}
