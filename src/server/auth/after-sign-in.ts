import { SECURITY_REVIEW_PATH } from '../../shared/application-paths.ts';
import { atBase } from '../../shared/base-path.ts';
import { ENROLMENT_PATH, landingOf, toCallbackPath } from '../../shared/callback-url.ts';
import { callbackSiteOf } from '../brand/brand.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { mustEnrol } from '../domain/rules/second-factor-policy.ts';
import type { Settings } from '../settings/settings.ts';

/** `URL` needs an origin to read one of our paths. */
const ANY_ORIGIN = 'http://foyer.invalid';

/** Leads first to a due set-up of a second factor, then to a due review, then to `callbackUrl`. */
export function afterSignIn(
  settings: Pick<Settings, 'origin' | 'basePath' | 'brand' | 'secondFactor'>,
  user: Pick<UserDocument, 'securityReview' | 'totp' | 'passkeys'>,
  callbackUrl: string,
): string {
  const next = afterReview(settings, user, callbackUrl);
  return mustEnrol(settings, user) ? by(atBase(settings, ENROLMENT_PATH), next) : next;
}

function afterReview(
  settings: Pick<Settings, 'origin' | 'basePath' | 'brand'>,
  { securityReview }: Pick<UserDocument, 'securityReview'>,
  callbackUrl: string,
): string {
  if (!securityReview) return callbackUrl;
  const review = atBase(settings, SECURITY_REVIEW_PATH);
  if (callbackUrl === landingOf(callbackSiteOf(settings))) return review;
  const { origin, pathname } = new URL(callbackUrl, ANY_ORIGIN);
  if (origin === ANY_ORIGIN && pathname === review) return callbackUrl;
  return by(review, callbackUrl);
}

function by(page: string, callbackUrl: string): string {
  const path = `${page}?${new URLSearchParams({ callbackUrl }).toString()}`;
  // A long `callbackUrl` can make the path too long. Then it is dropped.
  return toCallbackPath(path, ANY_ORIGIN) ?? page;
}
