import { solveChallengeWorkers } from 'altcha-lib';
import { PROOF_OF_WORK_HEADER, type ProofOfWorkChallenge } from '../../../shared/proof-of-work.ts';
import { loadTexts, SIGNED_OUT_TEXTS } from '../../language/texts.ts';

const MAX_WORKERS = 4;

interface Solution {
  readonly counter: number;
  readonly derivedKey: string;
}

/** The form shows a status meanwhile. Tests replace `solve`, because they have no workers. */
export async function checkBrowser(
  challenge: ProofOfWorkChallenge,
  solve: (challenge: ProofOfWorkChallenge) => Promise<Solution> = solveInWorkers,
): Promise<Readonly<Record<string, string>>> {
  const { texts } = await loadTexts(SIGNED_OUT_TEXTS);
  showStatus(texts.codes.checkingBrowser);
  try {
    const { counter, derivedKey } = await solve(challenge);
    const proof = { challenge, solution: { counter, derivedKey } };
    return { [PROOF_OF_WORK_HEADER]: btoa(JSON.stringify(proof)) };
  } finally {
    showStatus('');
  }
}

/** React does not touch the content of an element that it rendered empty (`button.tsx`). */
function showStatus(text: string): void {
  for (const line of document.querySelectorAll('[data-browser-check]')) line.textContent = text;
}

/** Uses half of the processors, so that the page stays responsive. */
async function solveInWorkers(challenge: ProofOfWorkChallenge): Promise<Solution> {
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(Math.ceil(navigator.hardwareConcurrency / 2), MAX_WORKERS),
    createWorker: () => new Worker(new URL('./challenge-worker.ts', import.meta.url), { type: 'module' }),
  });
  if (!solution) throw new Error('The challenge was not solved in time.');
  return solution;
}
