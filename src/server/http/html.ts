import { directionOf, type Locale } from '../../shared/locale.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

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

/** Escapes for element content and quoted attributes only. Inserts `Html` unchanged, `null` as nothing. */
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

/** `dir` only for right-to-left: the other direction is HTML's default. */
export function languageAttributes(locale: Locale): Html {
  return directionOf(locale) === 'rtl' ? html`lang="${locale}" dir="rtl"` : html`lang="${locale}"`;
}
