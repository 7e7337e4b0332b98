import { makeIssue } from '../../../shared/issues.ts';
import { AppError } from '../../app-error.ts';

/** Throws `INVALID_INPUT` when it is too near or too far. */
export function requireExpiry(
  text: string,
  now: Date,
  bounds: { readonly minAgeMs: number; readonly maxAgeMs: number },
): Date {
  const expires = new Date(text);
  const age = expires.getTime() - now.getTime();
  if (age >= bounds.minAgeMs && age <= bounds.maxAgeMs) return expires;
  const key = age > bounds.minAgeMs ? 'expiry-too-late' : 'expiry-over';
  throw new AppError('INVALID_INPUT', { issues: [makeIssue('expires', key)] });
}
