import type { Session } from '../../shared/schemas/session.ts';

type Answer =
  | { readonly status: 'signed-in'; readonly session: Session | null }
  | { readonly status: 'second-factor' };

/** Throws when the sign-in has no session yet. */
export function sessionIn(answer: Answer): Session {
  if (answer.status !== 'signed-in' || !answer.session) throw new Error('nobody is signed in');
  return answer.session;
}
