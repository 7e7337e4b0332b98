import type { AccessToken } from '../../shared/schemas/access-tokens.ts';
import { SCOPES } from '../../shared/scopes.ts';
import { DAY_MS } from '../../shared/limits.ts';
import type { HttpAgent } from '../app/http-agent.ts';
import { rawRequest, type RawAnswer } from '../app/raw-request.ts';
import type { TestApp } from '../app/test-app.ts';

/** The input of the form for a new access token. */
export function aTokenInput(changes: { name?: string; scopes?: string[]; expires?: string } = {}) {
  return {
    name: 'Nightly report',
    scopes: [...SCOPES],
    expires: new Date(Date.now() + 30 * DAY_MS).toISOString(),
    ...changes,
  };
}

/** Makes an access token for the person who is signed in in this browser. */
export function makeToken(
  app: TestApp,
  agent: HttpAgent,
  changes: Parameters<typeof aTokenInput>[0] = {},
): Promise<{ token: string; accessToken: AccessToken }> {
  return app.client(agent).accessTokens.create.mutate(aTokenInput(changes));
}

export const bearer = (token: string): string => `Bearer ${token}`;

/**
 * Calls a procedure as a script does: with the token, without cookies and `Origin`; with `input`, a mutation.
 */
export function callAsScript(
  app: TestApp,
  authorization: string | string[],
  procedure: string,
  options: { input?: unknown; headers?: Record<string, string> } = {},
): Promise<RawAnswer> {
  const headers = { authorization, ...options.headers };
  if (!('input' in options)) return rawRequest(app.origin, { path: `/trpc/${procedure}`, headers });
  return rawRequest(app.origin, {
    method: 'POST',
    path: `/trpc/${procedure}`,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(options.input ?? {}),
  });
}
