import type { EventType } from './event-types.ts';

/** The summaries for OpenAPI and the command line. */
export const EVENT_SUMMARIES = {
  'user.created': 'A person was added.',
  'user.updated': 'The profile of a person has changed, or their phone number.',
  'user.suspended': 'A person was suspended.',
  'user.resumed': 'The suspension of a person has ended, also by itself.',
  'user.deleted': 'A person was deleted. It is the last event about them.',
  'email.changed': 'The address of a person has changed, or they have verified it.',
  'session.created': 'A person has signed in.',
  'session.ended': 'A session of a person was ended. A session that expires makes no event.',
  'method.added': 'A person can sign in in a new way.',
  'method.removed': 'A person can no longer sign in in this way.',
  'second_factor.changed': 'An authenticator app or the recovery codes of a person have changed.',
  'roles.changed': 'The roles of a person have changed.',
  'impersonation.started': 'An administrator acts as this person now.',
  'impersonation.ended': 'An administrator no longer acts as this person.',
} as const satisfies Record<EventType, string>;
