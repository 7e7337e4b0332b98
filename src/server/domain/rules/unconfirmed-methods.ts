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
 * What an import or a service key says of a person is no proof by that person (decision 065). From then on (`UserDocument.vouchedAt`) everything that
 * signs in counts as somebody else's, until the person confirms it in a session that began with a mail to their address.
 */
type Vouched = Pick<UserDocument, 'email' | 'emailVerified' | 'vouchedAt'>;

/** Sign-in methods and second factors that may be somebody else's. */
export interface UnconfirmedMethods {
  readonly accounts: readonly LinkedAccount[];
  readonly phone: StoredPhone | null;
  readonly passkeys: readonly StoredPasskey[];
  readonly password: StoredPassword | null;
  readonly totp: readonly StoredTotp[];
  readonly recoveryCodes: StoredRecoveryCodes | null;
}

/**
 * All sign-in methods of an account that somebody else vouched for. Otherwise, those that were added lately, in the review after a reset of the password
 * (`security-review.ts`). `null` when there are none.
 */
export function unconfirmedMethodsOf(user: UserDocument): UnconfirmedMethods | null {
  if (!user.vouchedAt) return addedInReview(user);
  const methods = allMethodsOf(user);
  const { accounts, phone, passkeys, password, totp, recoveryCodes } = methods;
  const isEmpty = accounts.length + passkeys.length + totp.length === 0;
  return isEmpty && !phone && !password && !recoveryCodes ? null : methods;
}

/** A digest of a list of methods: whoever confirms the list says with it what they have seen. A changed password is another one. */
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

/** What was added lately, in the review after a reset of the password; `null` when there is nothing. The reset has set the password. A second factor signs in nobody alone. */
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

/** Whether only an import or a service key vouches for the address. The person can sign in by it, but has not verified it themselves. */
export function isOnlyVouched({ emailVerified, vouchedAt }: Vouched): boolean {
  return Boolean(emailVerified && vouchedAt && emailVerified <= vouchedAt);
}

/** Whether the address is the person's own word: verified by them, after the last time that somebody else vouched for it. */
export function isOwnAddress(user: Vouched): boolean {
  return Boolean(user.email && user.emailVerified) && !isOnlyVouched(user);
}

/** The filter for users of whom `isOnlyVouched` and `isOwnAddress` say what they said of the user that was read. */
export function sameVouching({ email, emailVerified, vouchedAt }: Vouched): Filter<UserDocument> {
  return {
    email: email ?? { $exists: false },
    emailVerified,
    vouchedAt: vouchedAt ?? { $exists: false },
  };
}
