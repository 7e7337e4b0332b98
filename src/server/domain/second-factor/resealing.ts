import type { ObjectId } from 'mongodb';
import type { StoredTotp } from '../../database/second-factor-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { openTotpSecret, sealTotpSecret } from './totp-secrets.ts';

type ResealDependencies = Pick<Dependencies, 'collections' | 'vault'>;

/** How many users one call reads, so that other jobs need not wait. */
const BATCH = 200;

/**
 * Encrypts the secrets of authenticator apps with the present `AUTH_SECRET`. Otherwise a second change of
 * `AUTH_SECRET` would lose the apps that were not used since the first one. A killed call loses nothing.
 * Answers how many secrets it encrypted.
 */
export async function resealTotpSecrets(deps: ResealDependencies): Promise<number> {
  const { users } = deps.collections;
  let sealed = 0;
  for (const prefix of deps.vault.formerPrefixes) {
    const found = await users
      .find(
        // Without `$gt` the query would not use the partial index.
        { 'totp.secret': { $gt: '', $regex: `^${prefix.replaceAll('.', '\\.')}` } },
        { projection: { totp: 1 }, limit: BATCH },
      )
      .toArray();
    for (const { _id, totp = [] } of found) {
      const former = totp.filter(({ secret }) => secret.startsWith(prefix));
      for (const app of former) sealed += await reseal(deps, _id, app);
    }
  }
  return sealed;
}

async function reseal(deps: ResealDependencies, userId: ObjectId, app: StoredTotp): Promise<number> {
  const secret = openTotpSecret(deps, userId, app);
  if (secret === null) return 0;
  const { id } = app;
  const isReplaced = await replaceTotpSecret(deps, userId, app, sealTotpSecret(deps, userId, { id, secret }));
  return isReplaced ? 1 : 0;
}

/** The write expects the old text, so that a parallel use of the code wins. */
export async function replaceTotpSecret(
  { collections }: Pick<Dependencies, 'collections'>,
  userId: ObjectId,
  { id, secret }: Pick<StoredTotp, 'id' | 'secret'>,
  resealed: string,
): Promise<boolean> {
  const { modifiedCount } = await collections.users.updateOne(
    { _id: userId, totp: { $elemMatch: { id, secret } } },
    { $set: { 'totp.$.secret': resealed } },
  );
  return modifiedCount === 1;
}
