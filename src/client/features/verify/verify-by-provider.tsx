import { useRouterState } from '@tanstack/react-router';
import { useCallback } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Provider } from '../../../shared/schemas/providers.ts';
import { toActionError } from '../../errors.ts';
import { trpc } from '../../trpc.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useProviderNavigation } from '../session/external-navigation.ts';
import { ProviderMark } from '../../ui/provider-mark.tsx';
import { usePageRestored } from '../../ui/use-page-restored.ts';
import { useRetryWait } from '../../ui/use-countdown.ts';
import { currentPath } from './current-path.ts';
import { storeAction, type SensitiveAction } from './sensitive-actions.ts';
import classes from './verify-steps.module.css';
import { useTexts } from '../../language/texts.ts';

interface VerifyByProviderProps {
  readonly providers: readonly Provider[];
  readonly action: SensitiveAction | null;
  readonly userId: string;
  readonly onLeaving: (isLeaving: boolean) => void;
}

/** The action is stored for the return from the provider. */
export function VerifyByProvider({ providers, action, userId, onLeaving }: VerifyByProviderProps) {
  const { common } = useTexts();
  const returnPath = useRouterState({ select: ({ location }) => currentPath(location) });
  const goToProvider = useProviderNavigation();
  const reauthenticate = trpc.session.reauthenticate.useMutation({
    onMutate: () => onLeaving(true),
    onSuccess: (answer, input) => {
      if (answer.status !== 'navigate' || input.method !== 'provider') return;
      if (action) storeAction(action, userId);
      goToProvider(answer.url, input.provider);
    },
    onError: () => onLeaving(false),
  });
  const { reset } = reauthenticate;
  const onRestored = useCallback(() => {
    reset();
    onLeaving(false);
  }, [reset, onLeaving]);
  usePageRestored(onRestored);

  const failure = reauthenticate.error && toActionError(reauthenticate.error);
  const wait = useRetryWait(failure);
  const lastInput = reauthenticate.variables;
  const leaving =
    (reauthenticate.isPending || reauthenticate.isSuccess) && lastInput?.method === 'provider'
      ? lastInput.provider
      : null;
  return (
    <>
      {failure && <ErrorNotice error={failure} takeFocus />}
      <ul className={classes['ways']}>
        {providers.map(({ id, name, mark }) => (
          <li key={id}>
            <Button
              variant="default"
              size="md"
              fullWidth
              leftSection={<ProviderMark provider={{ name, mark }} />}
              loading={leaving === id}
              disabled={(leaving !== null && leaving !== id) || wait > 0}
              onClick={() =>
                reauthenticate.mutate({ method: 'provider', provider: id, callbackUrl: returnPath })
              }
            >
              {common.continueWith(name)}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
