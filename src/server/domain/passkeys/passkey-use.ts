import type { Filter } from 'mongodb';
import type { AuthenticationCredential, PasskeyRequestOptions } from '../../../shared/schemas/passkeys.ts';
import { AppError } from '../../app-error.ts';
import type { StoredPasskey } from '../../database/second-factor-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { activeUser } from '../rules/active-user.ts';
import { rpIdOf, usablePasskeys } from '../rules/second-factor-policy.ts';
import {
  PASSKEY_TIMEOUT_MS,
  beginCeremony,
  takeCeremony,
  type CeremonyOwner,
  type PasskeyCookie,
} from './ceremonies.ts';
import { challengeOf, verifyAssertion } from './webauthn.ts';

type UsePurpose = 'sign-in' | 'verify' | 'second-factor';

/** Throws `RATE_LIMITED`. */
export async function beginPasskeyUse(
  deps: Dependencies,
  input: {
    readonly purpose: UsePurpose;
    readonly passkeyCookie: string | undefined;
    readonly owner: CeremonyOwner | null;
    readonly requestContext: RequestContext;
    readonly deviceCookie?: string | undefined;
  },
): Promise<{ readonly options: PasskeyRequestOptions; readonly cookie: PasskeyCookie }> {
  const { challenge, cookie } = await beginCeremony(deps, { ...input, conditional: false });
  const { owner } = input;
  const options: PasskeyRequestOptions = {
    challenge,
    timeout: PASSKEY_TIMEOUT_MS,
    rpId: rpIdOf(deps.settings),
    allowCredentials: owner ? usablePasskeys(deps.settings, owner.user).map(toDescriptor) : [],
    userVerification: 'required',
  };
  return { options, cookie };
}

/** The form in the options of a ceremony. */
export function toDescriptor({ id, transports }: StoredPasskey) {
  return { id, type: 'public-key' as const, transports: [...transports] };
}

/**
 * One conditional write records the use. `owner`: whose passkey it must be; `null` for a sign-in. Throws
 * `PASSKEY_INVALID`, `PASSKEY_UNKNOWN`, also for another person's passkey, `PASSKEY_OTHER_HOST`,
 * `SessionRequired`.
 */
export async function verifyPasskey(
  deps: Dependencies,
  input: {
    readonly credential: AuthenticationCredential;
    readonly purpose: UsePurpose;
    readonly passkeyCookie: string | undefined;
    readonly owner: CeremonyOwner | null;
  },
): Promise<{ readonly user: UserDocument; readonly passkey: StoredPasskey }> {
  const { credential, owner } = input;
  const challenge = challengeOf(credential);
  const ceremony = challenge === null ? null : await takeCeremony(deps, challenge, input);
  if (!ceremony) throw new AppError('PASSKEY_INVALID');
  const { user, passkey } = await findPasskey(deps, credential.id, owner);
  if (passkey.rpId !== ceremony.rpId) throw new AppError('PASSKEY_OTHER_HOST');
  requireHandle(user, credential, owner);
  const { counter } = await verifyAssertion(deps, { credential, passkey });
  return recordUse(deps, { user, passkey, counter, owner });
}

async function findPasskey(
  { collections }: Dependencies,
  id: string,
  owner: CeremonyOwner | null,
): Promise<{ user: UserDocument; passkey: StoredPasskey }> {
  const user = await collections.users.findOne({ 'passkeys.id': id, deletedAt: { $exists: false } });
  const passkey = user?.passkeys?.find((each) => each.id === id);
  if (!user || !passkey || (owner && !owner.user._id.equals(user._id))) throw new AppError('PASSKEY_UNKNOWN');
  return { user, passkey };
}

/** In a sign-in, only the handle names the person, so it is required (WebAuthn Level 3, 7.2, step 6). */
function requireHandle(
  user: UserDocument,
  { response }: AuthenticationCredential,
  owner: CeremonyOwner | null,
): void {
  // Authenticators without a handle send an empty one.
  const handle = response.userHandle ? response.userHandle : null;
  const isMissing = handle === null;
  if (isMissing ? owner === null : handle !== user.passkeyHandle) throw new AppError('PASSKEY_INVALID');
}

/**
 * A counter that does not grow shows a copy (WebAuthn Level 3, 6.1.1). Only this write compares the counter,
 * so of parallel uses one is refused. The devices of a synced passkey may count apart, so it is accepted and
 * logged. Many authenticators always answer 0.
 */
async function recordUse(
  deps: Dependencies,
  use: { user: UserDocument; passkey: StoredPasskey; counter: number; owner: CeremonyOwner | null },
): Promise<{ user: UserDocument; passkey: StoredPasskey }> {
  const { user, passkey, counter, owner } = use;
  const { id, publicKey } = passkey;
  const { users } = deps.collections;
  const mayUse: Filter<UserDocument> = {
    ...activeUser(user._id),
    ...(owner?.session ? { 'sessions.id': owner.session._id } : {}),
  };
  const lastUsedAt = deps.now();
  const counted = await users.findOneAndUpdate(
    {
      ...mayUse,
      passkeys: { $elemMatch: { id, publicKey, counter: counter === 0 ? 0 : { $lt: counter } } },
    },
    { $set: { 'passkeys.$[used].counter': counter, 'passkeys.$[used].lastUsedAt': lastUsedAt } },
    { arrayFilters: [{ 'used.id': id }], returnDocument: 'after' },
  );
  if (counted) return { user: counted, passkey };
  const current = await users.findOne(mayUse);
  if (!current && owner?.session) throw new AppError('SessionRequired');
  if (!current?.passkeys?.some((each) => each.id === id)) throw new AppError('PASSKEY_UNKNOWN');
  const details = { userId: user._id.toHexString(), aaguid: passkey.aaguid, synced: passkey.synced };
  deps.log.warn(details, 'the counter of a passkey went back');
  if (!passkey.synced) throw new AppError('PASSKEY_INVALID');
  const used = await users.findOneAndUpdate(
    { ...mayUse, passkeys: { $elemMatch: { id, publicKey } } },
    { $set: { 'passkeys.$[used].lastUsedAt': lastUsedAt } },
    { arrayFilters: [{ 'used.id': id }], returnDocument: 'after' },
  );
  if (!used) throw new AppError('PASSKEY_UNKNOWN');
  return { user: used, passkey };
}
