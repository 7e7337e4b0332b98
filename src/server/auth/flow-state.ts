import type { UserDocument } from '../database/user-documents.ts';
import type { ProviderAccount } from '../domain/rules/account-key.ts';
import type { RemoteProfile } from '../domain/users/accounts.ts';
import type { CompletedSignIn, PendingSecondStep } from '../domain/sign-in/complete.ts';
import type { FlowIntent } from './intent.ts';

/** The state of one request. Auth.js passes nothing between its calls of our adapter and callbacks. */
export interface FlowState {
  /** Why a signed-in user started this flow. `run-auth.ts` opens it from a cookie. */
  readonly intent: FlowIntent | null;
  /** The account at the provider. Written by `getUserByAccount`, the first call in a provider's callback. */
  account: ProviderAccount | null;
  /** Found by `getUserByAccount`. The deciding write of the sign-in checks that it is still the owner. */
  owner: UserDocument | null;
  /** Written by the `signIn` callback, read by `createSession`. */
  remote: RemoteProfile | null;
  /** The address whose mailed link came back. Written by `useVerificationToken`, read by `createSession`. */
  verifiedEmail: string | null;
  /** The provider reported two factors and the operator accepts that. Written by the `signIn` callback. */
  isMultiFactor: boolean;

  /** The sign-in, or the wait for its second factor, from `createSession`. `run-auth.ts` sets its cookies. */
  signIn: CompletedSignIn | PendingSecondStep | null;

  /** Other `Set-Cookie` values, from `auth-config.ts`. `run-auth.ts` sends them, after a failure too. */
  readonly cookies: string[];
  /** The first error that Auth.js logged. `run-auth.ts` gives it a code. */
  failure: unknown;
  /** The first adapter method that threw. The code of the failure depends on it. */
  failedAdapterMethod: string | null;
}

export function createFlowState(intent: FlowIntent | null): FlowState {
  return {
    intent,
    account: null,
    owner: null,
    remote: null,
    verifiedEmail: null,
    isMultiFactor: false,
    signIn: null,
    cookies: [],
    failure: null,
    failedAdapterMethod: null,
  };
}
