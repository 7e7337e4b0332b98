import { useIntlLocale } from '../language/intl-locale.ts';

export function useFormatDay(): (timestamp: string) => string {
  const format = new Intl.DateTimeFormat(useIntlLocale(), { dateStyle: 'medium' });
  return (timestamp) => format.format(new Date(timestamp));
}

/** With the time of day, to the second. */
export function useFormatMoment(): (timestamp: string) => string {
  const format = new Intl.DateTimeFormat(useIntlLocale(), { dateStyle: 'medium', timeStyle: 'medium' });
  return (timestamp) => format.format(new Date(timestamp));
}
