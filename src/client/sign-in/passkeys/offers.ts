import { DAY_MS } from '../../../shared/limits.ts';
import { tryStorage } from '../../storage.ts';

/** When this browser last offered to create a passkey, in milliseconds since 1970. */
const KEY = 'foyer.passkey-offered';
const OFFERED_EVERY_MS = 30 * DAY_MS;

export function wasOfferedLately(): boolean {
  const age = Date.now() - Number(tryStorage(() => localStorage.getItem(KEY)) ?? 0);
  return age >= 0 && age < OFFERED_EVERY_MS;
}

export function noteOffer(): void {
  tryStorage(() => localStorage.setItem(KEY, String(Date.now())));
}
