import { useEffect, useState } from 'react';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/limits.ts';
import { useLocale, useTexts } from '../language/texts.ts';

interface RelativeTimeProps {
  /** ISO 8601. */
  readonly at: string;
}

/** How long ago or how soon something is, as people say it; the full time is there for whoever points at it. */
export function RelativeTime({ at }: RelativeTimeProps) {
  const locale = useLocale();
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

/** `null` within a minute, where clocks differ anyway; a date beyond a month. */
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

/** "Yesterday" is a matter of the calendar, not of hours. */
function daysBetween(now: number, time: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((midnight(time) - midnight(new Date(now))) / DAY_MS);
}

/** Now, anew every minute. */
function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
