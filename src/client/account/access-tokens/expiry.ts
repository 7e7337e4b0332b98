import { DAY_MS } from '../../../shared/limits.ts';

/** Days from now that can be chosen at once. */
export const EXPIRY_DAYS = [7, 30, 90, 365] as const;

/** In so many days, or at the end of a day (`2027-01-31`) where the person is; an empty one is not chosen yet. */
export type Expiry =
  { readonly kind: 'days'; readonly days: number } | { readonly kind: 'day'; readonly day: string };

export const DEFAULT_EXPIRY: Expiry = { kind: 'days', days: 30 };

/** `null` where no day is chosen. */
export function expiryOf(expiry: Expiry, now: Date): Date | null {
  if (expiry.kind === 'days') return new Date(now.getTime() + expiry.days * DAY_MS);
  // Without an offset it is the person's own time.
  const end = new Date(`${expiry.day}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? null : end;
}

/** The first and the last day that can be chosen, as a date field takes them. */
export function expiryRange(now: Date): { readonly first: string; readonly last: string } {
  return { first: dayOf(now), last: dayOf(new Date(now.getTime() + 365 * DAY_MS)) };
}

function dayOf(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
