import type { Filter } from 'mongodb';
import { hashToken } from '../../crypto/secrets.ts';
import type {
  StoredPasskey,
  StoredRecoveryCodes,
  StoredTotp,
} from '../../database/second-factor-documents.ts';
import type {
  LinkedAccount,
  StoredPassword,
  StoredPhone,
  UserDocument,
} from '../../database/user-documents.ts';

/**
 * An import or a service key proves nothing for the user (decision 065). After `UserDocument.vouchedAt`,
 * every method counts as somebody else's, until the user confirms it in a session that began with a mail.
 */
type Vouched = Pick<UserDocument, 'email' | 'emailVerified' | 'vouchedAt'>;

export interface UnconfirmedMethods {
  readonly accounts: readonly LinkedAccount[];
  readonly phone: StoredPhone | null;
  readonly passkeys: readonly StoredPasskey[];
  readonly password: StoredPassword | null;
  readonly totp: readonly StoredTotp[];
  readonly recoveryCodes: StoredRecoveryCodes | null;
}

/**
 * All sign-in methods, when somebody else vouched for the account. Otherwise those that were added lately, in
 * the review after a password reset (`security-review.ts`). `null` when there are none.
 */
export function unconfirmedMethodsOf(user: UserDocument): UnconfirmedMethods | null {
  if (!user.vouchedAt) return addedInReview(user);
  const methods = allMethodsOf(user);
  const { accounts, phone, passkeys, password, totp, recoveryCodes } = methods;
  const isEmpty = accounts.length + passkeys.length + totp.length === 0;
  return isEmpty && !phone && !password && !recoveryCodes ? null : methods;
}

/**
 * The browser sends the digest of the list that the person saw, and a confirmation counts for that list only.
 * A changed password gives another digest.
 */
export function digestOf(methods: UnconfirmedMethods | null): string {
  const { accounts = [], phone, passkeys = [], password, totp = [], recoveryCodes } = methods ?? {};
  const names = [
    accounts.map(({ key }) => key).toSorted(),
    passkeys.map(({ id }) => id).toSorted(),
    totp.map(({ id }) => id.toHexString()).toSorted(),
    phone?.e164 ?? null,
    password?.changedAt ?? null,
    recoveryCodes?.createdAt ?? null,
  ];
  return hashToken(JSON.stringify(names));
}

function allMethodsOf(user: UserDocument): UnconfirmedMethods {
  const { accounts, phone, passkeys = [], password, totp = [], recoveryCodes } = user;
  return {
    accounts,
    phone: phone ?? null,
    passkeys,
    password: password ?? null,
    totp,
    recoveryCodes: recoveryCodes ?? null,
  };
}

/**
 * Leaves out the password, which the reset has set, and second factors, which alone sign in nobody. `null`
 * when nothing was added.
 */
export function addedInReview({
  securityReview,
  accounts,
  phone,
  passkeys = [],
}: UserDocument): UnconfirmedMethods | null {
  if (!securityReview) return null;
  const { since } = securityReview;
  const addedAccounts = accounts.filter(({ linkedAt }) => linkedAt >= since);
  const addedPhone = phone && phone.verifiedAt >= since ? phone : null;
  const addedPasskeys = passkeys.filter(({ createdAt }) => createdAt >= since);
  if (addedAccounts.length + addedPasskeys.length === 0 && !addedPhone) return null;
  return {
    accounts: addedAccounts,
    phone: addedPhone,
    passkeys: addedPasskeys,
    password: null,
    totp: [],
    recoveryCodes: null,
  };
}

/**
 * Whether only an import or a service key vouches for the address. The person can sign in by its mail, but
 * has not verified it themselves.
 */
export function isOnlyVouched({ emailVerified, vouchedAt }: Vouched): boolean {
  return Boolean(emailVerified && vouchedAt && emailVerified <= vouchedAt);
}

/** The user verified the address after the last time that somebody else vouched for it. */
export function isOwnAddress(user: Vouched): boolean {
  return Boolean(user.email && user.emailVerified) && !isOnlyVouched(user);
}

/** Matches the user while the facts behind `isOnlyVouched` and `isOwnAddress` are those that were read. */
export function sameVouching({ email, emailVerified, vouchedAt }: Vouched): Filter<UserDocument> {
  return {
    email: email ?? { $exists: false },
    emailVerified,
    vouchedAt: vouchedAt ?? { $exists: false },
  };
}
