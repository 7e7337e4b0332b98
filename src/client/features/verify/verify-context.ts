import { createContext, useContext } from 'react';
import type { PageError } from '../../errors.ts';
import type { SensitiveAction } from './sensitive-actions.ts';

export interface VerifyRequest {
  /** Stored during a verification at a provider; `null` if it cannot continue after that. */
  readonly action: SensitiveAction | null;
  /** Runs the refused action again after the verification. */
  readonly resume: () => void;
  /** The action needs a second factor (`SECOND_FACTOR_REQUIRED`). */
  readonly needsSecondFactor?: boolean;
  readonly failure?: PageError;
}

/** The result of a provider flow, from the page's query string. */
export interface Return {
  readonly outcome?: string | undefined;
  readonly provider?: string | undefined;
  readonly error?: string | undefined;
  readonly cancelled?: string | undefined;
  readonly requestId?: string | undefined;
  readonly reconnect?: string | undefined;
}

export interface Verify {
  ask(request: VerifyRequest): void;
  /** An action to run again after a return from a provider. */
  readonly resumable: SensitiveAction | null;
  /** Answers it once, then `null`. */
  takeResumable(): SensitiveAction | null;
  /** The result to show after a return that resumed no action. */
  readonly message: Return | null;
}

export const VerifyContext = createContext<Verify | null>(null);

export function useVerify(): Verify {
  const verify = useContext(VerifyContext);
  if (!verify) throw new Error('A sensitive mutation needs a <VerifyProvider> around its page.');
  return verify;
}
