import { joinMethods } from '../../../shared/joined-methods.ts';
import { aalOf } from '../../../shared/assurance-level.ts';
import {
  PROOF_FACTORS,
  type OWN_METHODS,
  type ProofFactor,
  type Proof,
} from '../../../shared/schemas/proofs.ts';
import type { StoredProof } from '../../database/second-factor-documents.ts';

export type ProofMethod =
  | { readonly kind: (typeof OWN_METHODS)[number] }
  | {
      readonly kind: 'provider';
      readonly provider: string;
      /** The provider named an accepted `acr` or `amr` (`OIDC_<ID>_MFA_ACR`, `_MFA_AMR`). */
      readonly isMultiFactor?: boolean;
    };

const FACTORS: Readonly<Record<Exclude<ProofMethod['kind'], 'provider'>, ProofFactor>> = {
  password: 'knowledge',
  'email-link': 'inbox',
  'email-code': 'inbox',
  'phone-code': 'phone',
  // User verification is always demanded (WebAuthn Level 3, 6.1), so a passkey counts as two factors.
  passkey: 'multi-factor',
  totp: 'possession',
  'recovery-code': 'possession',
};

/** RFC 8176, section 2. Mail and providers have none. */
const AMR: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    password: ['pwd'],
    'phone-code': ['sms'],
    passkey: ['pop', 'user'],
    totp: ['otp'],
    'recovery-code': ['otp'],
  }),
);

/** In activity, log and proofs: the kind, or a provider's id. */
export function methodName(method: ProofMethod): string {
  return method.kind === 'provider' ? method.provider : method.kind;
}

/** All steps together: `password + totp`. */
export function proofNames(proofs: readonly StoredProof[]): string {
  return joinMethods(proofs.map(({ method }) => method));
}

export function makeProof(method: ProofMethod, at: Date): StoredProof {
  const factor =
    method.kind !== 'provider' ? FACTORS[method.kind] : method.isMultiFactor ? 'multi-factor' : 'provider';
  return { method: methodName(method), factor, at };
}

/** The claim `amr` (RFC 8176). */
function amrOf(proofs: readonly StoredProof[]): string[] {
  const values = new Set<string>();
  for (const { method } of proofs) for (const value of AMR.get(method) ?? []) values.add(value);
  if (aalOf(proofs) === 2) values.add('mfa');
  return [...values];
}

export function toStrength(stored: readonly StoredProof[]): {
  proofs: Proof[];
  amr: string[];
  aal: 1 | 2;
} {
  // A newer version may store factors that this one cannot judge. They count for nothing.
  const proofs = stored.filter(({ factor }) => PROOF_FACTORS.includes(factor));
  return {
    proofs: proofs.map(({ method, factor, at }) => ({ method, factor, at: at.toISOString() })),
    amr: amrOf(proofs),
    aal: aalOf(proofs),
  };
}
