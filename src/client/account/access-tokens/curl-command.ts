import type { Scope } from '../../../shared/scopes.ts';

/** A scope that only changes something has no example. */
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

export function curlCommand(origin: string, token: string, scopes: readonly string[]): string {
  const examples = new Map<string, string | null>(Object.entries(EXAMPLES));
  const procedure = scopes.map((scope) => examples.get(scope)).find((name) => typeof name === 'string');
  return `curl -s ${origin}/trpc/${procedure ?? 'providers.list'} -H "authorization: Bearer ${token}"`;
}
