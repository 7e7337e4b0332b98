import { DAY_MS } from '../../../shared/limits.ts';

export const EXPIRY_DAYS = [7, 30, 90, 365] as const;

/** A number of days, or the end of a local day (`2027-01-31`). An empty day is not chosen yet. */
export type Expiry =
  | { readonly kind: 'days'; readonly days: number }
  | { readonly kind: 'day'; readonly day: string };

export const DEFAULT_EXPIRY: Expiry = { kind: 'days', days: 30 };

/** `null` while no day is chosen. */
export function expiryOf(expiry: Expiry, now: Date): Date | null {
  if (expiry.kind === 'days') return new Date(now.getTime() + expiry.days * DAY_MS);
  // Without an offset the time is local.
  const end = new Date(`${expiry.day}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? null : end;
}

/** The inverse of `expiryOf`. It finds a number of days again when some hours have passed. `expires` is in ISO 8601. */
export function expiryFrom(expires: string, now: Date): Expiry {
  const end = new Date(expires);
  if (Number.isNaN(end.getTime())) return DEFAULT_EXPIRY;
  const chosen: Expiry = { kind: 'day', day: dayOf(end) };
  if (expiryOf(chosen, now)?.getTime() === end.getTime()) return chosen;
  const days = Math.round((end.getTime() - now.getTime()) / DAY_MS);
  return EXPIRY_DAYS.some((each) => each === days) ? { kind: 'days', days } : chosen;
}

/** In the format of a date field. */
export function expiryRange(now: Date): { readonly first: string; readonly last: string } {
  return { first: dayOf(now), last: dayOf(new Date(now.getTime() + 365 * DAY_MS)) };
}

function dayOf(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
