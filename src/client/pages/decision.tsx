import type { ReactNode } from 'react';
import type { PageError } from '../errors.ts';
import { ScopeWords } from '../features/scope-words.tsx';
import { useOwnScopes, useScopeTexts } from '../features/scopes.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Notice } from '../ui/notice.tsx';
import { QueryErrorNotice } from '../ui/query-error-notice.tsx';
import { useRetryWait } from '../ui/use-countdown.ts';
import classes from './decision.module.css';

export interface DecisionState {
  readonly failure: PageError | null;
  readonly pending: 'approve' | 'deny' | null;
  readonly onApprove: () => void;
  readonly onDeny: () => void;
}

interface DecisionProps extends DecisionState {
  readonly scopes: readonly string[];
  /** As terms and descriptions. */
  readonly facts: ReactNode;
  readonly warning: string;
  readonly tone?: 'calm' | 'problem';
  readonly texts: { readonly approve: string; readonly deny: string };
  /** There is nothing left to decide. */
  readonly isOver?: boolean;
}

export function Decision(props: DecisionProps) {
  const { scopes, facts, warning, tone = 'calm', texts, failure, pending, isOver = false } = props;
  const ownScopes = useOwnScopes();
  const textsOf = useScopeTexts();
  // A person allows only what the page has said in words.
  const hasAllWords = scopes.every((scope) => textsOf(scope) !== null);
  const wait = useRetryWait(failure);
  return (
    <>
      <dl className={classes['facts']}>{facts}</dl>
      {!hasAllWords && <QueryErrorNotice query={ownScopes} />}
      {failure ? (
        <ErrorNotice error={failure} takeFocus />
      ) : (
        <Notice tone={tone}>
          <p>{warning}</p>
        </Notice>
      )}
      {!isOver && (
        <div className={classes['buttons']}>
          <Button
            variant="default"
            size="md"
            loading={pending === 'deny'}
            disabled={pending === 'approve' || wait > 0}
            onClick={props.onDeny}
          >
            {texts.deny}
          </Button>
          <Button
            size="md"
            loading={pending === 'approve'}
            disabled={!hasAllWords || pending === 'deny' || wait > 0}
            onClick={props.onApprove}
          >
            {texts.approve}
          </Button>
        </div>
      )}
    </>
  );
}

export function DecisionFact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </>
  );
}

export function FactDetail({ children }: { readonly children: ReactNode }) {
  return <span className={classes['detail']}>{children}</span>;
}

export function ScopeList({ scopes }: { readonly scopes: readonly string[] }) {
  return (
    <ul className={classes['scopes']}>
      {scopes.map((scope) => (
        <li key={scope}>
          <ScopeWords scope={scope} />
        </li>
      ))}
    </ul>
  );
}
