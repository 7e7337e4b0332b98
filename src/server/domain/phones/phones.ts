import { PHONE_CODE_MAX_AGE_MS, RESEND_AFTER_SECONDS } from '../../../shared/limits.ts';
import { formatE164, parsePhone } from '../../../shared/phone.ts';
import type { PhoneStatus, VerifiedPhone } from '../../../shared/schemas/phone.ts';
import { AppError } from '../../app-error.ts';
import type { SessionDocument } from '../../database/collections.ts';
import { derivedId } from '../../database/derived-id.ts';
import type { StoredPhone, UserDocument } from '../../database/user-documents.ts';
import { isDuplicateKey } from '../../database/errors.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { hashToken } from '../../crypto/secrets.ts';
import { activeActor, requireActive, type SessionActor } from '../rules/actor.ts';
import { changeOwnUser } from '../activity/change-own-user.ts';
import { makeSecurityEvent, writeOutbox } from '../activity/security-events.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';
import { methodEvent, PHONE_REMOVED, updatedEvents } from '../rules/event-contents.ts';
import { callerBySession } from '../limits/callers.ts';
import { enqueueJob, type PhoneRelease } from '../jobs/jobs.ts';
import { limitTexts, readPhone, sendCode, type TypedPhone } from './phone-codes.ts';
import { lastDigitsOf, takePhone } from './phone-release.ts';
import { offeredMethods, otherMethodFilter } from '../rules/sign-in-methods.ts';
import { consumeCode, storeCode } from '../codes/verification-tokens.ts';
import { identifierOf } from '../rules/verification-identifiers.ts';

export interface SentText {
  readonly e164: string;
  readonly international: string;
  /** Seconds. */
  readonly resendAfter: number;
}

/** A number is pending in the session that asked for its code. */
export async function getPhoneStatus(
  deps: Dependencies,
  user: UserDocument,
  session: Pick<SessionDocument, '_id'> | null,
): Promise<PhoneStatus> {
  const pending = session && (await findPendingNumber(deps, user, session));
  return {
    phone: user.phone ? toVerifiedPhone(user.phone) : null,
    pending: pending === null ? null : { e164: pending, international: formatE164(pending) },
    signsIn: deps.settings.phoneSignIn,
  };
}

async function findPendingNumber(
  deps: Dependencies,
  user: UserDocument,
  session: Pick<SessionDocument, '_id'>,
): Promise<string | null> {
  const row = await deps.collections.verificationTokens.findOne({
    identifier: identifierOf('phone', user._id),
  });
  const browserHash = hashToken(session._id.toHexString());
  const now = deps.now();
  const open = row?.requests?.findLast(
    (request) => request.browserHash === browserHash && request.expires > now,
  );
  return open?.subject ?? null;
}

function toVerifiedPhone({ e164, verifiedAt }: StoredPhone): VerifiedPhone {
  const parsed = parsePhone(e164);
  // Newer metadata may not know the number, when its country gave up the range. It is then unformatted.
  const { country, callingCode, nationalNumber, national, international } = parsed.ok
    ? parsed.phone
    : { country: null, callingCode: '', nationalNumber: e164.slice(1), national: e164, international: e164 };
  return {
    e164,
    country,
    callingCode,
    nationalNumber,
    national,
    international,
    verifiedAt: verifiedAt.toISOString(),
  };
}

/**
 * The code works for ten minutes, in this session. Earlier codes stay valid until one is used. The caller
 * checks that the session is fresh. Throws `PHONE_TOO_SHORT`, `PHONE_TOO_LONG`, `PHONE_NOT_A_NUMBER`,
 * `PHONE_INVALID_COUNTRY`, `PHONE_NOT_ALLOWED`, `RATE_LIMITED`, `PHONE_SEND_FAILED`.
 */
export async function setPhone(
  deps: Dependencies,
  actor: SessionActor,
  typed: TypedPhone,
  requestContext: RequestContext,
): Promise<SentText> {
  const { user, session } = actor;
  const { e164, international } = await readPhone(deps.settings, typed);
  await limitTexts(deps, {
    e164,
    rule: 'text-to-new-number',
    caller: callerBySession(actor),
    requestContext,
  });
  const code = await storeCode(deps, {
    identifier: identifierOf('phone', user._id),
    requesterSecret: session._id.toHexString(),
    byUnknownCaller: false,
    subject: e164,
    maxAgeMs: PHONE_CODE_MAX_AGE_MS,
  });
  await sendCode(deps, { e164, code, purpose: 'verify', locale: user.locale });
  return { e164, international, resendAfter: RESEND_AFTER_SECONDS };
}

/**
 * One user has a number (unique index): the newest verification wins. Throws `CODE_INVALID`, also when
 * somebody verified it later, `CODE_DEAD`, `CODE_OTHER_BROWSER` for a code of another session,
 * `SessionRequired`.
 */
export async function verifyPhone(
  deps: Dependencies,
  actor: SessionActor,
  code: string,
  requestContext: RequestContext,
): Promise<UserDocument> {
  const { user, session } = actor;
  const isElsewhere = await isAskedElsewhere(deps, user);
  const { subject } = await consumeCode(deps, identifierOf('phone', user._id), {
    code,
    requesterSecrets: [session._id.toHexString()],
    ifNotRequested: () => new AppError(isElsewhere ? 'CODE_OTHER_BROWSER' : 'CODE_INVALID'),
  });
  if (!subject) throw new AppError('CODE_INVALID');
  const proof = { e164: subject, verifiedAt: deps.now(), addedBy: session._id };
  return claim(deps, actor, proof, requestContext);
}

/** Whether another session of this person has an open request. */
async function isAskedElsewhere(deps: Dependencies, user: UserDocument): Promise<boolean> {
  const open = await deps.collections.verificationTokens.findOne({
    identifier: identifierOf('phone', user._id),
    expires: { $gt: deps.now() },
  });
  return open !== null;
}

/** It tries again only after a parallel change of these numbers, which bounds the tries. */
async function claim(
  deps: Dependencies,
  actor: SessionActor,
  proof: StoredPhone,
  requestContext: RequestContext,
): Promise<UserDocument> {
  for (let { user } = actor; ; user = await requireActive(deps, actor)) {
    await takeFromHolder(deps, actor, proof);
    const { phone: former } = user;
    const securityEvent = makeSecurityEvent(deps, {
      kind: 'phone-verified',
      requestContext,
      label: lastDigitsOf(proof.e164),
      mailTo: verifiedAddressesOf(user),
      events: [
        ...(former ? [] : [methodEvent('method.added', 'phone')]),
        ...updatedEvents(former?.e164 === proof.e164 ? [] : ['phone']),
      ],
    });
    try {
      const updated = await deps.collections.users.findOneAndUpdate(
        // A session that was ended a moment ago must not add a number.
        { ...activeActor(actor), 'phone.e164': former?.e164 ?? { $exists: false } },
        { $set: { phone: proof, updatedAt: proof.verifiedAt }, $push: { outbox: securityEvent } },
        { returnDocument: 'after' },
      );
      if (!updated) continue;
      await writeOutbox(deps, user._id, securityEvent);
      return updated;
    } catch (error) {
      if (!isDuplicateKey(error, 'phone.e164')) throw error;
    }
  }
}

/** The job is stored first: after a crash, the runner releases the number, and a new code is needed. */
async function takeFromHolder(deps: Dependencies, { user }: SessionActor, proof: StoredPhone): Promise<void> {
  const holder = await deps.collections.users.findOne({
    'phone.e164': proof.e164,
    _id: { $ne: user._id },
  });
  if (!holder?.phone) return;
  if (holder.phone.verifiedAt > proof.verifiedAt) throw new AppError('CODE_INVALID');
  const { e164 } = proof;
  const userId = holder._id.toHexString();
  const verifiedAt = holder.phone.verifiedAt.toISOString();
  const release: PhoneRelease = { userId, e164, verifiedAt };
  // Parallel requests store one job.
  const id = derivedId(`${userId}\n${e164}\n${verifiedAt}`);
  await enqueueJob(deps, { kind: 'release-phone', ...release }, id, holder._id);
  await takePhone(deps, release);
}

/** One conditional write checks for another method. Throws `LAST_SIGN_IN_METHOD`, `NOT_FOUND`. */
export async function removePhone(
  deps: Dependencies,
  actor: SessionActor,
  requestContext: RequestContext,
): Promise<UserDocument> {
  const { user } = actor;
  const offered = offeredMethods(deps);
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'phone-removed',
    requestContext,
    label: user.phone ? lastDigitsOf(user.phone.e164) : null,
    mailTo: verifiedAddressesOf(user),
    events: PHONE_REMOVED,
  });
  return changeOwnUser(deps, actor, {
    securityEvent,
    condition: {
      'phone.e164': { $gt: '' },
      ...(offered.phone ? otherMethodFilter('phone', offered) : {}),
    },
    update: { $unset: { phone: '' } },
    refusalOf: ({ phone }) => (phone ? 'LAST_SIGN_IN_METHOD' : 'NOT_FOUND'),
  });
}
