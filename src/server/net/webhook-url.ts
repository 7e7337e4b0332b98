import { WEBHOOK_URL_MAX_LENGTH } from '../../shared/limits.ts';
import type { IssueKey } from '../../shared/issues.ts';
import type { Settings } from '../settings/settings.ts';
import { hostKey, isLoopbackHost, kindOfAddress, literalAddress } from './addresses.ts';

/** In its normal form, or what is wrong with it. */
type CheckedWebhookUrl = { readonly url: string } | { readonly issue: IssueKey };

/**
 * Shows a fault at once; `webhook-transport.ts` checks the addresses. Outside production, http is allowed to
 * this machine and to the operator's hosts.
 */
export function checkWebhookUrl(
  { mode, webhookPrivateHosts }: Pick<Settings, 'mode' | 'webhookPrivateHosts'>,
  input: string,
): CheckedWebhookUrl {
  if (!URL.canParse(input)) return { issue: 'webhook-url-invalid' };
  const url = new URL(input);
  url.hash = '';
  const { hostname } = url;
  const isNamed = webhookPrivateHosts.map(hostKey).includes(hostKey(hostname));
  const isReachable = isNamed || (isLoopbackHost(hostname) && mode !== 'production');
  const isSecure =
    url.protocol === 'https:' || (url.protocol === 'http:' && isReachable && mode !== 'production');
  if (!isSecure || url.username !== '' || url.password !== '') return { issue: 'webhook-url-insecure' };
  const literal = literalAddress(hostname);
  const isPublic = literal === null ? !isLoopbackHost(hostname) : kindOfAddress(literal) === 'public';
  if (!isPublic && !isReachable) return { issue: 'webhook-url-not-public' };
  // The normal form may be longer, because it encodes characters.
  return url.href.length > WEBHOOK_URL_MAX_LENGTH ? { issue: 'webhook-url-invalid' } : { url: url.href };
}
