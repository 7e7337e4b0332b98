import { Button } from '../../ui/button.tsx';
import type { Account } from '../../../shared/schemas/accounts.ts';
import type { Provider } from '../../../shared/schemas/providers.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ProviderMark } from '../../ui/provider-mark.tsx';
import { useRetryWait } from '../../ui/use-retry-wait.ts';
import { Section } from '../section.tsx';
import type { LinkAccount } from './use-link-account.ts';
import classes from './sign-in-methods.module.css';
import { useTexts } from '../../language/texts.ts';

interface ConnectProvidersProps {
  readonly providers: readonly Provider[];
  readonly accounts: readonly Account[];
  readonly linking: LinkAccount;
}

/** The identity providers that are not connected. */
export function ConnectProviders({ providers, accounts, linking }: ConnectProvidersProps) {
  const texts = useTexts().signInMethods;
  const failure = linking.isReconnect ? null : linking.failure;
  const wait = useRetryWait(failure);
  const unconnected = providers.filter(
    ({ id, type }) => type !== 'email' && !accounts.some(({ provider }) => provider === id),
  );
  if (unconnected.length === 0) return null;
  const { leaving } = linking;

  return (
    <Section title={texts.connectAnother} hint={texts.connectAnotherHint}>
      {failure && <ErrorNotice error={failure} takeFocus />}
      <ul className={classes['list']}>
        {unconnected.map(({ id, name, mark }) => (
          <li key={id} className={classes['item']}>
            <ProviderMark provider={{ name, mark }} size="large" />
            <p className={classes['itemText']}>{name}</p>
            <Button
              variant="default"
              size="sm"
              aria-label={texts.connectProvider(name)}
              loading={leaving === id}
              disabled={(leaving !== null && leaving !== id) || wait > 0}
              onClick={() => linking.link({ provider: id, isReconnect: false })}
            >
              {texts.connect}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
