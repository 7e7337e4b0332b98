import { PASSKEY_NAME_MAX_LENGTH, PASSKEYS_PER_USER } from '../../../shared/limits.ts';
import type { PasskeyCreationOptions, RegistrationCredential } from '../../../shared/schemas/passkeys.ts';
import { AppError } from '../../app-error.ts';
import { brandOf } from '../../brand/brand.ts';
import { createToken } from '../../crypto/secrets.ts';
import { isDuplicateKey } from '../../database/errors.ts';
import type { StoredPasskey } from '../../database/second-factor-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { changeOwnUser } from '../activity/change-own-user.ts';
import { makeSecurityEvent } from '../activity/security-events.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';
import { activeActor, requireActive, type SessionActor } from '../rules/actor.ts';
import { describeDevice } from '../rules/device.ts';
import { passkeyEvent } from '../rules/event-contents.ts';
import { NO_TRUSTED_BROWSERS, rpIdOf, usablePasskeys } from '../rules/second-factor-policy.ts';
import { authenticatorOf } from './authenticators.ts';
import { PASSKEY_TIMEOUT_MS, beginCeremony, takeCeremony, type PasskeyCookie } from './ceremonies.ts';
import { namesOf } from './passkeys.ts';
import { toDescriptor } from './passkey-use.ts';
import { ALGORITHMS, challengeOf, verifyCreation } from './webauthn.ts';

/** Throws `TOO_MANY_PASSKEYS`, `RATE_LIMITED`, `SessionRequired`. */
export async function beginPasskeyCreation(
  deps: Dependencies,
  actor: SessionActor,
  input: {
    readonly conditional: boolean;
    readonly passkeyCookie: string | undefined;
    readonly requestContext: RequestContext;
  },
): Promise<{ readonly options: PasskeyCreationOptions; readonly cookie: PasskeyCookie }> {
  const { user, handle } = await ensureHandle(deps, actor);
  if ((user.passkeys?.length ?? 0) >= PASSKEYS_PER_USER) throw new AppError('TOO_MANY_PASSKEYS');
  const { challenge, cookie } = await beginCeremony(deps, { ...input, purpose: 'create', owner: actor });
  const { settings } = deps;
  const options: PasskeyCreationOptions = {
    challenge,
    timeout: PASSKEY_TIMEOUT_MS,
    rp: { id: rpIdOf(settings), name: brandOf(settings).name },
    user: { id: handle, ...namesOf(deps, user) },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    excludeCredentials: usablePasskeys(settings, user).map(toDescriptor),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
    extensions: { credProps: true },
  };
  return { options, cookie };
}

/** All passkeys of a person have one handle. If two first calls run at once, one makes it. */
async function ensureHandle(
  deps: Dependencies,
  actor: SessionActor,
): Promise<{ user: UserDocument; handle: string }> {
  await deps.collections.users.updateOne(
    { ...activeActor(actor), passkeyHandle: { $exists: false } },
    { $set: { passkeyHandle: createToken() } },
  );
  const user = await requireActive(deps, actor);
  if (user.passkeyHandle === undefined) throw new AppError('SessionRequired');
  return { user, handle: user.passkeyHandle };
}

/**
 * A credential belongs to one person (unique index). A new second factor ends the trust in browsers. Throws
 * `PASSKEY_INVALID`, `PASSKEY_EXISTS`, `TOO_MANY_PASSKEYS`, `SessionRequired`.
 */
export async function finishPasskeyCreation(
  deps: Dependencies,
  actor: SessionActor,
  input: {
    readonly credential: RegistrationCredential;
    readonly name?: string | undefined;
    readonly passkeyCookie: string | undefined;
    readonly requestContext: RequestContext;
  },
): Promise<UserDocument> {
  const { credential, passkeyCookie, requestContext } = input;
  const challenge = challengeOf(credential);
  const ceremony =
    challenge === null
      ? null
      : await takeCeremony(deps, challenge, { purpose: 'create', passkeyCookie, owner: actor });
  if (!ceremony) throw new AppError('PASSKEY_INVALID');
  const created = await verifyCreation(deps, { credential, isConditional: ceremony.conditional });
  const name = input.name ?? defaultName(created, requestContext);
  const passkey: StoredPasskey = {
    ...created,
    transports: credential.response.transports ?? [],
    rpId: ceremony.rpId,
    name,
    createdAt: deps.now(),
    lastUsedAt: null,
    addedBy: actor.session._id,
  };
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'passkey-added',
    requestContext,
    label: name,
    mailTo: verifiedAddressesOf(actor.user),
    events: [passkeyEvent('method.added', passkey)],
  });
  return changeOwnUser(deps, actor, {
    securityEvent,
    condition: {
      // A unique index does not compare the entries of one user.
      'passkeys.id': { $ne: created.id },
      [`passkeys.${PASSKEYS_PER_USER - 1}`]: { $exists: false },
    },
    update: { $push: { passkeys: passkey }, $set: NO_TRUSTED_BROWSERS },
    refusalOf: ({ passkeys }) =>
      passkeys?.some(({ id }) => id === created.id) ? 'PASSKEY_EXISTS' : 'TOO_MANY_PASSKEYS',
  }).catch((error: unknown) => {
    if (isDuplicateKey(error, 'passkeys.id')) throw new AppError('PASSKEY_EXISTS', { cause: error });
    throw error;
  });
}

function defaultName({ aaguid }: Pick<StoredPasskey, 'aaguid'>, { userAgent }: RequestContext): string {
  const { browser, system } = describeDevice(userAgent);
  const device = [browser, system].filter((part) => part !== null).join(', ');
  return (authenticatorOf(aaguid)?.name ?? (device || 'Passkey')).slice(0, PASSKEY_NAME_MAX_LENGTH);
}
