import { solveChallengeWorkers } from 'altcha-lib';
import type { HTTPHeaders } from '@trpc/client';
import { isLocale } from '../../../shared/locale.ts';
import { PROOF_OF_WORK_HEADER, type ProofOfWorkChallenge } from '../../../shared/proof-of-work.ts';
import { loadLaterTexts } from '../../language/texts.ts';

const MOST_WORKERS = 4;

interface Solution {
  readonly counter: number;
  readonly derivedKey: string;
}

/** Solves a challenge, and says meanwhile in the form that the browser is checked. `solve` is a test's own where there are no workers. */
export async function checkBrowser(
  challenge: ProofOfWorkChallenge,
  solve: (challenge: ProofOfWorkChallenge) => Promise<Solution> = solveInWorkers,
): Promise<HTTPHeaders> {
  const { lang } = document.documentElement;
  const { codes } = await loadLaterTexts(isLocale(lang) ? lang : 'en');
  say(codes.checkingBrowser);
  try {
    const { counter, derivedKey } = await solve(challenge);
    const solved = { challenge, solution: { counter, derivedKey } };
    return { [PROOF_OF_WORK_HEADER]: btoa(JSON.stringify(solved)) };
  } finally {
    say('');
  }
}

/** Below the pressed button (`button.tsx`). React leaves an element's content alone where it renders none, so the first page needs no code for it. */
function say(words: string): void {
  for (const line of document.querySelectorAll('[data-browser-check]')) line.textContent = words;
}

/** On half of the processors, so that the page goes on answering. */
async function solveInWorkers(challenge: ProofOfWorkChallenge): Promise<Solution> {
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(Math.ceil(navigator.hardwareConcurrency / 2), MOST_WORKERS),
    createWorker: () => new Worker(new URL('./challenge-worker.ts', import.meta.url), { type: 'module' }),
  });
  if (!solution) throw new Error('The challenge was not solved in time.');
  return solution;
}
