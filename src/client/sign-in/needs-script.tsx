import { at } from '../base-path.ts';
import { CardLayout } from '../features/card-layout.tsx';
import { SignedInContext } from '../ui/page-state.ts';
import { useTexts } from '../language/texts.ts';
import { Button, ButtonAnchor } from '../ui/button.tsx';
import { usePage } from './page-context.ts';

/** The pages of the account application show this without script. */
export function NeedsScriptPage() {
  const { address, isSignedIn } = usePage();
  const { failures, needsScript: texts, signOut } = useTexts();
  return (
    // The profile page, where signed-in people choose the language, needs script.
    <SignedInContext value={false}>
      <CardLayout title={texts.title}>
        <p>{texts.text}</p>
        <ButtonAnchor href={address} size="md" fullWidth>
          {failures.loadAgain}
        </ButtonAnchor>
        <ButtonAnchor href={at('/')} variant="default" size="md" fullWidth>
          {failures.goHome}
        </ButtonAnchor>
        {isSignedIn && (
          <form method="post" action={at('/sign-out')}>
            <Button type="submit" variant="default" size="md" fullWidth>
              {signOut.signOut}
            </Button>
          </form>
        )}
      </CardLayout>
    </SignedInContext>
  );
}
