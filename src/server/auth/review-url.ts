import { landingOf, toCallbackPath } from '../../shared/callback-url.ts';
import { callbackSiteOf } from '../brand/brand.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { Settings } from '../settings/settings.ts';

const SECURITY_REVIEW_PATH = '/account/security-review';
/** `URL` needs an origin to read one of our paths. */
const ANY_ORIGIN = 'http://foyer.invalid';

/**
 * Where a sign-in leads. When something was added to the account that its owner has not reviewed yet, it leads to the review first, and the
 * review leads on to `callbackUrl`.
 *
 * @param callbackUrl what `toCallbackUrl` returned
 */
export function afterReview(
  settings: Pick<Settings, 'origin' | 'brand'>,
  { securityReview }: Pick<UserDocument, 'securityReview'>,
  callbackUrl: string,
): string {
  if (!securityReview) return callbackUrl;
  if (callbackUrl === landingOf(callbackSiteOf(settings))) return SECURITY_REVIEW_PATH;
  const { origin, pathname } = new URL(callbackUrl, ANY_ORIGIN);
  if (origin === ANY_ORIGIN && pathname === SECURITY_REVIEW_PATH) return callbackUrl;
  const path = `${SECURITY_REVIEW_PATH}?${new URLSearchParams({ callbackUrl }).toString()}`;
  // A long `callbackUrl` can make the path too long. It is dropped then.
  return toCallbackPath(path, ANY_ORIGIN) ?? SECURITY_REVIEW_PATH;
}
