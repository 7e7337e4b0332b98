import type { Dependencies } from '../../dependencies.ts';
import { makeSecurityEvent, writeOutbox } from '../activity/security-events.ts';
import { countAdministrator } from '../authority/administrators.ts';
import { isAdministrator } from '../rules/access.ts';
import { activeUser } from '../rules/active-user.ts';

const BATCH = 500;

/** Ends due suspensions, so that applications hear of it. Sign-in does not wait for it (`notSuspended`). */
export async function endDueSuspensions(deps: Dependencies): Promise<void> {
  const { users } = deps.collections;
  const now = deps.now();
  // `$gt` is the condition of the partial index.
  const isDue = { 'suspension.until': { $gt: new Date(0), $lte: now } };
  const due = await users.find(isDue, { projection: { suspension: 1, roles: 1 }, limit: BATCH }).toArray();
  for (const user of due) {
    const { _id, suspension } = user;
    const securityEvent = makeSecurityEvent(deps, {
      kind: 'account-resumed',
      requestOrigin: null,
      mailTo: [],
      events: [{ type: 'user.resumed', data: {} }],
    });
    const { matchedCount } = await users.updateOne(
      // Another call may suspend the user anew meanwhile.
      { $and: [activeUser(_id), isDue, { 'suspension.at': suspension?.at }] },
      {
        $unset: { suspension: '' },
        $set: { updatedAt: now },
        $push: { outbox: securityEvent },
      },
    );
    if (matchedCount === 0) continue;
    if (isAdministrator(user)) await countAdministrator(deps, _id);
    await writeOutbox(deps, _id, securityEvent);
  }
}
