import type { ReactNode } from 'react';
import type { InspectedAuthorization } from '../../../shared/schemas/authorizations.ts';
import type { ClientError } from '../../errors.ts';
import { ScopeWords } from '../../features/scope-words.tsx';
import { useOwnScopes, useScopeTexts } from '../../features/scopes.ts';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { QueryErrorNotice } from '../../ui/query-error-notice.tsx';
import { useRetryWait } from '../../ui/use-retry-wait.ts';
import classes from './continue.module.css';

interface ConfirmationProps {
  readonly authorization: Extract<InspectedAuthorization, { next: 'confirm' }>;
  /** The account that the app would get access to. */
  readonly account: ReactNode;
  readonly failure: ClientError | null;
  readonly pending: 'approve' | 'deny' | null;
  readonly onApprove: () => void;
  readonly onDeny: () => void;
}

/** What the app may know, where the answer leads, and the buttons "Continue" and "Cancel". */
export function Confirmation(props: ConfirmationProps) {
  const { authorization, account, failure, pending, onApprove, onDeny } = props;
  const { app, leadsTo, scopes } = authorization;
  const { continueTo: texts } = useTexts();
  const ownScopes = useOwnScopes();
  const textsOf = useScopeTexts();
  // A person allows only what the page has said in words.
  const hasAllWords = scopes.every((scope) => textsOf(scope) !== null);
  const wait = useRetryWait(failure);
  return (
    <>
      <PageHeading title={texts.title(app.name)} />
      <p>{texts.intro(app.name)}</p>
      {account}
      <dl className={classes['facts']}>
        <dt>{texts.learns}</dt>
        <dd>
          <ul className={classes['scopes']}>
            {scopes.map((scope) => (
              <li key={scope}>
                <ScopeWords scope={scope} />
              </li>
            ))}
          </ul>
        </dd>
        <dt>{texts.leadsTo}</dt>
        <dd>
          {leadsTo.kind === 'loopback' ? texts.loopback : texts.scheme}
          <span className={classes['address']}>
            <bdi dir="ltr">{leadsTo.address}</bdi>
          </span>
        </dd>
      </dl>
      {!hasAllWords && <QueryErrorNotice query={ownScopes} />}
      {failure ? (
        <ErrorNotice error={failure} takeFocus />
      ) : (
        <Notice tone="calm">
          <p>{texts.warning(app.name)}</p>
        </Notice>
      )}
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
    </>
  );
}
