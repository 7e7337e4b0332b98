import { useRouter } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Session } from '../../../shared/schemas/session.ts';
import { failureOf } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';
import { lazyPart } from '../../load-page.ts';
import { currentPath } from './current-path.ts';
import { clearStoredAction, readStoredAction, type SensitiveAction } from './sensitive-actions.ts';
import { VerifyContext, type Return, type Verify, type VerifyRequest } from './verify-context.ts';

/** Few visits need it, so its code is loaded when it opens. */
const VerifyDialog = lazyPart(async () => (await import('./verify-dialog.tsx')).VerifyDialog);

interface VerifyProviderProps {
  readonly user: Session['user'];
  readonly returned: Return;
  readonly children: ReactNode;
}

/**
 * Handles the return from a provider: resumes the stored action, opens the dialog again, or shows a message.
 * Then it removes the parameters from the URL, so that a reload or a bookmark does not repeat them.
 */
export function VerifyProvider({ user, returned, children }: VerifyProviderProps) {
  const router = useRouter();
  const { errors } = useTexts();
  const [request, setRequest] = useState<VerifyRequest | null>(null);
  const [resumable, setResumable] = useState<SensitiveAction | null>(null);
  const [message, setMessage] = useState<Return | null>(null);
  const pendingAction = useRef<SensitiveAction | null>(null);
  const handled = useRef<Return | null>(null);

  const offer = useCallback((action: SensitiveAction) => {
    pendingAction.current = action;
    setResumable(action);
  }, []);
  const takeResumable = useCallback(() => {
    const action = pendingAction.current;
    pendingAction.current = null;
    setResumable(null);
    return action;
  }, []);

  const { outcome, provider, error, cancelled, requestId, reconnect } = returned;
  useEffect(() => {
    const current = { outcome, provider, error, cancelled, requestId, reconnect };
    if (outcome === undefined && error === undefined) return;
    // React's strict mode runs effects twice, but the stored action can be read only once.
    if (isSame(handled.current, current)) return;
    handled.current = current;
    const action = readStoredAction(user.id);
    if (outcome === 'verified') {
      clearStoredAction();
      if (action) offer(action);
      else setMessage(current);
    } else if (error !== undefined && action) {
      setRequest({ action, resume: () => offer(action), failure: failureOf(current, errors) });
    } else {
      setMessage(current);
    }
    router.history.replace(currentPath(router.state.location));
  }, [outcome, provider, error, cancelled, requestId, reconnect, user.id, offer, router, errors]);

  // The message is about the page that the person came back to.
  useEffect(
    () =>
      router.subscribe('onBeforeLoad', ({ pathChanged }) => {
        if (pathChanged) setMessage(null);
      }),
    [router],
  );

  const verify = useMemo<Verify>(
    () => ({ ask: setRequest, resumable, takeResumable, message }),
    [resumable, takeResumable, message],
  );
  return (
    <VerifyContext value={verify}>
      {children}
      {request && (
        <Suspense>
          <VerifyDialog
            user={user}
            request={request}
            onCancel={() => {
              clearStoredAction();
              setRequest(null);
            }}
            onVerified={() => {
              setRequest(null);
              request.resume();
            }}
          />
        </Suspense>
      )}
    </VerifyContext>
  );
}

function isSame(one: Return | null, other: Return): boolean {
  return one !== null && JSON.stringify(one) === JSON.stringify(other);
}
