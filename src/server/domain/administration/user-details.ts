import { ObjectId } from 'mongodb';
import { formatE164 } from '../../../shared/phone.ts';
import type { ActivityPage } from '../../../shared/schemas/activity.ts';
import type { UserDetails, UserMethod } from '../../../shared/schemas/console.ts';
import { AppError } from '../../app-error.ts';
import type { StoredTotp } from '../../database/second-factor-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { listActivity } from '../activity/activity-list.ts';
import { accountKey } from '../rules/account-key.ts';
import { activeUser } from '../rules/active-user.ts';
import { isOwnAddress, unconfirmedMethodsOf, type UnconfirmedMethods } from '../rules/unconfirmed-methods.ts';
import { findKeysOf } from './service-keys.ts';
import { listSessions } from '../sessions/session-list.ts';
import { listAccessTokens } from '../tokens/access-tokens.ts';
import { listAccounts } from '../users/accounts.ts';

/** Throws `NOT_FOUND`. */
export async function inspectUser(deps: Dependencies, id: string): Promise<UserDetails> {
  const user = await findUser(deps, id);
  const [accounts, devices, accessTokens, serviceKeys] = await Promise.all([
    listAccounts(deps, user),
    listSessions(deps, user, null),
    listAccessTokens(deps, user),
    findKeysOf(deps, user._id),
  ]);
  const unconfirmed = unconfirmedMethodsOf(user);
  const connections = accounts.map(
    ({ provider, providerAccountId, label, linkedAt, lastUsedAt }): UserMethod => ({
      isConfirmed: !unconfirmed?.accounts.some(
        ({ key }) => key === accountKey({ provider, providerAccountId }),
      ),
      kind: 'provider',
      // The operator may no longer offer the provider.
      name: deps.identityProviders.get(provider)?.name ?? provider,
      label,
      addedAt: linkedAt,
      lastUsedAt,
    }),
  );
  const removal = user.secondFactorRemoval;
  return {
    signInMethods: [
      ...ownMethodsOf(user, unconfirmed),
      ...connections,
      ...secondFactorsOf(user, unconfirmed),
    ],
    secondFactorRemoval: removal ? { runsAt: removal.runsAt.toISOString(), reason: removal.reason } : null,
    devices,
    accessTokens,
    serviceKeys: serviceKeys.length,
  };
}

/** Newest first. Throws `NOT_FOUND`. */
export async function listUserActivity(
  deps: Dependencies,
  { id, ...page }: { id: string; cursor?: string | undefined; limit: number },
): Promise<ActivityPage> {
  const { _id } = await findUser(deps, id);
  return listActivity(deps, _id, page, null);
}

async function findUser({ collections }: Dependencies, id: string): Promise<UserDocument> {
  const user = await collections.users.findOne(activeUser(new ObjectId(id)));
  if (!user) throw new AppError('NOT_FOUND');
  return user;
}

/** An address that is not verified is no sign-in method. */
function ownMethodsOf(user: UserDocument, unconfirmed: UnconfirmedMethods | null): UserMethod[] {
  const { email, emailVerified, password, phone, passkeys = [] } = user;
  const methods: UserMethod[] = [];
  if (email !== undefined && emailVerified !== null) {
    methods.push({
      ...NOT_RECORDED,
      kind: 'email',
      label: email,
      addedAt: emailVerified.toISOString(),
      isConfirmed: isOwnAddress(user),
    });
  }
  if (password) {
    methods.push({
      ...NOT_RECORDED,
      kind: 'password',
      addedAt: password.changedAt.toISOString(),
      isConfirmed: !unconfirmed?.password,
    });
  }
  if (phone) {
    methods.push({
      ...NOT_RECORDED,
      kind: 'phone',
      label: formatE164(phone.e164),
      addedAt: phone.verifiedAt.toISOString(),
      isConfirmed: !unconfirmed?.phone,
    });
  }
  for (const passkey of passkeys)
    methods.push(toNamedMethod('passkey', passkey, !unconfirmed?.passkeys.includes(passkey)));
  return methods;
}

function secondFactorsOf(
  { totp = [], recoveryCodes }: UserDocument,
  unconfirmed: UnconfirmedMethods | null,
): UserMethod[] {
  const factors = totp.map((app) =>
    toNamedMethod('authenticator-app', app, !unconfirmed?.totp.includes(app)),
  );
  if (recoveryCodes) {
    factors.push({
      ...NOT_RECORDED,
      kind: 'recovery-codes',
      label: String(recoveryCodes.hashes.length),
      addedAt: recoveryCodes.createdAt.toISOString(),
      isConfirmed: !unconfirmed?.recoveryCodes,
    });
  }
  return factors;
}

const NOT_RECORDED = { name: null, label: null, addedAt: null, lastUsedAt: null } as const;

function toNamedMethod(
  kind: UserMethod['kind'],
  { name, createdAt, lastUsedAt }: Pick<StoredTotp, 'name' | 'createdAt' | 'lastUsedAt'>,
  isConfirmed: boolean,
): UserMethod {
  return {
    ...NOT_RECORDED,
    isConfirmed,
    kind,
    name,
    addedAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
