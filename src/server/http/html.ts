import { directionOf, type Locale } from '../../shared/locale.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Safe markup: every value in it was escaped. */
export class Html {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

type HtmlValue = string | number | Html | null | readonly Html[];

/**
 * A template tag that escapes its values for element content and quoted attributes. It inserts `Html`
 * unchanged and `null` as nothing. Not for script, style or unquoted attributes.
 */
export function html(literals: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let markup = literals[0] ?? '';
  values.forEach((value, index) => {
    markup += escapeValue(value) + (literals[index + 1] ?? '');
  });
  return new Html(markup);
}

function escapeValue(value: HtmlValue): string {
  if (value === null) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'object') return value.join('');
  return String(value).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

/** The language of an element and the direction of its writing. Left-to-right is HTML's own. */
export function languageAttributes(locale: Locale): Html {
  return directionOf(locale) === 'rtl' ? html`lang="${locale}" dir="rtl"` : html`lang="${locale}"`;
}
