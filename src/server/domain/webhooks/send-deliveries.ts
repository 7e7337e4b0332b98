import type { Dependencies } from '../../dependencies.ts';

export type DeliveryDependencies = Pick<
  Dependencies,
  'collections' | 'log' | 'now' | 'settings' | 'vault' | 'webhookTransport'
>;

/** Sends what is due now, to all enabled endpoints side by side. Answers how many requests it sent. */
export function sendDueDeliveries(deps: DeliveryDependencies): Promise<number> {
  throw new Error(`to be built ${String(deps.now())}`);
}
