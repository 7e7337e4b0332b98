import type { LinkConsent } from '../../shared/schemas/accounts.ts';
import type { Session } from '../../shared/schemas/session.ts';
import { AppError } from '../app-error.ts';
import { logAuthEvent } from '../auth-event.ts';
import type { UserDocument } from '../database/collections.ts';
import { resumeLink } from '../domain/pending-links.ts';
import { rememberDevice } from '../domain/known-devices.ts';
import { recordSignIn } from '../domain/sign-ins.ts';
import { createSessionOf, toSession, type CreatedSession } from '../domain/sessions.ts';
import type { Context } from './context.ts';

/** Signs this browser in: a new session, its cookie, and a line in the log. Throws `Verification` when the user is no longer as they were. */
export async function startSession(ctx: Context, user: UserDocument, method: string): Promise<Session> {
  const created = await createSessionOf(ctx.deps, user, {
    client: ctx.client,
    replaces: ctx.cookies.session ?? null,
  });
  return answerSignIn(ctx, { ...created, user }, method);
}

/**
 * Signs this browser in, and connects what waits in it where the person agreed to exactly that. The sign-in stands whatever becomes of
 * the connection: what is not connected keeps waiting, and the next page asks.
 */
export async function startSessionAndConnect(
  ctx: Context,
  user: UserDocument,
  method: string,
  consent: LinkConsent | undefined,
): Promise<{ session: Session; connected?: 'linked' | 'already-linked' | 'not-connected' }> {
  const created = await createSessionOf(ctx.deps, user, {
    client: ctx.client,
    replaces: ctx.cookies.session ?? null,
  });
  const session = await answerSignIn(ctx, { ...created, user }, method);
  if (!consent) return { session };
  try {
    const by = { user, session: created.session };
    const { outcome } = await resumeLink(ctx.deps, ctx.cookies.link, consent, by, ctx.client);
    ctx.setCookie(ctx.deps.cookies.clear('link'));
    const { requestId, client } = ctx;
    const userId = user._id.toHexString();
    logAuthEvent(ctx.deps.log, 'auth.linked', { requestId, ip: client.ip, userId });
    return { session, connected: outcome };
  } catch (error) {
    if (!(error instanceof AppError)) ctx.deps.log.warn({ err: error }, 'not connected after a sign-in');
    return { session, connected: 'not-connected' };
  }
}

/**
 * Lets strangers who guess at this account's password no longer keep this browser out: whoever signed in here, by whatever method, is no
 * stranger, and their next sign-in here is nothing to be mailed about.
 */
export function makeKnown(ctx: Context, user: UserDocument): void {
  const { value, expires } = rememberDevice(ctx.deps, ctx.cookies.device, user._id.toHexString());
  ctx.setCookie(ctx.deps.cookies.set('device', value, expires));
}

/** The answer to a sign-in whose session has been made already. */
export async function answerSignIn(
  ctx: Context,
  { token, session, user }: CreatedSession & { user: UserDocument },
  method: string,
): Promise<Session> {
  await recordSignIn(ctx.deps, { user, method, client: ctx.client, device: ctx.cookies.device });
  ctx.setCookie(ctx.deps.cookies.set('session', token, session.expires));
  makeKnown(ctx, user);
  const { requestId, client } = ctx;
  const userId = user._id.toHexString();
  logAuthEvent(ctx.deps.log, 'auth.sign-in', { requestId, ip: client.ip, method, userId });
  return toSession({ session, user });
}
