import type { Activity } from '../../../shared/schemas/activity.ts';
import { useIntlLocale } from '../../language/intl-locale.ts';
import { daysBetween } from '../../ui/relative-time.tsx';
import { useMinute } from '../../ui/use-minute.ts';

interface EventDay {
  /** In the person's time zone, such as `2026-11-20`. */
  readonly date: string;
  readonly events: readonly Activity[];
}

/** By the calendar day in the person's time zone. The order stays. */
export function groupByDay(events: readonly Activity[]): readonly EventDay[] {
  const days = new Map<string, Activity[]>();
  for (const event of events) {
    const date = dateOf(new Date(event.at));
    const others = days.get(date);
    if (others) others.push(event);
    else days.set(date, [event]);
  }
  return [...days].map(([date, ofDay]) => ({ date, events: ofDay }));
}

/** For a timestamp in ISO 8601: "Today", "Yesterday" or the date. */
export function useDayName(): (timestamp: string) => string {
  const locale = useIntlLocale();
  const now = useMinute();
  return (timestamp) => dayName(new Date(timestamp), now, locale);
}

export function dayName(time: Date, now: number, locale: string): string {
  const days = daysBetween(now, time);
  if (days === 0 || days === -1) {
    const name = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
    return name.slice(0, 1).toLocaleUpperCase(locale) + name.slice(1);
  }
  return new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(time.getFullYear() !== new Date(now).getFullYear() && { year: 'numeric' }),
  }).format(time);
}

function dateOf(time: Date): string {
  return [time.getFullYear(), time.getMonth() + 1, time.getDate()].join('-');
}
