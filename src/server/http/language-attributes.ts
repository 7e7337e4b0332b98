import { directionOf, type Locale } from '../../shared/locale.ts';
import { html, type Html } from './html.ts';

/** The language of an element and the direction of its writing. Left-to-right is HTML's own. */
export function languageAttributes(locale: Locale): Html {
  return directionOf(locale) === 'rtl' ? html`lang="${locale}" dir="rtl"` : html`lang="${locale}"`;
}
