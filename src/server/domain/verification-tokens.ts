import { ObjectId } from 'mongodb';
import { VERIFICATION_CODE_MAX_ATTEMPTS } from '../../shared/limits.ts';
import { AppError } from '../app-error.ts';
import type { PendingSignUp, VerificationTokenDocument } from '../database/collections.ts';
import { isDuplicateKey } from '../database/errors.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  createCode,
  createToken,
  hashCode,
  hashesOfVerificationToken,
  hashVerificationToken,
  isCode,
} from '../secrets.ts';

type TokenDependencies = Pick<Dependencies, 'collections' | 'now' | 'settings'>;

/** One row an identifier, replaced in one write: what was sent before is dead. */
export async function storeVerificationToken(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  row: {
    identifier: string;
    tokenHash: string;
    codeHash: string | null;
    signUp?: PendingSignUp | null;
    subject?: string | null;
    expires: Date;
  },
): Promise<void> {
  const replace = () =>
    deps.collections.verificationTokens.updateOne(
      { identifier: row.identifier },
      {
        $set: {
          token: row.tokenHash,
          codeHash: row.codeHash,
          codeAttempts: 0,
          signUp: row.signUp ?? null,
          subject: row.subject ?? null,
          expires: row.expires,
          createdAt: deps.now(),
        },
        $setOnInsert: { _id: new ObjectId() },
      },
      { upsert: true },
    );
  try {
    await replace();
  } catch (error) {
    // Two upserts of a new identifier at once: one inserts, the other finds that row the second time.
    if (!isDuplicateKey(error)) throw error;
    await replace();
  }
}

/** Makes the one open code of an identifier, with no link beside it; answers it for the message. `consumeCode` answers `subject`. */
export async function storeCode(
  deps: TokenDependencies,
  row: { identifier: string; subject?: string | null; maxAgeMs: number },
): Promise<string> {
  const { identifier, subject = null } = row;
  const { authSecret } = deps.settings;
  const code = createCode();
  await storeVerificationToken(deps, {
    identifier,
    // There is no link in this message; nobody knows a token with this hash.
    tokenHash: hashVerificationToken(createToken(), authSecret),
    codeHash: hashCode(identifier, code, authSecret),
    subject,
    expires: new Date(deps.now().getTime() + row.maxAgeMs),
  });
  return code;
}

/**
 * Consumes a link's token: of any number of tries at once exactly one succeeds. Throws `Verification` when it was used,
 * replaced, mistyped or has expired.
 */
export async function consumeToken(
  deps: TokenDependencies,
  identifier: string,
  token: string,
): Promise<VerificationTokenDocument> {
  const row = await deps.collections.verificationTokens.findOneAndDelete({
    identifier,
    token: { $in: hashesOfVerificationToken(token, deps.settings) },
    expires: { $gt: deps.now() },
  });
  if (!row) throw new AppError('Verification');
  return row;
}

/**
 * Consumes a code. A try is counted before it is compared, so that tries at once cannot outrun the limit; the fifth wrong
 * one kills the code (a link in the same mail still works). `onWrong` is told of a code that was compared and is not the one. Throws `CODE_INVALID` or `CODE_DEAD`.
 */
export async function consumeCode(
  deps: TokenDependencies,
  identifier: string,
  code: string,
  onWrong: (row: VerificationTokenDocument) => void = () => {},
): Promise<VerificationTokenDocument> {
  const { verificationTokens } = deps.collections;
  const open = { identifier, expires: { $gt: deps.now() } };
  const row = await verificationTokens.findOneAndUpdate(
    { ...open, codeHash: { $type: 'string' }, codeAttempts: { $lt: VERIFICATION_CODE_MAX_ATTEMPTS } },
    { $inc: { codeAttempts: 1 } },
    { returnDocument: 'after' },
  );
  if (!row?.codeHash) {
    const spent = await verificationTokens.findOne({
      ...open,
      codeAttempts: { $gte: VERIFICATION_CODE_MAX_ATTEMPTS },
    });
    throw new AppError(spent ? 'CODE_DEAD' : 'CODE_INVALID');
  }
  if (!isCode(row.codeHash, identifier, code, deps.settings)) {
    onWrong(row);
    throw new AppError(row.codeAttempts >= VERIFICATION_CODE_MAX_ATTEMPTS ? 'CODE_DEAD' : 'CODE_INVALID');
  }
  const consumed = await verificationTokens.findOneAndDelete({ _id: row._id, codeHash: row.codeHash });
  if (!consumed) throw new AppError('CODE_INVALID');
  return consumed;
}

/** Ends what was mailed to an address that is its user's no more: links and codes to sign in by, and to choose a new password. */
export async function endMailsTo(deps: Pick<Dependencies, 'collections'>, email: string): Promise<void> {
  await deps.collections.verificationTokens.deleteMany({
    identifier: { $in: [email, `reset-password:${email}`] },
  });
}
