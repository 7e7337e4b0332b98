import { SECOND_MS, TOTP_STEP_SECONDS } from '../../../shared/limits.ts';
import { isEqual } from '../../crypto/secrets.ts';

/** How many digits a code has, and how many steps an app's clock may drift in all. */
const TOTP_DIGITS = 6;
export const TOTP_MAX_DRIFT_STEPS = 4;

/** Time-based codes (RFC 6238) with SHA-1, which is the only hash that every authenticator app knows. */
const ALGORITHM = 'SHA1';
/** 160 bits, as RFC 4226, section 4, recommends. */
const SECRET_BYTES = 20;

/** It is loaded with the first code, because it would cost every start 8 ms and 3.5 MB. */
const loadOtpauth = () => import('otpauth');

/** A new secret, Base32 (RFC 4648). */
export async function createTotpSecret(): Promise<string> {
  const { Secret } = await loadOtpauth();
  return new Secret({ size: SECRET_BYTES }).base32;
}

/**
 * The address that an authenticator app reads from a QR code. Issuer and account name must not contain a colon, which separates them.
 *
 * @see https://github.com/google/google-authenticator/wiki/Key-Uri-Format
 */
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

/** The step of RFC 6238 at this time. */
export function totpStepAt(now: Date): number {
  return Math.floor(now.getTime() / (TOTP_STEP_SECONDS * SECOND_MS));
}

/**
 * The step to which a code belongs, or `null`. One step before and one after the expected one are accepted, because a person needs time to type (RFC 6238,
 * section 5.2). The clock of the app may be ahead by `drift` steps (section 6). The right time is always accepted: a phone's clock is set right at once, and
 * its owner would be locked out otherwise. A step up to `lastStep` is used up.
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
