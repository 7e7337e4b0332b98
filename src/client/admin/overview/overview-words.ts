import { useIntlLocale } from '../../language/intl-locale.ts';
import { useTexts } from '../../language/texts.ts';
import type { Series } from './period-counts.ts';

export function useNumberFormat(): (count: number) => string {
  const format = new Intl.NumberFormat(useIntlLocale());
  return (count) => format.format(count);
}

/** A day in UTC, as the server counts, or an hour in the time zone of the reader. */
export function useTimeFormat(isByHour: boolean): { readonly full: DateFormat; readonly short: DateFormat } {
  const locale = useIntlLocale();
  const formatBy = (options: Intl.DateTimeFormatOptions): DateFormat => {
    const format = new Intl.DateTimeFormat(locale, options);
    return (time) => format.format(new Date(time));
  };
  return isByHour
    ? {
        full: formatBy({ dateStyle: 'medium', timeStyle: 'short' }),
        short: formatBy({ timeStyle: 'short' }),
      }
    : {
        full: formatBy({ dateStyle: 'medium', timeZone: 'UTC' }),
        short: formatBy({ day: 'numeric', month: 'short', timeZone: 'UTC' }),
      };
}

type DateFormat = (time: string) => string;

/** The name of a method. New people have none, unless they were imported. */
export function useSeriesName(): (series: Series) => string {
  const { overview: texts } = useTexts();
  const ownMethods: Readonly<Record<string, string>> = texts.methods;
  return ({ method, methodName }) => {
    if (method === null) return texts.otherMethods;
    if (method === '') return texts.newPeople;
    return (
      methodName ??
      method
        .split(' + ')
        .map((each) => ownMethods[each] ?? each)
        .join(' + ')
    );
  };
}
