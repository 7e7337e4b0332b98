import { useIntlLocale } from '../language/intl-locale.ts';

/** Formats a timestamp (ISO 8601) with its day and its time to the second, in the current language. */
export function useFormatMoment(): (timestamp: string) => string {
  const format = new Intl.DateTimeFormat(useIntlLocale(), { dateStyle: 'medium', timeStyle: 'medium' });
  return (timestamp) => format.format(new Date(timestamp));
}
