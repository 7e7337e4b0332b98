import type { ProofOfWorkChallenge } from '../../../shared/proof-of-work.ts';

/** Solves a challenge and answers the headers that let the same call through. */
export type CheckBrowser = (challenge: ProofOfWorkChallenge) => Promise<Readonly<Record<string, string>>>;

/** Loaded only when a challenge comes, which is rare. */
export const checkInWorkers: CheckBrowser = async (challenge) =>
  (await import('./check-browser.ts')).checkBrowser(challenge);
