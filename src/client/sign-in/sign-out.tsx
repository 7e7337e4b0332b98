import { at } from '../base-path.ts';
import { toPageErrorOf, withoutRetryPromise } from '../errors.ts';
import { CardLayout } from '../features/card-layout.tsx';
import { noteSignOut } from '../features/session/sign-outs.ts';
import { useTexts } from '../language/texts.ts';
import { Button, ButtonAnchor } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Illustration } from '../ui/illustration.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { usePageRestored } from '../ui/use-page-restored.ts';
import classes from './form/sign-in.module.css';
import { usePage } from './page-context.ts';
import { useServices } from './services.ts';
import { useCall } from './use-call.ts';

/** The next page comes from the server, so that nothing of the person stays in memory. */
export function SignOutPage() {
  // While the server does not know the account, it says `unknown`. The form then helps more.
  const { account } = usePage();
  return <CardLayout>{account ? <Question /> : <SignedOut />}</CardLayout>;
}

function Question() {
  const { account, failedForm } = usePage();
  const { signOut: texts } = useTexts();
  const email = account && account !== 'unknown' ? account.user.email : null;
  const services = useServices();
  const signOut = useCall('session.signOut', {
    onSuccess: () => {
      noteSignOut();
      services().openUrl(at('/sign-in'));
    },
  });
  usePageRestored(signOut.reset);
  const hasCalled = signOut.submittedAt > 0;
  const failedWithoutScript = failedForm && withoutRetryPromise(toPageErrorOf(failedForm.failure));
  const failure = hasCalled ? signOut.failure : failedWithoutScript;
  return (
    <>
      <div className={classes['intro']}>
        <PageHeading title={texts.title} />
        <p>{texts.question}</p>
        {email !== null && <p>{texts.signedInAs(email)}</p>}
      </div>
      {failure && <ErrorNotice error={failure} takeFocus={hasCalled} />}
      <form
        method="post"
        action={at('/sign-out')}
        onSubmit={(event) => {
          event.preventDefault();
          if (!signOut.isPending) signOut.start(undefined);
        }}
      >
        <Button type="submit" size="md" fullWidth loading={signOut.isPending || signOut.isSuccess}>
          {texts.signOut}
        </Button>
      </form>
      <ButtonAnchor href={at('/account')} variant="subtle" fullWidth>
        {texts.stay}
      </ButtonAnchor>
    </>
  );
}

function SignedOut() {
  const { common, signOut: texts } = useTexts();
  return (
    <>
      <Illustration of="finished" />
      <PageHeading title={texts.doneTitle} />
      <p>{texts.done}</p>
      <ButtonAnchor href={at('/sign-in')} size="md" fullWidth>
        {common.signIn}
      </ButtonAnchor>
    </>
  );
}
