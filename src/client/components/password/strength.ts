import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { PASSWORD_MIN_LENGTH } from '../../../shared/limits.ts';
import { ISSUES } from '../../../shared/issues.ts';
import { passwordContext, passwordFaults, passwordLength } from '../../../shared/password-policy.ts';

/** Loaded late: the list of common passwords alone is larger than the sign-in page. */

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
const COMMON: ReadonlyMap<string, number> = new Map(
  dictionary['passwords-common'].map((password, rank) => [password, rank]),
);
const WORDS = ['Weak', 'Weak', 'Fair', 'Good', 'Strong'] as const;

export interface Strength {
  /** Of 4. */
  readonly bars: number;
  /** Whether the server would take it. */
  readonly isEnough: boolean;
  readonly words: string;
}

/** The server's own rules, by the same code, and for what passes them an estimate of how long guessing takes. */
export function strengthOf(
  password: string,
  person: { email: string | null; name: string | null },
): Strength {
  const context = passwordContext({ host: location.host, ...person });
  const faults = passwordFaults(password, context, COMMON);
  const { score } = estimator.check(password, [...context.site, ...context.personal]);
  if (faults.length === 0) {
    const bars = Math.max(2, score);
    return { bars, isEnough: true, words: WORDS[bars] ?? 'Strong' };
  }
  const sentences = faults.map((fault) =>
    fault === 'too-short'
      ? `${passwordLength(password)} of at least ${PASSWORD_MIN_LENGTH} characters.`
      : ISSUES[`password-${fault}`],
  );
  return { bars: 1, isEnough: false, words: sentences.join(' ') };
}
