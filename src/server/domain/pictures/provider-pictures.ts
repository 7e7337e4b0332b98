import { createHmac } from 'node:crypto';
import { Binary, type ObjectId } from 'mongodb';
import { DAY_MS, MINUTE_MS } from '../../../shared/limits.ts';
import { AppError } from '../../app-error.ts';
import type { ShownPicture, UserDocument } from '../../database/user-documents.ts';
import { isDuplicateKey } from '../../database/errors.ts';
import { RequestBudget, runWithinBudget } from '../../database/request-budget.ts';
import type { Dependencies } from '../../dependencies.ts';
import { deriveKey } from '../../crypto/secrets.ts';
import { makeUnseenEvent, writeOutbox, type SecurityEventDependencies } from '../activity/security-events.ts';
import { accountKey, type ProviderAccount } from '../rules/account-key.ts';
import { activeUser } from '../rules/active-user.ts';
import { updatedEvents } from '../rules/event-contents.ts';
import { markPictureChecked } from './pictures.ts';

/** In each period, the first sign-in fetches the picture again, because it may change under the same URL. */
export const PROVIDER_PICTURE_MAX_AGE_MS = 7 * DAY_MS;
/** How long a failed fetch of a picture is not repeated. */
export const PROVIDER_PICTURE_PAUSE_MS = 10 * MINUTE_MS;

type ReadDependencies = Pick<
  Dependencies,
  'collections' | 'now' | 'log' | 'providerCalls' | 'pictureEncoding'
>;

interface RemotePicture {
  readonly userId: ObjectId;
  readonly key: string;
  readonly address: string;
}

/**
 * An HMAC, so nobody can guess the id. The id changes in each period, because the picture at the URL may
 * change.
 */
export function providerPictureId(
  deps: Pick<Dependencies, 'settings' | 'now'>,
  { userId, key, address }: RemotePicture,
): string {
  const period = Math.floor(deps.now().getTime() / PROVIDER_PICTURE_MAX_AGE_MS);
  return createHmac('sha256', deriveKey(deps.settings.authSecret, 'provider picture'))
    .update(JSON.stringify([userId.toHexString(), key, address, period]))
    .digest()
    .subarray(0, 16)
    .toString('base64url');
}

/** Makes the picture the user's, if they never chose one or chose that of this connection. */
export async function followProviderPicture(
  deps: SecurityEventDependencies,
  { _id: userId, image }: Pick<UserDocument, '_id' | 'image'>,
  { id, from }: ShownPicture & { readonly from: NonNullable<ShownPicture['from']> },
): Promise<void> {
  if (image === undefined || (image?.from?.key === from.key && image.id !== id))
    await showPicture(deps, userId, { id, from });
  // Removes the former pictures of this connection. After a crash here, the next sign-in removes them.
  await deps.collections.pictures.deleteMany({ userId, key: from.key, _id: { $ne: id } });
}

async function showPicture(
  deps: SecurityEventDependencies,
  userId: ObjectId,
  { id, from }: ShownPicture & { readonly from: NonNullable<ShownPicture['from']> },
): Promise<void> {
  const securityEvent = makeUnseenEvent(deps, updatedEvents(['image']));
  const { matchedCount } = await deps.collections.users.updateOne(
    {
      ...activeUser(userId),
      'accounts.key': from.key,
      'image.id': { $ne: id },
      $or: [{ image: { $exists: false } }, { 'image.from.key': from.key }],
    },
    { $set: { image: { id, from } }, $push: { outbox: securityEvent } },
  );
  if (matchedCount === 1) await writeOutbox(deps, userId, securityEvent);
}

/**
 * The first request fetches a provider's picture, by the guarded fetch. A failed fetch is repeated after a
 * pause, or at once with `again`. Throws `UNAVAILABLE` when too many pictures wait to be decoded.
 */
export async function readPicture(
  deps: ReadDependencies,
  id: string,
  { again = false }: { readonly again?: boolean } = {},
): Promise<Uint8Array | null> {
  const stored = await deps.collections.pictures.findOne({ _id: id });
  if (stored?.webp) return stored.webp.value();
  if (stored?.retryAt && stored.retryAt > deps.now() && !again) return null;
  const remote = await findRemotePicture(deps, id);
  if (!remote) return null;
  // In a budget of its own, because others still wait for it when the browser that asked first has left.
  const fetchIt = () => runWithinBudget(new RequestBudget(), () => fetchPicture(deps, id, remote));
  return deps.providerCalls.fetchingPictures(id, fetchIt);
}

async function findRemotePicture(
  { collections: { users, accounts } }: ReadDependencies,
  id: string,
): Promise<RemotePicture | null> {
  const user = await users.findOne(
    { 'image.id': id, deletedAt: { $exists: false } },
    { projection: { image: 1 } },
  );
  if (user?.image?.from) return { userId: user._id, ...user.image.from };
  const row = await accounts.findOne({ pictureId: id });
  if (!row?.image) return null;
  const remote = { userId: row.userId, key: accountKey(row), address: row.image };
  const owner = await users.findOne(
    { ...activeUser(row.userId), 'accounts.key': remote.key },
    { projection: { _id: 1 } },
  );
  return owner && remote;
}

async function fetchPicture(
  deps: ReadDependencies,
  id: string,
  remote: RemotePicture,
): Promise<Uint8Array | null> {
  const { pictures } = deps.collections;
  const { userId, key, address } = remote;
  const now = deps.now();
  const webp = await download(deps, address);
  const found =
    webp === null
      ? { webp, retryAt: new Date(now.getTime() + PROVIDER_PICTURE_PAUSE_MS) }
      : { webp: new Binary(webp), retryAt: null };
  try {
    await pictures.updateOne(
      { _id: id, webp: null },
      { $set: { userId, key, ...found, checkDueSince: now }, $setOnInsert: { createdAt: now } },
      { upsert: true },
    );
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  // Removes a picture that was replaced, unlinked or deleted during the fetch. After a crash here, the
  // picture stays marked, and is checked later.
  if (await findRemotePicture(deps, id)) await markPictureChecked(deps, id);
  else await pictures.deleteOne({ _id: id });
  return webp;
}

async function download(deps: ReadDependencies, address: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const answer = await deps.providerCalls.sendForPicture(address, {
      headers: { accept: 'image/webp, image/png, image/jpeg' },
    });
    if (!answer.ok) throw new Error(`${new URL(address).host} answered ${answer.status}`);
    return await deps.pictureEncoding.encode(new Uint8Array(await answer.arrayBuffer()));
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAVAILABLE') throw error;
    deps.log.info({ err: error }, 'a provider’s picture could not be fetched');
    return null;
  }
}

/**
 * Fetches the picture now, so that the person sees a failure at once. Throws `NOT_FOUND` when there is no
 * such connection or picture, `PICTURE_NOT_FETCHED`, or `UNAVAILABLE`.
 */
export async function chooseProviderPicture(
  deps: ReadDependencies,
  userId: ObjectId,
  account: Pick<ProviderAccount, 'provider' | 'providerAccountId'>,
): Promise<ShownPicture> {
  const { users, accounts } = deps.collections;
  const { provider, providerAccountId } = account;
  const key = accountKey(account);
  const held = await users.findOne(
    { ...activeUser(userId), 'accounts.key': key },
    { projection: { _id: 1 } },
  );
  const row = held && (await accounts.findOne({ userId, provider, providerAccountId }));
  if (!row?.image || !row.pictureId) throw new AppError('NOT_FOUND');
  const picture = { id: row.pictureId, from: { key, address: row.image } };
  if (!(await readPicture(deps, picture.id, { again: true }))) throw new AppError('PICTURE_NOT_FETCHED');
  return picture;
}
