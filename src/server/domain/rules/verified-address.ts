import type { UserDocument } from '../../database/user-documents.ts';

/** For mails about the account. */
export function verifiedAddressesOf(user: Pick<UserDocument, 'email' | 'emailVerified'>): readonly string[] {
  return user.email === undefined || user.emailVerified === null ? [] : [user.email];
}

/** A provider's answer has no date of verification, but `providers.ts` passes on verified addresses only. */
export function verifiedEmailOf(user: {
  readonly email?: string | null | undefined;
  readonly emailVerified?: Date | null | undefined;
}): string | null {
  return user.emailVerified === null ? null : user.email || null;
}
