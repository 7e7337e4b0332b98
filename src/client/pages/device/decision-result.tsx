import { ButtonLink } from '../../ui/links.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { useTexts } from '../../language/texts.ts';
import classes from './device.module.css';

export interface Decision {
  readonly clientName: string;
  readonly isApproved: boolean;
}

export function DecisionResult({ decision: { clientName, isApproved } }: { readonly decision: Decision }) {
  const texts = useTexts().device;
  return (
    <>
      <PageHeading title={isApproved ? texts.approvedTitle : texts.deniedTitle} />
      <div className={classes['text']} role="status">
        <p>{isApproved ? texts.approved(clientName) : texts.denied(clientName)}</p>
        <p className={classes['dimmed']}>{isApproved ? texts.tokensHint : texts.notYours}</p>
      </div>
      {isApproved ? (
        <ButtonLink to="/account/access-tokens" variant="default" size="md" fullWidth>
          {texts.toTokens}
        </ButtonLink>
      ) : (
        <ButtonLink to="/account/activity" variant="default" size="md" fullWidth>
          {texts.secure}
        </ButtonLink>
      )}
    </>
  );
}
