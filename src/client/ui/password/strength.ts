import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import {
  passwordContext,
  passwordFaults,
  passwordLength,
  type PasswordFault,
} from '../../../shared/password-policy.ts';

/** Loaded on demand: the list of common passwords is larger than the sign-in page. */

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
const COMMON: ReadonlyMap<string, number> = new Map(
  dictionary['passwords-common'].map((password, rank) => [password, rank]),
);
/** Bars by the estimator's score. A password that the server accepts has at least two. */
const BARS = [2, 2, 2, 3, 4] as const;

export interface Strength {
  /** 1 to 4. */
  readonly bars: 1 | 2 | 3 | 4;
  /** Empty when the server would accept it. */
  readonly faults: readonly PasswordFault[];
  /** In code points. */
  readonly length: number;
}

/** Applies the server's rules by the same code, then estimates how long guessing takes. */
export function strengthOf(
  password: string,
  about: { appName: string; email: string | null; name: string | null },
): Strength {
  const context = passwordContext({ host: location.host, ...about });
  const faults = passwordFaults(password, context, COMMON);
  const { score } = estimator.check(password, [...context.site, ...context.personal]);
  const length = passwordLength(password);
  if (faults.length > 0) return { bars: 1, faults, length };
  return { bars: BARS[score], faults, length };
}
