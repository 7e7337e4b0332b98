import { ObjectId } from 'mongodb';
import type { z } from 'zod';
import { MINUTE_MS } from '../../../shared/limits.ts';
import type { impersonateInput } from '../../../shared/schemas/administration.ts';
import type { EventContent } from '../../../shared/schemas/events.ts';
import { AppError } from '../../app-error.ts';
import { logAuthEvent } from '../../log/auth-event.ts';
import type { Impersonation } from '../../database/administration-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { makeSecurityEvent, type SecurityEventDependencies } from '../activity/security-events.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';
import { requireAuthority } from '../authority/require-authority.ts';
import { isAdministrator, isSuspended } from '../rules/access.ts';
import { activeUser } from '../rules/active-user.ts';
import { impersonationEntry } from '../sessions/impersonations.ts';
import {
  absoluteEnd,
  readSession,
  type ReadSession,
  type SessionReadDependencies,
} from '../sessions/sessions.ts';
import { openOwnToken, sealOwnToken } from './own-session-cookie.ts';
import { makeImpersonation, type BrowserCookie, type CompletedSignIn } from './complete.ts';

/**
 * A second cookie keeps the token of the administrator's own session (`readOwnSession`). The impersonation
 * ends with that session or the role, which every read checks (`mayActAs`). Throws `NOT_FOUND`,
 * `ADMINISTRATOR_PROTECTED`, `ACCOUNT_SUSPENDED` and what `requireAuthority` throws.
 */
export async function startImpersonation(
  deps: SecurityEventDependencies,
  own: ReadSession & { readonly token: string },
  input: z.infer<typeof impersonateInput>,
  { requestContext, requestId }: { readonly requestContext: RequestContext; readonly requestId: string },
): Promise<CompletedSignIn> {
  const { reason } = input;
  const person = await deps.collections.users.findOne(activeUser(new ObjectId(input.id)));
  if (!person) throw new AppError('NOT_FOUND');
  const impersonation: Impersonation = {
    administratorId: own.user._id,
    administratorSessionId: own.session._id,
    administratorName: own.user.name,
    reason,
  };
  const ends = [
    deps.now().getTime() + input.minutes * MINUTE_MS,
    own.session.expires.getTime(),
    absoluteEnd(own.session).getTime(),
  ];
  const expires = new Date(Math.min(...ends));
  const makeEvent = (events: readonly EventContent[]) =>
    makeSecurityEvent(deps, {
      kind: 'impersonation-started',
      requestContext: null,
      label: reason,
      mailTo: verifiedAddressesOf(person),
      audit: {
        ...impersonationEntry(impersonation, requestContext, 'user-impersonated'),
        after: { until: expires.toISOString() },
      },
      events,
    });
  await requireAuthority(deps, { kind: 'administrator', actor: own });
  const made = await makeImpersonation(deps, person._id, { impersonation, expires, makeEvent });
  if (!made) throw await refusalOf(deps, person._id);
  logAuthEvent(deps.log, 'auth.impersonation-started', {
    requestId,
    ip: requestContext.ip,
    userId: person._id.toHexString(),
    administratorId: own.user._id.toHexString(),
  });
  const cookies: BrowserCookie[] = [
    { kind: 'session', value: made.token, expires },
    {
      kind: 'administrator-session',
      value: sealOwnToken(deps, own.token),
      expires: own.session.expires,
    },
  ];
  return { status: 'signed-in', session: made.session, user: made.user, cookies };
}

async function refusalOf(deps: Pick<Dependencies, 'collections' | 'now'>, id: ObjectId): Promise<AppError> {
  const person = await deps.collections.users.findOne(activeUser(id));
  if (!person) return new AppError('NOT_FOUND');
  if (isSuspended(person, deps.now()) && !isAdministrator(person)) return new AppError('ACCOUNT_SUSPENDED');
  return new AppError('ADMINISTRATOR_PROTECTED');
}

/** The administrator's own session, which goes on afterwards; `null` when it was ended. */
export async function readOwnSession(
  deps: SessionReadDependencies,
  cookie: string | undefined,
): Promise<(ReadSession & { readonly token: string }) | null> {
  const token = openOwnToken(deps, cookie);
  const read = token === null ? null : await readSession(deps, token);
  return token !== null && read ? { ...read, token } : null;
}
