import { ObjectId } from 'mongodb';
import {
  AUTHENTICATOR_APPS_PER_USER,
  PROOFS_PER_SESSION,
  TOTP_ENROLMENT_MAX_AGE_MS,
} from '../../../shared/limits.ts';
import { AppError } from '../../app-error.ts';
import { brandOf } from '../../brand/brand.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { serverPageTexts } from '../../locale-texts.ts';
import { makeSecurityEvent, writeOutbox } from '../activity/security-events.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';
import { activeActor, requireActive, type SessionActor } from '../rules/actor.ts';
import { browserKey } from '../rules/counters.ts';
import { secondFactorEvent } from '../rules/event-contents.ts';
import { makeProof } from '../rules/proofs.ts';
import { isDemanded, needsSecondFactor, NO_TRUSTED_BROWSERS, rpIdOf } from '../rules/second-factor-policy.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { createTotpSecret, findTotpStep, totpStepAt, totpUriOf } from './totp-codes.ts';
import { openEnrolment, sealEnrolment, sealTotpSecret, type TotpEnrolment } from './totp-secrets.ts';

/** Makes a secret, and stores nothing. Throws `SECOND_FACTOR_OFF`, `TOO_MANY_AUTHENTICATOR_APPS`. */
export async function beginTotp(
  deps: Dependencies,
  actor: SessionActor,
): Promise<{ readonly enrolment: string; readonly secret: string; readonly uri: string }> {
  const { user } = actor;
  requireOffered(deps);
  requireRoom(user);
  const secret = await createTotpSecret();
  const expires = new Date(deps.now().getTime() + TOTP_ENROLMENT_MAX_AGE_MS);
  const [address] = verifiedAddressesOf(user);
  return {
    enrolment: sealEnrolment(deps, actor, { id: new ObjectId(), secret, expires }),
    secret,
    uri: await totpUriOf({
      secret,
      issuer: brandOf(deps.settings).name,
      account: address ?? user.name ?? user._id.toHexString(),
    }),
  };
}

/** An existing second factor is still asked for, and can be removed. */
function requireOffered({ settings }: Pick<Dependencies, 'settings'>): void {
  if (settings.secondFactor === 'off') throw new AppError('SECOND_FACTOR_OFF');
}

function requireRoom({ totp = [] }: UserDocument): void {
  if (totp.length >= AUTHENTICATOR_APPS_PER_USER) throw new AppError('TOO_MANY_AUTHENTICATOR_APPS');
}

/**
 * The first app also makes recovery codes. The code raises this session to level 2. After a lost reply, a
 * second call changes nothing. Throws `TOTP_ENROLMENT_EXPIRED`, `TOTP_CODE_WRONG`,
 * `TOO_MANY_AUTHENTICATOR_APPS`, `SECOND_FACTOR_OFF`, `RATE_LIMITED`, `SessionRequired`.
 */
export async function confirmTotp(
  deps: Dependencies,
  actor: SessionActor,
  input: {
    readonly enrolment: string;
    readonly code: string;
    readonly name?: string | undefined;
    readonly requestContext: RequestContext;
  },
): Promise<{ readonly user: UserDocument; readonly recoveryCodes: string[] | null }> {
  requireOffered(deps);
  const enrolment = openEnrolment(deps, actor, input.enrolment);
  if (!enrolment) throw new AppError('TOTP_ENROLMENT_EXPIRED');
  const lastStep = await requireFirstCode(deps, actor, enrolment, input.code);
  const { requestContext } = input;
  const name = input.name ?? serverPageTexts(requestContext.locale).authenticatorApp;
  return addApp(deps, actor, { ...enrolment, lastStep, name, requestContext });
}

/** Counts the try before its check, so that parallel tries cannot pass the limit. Answers the code's step. */
async function requireFirstCode(
  deps: Dependencies,
  { user, session }: SessionActor,
  { secret }: TotpEnrolment,
  code: string,
): Promise<number> {
  const key = browserKey(user._id.toHexString(), session._id.toHexString());
  await deps.rateLimits.consume('second-factor', 'browser', key);
  const step = await findTotpStep({ secret, drift: 0, lastStep: 0 }, code, deps.now());
  if (step === null) throw new AppError('TOTP_CODE_WRONG');
  await deps.rateLimits.giveBackAll([['second-factor', 'browser', key]]);
  return step;
}

async function addApp(
  deps: Dependencies,
  actor: SessionActor,
  added: TotpEnrolment & {
    readonly lastStep: number;
    readonly name: string;
    readonly requestContext: RequestContext;
  },
): Promise<{ user: UserDocument; recoveryCodes: string[] | null }> {
  const { users, sessions } = deps.collections;
  const { session } = actor;
  const { _id: userId } = actor.user;
  const { id, name, lastStep, requestContext } = added;
  const now = deps.now();
  const app = {
    id,
    name,
    secret: sealTotpSecret(deps, userId, added),
    lastStep,
    drift: lastStep - totpStepAt(now),
    createdAt: now,
    lastUsedAt: null,
    addedBy: session._id,
  };
  // It tries again only when another change succeeded, and the number of apps is bounded.
  for (let current = actor.user; ; current = await requireActive(deps, actor)) {
    if (current.totp?.some((each) => each.id.equals(id))) return { user: current, recoveryCodes: null };
    requireRoom(current);
    const hasCodes = (current.recoveryCodes?.hashes.length ?? 0) > 0;
    const made = hasCodes ? null : makeRecoveryCodes(deps, userId);
    const securityEvent = makeSecurityEvent(deps, {
      kind: 'authenticator-app-added',
      requestContext,
      label: name,
      mailTo: verifiedAddressesOf(actor.user),
      events: [
        secondFactorEvent('authenticator-app-added'),
        ...(made ? [secondFactorEvent('recovery-codes-created')] : []),
      ],
    });
    const user = await users.findOneAndUpdate(
      {
        ...activeActor(actor),
        'totp.id': { $ne: id },
        [`totp.${AUTHENTICATOR_APPS_PER_USER - 1}`]: { $exists: false },
        'recoveryCodes.hashes.0': { $exists: hasCodes },
      },
      {
        $set: { ...(made ? { recoveryCodes: made.stored } : {}), ...NO_TRUSTED_BROWSERS, updatedAt: now },
        $push: { totp: app, outbox: securityEvent },
        // The user has a second factor now, so a waiting removal ends.
        $unset: { secondFactorRemoval: '' },
      },
      { returnDocument: 'after' },
    );
    if (!user) continue;
    await sessions.updateOne(
      { _id: session._id, userId },
      { $push: { proofs: { $each: [makeProof({ kind: 'totp' }, now)], $slice: -PROOFS_PER_SESSION } } },
    );
    await writeOutbox(deps, userId, securityEvent);
    return { user, recoveryCodes: made?.codes ?? null };
  }
}

/** Throws `NOT_FOUND`, `SessionRequired`. */
export async function renameTotp(
  deps: Dependencies,
  actor: SessionActor,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<UserDocument> {
  const updated = await deps.collections.users.findOneAndUpdate(
    { ...activeActor(actor), 'totp.id': new ObjectId(id) },
    { $set: { 'totp.$.name': name, updatedAt: deps.now() } },
    { returnDocument: 'after' },
  );
  if (updated) return updated;
  await requireActive(deps, actor);
  throw new AppError('NOT_FOUND');
}

/** Recovery codes go with the last factor. Throws `NOT_FOUND`, `LAST_SECOND_FACTOR`, `SessionRequired`. */
export async function removeTotp(
  deps: Dependencies,
  actor: SessionActor,
  id: string,
  requestContext: RequestContext,
): Promise<UserDocument> {
  const { settings } = deps;
  const _id = new ObjectId(id);
  // It tries again only when another change succeeded, and the number of apps is bounded.
  for (let current = actor.user; ; current = await requireActive(deps, actor)) {
    const app = current.totp?.find((each) => each.id.equals(_id));
    if (!app) throw new AppError('NOT_FOUND');
    const others = current.totp?.filter((each) => each !== app) ?? [];
    const staysOn = needsSecondFactor(settings, { ...current, totp: others });
    if (!staysOn && isDemanded(settings, current)) throw new AppError('LAST_SECOND_FACTOR');
    const securityEvent = makeSecurityEvent(deps, {
      kind: 'authenticator-app-removed',
      requestContext,
      label: app.name,
      mailTo: verifiedAddressesOf(current),
      events: [secondFactorEvent('authenticator-app-removed')],
    });
    const updated = await deps.collections.users.findOneAndUpdate(
      {
        ...activeActor(actor),
        'totp.id': _id,
        'totp.1': { $exists: others.length > 0 },
        ...(staysOn && others.length === 0 ? { 'passkeys.rpId': rpIdOf(settings) } : {}),
      },
      {
        $pull: { totp: { id: _id } },
        $set: { ...NO_TRUSTED_BROWSERS, updatedAt: deps.now() },
        ...(staysOn ? {} : { $unset: { recoveryCodes: '' } }),
        $push: { outbox: securityEvent },
      },
      { returnDocument: 'after' },
    );
    if (!updated) continue;
    await writeOutbox(deps, updated._id, securityEvent);
    return updated;
  }
}
