import { at } from './base-path.ts';
import type { Locale } from '../shared/locale.ts';

/** Stores the language of this browser's pages. After a failure, the next page uses the browser's language again, which needs no message. */
export function keepLocale(locale: Locale): void {
  const body = new URLSearchParams({ locale });
  fetch(at('/locale'), { method: 'POST', body, keepalive: true }).catch(() => {});
}
