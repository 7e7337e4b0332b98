import { useIntlLocale } from '../language/intl-locale.ts';

/** Formats the day of a timestamp (ISO 8601) in the current language. */
export function useFormatDay(): (timestamp: string) => string {
  const format = new Intl.DateTimeFormat(useIntlLocale(), { dateStyle: 'medium' });
  return (timestamp) => format.format(new Date(timestamp));
}
