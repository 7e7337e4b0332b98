import type { Scope } from '../../../shared/scopes.ts';

/** Something to see for whoever has the scope; what changes things is nothing to try out. */
const EXAMPLES: Readonly<Record<Scope, string | null>> = {
  'profile:read': 'profile.get',
  'profile:write': null,
  'email:read': 'email.get',
  'phone:read': 'phone.get',
  'accounts:read': 'accounts.list',
  'sessions:read': 'session.list',
  'sessions:write': null,
  'activity:read': 'activity.list',
  'tokens:read': 'accessTokens.list',
};

/** A line for a terminal that shows the token at work. */
export function curlCommand(origin: string, token: string, scopes: readonly Scope[]): string {
  const procedure = scopes.map((scope) => EXAMPLES[scope]).find((one) => one !== null) ?? 'providers.list';
  return `curl -s ${origin}/trpc/${procedure} -H "authorization: Bearer ${token}"`;
}
