import type { UserDocument } from '../database/user-documents.ts';
import type { ProviderAccount } from '../domain/rules/account-key.ts';
import type { RemoteProfile } from '../domain/users/accounts.ts';
import type { CompletedSignIn, PendingSecondStep } from '../domain/sign-in/complete.ts';
import type { FlowIntent } from './intent.ts';

/**
 * The state of one request to Auth.js. Auth.js calls our adapter, callbacks and events one after another. It passes none of this between them,
 * and its answer does not contain it. So each request has one such object.
 */
export interface FlowState {
  /** Why a signed-in person started this flow. `run-auth.ts` opens it from a cookie; the linking policy and the page after a failure read it. */
  readonly intent: FlowIntent | null;

  /** The account at the provider. `getUserByAccount` writes it, which Auth.js calls first in a provider's callback; the rest of the adapter reads it. */
  account: ProviderAccount | null;

  /**
   * Who had that account when `getUserByAccount` found somebody first. Later steps of this request do not read them again: the deciding write of the
   * sign-in checks that they still have it.
   */
  owner: UserDocument | null;

  /** What the provider said about that account. The `signIn` callback writes it; `createSession` passes it on. */
  remote: RemoteProfile | null;

  /** The address whose mailed link came back. `useVerificationToken` writes it; the sign-in of `createSession` depends on it. */
  verifiedEmail: string | null;

  /** Whether the provider says that the person gave two factors, and the operator accepts that. The `signIn` callback writes it; `createSession` reads it. */
  isMultiFactor: boolean;

  /** The sign-in, or the wait for its second factor. `createSession` writes it; `run-auth.ts` sets its cookies. */
  signIn: CompletedSignIn | PendingSecondStep | null;

  /** Other `Set-Cookie` values of ours. `auth-config.ts` adds them; `run-auth.ts` sends them, after a failure too. */
  readonly cookies: string[];

  /** The first error that Auth.js logged. `auth-config.ts` writes it; `run-auth.ts` gives it a code. */
  failure: unknown;

  /** The first adapter method that threw. The adapter writes it; the code of the failure depends on it. */
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
