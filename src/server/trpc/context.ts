import type { IncomingHttpHeaders } from 'node:http';
import type { AuthDependencies } from '../auth/auth-dependencies.ts';
import type { CookieKind } from '../auth/cookies.ts';
import type { RequestClient } from '../dependencies.ts';
import { readSession, type ReadSession } from '../domain/sessions.ts';

export interface Context {
  readonly deps: AuthDependencies;
  readonly client: RequestClient;
  readonly requestId: string;
  readonly cookies: Partial<Record<CookieKind, string>>;
  /** Adds a `Set-Cookie` to the answer. */
  readonly setCookie: (cookie: string) => void;
  /** The session of the cookie, read once for all calls of a batch; its cookie is renewed when that is due. */
  readonly session: () => Promise<ReadSession | null>;
}

/** What a call needs of the request that brought it, whoever answers: Express, or `query-lane.ts` before it. */
export interface ProcedureRequest {
  readonly headers: IncomingHttpHeaders;
  readonly requestId: string;
  /** Found out when it is asked for: most queries never do. */
  readonly client: () => RequestClient;
  readonly setCookie: (cookie: string) => void;
}

export function createContext(deps: AuthDependencies, request: ProcedureRequest): Context {
  const { setCookie } = request;
  const cookies = deps.cookies.read(request.headers.cookie);
  let client: RequestClient | undefined;
  let session: Promise<ReadSession | null> | undefined;
  return {
    deps,
    cookies,
    setCookie,
    get client() {
      return (client ??= request.client());
    },
    requestId: request.requestId,
    session: () => (session ??= load()),
  };

  async function load(): Promise<ReadSession | null> {
    const token = cookies.session;
    if (token === undefined) return null;
    const read = await readSession(deps, token);
    // A dead cookie is left alone: another tab may just have got a new one, which clearing would wipe out.
    if (read?.renewed) setCookie(deps.cookies.set('session', token, read.session.expires));
    return read;
  }
}
