/** The request header that brings a solved challenge: base64 of `{ challenge, solution }` as JSON. */
export const PROOF_OF_WORK_HEADER = 'x-proof-of-work';

/**
 * A challenge that an unknown caller must solve during a flood. It is a challenge of ALTCHA, version 2: find the counter for which PBKDF2 gives a
 * key that begins with `keyPrefix`. The password of PBKDF2 is the nonce and the counter, 4 bytes, big-endian. `docs/proof-of-work.md` has
 * the lines for a script.
 */
export interface ProofOfWorkChallenge {
  readonly parameters: {
    readonly algorithm: string;
    /** Hex. */
    readonly nonce: string;
    /** Hex. */
    readonly salt: string;
    /** Iterations of PBKDF2 for each counter. */
    readonly cost: number;
    /** Bytes of the derived key. */
    readonly keyLength: number;
    /** Hex. */
    readonly keyPrefix: string;
    readonly keySignature: string;
    /** Seconds since 1970. */
    readonly expiresAt: number;
    readonly data: {
      /** The action that it pays for, and a keyed hash of the action and its subject. */
      readonly action: string;
      readonly boundTo: string;
      /** The difficulty: each level takes twice the work of the one below. */
      readonly level: number;
    };
  };
  readonly signature: string;
}
