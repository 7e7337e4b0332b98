import { at } from '../base-path.ts';
import { CardLayout } from '../features/card-layout.tsx';
import { useTexts } from '../language/texts.ts';
import { ButtonAnchor } from '../ui/button.tsx';
import { Illustration } from '../ui/illustration.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { usePage } from './page-context.ts';

/** The page after the deletion of an account. The server sends everybody else to the start page. */
export function GoodbyePage() {
  const { confirmationTo } = usePage();
  const texts = useTexts().goodbye;
  return (
    <CardLayout>
      <Illustration of="finished" />
      <PageHeading title={texts.title} />
      <p>{texts.text}</p>
      {confirmationTo && <p>{texts.mail(confirmationTo)}</p>}
      <ButtonAnchor href={at('/')} size="md" fullWidth>
        {texts.startPage}
      </ButtonAnchor>
    </CardLayout>
  );
}
