/** In the order of the form: `noun:read` or `noun:write`. */
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

export function isFoyersScope(name: string): name is Scope {
  return SCOPES.some((scope) => scope === name);
}
