import type { ReactNode } from 'react';
import type { WaitingDevice } from '../../../shared/schemas/device-authorization.ts';
import { Button } from '../../ui/button.tsx';
import { useDeviceName } from '../../ui/device-name.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { QueryErrorNotice } from '../../ui/query-error-notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useRetryWait } from '../../ui/use-retry-wait.ts';
import type { ClientError } from '../../errors.ts';
import { ScopeWords } from '../../features/scope-words.tsx';
import { useOwnScopes, useScopeTexts } from '../../features/scopes.ts';
import { useTexts } from '../../language/texts.ts';
import classes from './device.module.css';

interface ReviewProps {
  readonly waiting: WaitingDevice;
  /** The account that the app would get access to. */
  readonly account: ReactNode;
  readonly failure: ClientError | null;
  readonly pending: 'approve' | 'deny' | null;
  readonly onApprove: () => void;
  readonly onDeny: () => void;
  readonly onOther: () => void;
}

/** The details of the program, with the buttons "approve" and "deny". */
export function Review({ waiting, account, failure, pending, onApprove, onDeny, onOther }: ReviewProps) {
  const { userCode, clientName, app, scopes, ip, sameAddress, device, createdAt, tokenDays } = waiting;
  const { device: texts } = useTexts();
  const nameOf = useDeviceName();
  const ownScopes = useOwnScopes();
  const textsOf = useScopeTexts();
  // A person allows only what the page has said in words.
  const hasAllWords = scopes.every((scope) => textsOf(scope) !== null);
  const wait = useRetryWait(failure);
  const [warning, warningElsewhere] = app
    ? [texts.warning, texts.warningElsewhere]
    : [texts.programWarning, texts.programWarningElsewhere];
  const isOver = failure?.code === 'USER_CODE_INVALID';
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
      <dl className={classes['facts']}>
        <dt>{texts.program}</dt>
        <dd>
          {app ? <bdi>{app.name}</bdi> : texts.quoted(clientName)}
          <span className={classes['place']}>{app ? texts.verified : texts.notVerified}</span>
        </dd>
        <dt>{texts.askedFrom}</dt>
        <dd>
          <bdi>{ip ?? texts.unknownAddress}</bdi> · {nameOf(device)}
          {ip !== null && (
            <span className={classes['place']}>{sameAddress ? texts.sameAddress : texts.otherAddress}</span>
          )}
        </dd>
        <dt>{texts.asked}</dt>
        <dd>
          <RelativeTime at={createdAt} />
        </dd>
        <dt>{texts.wants}</dt>
        <dd>
          <ul className={classes['scopes']}>
            {scopes.map((scope) => (
              <li key={scope}>
                <ScopeWords scope={scope} />
              </li>
            ))}
          </ul>
        </dd>
        <dt>{texts.lasts}</dt>
        <dd>{app ? texts.daysOfApp(tokenDays) : texts.days(tokenDays)}</dd>
      </dl>
      {!hasAllWords && <QueryErrorNotice query={ownScopes} />}
      {failure ? (
        <ErrorNotice error={failure} takeFocus />
      ) : (
        <Notice tone={sameAddress ? 'calm' : 'problem'}>
          <p>{sameAddress ? warning : warningElsewhere}</p>
        </Notice>
      )}
      {!isOver && (
        <div className={classes['buttons']}>
          <Button
            variant="default"
            size="md"
            loading={pending === 'deny'}
            disabled={pending === 'approve' || wait > 0}
            onClick={onDeny}
          >
            {texts.deny}
          </Button>
          <Button
            size="md"
            loading={pending === 'approve'}
            disabled={!hasAllWords || pending === 'deny' || wait > 0}
            onClick={onApprove}
          >
            {texts.approve}
          </Button>
        </div>
      )}
      <Button variant="subtle" fullWidth onClick={onOther}>
        {texts.otherCode}
      </Button>
    </>
  );
}
