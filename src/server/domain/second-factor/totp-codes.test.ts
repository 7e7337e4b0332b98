import { Secret } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { makeAuthenticator } from '../../../testing/sign-in/authenticator-apps.ts';
import { TOTP_MAX_DRIFT_STEPS, createTotpSecret, findTotpStep, totpStepAt, totpUriOf } from './totp-codes.ts';

/** The key of RFC 6238, appendix B, for SHA-1. */
const RFC_SECRET = Secret.fromLatin1('12345678901234567890').base32;
const fresh = { secret: RFC_SECRET, drift: 0, lastStep: 0 };
const now = new Date('2026-11-22T12:00:10Z');
const clock = { deps: { now: () => now } } as Parameters<typeof makeAuthenticator>[0];
const phone = makeAuthenticator(clock, RFC_SECRET);

describe('the codes of RFC 6238 (security.md 38)', () => {
  // Appendix B has eight digits. A shorter code is the end of the same number (RFC 4226, section 5.3).
  it.each([
    [59, '94287082', 0x1],
    [1111111109, '07081804', 0x23523ec],
    [1111111111, '14050471', 0x23523ed],
    [1234567890, '89005924', 0x273ef07],
    [2000000000, '69279037', 0x3f940aa],
    [20000000000, '65353130', 0x27bc86aa],
  ])('at %i s are accepted and name their step', async (seconds, digits, step) => {
    const at = new Date(seconds * 1000);
    expect(totpStepAt(at)).toBe(step);
    expect(await findTotpStep(fresh, digits.slice(-6), at)).toBe(step);
    const wrong = String((Number(digits.slice(-6)) + 1) % 1_000_000).padStart(6, '0');
    expect(await findTotpStep(fresh, wrong, at)).toBeNull();
  });
});

describe('the window', () => {
  const step = totpStepAt(now);

  it.each([
    [-2, null],
    [-1, step - 1],
    [0, step],
    [1, step + 1],
    [2, null],
  ])('of a clock that is %i steps ahead', async (steps, expected) => {
    expect(await findTotpStep(fresh, phone.code(steps), now)).toBe(expected);
  });

  it('moves with the drift of the app’s clock, and no farther than the largest drift', async () => {
    const drift = TOTP_MAX_DRIFT_STEPS;
    const accepted = async (steps: readonly number[], ahead: number) => {
      const found = steps.map((count) => findTotpStep({ ...fresh, drift: ahead }, phone.code(count), now));
      return (await Promise.all(found)).map((each) => each !== null);
    };
    const around = [drift - 2, drift - 1, drift, drift + 1];
    expect(await accepted(around, drift)).toEqual([false, true, true, false]);
    expect(await accepted([-drift - 1, -drift, -drift + 1], -drift)).toEqual([false, true, true]);
  });

  it('has no step that is used up', async () => {
    expect(await findTotpStep({ ...fresh, lastStep: step }, phone.code(), now)).toBeNull();
    expect(await findTotpStep({ ...fresh, lastStep: step }, phone.code(-1), now)).toBeNull();
    expect(await findTotpStep({ ...fresh, lastStep: step }, phone.code(1), now)).toBe(step + 1);
  });
});

describe('a new secret', () => {
  it('has 160 bits, and no two are the same', async () => {
    const secrets = await Promise.all(Array.from({ length: 100 }, createTotpSecret));
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  });

  it('stands in an address that authenticator apps read, without colons in its names', async () => {
    const uri = new URL(
      await totpUriOf({ secret: RFC_SECRET, issuer: 'localhost:3000', account: 'ada@example.test' }),
    );
    expect(uri.protocol + uri.host).toBe('otpauth:totp');
    expect(decodeURIComponent(uri.pathname)).toBe('/localhost 3000:ada@example.test');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'localhost 3000',
      secret: RFC_SECRET,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
