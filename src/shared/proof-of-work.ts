/** Base64 of `{ challenge, solution }` as JSON. */
export const PROOF_OF_WORK_HEADER = 'x-proof-of-work';

/**
 * ALTCHA, version 2: find the counter for which PBKDF2 of the nonce and the counter (4 bytes, big-endian)
 * gives a key that begins with `keyPrefix`. `docs/proof-of-work.md` has the lines for a script.
 */
export interface ProofOfWorkChallenge {
  readonly parameters: {
    readonly algorithm: string;
    /** Hex. */
    readonly nonce: string;
    /** Hex. */
    readonly salt: string;
    /** The iterations of PBKDF2 for each counter. */
    readonly cost: number;
    /** Bytes. */
    readonly keyLength: number;
    /** Hex. */
    readonly keyPrefix: string;
    readonly keySignature: string;
    /** Seconds since 1970. */
    readonly expiresAt: number;
    readonly data: {
      /** The action that the solution pays for, and a keyed hash of the action and its subject. */
      readonly action: string;
      readonly boundTo: string;
      /** Each level takes twice the work of the one below. */
      readonly level: number;
    };
  };
  readonly signature: string;
}
