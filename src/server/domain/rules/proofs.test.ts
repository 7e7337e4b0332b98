import { describe, expect, it } from 'vitest';
import { makeProof, toStrength, type ProofMethod } from './proofs.ts';

const AT = new Date('2026-11-22T12:00:00.000Z');
const PROVIDER: ProofMethod = { kind: 'provider', provider: 'demo' };
const TRUSTED_PROVIDER: ProofMethod = { ...PROVIDER, isMultiFactor: true };

type Kind = Exclude<ProofMethod['kind'], 'provider'>;
const strengthOf = (...methods: (Kind | ProofMethod)[]) =>
  toStrength(methods.map((method) => makeProof(typeof method === 'string' ? { kind: method } : method, AT)));

describe('the level of a session', () => {
  it.each<(Kind | ProofMethod)[]>([
    ['passkey'],
    ['password', 'totp'],
    ['password', 'recovery-code'],
    ['email-link', 'totp'],
    ['phone-code', 'totp'],
    [PROVIDER, 'totp'],
    [PROVIDER, 'recovery-code'],
    [TRUSTED_PROVIDER],
  ])('is 2 by %o %o', (...methods) => {
    expect(strengthOf(...methods).aal).toBe(2);
  });

  it.each<(Kind | ProofMethod)[]>([
    ['password'],
    ['totp'],
    ['recovery-code'],
    [PROVIDER],
    ['email-link', 'email-code'],
    ['email-code', 'email-code'],
    [PROVIDER, 'email-link'],
    ['password', 'email-code'],
    ['password', 'phone-code'],
    ['password', PROVIDER],
    // Both are something that one has.
    ['totp', 'recovery-code'],
  ])('is 1 by %o %o (security.md 41)', (...methods) => {
    expect(strengthOf(...methods).aal).toBe(1);
  });

  it('is 1 without any proof', () => {
    expect(toStrength([])).toEqual({ proofs: [], amr: [], aal: 1 });
  });
});

describe('amr (RFC 8176)', () => {
  it.each<[(Kind | ProofMethod)[], string[]]>([
    [['password'], ['pwd']],
    [
      ['password', 'totp'],
      ['pwd', 'otp', 'mfa'],
    ],
    [
      ['password', 'totp', 'password'],
      ['pwd', 'otp', 'mfa'],
    ],
    [['phone-code'], ['sms']],
    [['passkey'], ['pop', 'user', 'mfa']],
    [['email-link'], []],
    [[PROVIDER], []],
    [[TRUSTED_PROVIDER], ['mfa']],
    // An operator chooses the id of a provider.
    [[{ kind: 'provider', provider: 'constructor' }], []],
  ])('of %j is %j', (methods, amr) => {
    expect(strengthOf(...methods).amr).toEqual(amr);
  });
});

it('says of each proof the method, the factor and the moment', () => {
  expect(strengthOf('password', PROVIDER).proofs).toEqual([
    { method: 'password', factor: 'knowledge', at: AT.toISOString() },
    { method: 'demo', factor: 'provider', at: AT.toISOString() },
  ]);
});
