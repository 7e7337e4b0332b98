import { useRouterState } from '@tanstack/react-router';
import { CardLayout } from '../features/card-layout.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { useTexts } from '../language/texts.ts';

/** The page after the deletion of an account. */
export function GoodbyePage() {
  const texts = useTexts().yourData;
  const confirmationTo = useRouterState({ select: ({ location }) => location.state.confirmationTo });
  return (
    <CardLayout>
      <PageHeading title={texts.goodbyeTitle} />
      <p>{texts.goodbye}</p>
      {confirmationTo !== undefined && <p>{texts.goodbyeMail(confirmationTo)}</p>}
      <ButtonLink to="/" size="md" fullWidth>
        {texts.startPage}
      </ButtonLink>
    </CardLayout>
  );
}
