import { SECOND_MS, TOTP_STEP_SECONDS } from '../../../shared/limits.ts';
import { isEqual } from '../../crypto/secrets.ts';

/** The digits of a code, and the steps that an app's clock may drift in all. */
const TOTP_DIGITS = 6;
export const TOTP_MAX_DRIFT_STEPS = 4;

/** RFC 6238 with SHA-1, the only hash that every authenticator app knows. */
const ALGORITHM = 'SHA1';
/** 160 bits, as RFC 4226, section 4, recommends. */
const SECRET_BYTES = 20;

/** The first code loads the library, which would cost every start 8 ms and 3.5 MB. */
const loadOtpauth = () => import('otpauth');

/** Base32 (RFC 4648). */
export async function createTotpSecret(): Promise<string> {
  const { Secret } = await loadOtpauth();
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** @see https://github.com/google/google-authenticator/wiki/Key-Uri-Format (a colon separates names) */
export async function totpUriOf({
  secret,
  issuer,
  account,
}: {
  readonly secret: string;
  readonly issuer: string;
  readonly account: string;
}): Promise<string> {
  const { TOTP } = await loadOtpauth();
  return new TOTP({
    issuer: issuer.replaceAll(':', ' '),
    label: account.replaceAll(':', ' '),
    secret,
    algorithm: ALGORITHM,
    digits: TOTP_DIGITS,
    period: TOTP_STEP_SECONDS,
  }).toString();
}

/** RFC 6238. */
export function totpStepAt(now: Date): number {
  return Math.floor(now.getTime() / (TOTP_STEP_SECONDS * SECOND_MS));
}

/**
 * `null` for a wrong code, and for a used step (up to `lastStep`). One step before and after the expected one
 * count (RFC 6238, section 5.2). The app's clock may be `drift` steps ahead (section 6), but the right time
 * always counts: a phone may have corrected its clock.
 */
export async function findTotpStep(
  { secret, drift, lastStep }: { readonly secret: string; readonly drift: number; readonly lastStep: number },
  code: string,
  now: Date,
): Promise<number | null> {
  const { HOTP, Secret } = await loadOtpauth();
  const key = Secret.fromBase32(secret);
  const step = [drift, drift - 1, drift + 1, 0]
    .filter((offset) => Math.abs(offset) <= TOTP_MAX_DRIFT_STEPS)
    .map((offset) => totpStepAt(now) + offset)
    .filter((counter) => counter > lastStep)
    .find((counter) =>
      isEqual(HOTP.generate({ secret: key, algorithm: ALGORITHM, digits: TOTP_DIGITS, counter }), code),
    );
  return step ?? null;
}
