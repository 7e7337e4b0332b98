import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from './request-context.ts';
import type { MailRequest } from '../../mail/facts.ts';
import { describeDevice } from './device.ts';

export function describeMailRequest(
  deps: Pick<Dependencies, 'now'>,
  requestContext: RequestContext,
): MailRequest {
  return { at: deps.now(), ip: requestContext.ip, device: describeDevice(requestContext.userAgent) };
}
