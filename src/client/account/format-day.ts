import { useLocale } from '../language/texts.ts';

/** Answers the day of a timestamp (ISO 8601) as people of the language write it. */
export function useFormatDay(): (timestamp: string) => string {
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'medium' });
  return (timestamp) => format.format(new Date(timestamp));
}
