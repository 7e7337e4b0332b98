import { useIntlLocale } from '../language/intl-locale.ts';

export function useFormatMoment(): (timestamp: string) => string {
  const format = new Intl.DateTimeFormat(useIntlLocale(), { dateStyle: 'medium', timeStyle: 'medium' });
  return (timestamp) => format.format(new Date(timestamp));
}
