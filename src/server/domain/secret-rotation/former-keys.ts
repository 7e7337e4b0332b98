import { z } from 'zod';
import { FORMER_SECRET_NEEDED_MS, KEPT_PURPOSES, type KeptPurpose } from '../../crypto/secret-purposes.ts';
import { deriveKey, type FormerKeys } from '../../crypto/secrets.ts';
import type { FormerSecretDocument } from '../../database/service-documents.ts';
import { insertOnce } from '../../database/insert-once.ts';
import type { Dependencies } from '../../dependencies.ts';

const PURPOSES = Object.keys(KEPT_PURPOSES) as KeptPurpose[];

/** The keys of a former secret are base64url. */
const keptKeys = z.record(z.string(), z.string());

/** The keys open for their former secret only. */
export function contextOfFormerKeys(id: string): string {
  return `keys of the former secret ${id}`;
}

/** A process that does not know a former secret starts after `rotate-secrets` has stored its keys. */
export async function loadFormerKeys({
  collections,
  vault,
  log,
  now,
}: Pick<Dependencies, 'collections' | 'vault' | 'log' | 'now'>): Promise<FormerKeys> {
  const stored = await collections.formerSecrets.find().sort({ _id: 1 }).toArray();
  const found: Record<KeptPurpose, Uint8Array[]> = { 'known device': [], 'deleted external id': [] };
  for (const { _id, keys, since } of stored) {
    const plain = vault.open(keys, contextOfFormerKeys(_id));
    if (plain === null) {
      log.error({ formerSecret: _id }, 'the keys of a former AUTH_SECRET cannot be opened');
      continue;
    }
    const byPurpose = keptKeys.parse(JSON.parse(plain));
    for (const purpose of PURPOSES) {
      const key = byPurpose[purpose];
      const isOfUse = since.getTime() + KEPT_PURPOSES[purpose] > now().getTime();
      if (key !== undefined && isOfUse) found[purpose].push(Buffer.from(key, 'base64url'));
    }
  }
  return found;
}

/**
 * The secret cannot be computed from its keys (HKDF). A second call changes nothing. A secret that was in use
 * again begins anew.
 */
export async function keepFormerKeys(
  deps: Pick<Dependencies, 'collections' | 'settings' | 'vault' | 'now'>,
): Promise<void> {
  const { previousAuthSecret } = deps.settings;
  const [present, former] = deps.vault.keyIds;
  if (previousAuthSecret === null || present === undefined || former === undefined) return;
  const { formerSecrets } = deps.collections;
  await formerSecrets.deleteOne({ _id: present });
  const since = deps.now();
  const keys = Object.fromEntries(
    PURPOSES.map((purpose) => [
      purpose,
      Buffer.from(deriveKey(previousAuthSecret, purpose)).toString('base64url'),
    ]),
  );
  await insertOnce(formerSecrets, {
    _id: former,
    keys: deps.vault.seal(JSON.stringify(keys), contextOfFormerKeys(former)),
    since,
    expires: new Date(since.getTime() + Math.max(...Object.values(KEPT_PURPOSES))),
  });
}

/** What is stored of the former secret of the settings, or `null`. */
async function findFormerSecret({
  collections,
  vault,
}: Pick<Dependencies, 'collections' | 'vault'>): Promise<FormerSecretDocument | null> {
  const [, former] = vault.keyIds;
  return former === undefined ? null : collections.formerSecrets.findOne({ _id: former });
}

/** When the former secret's links and codes end. `null`: `rotateSecrets` has not run since the change. */
export async function findPreviousSecretEnd(
  deps: Pick<Dependencies, 'collections' | 'vault'>,
): Promise<Date | null> {
  const former = await findFormerSecret(deps);
  return former && new Date(former.since.getTime() + FORMER_SECRET_NEEDED_MS);
}
