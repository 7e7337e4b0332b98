import type { ProofOfWorkChallenge } from '../../shared/proof-of-work.ts';

export function aChallenge(): ProofOfWorkChallenge {
  return {
    parameters: {
      algorithm: 'PBKDF2/SHA-256',
      nonce: '00'.repeat(16),
      salt: '11'.repeat(16),
      cost: 2000,
      keyLength: 32,
      keyPrefix: '22'.repeat(16),
      keySignature: '33'.repeat(32),
      expiresAt: 1_800_000_000,
      data: { action: 'password', boundTo: 'bound', level: 1 },
    },
    signature: '44'.repeat(32),
  };
}
