import type { UserDocument } from '../../database/user-documents.ts';

/** The addresses for mails about the account: the verified address, or none. */
export function verifiedAddressOf(user: Pick<UserDocument, 'email' | 'emailVerified'>): readonly string[] {
  return user.email === undefined || user.emailVerified === null ? [] : [user.email];
}

/**
 * The address that decides who is admitted. A stored user has the date of the proof. A provider's answer has no such date, and `providers.ts` passes
 * on verified addresses only.
 */
export function verifiedEmailOf(user: {
  readonly email?: string | null | undefined;
  readonly emailVerified?: Date | null | undefined;
}): string | null {
  return user.emailVerified === null ? null : user.email || null;
}
