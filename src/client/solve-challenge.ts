import { solveChallengeWorkers } from 'altcha-lib';
import type { ProofOfWorkChallenge } from '../shared/proof-of-work.ts';

const MOST_WORKERS = 4;

/** Solves a challenge in workers, on half of the processors, so that the page goes on answering. Answers the header's value. */
export async function solveChallenge(challenge: ProofOfWorkChallenge): Promise<string> {
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(Math.ceil(navigator.hardwareConcurrency / 2), MOST_WORKERS),
    createWorker: () => new Worker(new URL('./challenge-worker.ts', import.meta.url), { type: 'module' }),
  });
  if (!solution) throw new Error('The challenge was not solved in time.');
  const { counter, derivedKey } = solution;
  return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }));
}
