import type { WebhookEndpoint } from '../../../shared/schemas/webhooks.ts';
import tokenClasses from '../../account/access-tokens/access-tokens.module.css';
import { ItemDetails, ListItem } from '../../ui/list.tsx';
import { useTexts } from '../../language/texts.ts';
import { TextLink } from '../../ui/links.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { WebhooksIcon } from '../icons.tsx';
import { EndpointBadge, isBroken, nameOfEndpoint, shownStateOf } from './endpoint.tsx';
import { EventTypes } from './event-types.tsx';

export function EndpointItem({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { webhooks: texts } = useTexts();
  const { id, url, types, disabledBy, failingSince } = endpoint;
  return (
    <ListItem
      icon={<WebhooksIcon />}
      iconTone={isBroken(endpoint) ? 'problem' : 'plain'}
      name={
        <>
          <TextLink to="/admin/webhooks/$id" params={{ id }} preload={false}>
            <bdi>{nameOfEndpoint(endpoint)}</bdi>
          </TextLink>
          <EndpointBadge endpoint={endpoint} />
        </>
      }
    >
      <p className={tokenClasses['hint']}>
        <bdi dir="ltr">{url}</bdi>
      </p>
      <EventTypes types={types} />
      {shownStateOf(endpoint) === 'failing' && failingSince !== null && (
        <ItemDetails>
          {texts.failingSince} <RelativeTime at={failingSince} />
        </ItemDetails>
      )}
      {disabledBy !== null && <ItemDetails>{texts.disabledBy[disabledBy]}</ItemDetails>}
    </ListItem>
  );
}
