import { ObjectId } from 'mongodb';
import { PASSKEY_PUBLIC_KEY_MAX_BYTES } from '../../../../shared/limits.ts';
import { DEFAULT_LOCALE } from '../../../../shared/locale.ts';
import { parsePhone } from '../../../../shared/phone.ts';
import {
  IMPORT_REFUSALS,
  type ImportedUser,
  type ImportRefusal,
} from '../../../../shared/schemas/users-import.ts';
import { AppError } from '../../../app-error.ts';
import { emailFields, nameFields } from '../../../database/search-key.ts';
import type { StoredPasskey, StoredTotp } from '../../../database/second-factor-documents.ts';
import type { LinkedAccount, UserDocument } from '../../../database/user-documents.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { RequestContext } from '../../rules/request-context.ts';
import { providerType } from '../../../identity-providers/registry.ts';
import { makeSecurityEvent } from '../../activity/security-events.ts';
import { isPublicKey } from '../../passkeys/webauthn.ts';
import { exceededBound, parseImportedHash } from '../../passwords/imported-hashes.ts';
import { isGrave } from '../../rules/access.ts';
import { sortedRoles } from '../roles.ts';
import { isAdmitted } from '../../rules/admission.ts';
import { makeAuditEntry, partyOf, type Authority } from '../../rules/authority.ts';
import { createdEvent } from '../../rules/event-contents.ts';
import { changeOwnData, validateOwnData } from '../../rules/own-fields.ts';
import { rpIdOf } from '../../rules/second-factor-policy.ts';
import { sealTotpSecret } from '../../second-factor/totp-secrets.ts';
import { newLinkedAccount } from '../../users/users.ts';

/** Stops the import of one user. The message names the reason and the bound that a value exceeds. */
export class RefusedUser extends Error {
  readonly reason: ImportRefusal;
  constructor(reason: ImportRefusal, exceeded: string | null = null) {
    super(IMPORT_REFUSALS[reason] + (exceeded === null ? '' : ` The bound: ${exceeded}.`));
    this.reason = reason;
  }
}

interface ImportParts {
  readonly deps: Dependencies;
  readonly authority: Authority;
  readonly requestContext: RequestContext;
}

/** One document with everything, so that one insert imports the user. Throws `RefusedUser`. */
export async function toImportedUser(parts: ImportParts, person: ImportedUser): Promise<UserDocument> {
  const { deps, authority, requestContext } = parts;
  const now = deps.now();
  const _id = new ObjectId();
  const { externalId, email, emailVerified, locale, createdAt } = person;
  const isVerified = email !== undefined && emailVerified;
  if (isVerified && !isAdmitted(deps.settings, email)) throw new RefusedUser('email-domain-refused');
  const audit = makeAuditEntry(authority, requestContext, { action: 'user-imported', after: { externalId } });
  const created = createdAt === undefined ? now : new Date(createdAt);
  return {
    _id,
    ...nameFields(person.name ?? null),
    externalId,
    ...(email === undefined ? {} : emailFields(email)),
    emailVerified: isVerified ? now : null,
    vouchedAt: now,
    locale: locale ?? DEFAULT_LOCALE,
    accounts: accountsOf(deps, person, now),
    ...passwordOf(person, now),
    ...phoneOf(person, now),
    ...totpOf(deps, _id, person, now),
    ...(await passkeysOf(deps, person, now)),
    ...rolesOf(deps, authority, person),
    ...dataOf(deps, authority, person),
    outbox: [
      makeSecurityEvent(deps, {
        // The user does not see it: their account begins here.
        kind: null,
        requestContext: null,
        mailTo: [],
        audit,
        events: [createdEvent('import')],
      }),
    ],
    createdAt: created < now ? created : now,
    updatedAt: now,
  };
}

function passwordOf({ passwordHash: hash }: ImportedUser, now: Date): Pick<UserDocument, 'password'> {
  if (hash === undefined) return {};
  const parsed = parseImportedHash(hash);
  if (!parsed) throw new RefusedUser('password-hash-unknown');
  const exceeded = exceededBound(parsed);
  if (exceeded !== null) throw new RefusedUser('password-hash-too-expensive', exceeded);
  return { password: { hash, changedAt: now } };
}

function accountsOf(deps: Dependencies, { accounts = [] }: ImportedUser, now: Date): LinkedAccount[] {
  return accounts.map((account) => {
    const provider = deps.identityProviders.get(account.provider);
    if (!provider) throw new RefusedUser('provider-unknown');
    const connection = newLinkedAccount(deps, { ...account, type: providerType(provider) });
    return { ...connection, linkedAt: now, lastUsedAt: null };
  });
}

function phoneOf({ phone }: ImportedUser, now: Date): Pick<UserDocument, 'phone'> {
  if (phone === undefined) return {};
  const parsed = parsePhone(phone);
  // A number in another form, such as one with an extension, may be another number.
  if (!parsed.ok || parsed.phone.e164 !== phone) throw new RefusedUser('phone-invalid');
  return { phone: { e164: phone, verifiedAt: now } };
}

function totpOf(
  deps: Dependencies,
  userId: ObjectId,
  { totp = [] }: ImportedUser,
  now: Date,
): Pick<UserDocument, 'totp'> {
  if (totp.length === 0) return {};
  return {
    totp: totp.map(({ secret: text, name }): StoredTotp => {
      const id = new ObjectId();
      const secret = sealTotpSecret(deps, userId, { id, secret: text.replace(/=+$/, '') });
      return {
        id,
        name: name ?? 'Authenticator app',
        secret,
        lastStep: 0,
        drift: 0,
        createdAt: now,
        lastUsedAt: null,
      };
    }),
  };
}

async function passkeysOf(
  { settings }: Dependencies,
  { passkeys = [], passkeyHandle }: ImportedUser,
  now: Date,
): Promise<Pick<UserDocument, 'passkeys' | 'passkeyHandle'>> {
  if (passkeys.length === 0) return {};
  if (passkeyHandle === undefined) throw new RefusedUser('passkey-handle-missing');
  const stored: StoredPasskey[] = [];
  for (const { name = 'Passkey', ...passkey } of passkeys) {
    if (passkey.rpId !== rpIdOf(settings)) throw new RefusedUser('passkey-other-host');
    const publicKey = new Uint8Array(Buffer.from(passkey.publicKey, 'base64url'));
    if (publicKey.length > PASSKEY_PUBLIC_KEY_MAX_BYTES || !(await isPublicKey(publicKey)))
      throw new RefusedUser('passkey-invalid');
    stored.push({ ...passkey, name, createdAt: now, lastUsedAt: null });
  }
  return { passkeys: stored, passkeyHandle };
}

function rolesOf(
  { configuration }: Dependencies,
  authority: Authority,
  { roles = [] }: ImportedUser,
): Pick<UserDocument, 'roles'> {
  if (roles.length === 0) return {};
  const mayGive = authority.kind !== 'service-key' || authority.key.scopes.includes('roles:write');
  if (!mayGive || roles.some((role) => isGrave(configuration, role))) throw new RefusedUser('role-refused');
  if (!roles.every((role) => configuration.roles.has(role))) throw new RefusedUser('role-unknown');
  return { roles: sortedRoles(roles) };
}

function dataOf(
  { configuration }: Dependencies,
  authority: Authority,
  { data }: ImportedUser,
): Pick<UserDocument, 'data'> {
  if (data === undefined) return {};
  try {
    const stored = changeOwnData({}, validateOwnData(configuration, data, partyOf(authority)));
    return Object.keys(stored).length === 0 ? {} : { data: stored };
  } catch (error) {
    if (error instanceof AppError) throw new RefusedUser('data-invalid');
    throw error;
  }
}
