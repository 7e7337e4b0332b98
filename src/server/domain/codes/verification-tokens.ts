import type { Document, Filter } from 'mongodb';
import { VERIFICATION_CODE_MAX_ATTEMPTS } from '../../../shared/limits.ts';
import { RATE_LIMITS } from '../rules/counters.ts';
import { AppError } from '../../app-error.ts';
import type {
  VerificationRequest,
  VerificationTokenDocument,
  VerificationIdentifier,
} from '../../database/verification-documents.ts';
import { isDuplicateKey } from '../../database/errors.ts';
import type { Dependencies } from '../../dependencies.ts';
import { createCode, hashCode, hashesOfVerificationToken, hashToken, isCode } from '../../crypto/secrets.ts';
import { identifiersOfAddress } from '../rules/verification-identifiers.ts';

/** As many as unknown callers can make in a day, so none is dropped before it expires. */
export const REQUESTS_KEPT_OF_UNKNOWN_CALLERS = RATE_LIMITS.mail.refusal.recipient.day;
export const REQUESTS_KEPT_OF_KNOWN = 40;

type StoreDependencies = Pick<Dependencies, 'collections' | 'now'>;
type TokenDependencies = Pick<Dependencies, 'collections' | 'now' | 'settings'>;
type LinkDependencies = Pick<Dependencies, 'collections' | 'now' | 'unknownCallers'>;

interface NewRequest {
  readonly identifier: VerificationIdentifier;
  readonly tokenHash: string | null;
  readonly codeHash: string | null;
  /** The secret of the browser that asked (`code-requests.ts`), or a session's id. A code needs one. */
  readonly requesterSecret: string | null;
  readonly byUnknownCaller: boolean;
  readonly signUp?: VerificationRequest['signUp'];
  readonly subject?: string | null;
  readonly expires: Date;
}

/**
 * Adds a request. Those of unknown callers have their own maximum, so that they cannot push out the requests
 * of others.
 */
export async function storeRequest(deps: StoreDependencies, input: NewRequest): Promise<void> {
  const {
    identifier,
    tokenHash,
    codeHash,
    requesterSecret,
    byUnknownCaller,
    signUp = null,
    subject = null,
  } = input;
  const { expires } = input;
  const now = deps.now();
  const request: VerificationRequest = {
    token: tokenHash,
    codeHash,
    attempts: 0,
    browserHash: requesterSecret === null ? null : hashToken(requesterSecret),
    byUnknownCaller,
    subject,
    signUp,
    createdAt: now,
    expires,
  };
  // `$literal`, because names and password hashes may begin with `$`.
  const all = { $concatArrays: [{ $ifNull: ['$requests', []] }, [{ $literal: request }]] };
  const newest = (ofUnknownCallers: boolean, count: number) => ({
    $slice: [
      {
        $filter: {
          input: all,
          cond: {
            $and: [{ $gt: ['$$this.expires', now] }, { $eq: ['$$this.byUnknownCaller', ofUnknownCallers] }],
          },
        },
      },
      -count,
    ],
  });
  const add = () =>
    deps.collections.verificationTokens.updateOne(
      { identifier },
      [
        {
          $set: {
            requests: {
              $concatArrays: [
                newest(true, REQUESTS_KEPT_OF_UNKNOWN_CALLERS),
                newest(false, REQUESTS_KEPT_OF_KNOWN),
              ],
            },
            expires: { $max: ['$expires', expires] },
            createdAt: now,
          },
        },
      ],
      { upsert: true },
    );
  try {
    await add();
  } catch (error) {
    // Of two parallel upserts of a new identifier, one inserts the row. The other one succeeds when repeated.
    if (!isDuplicateKey(error)) throw error;
    await add();
  }
}

/** Adds a request with a code and no link. Answers the code. `consumeCode` answers `subject`. */
export async function storeCode(
  deps: TokenDependencies,
  input: Pick<NewRequest, 'identifier' | 'subject' | 'byUnknownCaller'> & {
    requesterSecret: string;
    maxAgeMs: number;
  },
): Promise<string> {
  const code = createCode();
  const codeHash = hashCode(input.identifier, code, deps.settings.authSecret);
  const expires = new Date(deps.now().getTime() + input.maxAgeMs);
  await storeRequest(deps, { ...input, tokenHash: null, codeHash, expires });
  return code;
}

export async function findRequestByToken(
  deps: TokenDependencies,
  identifier: VerificationIdentifier,
  token: string,
): Promise<VerificationRequest | null> {
  const hashes = hashesOfVerificationToken(token, deps.settings);
  const row = await deps.collections.verificationTokens.findOne(rowWith(deps, identifier, hashes));
  return row?.requests.find((request) => isOneOf(hashes, request.token)) ?? null;
}

/** The first link or code that is used ends all others of the identifier. Throws `Verification`. */
export async function consumeToken(
  deps: TokenDependencies & LinkDependencies,
  identifier: VerificationIdentifier,
  token: string,
): Promise<VerificationRequest> {
  const hashes = hashesOfVerificationToken(token, deps.settings);
  const request = await consumeTokenHash(deps, identifier, hashes);
  if (!request) throw new AppError('Verification');
  return request;
}

/** Does what `consumeToken` does, by the hashes that may be stored. Auth.js passes a hash. */
export async function consumeTokenHash(
  deps: LinkDependencies,
  identifier: VerificationIdentifier,
  hashes: readonly string[],
): Promise<VerificationRequest | null> {
  const row = await deps.collections.verificationTokens.findOneAndDelete(rowWith(deps, identifier, hashes));
  const request = row?.requests.find(({ token }) => isOneOf(hashes, token)) ?? null;
  // The link proves that its holder reads this address's mail, so the request was honest.
  if (request?.byUnknownCaller) await deps.unknownCallers.confirm('mail');
  return request;
}

function rowWith(
  deps: Pick<Dependencies, 'now'>,
  identifier: VerificationIdentifier,
  hashes: readonly string[],
): Filter<VerificationTokenDocument> {
  const expires = { $gt: deps.now() };
  return { identifier, expires, requests: { $elemMatch: { token: { $in: [...hashes] }, expires } } };
}

function isOneOf(hashes: readonly string[], token: string | null): boolean {
  return token !== null && hashes.includes(token);
}

export interface GivenCode {
  readonly code: string;
  readonly requesterSecrets: readonly string[];
  /** The error for a browser that made none of the open requests. */
  readonly ifNotRequested?: () => AppError;
  readonly onWrong?: (request: VerificationRequest) => void;
}

/**
 * The first link or code that is used ends all others of the identifier. A try is counted before it
 * is compared, so that parallel tries cannot pass the limit of five. Throws `CODE_INVALID`, `CODE_DEAD`
 * without a try left (a link in the same mail still works), or the error of `ifNotRequested`.
 */
export async function consumeCode(
  deps: TokenDependencies,
  identifier: VerificationIdentifier,
  { code, requesterSecrets, ifNotRequested, onWrong }: GivenCode,
): Promise<VerificationRequest> {
  const { verificationTokens } = deps.collections;
  const hashes = requesterSecrets.map(hashToken);
  const ours = {
    browserHash: { $in: hashes },
    codeHash: { $gt: '' },
    expires: { $gt: deps.now() },
  };
  const usable = { ...ours, attempts: { $lt: VERIFICATION_CODE_MAX_ATTEMPTS } };
  const row = await verificationTokens.findOneAndUpdate(
    { identifier, expires: usable.expires, requests: { $elemMatch: usable } },
    { $inc: { 'requests.$[tried].attempts': 1 } },
    { arrayFilters: [prefixed('tried', usable)], returnDocument: 'before' },
  );
  if (!row) {
    const spent = await verificationTokens.findOne({
      identifier,
      expires: ours.expires,
      requests: { $elemMatch: ours },
    });
    if (spent) throw new AppError('CODE_DEAD');
    throw ifNotRequested?.() ?? new AppError('CODE_INVALID');
  }
  const tried = row.requests.filter(
    ({ browserHash, codeHash, expires, attempts }) =>
      codeHash !== null &&
      expires > usable.expires.$gt &&
      attempts < VERIFICATION_CODE_MAX_ATTEMPTS &&
      browserHash !== null &&
      hashes.includes(browserHash),
  );
  const right = tried.find(
    ({ codeHash }) => codeHash !== null && isCode(codeHash, identifier, code, deps.settings),
  );
  if (!right) {
    for (const request of tried.slice(-1)) onWrong?.(request);
    const isSpent = tried.every(({ attempts }) => attempts + 1 >= VERIFICATION_CODE_MAX_ATTEMPTS);
    throw new AppError(isSpent ? 'CODE_DEAD' : 'CODE_INVALID');
  }
  const { deletedCount } = await verificationTokens.deleteOne({
    _id: row._id,
    requests: { $elemMatch: { codeHash: right.codeHash, createdAt: right.createdAt } },
  });
  if (deletedCount === 0) throw new AppError('CODE_INVALID');
  return right;
}

function prefixed(name: string, conditions: Document): Document {
  return Object.fromEntries(Object.entries(conditions).map(([key, value]) => [`${name}.${key}`, value]));
}

/** Ends the links for sign-in and for a new password, when the user no longer has the address. */
export async function deleteMailedTokens(
  deps: Pick<Dependencies, 'collections'>,
  email: string,
): Promise<void> {
  await deps.collections.verificationTokens.deleteMany({
    identifier: { $in: identifiersOfAddress(email) },
  });
}
