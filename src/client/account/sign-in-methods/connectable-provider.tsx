import type { Provider } from '../../../shared/schemas/providers.ts';
import { Button } from '../../ui/button.tsx';
import { ProviderMark } from '../../ui/provider-mark.tsx';
import { ListItem } from '../list.tsx';
import { useTexts } from '../../language/texts.ts';

interface ConnectableProviderProps {
  readonly provider: Provider;
  /** The browser is going to this provider. */
  readonly isLeaving: boolean;
  readonly disabled: boolean;
  readonly onConnect: () => void;
}

export function ConnectableProvider(props: ConnectableProviderProps) {
  const { provider, isLeaving, disabled, onConnect } = props;
  const texts = useTexts().signInMethods;
  return (
    <ListItem
      icon={<ProviderMark provider={provider} size="large" />}
      name={provider.name}
      isShort
      actions={
        <Button
          variant="default"
          aria-label={texts.connectProvider(provider.name)}
          loading={isLeaving}
          disabled={disabled}
          onClick={onConnect}
        >
          {texts.connect}
        </Button>
      }
    />
  );
}
