export const EVENT_TYPES = [
  'user.created',
  'user.updated',
  'user.suspended',
  'user.resumed',
  'user.deleted',
  'email.changed',
  'session.created',
  'session.ended',
  'method.added',
  'method.removed',
  'second_factor.changed',
  'roles.changed',
  'impersonation.started',
  'impersonation.ended',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];
