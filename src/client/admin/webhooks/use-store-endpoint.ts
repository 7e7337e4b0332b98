import type { WebhookEndpoint } from '../../../shared/schemas/webhooks.ts';
import { trpc } from '../../trpc.ts';

/** The action is in the audit log, too. */
export function useStoreEndpoint(): (endpoint: WebhookEndpoint) => void {
  const utils = trpc.useUtils();
  return (endpoint) => {
    utils.webhooks.list.setData(undefined, (listed) =>
      listed?.map((each) => (each.id === endpoint.id ? endpoint : each)),
    );
    void utils.audit.list.invalidate();
  };
}
