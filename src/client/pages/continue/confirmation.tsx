import type { ReactNode } from 'react';
import type { InspectedAuthorization } from '../../../shared/schemas/authorizations.ts';
import { useTexts } from '../../language/texts.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Decision, DecisionFact, FactDetail, ScopeList, type DecisionState } from '../decision.tsx';

interface ConfirmationProps extends DecisionState {
  readonly authorization: Extract<InspectedAuthorization, { next: 'confirm' }>;
  /** The account that the app would get access to. */
  readonly account: ReactNode;
}

export function Confirmation({ authorization, account, ...decision }: ConfirmationProps) {
  const { app, leadsTo, scopes } = authorization;
  const { continueTo: texts } = useTexts();
  return (
    <>
      <PageHeading title={texts.title(app.name)} />
      <p>{texts.intro(app.name)}</p>
      {account}
      <Decision
        {...decision}
        scopes={scopes}
        texts={texts}
        warning={texts.warning(app.name)}
        facts={
          <>
            <DecisionFact term={texts.learns}>
              <ScopeList scopes={scopes} />
            </DecisionFact>
            <DecisionFact term={texts.leadsTo}>
              {leadsTo.kind === 'loopback' ? texts.loopback : texts.scheme}
              <FactDetail>
                <bdi dir="ltr">{leadsTo.address}</bdi>
              </FactDetail>
            </DecisionFact>
          </>
        }
      />
    </>
  );
}
