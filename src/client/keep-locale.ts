import { at } from './base-path.ts';
import type { Locale } from '../shared/locale.ts';

/** A failure needs no message: the next page then uses the browser's language again. */
export function keepLocale(locale: Locale): void {
  const body = new URLSearchParams({ locale });
  fetch(at('/locale'), { method: 'POST', body, keepalive: true }).catch(() => {});
}
