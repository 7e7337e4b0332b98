/** In the order of the form. */
export const SERVICE_SCOPES = [
  'users:read',
  'users:write',
  'roles:write',
  'sessions:write',
  'users:import',
  'events:read',
  'webhooks:write',
] as const;
export type ServiceScope = (typeof SERVICE_SCOPES)[number];
