import { PROOF_OF_WORK_HEADER, type ProofOfWorkChallenge } from '../../src/shared/proof-of-work.ts';
import { isFoyerError } from './foyer-error.ts';

/** Sends a call. When Foyer requires a proof of work, solves it and sends the call once more. */
export async function withProofOfWork<T>(
  send: (headers: Readonly<Record<string, string>>) => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  try {
    return await send({});
  } catch (error) {
    if (!isFoyerError(error) || !error.challenge) throw error;
    return send({ [PROOF_OF_WORK_HEADER]: await solveChallenge(error.challenge, signal) });
  }
}

/** Tries all counters in order. Returns the header value. */
async function solveChallenge(
  challenge: ProofOfWorkChallenge,
  signal: AbortSignal | undefined,
): Promise<string> {
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
  const password = new Uint8Array([...bytesOf(nonce), 0, 0, 0, 0]);
  const view = new DataView(password.buffer);
  const { subtle } = globalThis.crypto;
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations: cost };
  for (let counter = 0; ; counter++) {
    signal?.throwIfAborted();
    view.setUint32(password.length - 4, counter);
    const key = await subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    const derived = new Uint8Array(await subtle.deriveBits(algorithm, key, keyLength * 8));
    const derivedKey = [...derived].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    if (derivedKey.startsWith(keyPrefix))
      return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }));
  }
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
