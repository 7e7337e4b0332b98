import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { useExternalNavigation } from '../../features/session/external-navigation.ts';
import classes from './continue.module.css';

/** An app with a scheme of its own that has got its answer. */
export interface OpenedApp {
  readonly app: string;
  readonly url: string;
  readonly isApproved: boolean;
}

/** The button is for a browser that asked whether to open the app, and was told no. */
export function AppOpened({ opened: { app, url, isApproved } }: { readonly opened: OpenedApp }) {
  const texts = useTexts().continueTo;
  const openUrl = useExternalNavigation();
  return (
    <>
      <PageHeading title={isApproved ? texts.approvedTitle(app) : texts.deniedTitle} />
      <p role="status" className={classes['text']}>
        {isApproved ? texts.approved(app) : texts.denied(app)}
      </p>
      <Button variant="default" size="md" fullWidth onClick={() => openUrl(url)}>
        {texts.openAgain(app)}
      </Button>
    </>
  );
}
