import { isIP } from 'node:net';
import { EVENT_TYPES, type EventType } from '../../shared/event-types.ts';
import { WEBHOOK_URL_MAX_LENGTH } from '../../shared/limits.ts';
import { check, partsOf, urlOf } from './values.ts';

/** `fetch` refuses a user name, and never sends a fragment. */
export const webhookUrl = check((text) => {
  const url = urlOf(text, ['http:', 'https:']);
  const isPlain =
    url && !url.username && !url.password && !url.hash && url.href.length <= WEBHOOK_URL_MAX_LENGTH;
  return isPlain ? url.href : undefined;
}, 'is not an http:// or https:// address without user name and fragment');

/** One secret, or two while one replaces the other. Standard Webhooks demands 24 to 64 bytes. */
export const webhookSecrets = check((text): string[] | undefined => {
  const secrets = partsOf(text);
  return secrets.length <= 2 && secrets.every(isWebhookSecret) ? [...new Set(secrets)] : undefined;
}, 'is not one or two secrets of whsec_ and 24 to 64 bytes in base64');

function isWebhookSecret(text: string): boolean {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  if (base64 === undefined) return false;
  const bytes = Buffer.from(base64, 'base64');
  return bytes.length >= 24 && bytes.length <= 64 && bytes.toString('base64') === base64;
}

export const webhookTypes = check((text): EventType[] | undefined => {
  const types = partsOf(text);
  const isKnown = (type: string): type is EventType => EVENT_TYPES.some((each) => each === type);
  return types.every(isKnown) ? [...new Set(types)] : undefined;
}, 'is not a list of types of events');

/** Exact: no ports, no wildcards. */
export const hosts = check((text): string[] | undefined => {
  const names = partsOf(text.toLowerCase());
  const isHost = (name: string) => isIP(name) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(name);
  return names.every(isHost) ? [...new Set(names)] : undefined;
}, 'is not a list of host names and addresses');
