/** What an access token may be allowed, in the order in which the form shows it: `noun:read` or `noun:write`. */
export const SCOPES = [
  'profile:read',
  'profile:write',
  'email:read',
  'phone:read',
  'accounts:read',
  'sessions:read',
  'sessions:write',
  'activity:read',
  'tokens:read',
] as const;
export type Scope = (typeof SCOPES)[number];
