import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/limits.ts';
import { useIntlLocale } from '../language/intl-locale.ts';
import { useTexts } from '../language/texts.ts';
import { useMinute } from './use-minute.ts';

interface RelativeTimeProps {
  /** ISO 8601. */
  readonly at: string;
}

/** Such as "2 hours ago". The title shows the full time. */
export function RelativeTime({ at }: RelativeTimeProps) {
  const locale = useIntlLocale();
  const { justNow } = useTexts().devices;
  const now = useMinute();
  const time = new Date(at);
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' }).format(time);
  return (
    <time dateTime={at} title={full}>
      {relativeTime(time, now, locale) ?? justNow}
    </time>
  );
}

/** `null` within a minute, because clocks differ; a date after a month. */
export function relativeTime(time: Date, now: number, locale: string): string | null {
  const ms = time.getTime() - now;
  const distance = Math.abs(ms);
  if (distance < MINUTE_MS) return null;
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  if (distance < HOUR_MS) return relative.format(Math.trunc(ms / MINUTE_MS), 'minute');
  if (distance < DAY_MS) return relative.format(Math.trunc(ms / HOUR_MS), 'hour');
  if (distance <= 31 * DAY_MS) return relative.format(daysBetween(now, time), 'day');
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(time);
}

/**
 * "Yesterday" depends on calendar days, not on hours. In UTC every day has 24 hours. Local days do not when
 * summer time begins or ends.
 */
export function daysBetween(now: number, time: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((midnight(time) - midnight(new Date(now))) / DAY_MS);
}
