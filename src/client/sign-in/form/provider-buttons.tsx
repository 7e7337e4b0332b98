import { Button } from '../../ui/button.tsx';
import type { Provider } from '../../../shared/schemas/providers.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useProviderNavigation } from '../../features/session/external-navigation.ts';
import { ProviderMark } from '../../ui/provider-mark.tsx';
import { toActionError, toClientError } from '../../errors.ts';
import { noteSignInStarted } from '../../features/session/last-used.ts';
import { usePageRestored } from '../../ui/use-page-restored.ts';
import { useRetryWait } from '../../ui/use-retry-wait.ts';
import { trpc } from '../../trpc.ts';
import { LastUsedMark } from './last-used-mark.tsx';
import classes from './sign-in.module.css';
import { useTexts } from '../../language/texts.ts';

interface ProviderButtonsProps {
  /** `undefined` while the list is loading. */
  readonly providers: readonly Pick<Provider, 'id' | 'name'>[] | undefined;
  /** The error of the list, if there is one. */
  readonly trouble: unknown;
  readonly callbackUrl: string | undefined;
  readonly lastUsed: string | null;
  /** The providers of one known person. */
  readonly isOwn?: boolean;
  /** For the most likely provider. */
  readonly isProminent?: boolean;
}

export function ProviderButtons(props: ProviderButtonsProps) {
  const { providers, trouble, callbackUrl, lastUsed, isOwn = false, isProminent = false } = props;
  const { signIn: texts, common } = useTexts();
  const leave = useProviderNavigation();
  const signInWith = trpc.session.signInWith.useMutation({
    onMutate: ({ provider }) => noteSignInStarted(provider),
    onSuccess: ({ url }, { provider }) => leave(url, provider),
  });
  usePageRestored(signInWith.reset);
  const failure = signInWith.error && toActionError(signInWith.error);
  const wait = useRetryWait(failure);

  if (!providers) {
    if (trouble) return <ErrorNotice error={toClientError(trouble)} />;
    return (
      <div role="status" aria-label={texts.loadingWays} className={classes['providers']}>
        <div className={classes['placeholder']} />
        <div className={classes['placeholder']} />
      </div>
    );
  }
  if (providers.length === 0) return null;

  const leaving = signInWith.isPending || signInWith.isSuccess ? signInWith.variables.provider : null;
  return (
    <div className={classes['providers']}>
      {failure && <ErrorNotice error={failure} takeFocus />}
      <ul className={classes['providerList']}>
        {providers.map(({ id, name }) => (
          <li key={id}>
            <Button
              variant={isProminent ? 'outline' : 'default'}
              size="md"
              fullWidth
              leftSection={<ProviderMark name={name} />}
              rightSection={lastUsed === id && <LastUsedMark />}
              isStartAligned
              loading={leaving === id}
              disabled={(leaving !== null && leaving !== id) || wait > 0}
              onClick={() =>
                signInWith.mutate({ provider: id, ...(callbackUrl !== undefined && { callbackUrl }) })
              }
            >
              {isOwn ? texts.signInWith(name) : common.continueWith(name)}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
