import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import { AppError } from '../../app-error.ts';
import type { Dependencies } from '../../dependencies.ts';
import { activeActor, requireActive } from '../rules/actor.ts';
import type { Authority } from '../rules/authority.ts';

/**
 * Call it immediately before the deciding write. As a write on the actor, it is ordered with those that end a
 * session, take a role or revoke a key (decision 034). Throws `SessionRequired`, `ADMINISTRATOR_REQUIRED`,
 * `SERVICE_KEY_INVALID`.
 */
export async function requireAuthority(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  authority: Authority,
): Promise<void> {
  const { users, serviceKeys } = deps.collections;
  const now = deps.now();
  switch (authority.kind) {
    case 'administrator': {
      const { actor } = authority;
      const { matchedCount } = await users.updateOne(
        { ...activeActor(actor), roles: ADMINISTRATOR },
        { $set: { updatedAt: now } },
      );
      if (matchedCount === 1) return;
      await requireActive(deps, actor);
      throw new AppError('ADMINISTRATOR_REQUIRED');
    }
    case 'service-key': {
      const { matchedCount } = await serviceKeys.updateOne(
        { _id: authority.key._id, revokedAt: null, expires: { $gt: now } },
        { $set: { revokedAt: null } },
      );
      if (matchedCount === 0) throw new AppError('SERVICE_KEY_INVALID');
      return;
    }
    case 'server':
  }
}
