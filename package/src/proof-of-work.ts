/** What Foyer asks of clients that it does not know while there is a flood: find the counter whose key begins with `keyPrefix`. */
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
    readonly data: { readonly action: string; readonly boundTo: string; readonly level: number };
  };
  readonly signature: string;
}
