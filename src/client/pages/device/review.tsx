import type { ReactNode } from 'react';
import type { WaitingDevice } from '../../../shared/schemas/device-authorization.ts';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { useDeviceName } from '../../ui/device-name.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Decision, DecisionFact, FactDetail, ScopeList, type DecisionState } from '../decision.tsx';
import classes from './device.module.css';

interface ReviewProps extends DecisionState {
  readonly waiting: WaitingDevice;
  /** The account that the app would get access to. */
  readonly account: ReactNode;
  readonly onOther: () => void;
}

export function Review({ waiting, account, onOther, ...decision }: ReviewProps) {
  const { userCode, clientName, app, scopes, ip, sameAddress, device, createdAt, tokenDays } = waiting;
  const { device: texts } = useTexts();
  const nameOf = useDeviceName();
  const [warning, warningElsewhere] = app
    ? [texts.warning, texts.warningElsewhere]
    : [texts.programWarning, texts.programWarningElsewhere];
  return (
    <>
      <PageHeading title={texts.question} />
      <div className={classes['compare']}>
        <p dir="ltr" className={classes['code']}>
          {userCode}
        </p>
        <p>{texts.compare}</p>
      </div>
      {account}
      <Decision
        {...decision}
        scopes={scopes}
        texts={texts}
        warning={sameAddress ? warning : warningElsewhere}
        tone={sameAddress ? 'calm' : 'problem'}
        isOver={decision.failure?.code === 'USER_CODE_INVALID'}
        facts={
          <>
            <DecisionFact term={texts.program}>
              {app ? <bdi>{app.name}</bdi> : texts.quoted(clientName)}
              <FactDetail>{app ? texts.verified : texts.notVerified}</FactDetail>
            </DecisionFact>
            <DecisionFact term={texts.askedFrom}>
              <bdi>{ip ?? texts.unknownAddress}</bdi> · {nameOf(device)}
              {ip !== null && <FactDetail>{sameAddress ? texts.sameAddress : texts.otherAddress}</FactDetail>}
            </DecisionFact>
            <DecisionFact term={texts.asked}>
              <RelativeTime at={createdAt} />
            </DecisionFact>
            <DecisionFact term={texts.wants}>
              <ScopeList scopes={scopes} />
            </DecisionFact>
            <DecisionFact term={texts.lasts}>
              {app ? texts.daysOfApp(tokenDays) : texts.days(tokenDays)}
            </DecisionFact>
          </>
        }
      />
      <Button variant="subtle" fullWidth onClick={onOther}>
        {texts.otherCode}
      </Button>
    </>
  );
}
