import type { UserDocument } from '../../database/user-documents.ts';

/** The addresses for mails about the account: the proven address, or none. */
export function provenAddressOf(user: Pick<UserDocument, 'email' | 'emailVerified'>): readonly string[] {
  return user.email === undefined || user.emailVerified === null ? [] : [user.email];
}
