import type { Dependencies } from '../../dependencies.ts';
import type { RequestOrigin } from './request-origin.ts';
import type { MailRequest } from '../../mail/facts.ts';
import { describeDevice } from './device.ts';

export function describeMailRequest(
  deps: Pick<Dependencies, 'now'>,
  requestOrigin: RequestOrigin,
): MailRequest {
  return { at: deps.now(), ip: requestOrigin.ip, device: describeDevice(requestOrigin.userAgent) };
}
