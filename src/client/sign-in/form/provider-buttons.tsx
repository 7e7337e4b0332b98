import { at } from '../../base-path.ts';
import { useState, type FormEvent } from 'react';
import type { Provider } from '../../../shared/schemas/providers.ts';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ProviderMark } from '../../ui/provider-mark.tsx';
import { usePageRestored } from '../../ui/use-page-restored.ts';
import { useRetryWait } from '../../ui/use-countdown.ts';
import { CallbackField } from '../callback-field.tsx';
import { usePage } from '../page-context.ts';
import { useCall } from '../use-call.ts';
import { LastUsedMark } from './last-used.tsx';
import { goToProvider } from '../../errors.ts';
import { useServices } from '../services.ts';
import classes from './sign-in.module.css';

interface ProviderButtonsProps {
  readonly providers: readonly Pick<Provider, 'id' | 'name' | 'mark'>[];
  readonly callbackUrl: string | undefined;
  /** The providers of one known person. */
  readonly isOwn?: boolean;
}

/** Without the script, the server starts the provider's flow. */
export function ProviderButtons({ providers, callbackUrl, isOwn = false }: ProviderButtonsProps) {
  const { signIn: texts, common } = useTexts();
  const { lastUsed } = usePage();
  const { failure, leaving, wait, start } = useProviderStart(callbackUrl);
  if (providers.length === 0) return null;
  // Two columns with short labels. The providers of a known person have whole sentences.
  const isGrid = !isOwn && providers.length > 1;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter instanceof HTMLButtonElement) start(submitter.value);
  };
  return (
    <form method="post" action={at('/sign-in/provider')} onSubmit={submit} className={classes['providers']}>
      <CallbackField callbackUrl={callbackUrl} />
      {failure && <ErrorNotice error={failure} takeFocus />}
      <ul className={classes['providerList']} data-grid={isGrid}>
        {providers.map(({ id, name, mark }) => {
          const label = isOwn ? texts.signInWith(name) : common.continueWith(name);
          return (
            <li key={id}>
              <Button
                type="submit"
                name="provider"
                value={id}
                variant="default"
                {...(isOwn && { size: 'md' })}
                fullWidth
                leftSection={<ProviderMark provider={{ name, mark }} />}
                rightSection={<LastUsedMark method={id} />}
                loading={leaving === id}
                disabled={(leaving !== null && leaving !== id) || wait > 0}
                {...(isGrid && { 'aria-label': lastUsed === id ? `${label} ${texts.lastUsed}` : label })}
              >
                {isGrid ? name : label}
              </Button>
            </li>
          );
        })}
      </ul>
    </form>
  );
}

/** `leaving` is the provider that the browser is on its way to. */
export function useProviderStart(callbackUrl: string | undefined) {
  const services = useServices();
  const [leaving, setLeaving] = useState<string | null>(null);
  const signInWith = useCall('session.signInWith', {
    onStart: ({ provider }) => {
      setLeaving(provider);
    },
    onSuccess: ({ url }, { provider }) =>
      goToProvider({ ...services(), url, provider, path: location.pathname }),
    onFailure: () => setLeaving(null),
  });
  usePageRestored(() => {
    setLeaving(null);
    signInWith.reset();
  });
  return {
    failure: signInWith.failure,
    leaving,
    wait: useRetryWait(signInWith.failure),
    start: (provider: string) =>
      signInWith.start({ provider, ...(callbackUrl !== undefined && { callbackUrl }) }),
  };
}
