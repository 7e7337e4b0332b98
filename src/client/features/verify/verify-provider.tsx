import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Session } from '../../../shared/schemas/session.ts';
import { failureOf } from '../../errors.ts';
import { currentPath } from './current-path.ts';
import { forgetKeptAction, readKeptAction, type SensitiveAction } from './sensitive-actions.ts';
import { VerifyContext, type Return, type Verify, type VerifyRequest } from './verify-context.ts';
import { VerifyDialog } from './verify-dialog.tsx';

interface VerifyProviderProps {
  readonly user: Session['user'];
  /** The page's search parameters. */
  readonly returned: Return;
  readonly children: ReactNode;
}

/**
 * Lets the mutations below it ask for "Verify it's you", and receives a person who comes back from a provider: takes up again what
 * they were in the middle of, or opens the dialog once more when it did not succeed; anything else becomes a message. Whatever it was
 * leaves the address at once, so that neither a reload nor a bookmark tells it again.
 */
export function VerifyProvider({ user, returned, children }: VerifyProviderProps) {
  const router = useRouter();
  const [request, setRequest] = useState<VerifyRequest | null>(null);
  const [resumable, setResumable] = useState<SensitiveAction | null>(null);
  const [message, setMessage] = useState<Return | null>(null);
  const toTakeUp = useRef<SensitiveAction | null>(null);
  const received = useRef<Return | null>(null);

  const offer = useCallback((action: SensitiveAction) => {
    toTakeUp.current = action;
    setResumable(action);
  }, []);
  const takeUp = useCallback(() => {
    const action = toTakeUp.current;
    toTakeUp.current = null;
    setResumable(null);
    return action;
  }, []);

  const { outcome, provider, error, requestId, reconnect } = returned;
  useEffect(() => {
    const arrived = { outcome, provider, error, requestId, reconnect };
    if (outcome === undefined && error === undefined) return;
    // React's strict mode runs effects twice, and what was kept is there only once.
    if (isSame(received.current, arrived)) return;
    received.current = arrived;
    const action = readKeptAction(user.id);
    if (outcome === 'verified') {
      forgetKeptAction();
      if (action) offer(action);
      else setMessage(arrived);
    } else if (error !== undefined && action) {
      setRequest({ action, resume: () => offer(action), failure: failureOf(arrived) });
    } else {
      setMessage(arrived);
    }
    router.history.replace(currentPath(router.state.location));
  }, [outcome, provider, error, requestId, reconnect, user.id, offer, router]);

  const verify = useMemo<Verify>(
    () => ({ ask: setRequest, resumable, takeUp, message }),
    [resumable, takeUp, message],
  );
  return (
    <VerifyContext value={verify}>
      {children}
      <VerifyDialog
        user={user}
        request={request}
        onCancel={() => {
          forgetKeptAction();
          setRequest(null);
          // Once the dialog has let go of the focus.
          setTimeout(giveFocusBack, 0, request?.origin);
        }}
        onVerified={() => {
          setRequest(null);
          request?.resume();
        }}
      />
    </VerifyContext>
  );
}

function isSame(one: Return | null, other: Return): boolean {
  return one !== null && JSON.stringify(one) === JSON.stringify(other);
}

/** To what was pressed; where that was in another dialog, which is closed by now, to the page's heading. */
function giveFocusBack(origin: Element | null | undefined): void {
  const target = origin?.isConnected && origin !== document.body ? origin : document.querySelector('h1');
  if (target instanceof HTMLElement) target.focus();
}
