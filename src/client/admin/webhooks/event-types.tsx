import type { WebhookEndpoint } from '../../../shared/schemas/webhooks.ts';
import tokenClasses from '../../account/access-tokens/access-tokens.module.css';
import { ItemDetails } from '../../ui/list.tsx';
import { useTexts } from '../../language/texts.ts';

export function EventTypes({ types }: Pick<WebhookEndpoint, 'types'>) {
  const { webhooks: texts } = useTexts();
  if (types === null) return <ItemDetails>{texts.all}</ItemDetails>;
  return (
    <ul className={tokenClasses['scopes']} aria-label={texts.receives}>
      {types.map((type) => (
        <li key={type}>
          <code>{type}</code>
        </li>
      ))}
    </ul>
  );
}
