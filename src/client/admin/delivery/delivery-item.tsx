import type { WebhookDelivery } from '../../../shared/schemas/webhooks.ts';
import { ItemDetails, ListItem } from '../../account/list.tsx';
import { useTexts } from '../../language/texts.ts';
import { TextLink } from '../../ui/links.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { DeliveryBadge, NextAttempt } from './delivery-state.tsx';

interface DeliveryItemProps {
  readonly delivery: WebhookDelivery;
  /** Nothing is sent to a disabled endpoint. */
  readonly isEnabled: boolean;
}

export function DeliveryItem({ delivery, isEnabled }: DeliveryItemProps) {
  const { deliveries: texts, webhooks } = useTexts();
  const { id, type, state, attemptCount, lastStatus, createdAt } = delivery;
  const nextAttemptAt = isEnabled ? delivery.nextAttemptAt : null;
  return (
    <ListItem
      name={
        <>
          <TextLink to="/admin/webhooks/$id/$event" params={deliveryParams(id)} preload={false}>
            {webhooks.types[type]}
          </TextLink>
          <DeliveryBadge state={state} />
        </>
      }
    >
      <ItemDetails>
        <code>{type}</code> · <RelativeTime at={createdAt} />
      </ItemDetails>
      {(state !== 'delivered' || attemptCount > 1) && (
        <ItemDetails>
          {attemptCount > 0 && (
            <>
              {texts.attempts(attemptCount)} ·{' '}
              {lastStatus === null ? texts.noAnswer : texts.lastAnswer(lastStatus)}
              {nextAttemptAt !== null && ' · '}
            </>
          )}
          {nextAttemptAt !== null && (
            <>
              {texts.next} <NextAttempt at={nextAttemptAt} />
            </>
          )}
        </ItemDetails>
      )}
    </ListItem>
  );
}

/** An id is `<endpoint>:<event>`, and the path of the page has its parts. */
export function deliveryParams(deliveryId: string): { readonly id: string; readonly event: string } {
  const [id = '', event = ''] = deliveryId.split(':');
  return { id, event };
}
