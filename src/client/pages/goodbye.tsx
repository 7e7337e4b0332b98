import { useRouterState } from '@tanstack/react-router';
import { FrontDoor } from '../features/front-door.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { useTexts } from '../language/texts.ts';

/** After an account was deleted. */
export function GoodbyePage() {
  const texts = useTexts().yourData;
  const confirmationTo = useRouterState({ select: ({ location }) => location.state.confirmationTo });
  return (
    <FrontDoor>
      <PageHeading title={texts.goodbyeTitle} />
      <p>{texts.goodbye}</p>
      {confirmationTo !== undefined && <p>{texts.goodbyeMail(confirmationTo)}</p>}
      <ButtonLink to="/" size="md" fullWidth>
        {texts.startPage}
      </ButtonLink>
    </FrontDoor>
  );
}
