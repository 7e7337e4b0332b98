import { CEREMONY_MAX_AGE_MS, PENDING_LINK_MAX_AGE_MS } from '../../../shared/limits.ts';
import { AppError } from '../../app-error.ts';
import { derivedId } from '../../database/derived-id.ts';
import { noteEndedBefore } from '../../database/dump/restored-database.ts';
import { insertOnce } from '../../database/insert-once.ts';
import type { Dependencies } from '../../dependencies.ts';
import { makeAuditEntry } from '../rules/authority.ts';
import { endIssuedOfUsers, type EndedOfUsers } from './end-issued-of-users.ts';
import { revokeServiceKey } from './service-keys.ts';

const SERVER = { kind: 'server' } as const;

interface EndedThings extends EndedOfUsers {
  readonly serviceKeys: number;
}

interface EndIssuedOptions {
  readonly keepServiceKeys: boolean;
  readonly onProgress?: (people: number) => void;
}

/**
 * Ends everything issued before a time, and what an earlier session made since. An operator calls
 * it after a restore, because a restored backup revives what was revoked or used since. What could still make
 * a session goes first, then the users, the service keys, and the dead rows. A second run ends what a kill
 * has left. Running servers notice it at the next request. Users get no mail. Applications hear that sessions
 * have ended. The audit log has one row for each time.
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

/** First, so that a killed run has a row, too. The id follows from the time: a second run adds none. */
async function writeAudit(deps: Dependencies, before: Date, keepServiceKeys: boolean): Promise<void> {
  const after = { before, serviceKeys: !keepServiceKeys };
  await insertOnce(deps.collections.audit, {
    _id: derivedId(`credentials ended before ${before.toISOString()}`),
    at: deps.now(),
    subject: null,
    ...makeAuditEntry(SERVER, null, { action: 'credentials-ended', after }),
  });
}

async function endUnfinished({ collections }: Dependencies, before: Date): Promise<void> {
  const issued = { createdAt: { $lt: before } };
  const { verificationTokens } = collections;
  await verificationTokens.updateMany(
    { 'requests.createdAt': { $lt: before } },
    { $pull: { requests: issued } },
  );
  await verificationTokens.deleteMany({ requests: { $size: 0 } });
  await collections.authorizationCodes.deleteMany(issued);
  await collections.deviceAuthorizations.deleteMany(issued);
  await collections.pendingSignIns.deleteMany(issued);
  // These have no date of creation.
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
      // Another call revoked it meanwhile.
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
    }
  }
  return count;
}
