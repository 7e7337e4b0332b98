import { Button } from '@mantine/core';
import { ErrorNotice } from '../components/error-notice.tsx';
import { FrontDoor } from '../components/front-door.tsx';
import { ButtonLink } from '../components/links.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { useExit, useSession } from '../components/session.ts';
import { toActionError } from '../errors.ts';
import { trpc } from '../trpc.ts';

export function SignOutPage() {
  const session = useSession();
  const exit = useExit();
  const signOut = trpc.session.signOut.useMutation({ onSuccess: exit });

  if (session.data === null && !signOut.isPending && !signOut.isSuccess) {
    return (
      <FrontDoor>
        <PageHeading title="Signed out" />
        <p>You are signed out already.</p>
        <ButtonLink to="/sign-in" size="md" fullWidth>
          Sign in
        </ButtonLink>
      </FrontDoor>
    );
  }
  return (
    <FrontDoor>
      <PageHeading title="Sign out" />
      <div>
        <p>Are you sure you want to sign out?</p>
        {session.data?.user.email && <p>You are signed in as {session.data.user.email}.</p>}
      </div>
      {signOut.error && <ErrorNotice error={toActionError(signOut.error)} takeFocus />}
      <Button size="md" fullWidth loading={signOut.isPending} onClick={() => signOut.mutate()}>
        Sign out
      </Button>
      {session.data && (
        <ButtonLink to="/account" variant="subtle" fullWidth>
          Stay signed in
        </ButtonLink>
      )}
    </FrontDoor>
  );
}
