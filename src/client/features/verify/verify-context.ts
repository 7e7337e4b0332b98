import { createContext, useContext } from 'react';
import type { ClientError } from '../../errors.ts';
import type { SensitiveAction } from './sensitive-actions.ts';

export interface VerifyRequest {
  /** What is kept while the person is away at a provider; `null` when it cannot be taken up by itself after that. */
  readonly action: SensitiveAction | null;
  /** Does again what was refused, once the session is fresh. */
  readonly resume: () => void;
  /** What the person pressed: where the focus goes when they do not go on. */
  readonly origin?: Element | null;
  /** What went wrong with the last try to verify. */
  readonly failure?: ClientError;
}

/** How a provider's flow ended that came back to this page, as its address says. */
export interface Return {
  readonly outcome?: string | undefined;
  readonly provider?: string | undefined;
  readonly error?: string | undefined;
  readonly requestId?: string | undefined;
  readonly reconnect?: string | undefined;
}

export interface Verify {
  /** Opens "Verify it's you". */
  ask(request: VerifyRequest): void;
  /** An action that is to be taken up again by whoever performs its kind. */
  readonly resumable: SensitiveAction | null;
  /** Gives the resumable action away, to the first who asks. */
  takeUp(): SensitiveAction | null;
  /** What a person is to be told of their return, if it did not just resume an action. */
  readonly message: Return | null;
}

export const VerifyContext = createContext<Verify | null>(null);

export function useVerify(): Verify {
  const verify = useContext(VerifyContext);
  if (!verify) throw new Error('A sensitive mutation needs a <VerifyProvider> around its page.');
  return verify;
}
