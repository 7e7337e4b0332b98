import type { Session } from '../../shared/schemas/session.ts';

type Answer =
  { readonly status: 'signed-in'; readonly session: Session | null } | { readonly status: 'second-factor' };

/** The session of a finished sign-in. Throws when there is none. */
export function sessionIn(answer: Answer): Session {
  if (answer.status !== 'signed-in' || !answer.session) throw new Error('nobody is signed in');
  return answer.session;
}
