import { Button } from '@mantine/core';
import type { Account } from '../../../shared/schemas/accounts.ts';
import type { Provider } from '../../../shared/schemas/providers.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useLeave } from '../../components/leave.ts';
import { SignInAgainButton } from '../../components/next-step.tsx';
import { ProviderMark } from '../../components/provider-mark.tsx';
import { toActionError } from '../../errors.ts';
import { usePageRestored } from '../../components/use-page-restored.ts';
import { trpc } from '../../trpc.ts';
import { Section } from './section.tsx';
import classes from './sign-in-methods.module.css';

interface ConnectProvidersProps {
  readonly providers: readonly Provider[];
  readonly accounts: readonly Account[];
  readonly callbackUrl: string;
}

/** The identity providers that are not connected yet. */
export function ConnectProviders({ providers, accounts, callbackUrl }: ConnectProvidersProps) {
  const leave = useLeave();
  const link = trpc.accounts.link.useMutation({ onSuccess: ({ url }) => leave(url) });
  usePageRestored(link.reset);

  const unconnected = providers.filter(
    ({ id, type }) => type !== 'email' && !accounts.some(({ provider }) => provider === id),
  );
  if (unconnected.length === 0) return null;
  const failure = link.error && toActionError(link.error);
  const leaving = link.isPending || link.isSuccess ? link.variables.provider : null;

  return (
    <Section title="Connect another" hint="One more way in, for the day when the others do not work.">
      {failure && (
        <ErrorNotice error={failure} takeFocus>
          {failure.next === 'verify-it-is-you' && <SignInAgainButton callbackUrl={callbackUrl} />}
        </ErrorNotice>
      )}
      <ul className={classes['list']}>
        {unconnected.map(({ id, name }) => (
          <li key={id} className={classes['item']}>
            <ProviderMark name={name} />
            <p className={classes['itemText']}>{name}</p>
            <Button
              variant="default"
              size="sm"
              aria-label={`Connect ${name}`}
              loading={leaving === id}
              disabled={leaving !== null && leaving !== id}
              onClick={() => link.mutate({ provider: id, callbackUrl })}
            >
              Connect
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
