import type { Request, Response } from 'express';
import type { AuthDependencies } from '../auth/auth-dependencies.ts';
import type { CookieKind } from '../auth/cookies.ts';
import type { RequestClient } from '../dependencies.ts';
import { readSession, type ReadSession } from '../domain/sessions.ts';
import { clientOf, requestIdOf } from '../request.ts';

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

export function createContext(deps: AuthDependencies, req: Request, res: Response): Context {
  const cookies = deps.cookies.read(req.headers.cookie);
  const setCookie = (cookie: string) => void res.append('Set-Cookie', cookie);
  let session: Promise<ReadSession | null> | undefined;
  return {
    deps,
    cookies,
    setCookie,
    client: clientOf(req),
    requestId: requestIdOf(req),
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
