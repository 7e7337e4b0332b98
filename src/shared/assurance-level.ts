import type { ProofFactor } from './schemas/proofs.ts';

/** A factor that only a newer version knows is not here, so it raises no level. */
const BESIDE_POSSESSION: readonly ProofFactor[] = ['knowledge', 'inbox', 'phone', 'provider'];

/** Mail, phone, password and provider stay at 1 together, because a mailbox may be behind all of them. */
export function aalOf(proofs: readonly { readonly factor: ProofFactor }[]): 1 | 2 {
  const factors = new Set(proofs.map(({ factor }) => factor));
  const isTwo = factors.has('possession') && BESIDE_POSSESSION.some((factor) => factors.has(factor));
  return factors.has('multi-factor') || isTwo ? 2 : 1;
}
