import { ObjectId } from 'mongodb';
import { formatE164 } from '../../../shared/phone.ts';
import type { ActivityPage } from '../../../shared/schemas/activity.ts';
import type { PersonDetails, WayIn } from '../../../shared/schemas/console.ts';
import { AppError } from '../../app-error.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { listActivity } from '../activity/activity-list.ts';
import { activeUser } from '../rules/active-user.ts';
import { listSessions } from '../sessions/session-list.ts';
import { listAccessTokens } from '../tokens/access-tokens.ts';
import { listAccounts } from '../users/accounts.ts';

/** How a person signs in, and where they are signed in. Throws `NOT_FOUND`. */
export async function inspectPerson(deps: Dependencies, id: string): Promise<PersonDetails> {
  const user = await findPerson(deps, id);
  const [accounts, devices, accessTokens] = await Promise.all([
    listAccounts(deps, user),
    listSessions(deps, user, null),
    listAccessTokens(deps, user),
  ]);
  const connections = accounts.map(({ provider, label, linkedAt, lastUsedAt }): WayIn => ({
    kind: 'provider',
    // The operator may no longer offer it.
    name: deps.identityProviders.get(provider)?.name ?? provider,
    label,
    addedAt: linkedAt,
    lastUsedAt,
  }));
  const removal = user.secondFactorRemoval;
  return {
    waysIn: [...ownMethodsOf(user), ...connections, ...secondFactorsOf(user)],
    secondFactorRemoval: removal ? { runsAt: removal.runsAt.toISOString(), reason: removal.reason } : null,
    devices,
    accessTokens,
  };
}

/** One page of the activity of a person, newest first. Throws `NOT_FOUND`. */
export async function listPersonActivity(
  deps: Dependencies,
  { id, ...page }: { id: string; cursor?: string | undefined; limit: number },
): Promise<ActivityPage> {
  const { _id } = await findPerson(deps, id);
  return listActivity(deps, _id, page, null);
}

async function findPerson({ collections }: Dependencies, id: string): Promise<UserDocument> {
  const user = await collections.users.findOne(activeUser(new ObjectId(id)));
  if (!user) throw new AppError('NOT_FOUND');
  return user;
}

/** An address that is not proven signs nobody in. */
function ownMethodsOf({ email, emailVerified, password, phone, passkeys = [] }: UserDocument): WayIn[] {
  const methods: WayIn[] = [];
  if (email !== undefined && emailVerified !== null) {
    methods.push({
      ...NOT_RECORDED,
      kind: 'email',
      label: email,
      addedAt: emailVerified.toISOString(),
    });
  }
  if (password) {
    methods.push({ ...NOT_RECORDED, kind: 'password', addedAt: password.changedAt.toISOString() });
  }
  if (phone) {
    methods.push({
      ...NOT_RECORDED,
      kind: 'phone',
      label: formatE164(phone.e164),
      addedAt: phone.verifiedAt.toISOString(),
    });
  }
  for (const { name, createdAt, lastUsedAt } of passkeys)
    methods.push(toNamedWayIn('passkey', name, createdAt, lastUsedAt));
  return methods;
}

function secondFactorsOf({ totp = [], recoveryCodes }: UserDocument): WayIn[] {
  const factors = totp.map(({ name, createdAt, lastUsedAt }) =>
    toNamedWayIn('authenticator-app', name, createdAt, lastUsedAt),
  );
  if (recoveryCodes) {
    factors.push({
      ...NOT_RECORDED,
      kind: 'recovery-codes',
      label: String(recoveryCodes.hashes.length),
      addedAt: recoveryCodes.createdAt.toISOString(),
    });
  }
  return factors;
}

const NOT_RECORDED = { name: null, label: null, addedAt: null, lastUsedAt: null } as const;

function toNamedWayIn(kind: WayIn['kind'], name: string, createdAt: Date, lastUsedAt: Date | null): WayIn {
  return {
    ...NOT_RECORDED,
    kind,
    name,
    addedAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
