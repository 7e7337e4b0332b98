import { createHash } from 'node:crypto';
import { ObjectId } from 'mongodb';
import { CEREMONY_MAX_AGE_MS, PENDING_LINK_MAX_AGE_MS } from '../../../shared/limits.ts';
import { AppError } from '../../app-error.ts';
import { noteEndedBefore } from '../../database/dump/restored-database.ts';
import { insertOnce } from '../../database/insert-once.ts';
import type { Dependencies } from '../../dependencies.ts';
import { makeAuditEntry } from '../rules/authority.ts';
import { endIssuedOfUsers, type EndedOfUsers } from './end-issued-of-users.ts';
import { revokeServiceKey } from './service-keys.ts';

const SERVER = { kind: 'server' } as const;

export interface EndedThings extends EndedOfUsers {
  readonly serviceKeys: number;
}

export interface EndIssuedOptions {
  readonly keepServiceKeys: boolean;
  /** Called after each batch with the number of people that are done. */
  readonly onProgress?: (people: number) => void;
}

/**
 * Ends everything issued before a time: sessions of browsers and of OAuth clients with their refresh tokens, access tokens, device authorizations, authorization
 * codes, codes and links of mails and text messages, unfinished sign-ins, connections and passkey ceremonies, trusted browsers, waiting removals of second factors,
 * and service keys. What a session of before that time made since ends, too. An operator calls it after a restore, because a restored backup revives what was
 * revoked or used since.
 *
 * First comes what could still make a session, then each person by one write, many writes in a command, then the keys, then the rows that give no access any more.
 * A second run ends what a kill has left, and changes nothing else. Running servers notice it at the next request.
 *
 * People are told nothing; the audit log has one row for each time. Applications hear that sessions have ended.
 */
export async function endIssued(
  deps: Dependencies,
  before: Date,
  { keepServiceKeys, onProgress = () => {} }: EndIssuedOptions,
): Promise<EndedThings> {
  await writeAudit(deps, before, keepServiceKeys);
  await endUnfinished(deps, before);
  const ended = await endIssuedOfUsers(deps, before, onProgress);
  const serviceKeys = keepServiceKeys ? 0 : await endServiceKeys(deps, before);
  await deps.collections.sessions.deleteMany({ createdAt: { $lt: before } });
  await deps.collections.accessTokens.deleteMany({ createdAt: { $lt: before } });
  await noteEndedBefore(deps.collections, before);
  return { ...ended, serviceKeys };
}

/**
 * It comes first, so that a run that was killed has left a row, too. Whether a run came to its end is in the note of the restore. The id is derived from the time,
 * so that a second run adds no row.
 */
async function writeAudit(deps: Dependencies, before: Date, keepServiceKeys: boolean): Promise<void> {
  const digest = createHash('sha256').update(`credentials ended before ${before.toISOString()}`).digest();
  const after = { before, serviceKeys: !keepServiceKeys };
  await insertOnce(deps.collections.audit, {
    _id: new ObjectId(digest.subarray(0, 12)),
    at: deps.now(),
    subject: null,
    ...makeAuditEntry(SERVER, null, { action: 'credentials-ended', after }),
  });
}

/** What may still become a session, a token or a new password. */
async function endUnfinished({ collections }: Dependencies, before: Date): Promise<void> {
  const issued = { createdAt: { $lt: before } };
  const { verificationTokens } = collections;
  // An identifier may also have newer requests.
  await verificationTokens.updateMany(
    { 'requests.createdAt': { $lt: before } },
    { $pull: { requests: issued } },
  );
  await verificationTokens.deleteMany({ requests: { $size: 0 } });
  await collections.authorizationCodes.deleteMany(issued);
  await collections.deviceAuthorizations.deleteMany(issued);
  await collections.pendingSignIns.deleteMany(issued);
  // These have no date of their creation.
  await collections.pendingLinks.deleteMany({ expires: { $lt: laterBy(before, PENDING_LINK_MAX_AGE_MS) } });
  await collections.ceremonies.deleteMany({ expires: { $lt: laterBy(before, CEREMONY_MAX_AGE_MS) } });
}

function laterBy(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}

async function endServiceKeys(deps: Dependencies, before: Date): Promise<number> {
  const keys = await deps.collections.serviceKeys
    .find({ createdAt: { $lt: before }, revokedAt: null, expires: { $gt: deps.now() } })
    .toArray();
  let count = 0;
  for (const { _id } of keys) {
    try {
      await revokeServiceKey(deps, SERVER, _id.toHexString(), { ip: null });
      count += 1;
    } catch (error) {
      // Somebody else revoked it meanwhile.
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
    }
  }
  return count;
}
