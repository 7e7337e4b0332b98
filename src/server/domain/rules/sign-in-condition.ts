import type { Filter } from 'mongodb';
import type { SignInCondition } from '../../database/second-factor-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';

/** The filter of the deciding write for what the user must still have. */
export function conditionFilter(condition: SignInCondition): Filter<UserDocument> {
  const { email, passwordChangedAt, accountKey, e164, passkeyId } = condition;
  return {
    ...(email === undefined ? {} : { email }),
    ...(passwordChangedAt === undefined ? {} : { 'password.changedAt': passwordChangedAt }),
    ...(accountKey === undefined ? {} : { 'accounts.key': accountKey }),
    ...(e164 === undefined ? {} : { 'phone.e164': e164 }),
    ...(passkeyId === undefined ? {} : { 'passkeys.id': passkeyId }),
  };
}
