import type { WebhookDelivery } from '../../../shared/schemas/webhooks.ts';
import { useTexts } from '../../language/texts.ts';
import { TextLink } from '../../ui/links.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { DeliveryBadge, NextAttempt } from './delivery/delivery-state.tsx';
import type { Column } from '../table/data-table.tsx';

/** Nothing is sent to a disabled endpoint. */
export function useDeliveryColumns(isEnabled: boolean): readonly Column<WebhookDelivery>[] {
  const { adminConsole, deliveries: texts, webhooks } = useTexts();
  return [
    {
      id: 'event',
      name: texts.event,
      cell: ({ id, type }) => (
        <TextLink to="/admin/webhooks/$id/$event" params={deliveryParams(id)} preload={false}>
          {webhooks.types[type]}
        </TextLink>
      ),
    },
    { id: 'state', name: texts.state, cell: ({ state }) => <DeliveryBadge state={state} /> },
    { id: 'type', name: texts.type, cell: ({ type }) => <code>{type}</code> },
    { id: 'created', name: texts.created, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    { id: 'attempts', name: texts.attemptsTitle, cell: ({ attemptCount }) => attemptCount },
    {
      id: 'answer',
      name: adminConsole.columnNames.answer,
      cell: ({ attemptCount, lastStatus }) => attemptCount > 0 && (lastStatus ?? texts.noAnswer),
    },
    ...(isEnabled
      ? [
          {
            id: 'next',
            name: texts.next,
            cell: ({ nextAttemptAt }: WebhookDelivery) =>
              nextAttemptAt !== null && <NextAttempt at={nextAttemptAt} />,
          },
        ]
      : []),
  ];
}

/** An id is `<endpoint>:<event>`, and the path of the page has its parts. */
export function deliveryParams(deliveryId: string): { readonly id: string; readonly event: string } {
  const [id = '', event = ''] = deliveryId.split(':');
  return { id, event };
}
