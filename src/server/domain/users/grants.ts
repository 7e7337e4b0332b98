import type { ObjectId } from 'mongodb';
import { SECOND_MS } from '../../../shared/limits.ts';
import { AppError } from '../../app-error.ts';
import type { AccountDocument } from '../../database/collections.ts';
import type { Dependencies } from '../../dependencies.ts';
import { GrantEndedError, type GrantClient } from '../../identity-providers/grant-client.ts';
import { accountKey } from '../rules/account-key.ts';
import { providerPictureId } from '../pictures/provider-pictures.ts';
import { openTokens, sealTokens, type ProviderTokens, tokensContext } from '../providers/provider-tokens.ts';
import { toRemoteFace } from '../providers/remote-profile.ts';

/** Longer than a call to a provider may take. */
const REFRESH_LEASE_MS = 10 * SECOND_MS;
const REFRESH_POLL_MS = 100;
/** An access token this close to its end is refreshed before it is used. */
const EXPIRES_SOON_MS = 60 * SECOND_MS;

function grantClientOf(deps: Dependencies, providerId: string): GrantClient | null {
  const provider = deps.identityProviders.get(providerId);
  if (!provider) return null;
  return deps.providerCalls.grantClient(provider);
}

/** The refresh token first, which ends the tokens made from it, then the access token (RFC 7009 2.1). */
export async function revokeGrant(
  deps: Dependencies,
  grant: { provider: string; tokens: string; owner: string },
): Promise<void> {
  const plain = deps.vault.open(grant.tokens, tokensContext(grant.owner));
  const client = grantClientOf(deps, grant.provider);
  // The provider is no longer configured, or the tokens cannot be decrypted. A retry would not help.
  if (plain === null || !client) return;
  const { refreshToken, accessToken } = JSON.parse(plain) as ProviderTokens;
  if (refreshToken !== null) await client.revoke(refreshToken, 'refresh_token');
  if (accessToken !== null) await client.revoke(accessToken, 'access_token');
}

/**
 * Asks the provider whether the grant is still valid. It asks about the refresh token first, because an
 * access token may just have expired. An ended grant is stored, so that the page offers "Reconnect".
 * Throws `NOT_FOUND` for a connection that the user does not have, and `RATE_LIMITED`.
 */
export async function inspectGrant(
  deps: Dependencies,
  userId: ObjectId,
  account: { provider: string; providerAccountId: string },
): Promise<'connected' | 'ended' | 'unknown'> {
  const { provider, providerAccountId } = account;
  await deps.rateLimits.consume('provider-call', 'user', userId.toHexString());
  const owned = await deps.collections.users.findOne({ _id: userId, 'accounts.key': accountKey(account) });
  if (!owned) throw new AppError('NOT_FOUND');
  const row = await deps.collections.accounts.findOne({ provider, providerAccountId, userId });
  const client = grantClientOf(deps, provider);
  if (!row || !client) return 'unknown';
  if (row.grantEndedAt) return 'ended';
  try {
    const tokens = openTokens(deps, row, row.tokens);
    if (!tokens) return 'unknown';
    const { refreshToken, accessToken } = tokens;
    const isRefreshTokenActive =
      refreshToken === null ? null : await client.isActive({ value: refreshToken, hint: 'refresh_token' });
    const active =
      isRefreshTokenActive ??
      (accessToken === null
        ? null
        : await client.isActive({
            value: (await freshTokens(deps, row))?.accessToken ?? accessToken,
            hint: 'access_token',
          }));
    if (active === null) return 'unknown';
    // An access token expires by itself. Only a grant with a refresh token can be known as ended.
    if (!active && refreshToken === null) return 'unknown';
    if (!active) await markGrantEnded(deps, row);
    else await refreshProfile(deps, row, client);
    return active ? 'connected' : 'ended';
  } catch (error) {
    if (error instanceof GrantEndedError) return 'ended';
    deps.log.warn({ err: error, provider }, 'provider could not be asked about a grant');
    return 'unknown';
  }
}

/** Reads the UserInfo of the same subject (OpenID Connect Core 5.3.2). A failure changes nothing. */
async function refreshProfile(deps: Dependencies, row: AccountDocument, client: GrantClient): Promise<void> {
  try {
    const tokens = await freshTokens(deps, row);
    if (!tokens?.accessToken) return;
    const info = await client.userInfo(tokens.accessToken, row.providerAccountId);
    if (!info) return;
    const { label, image } = toRemoteFace(info);
    await deps.collections.accounts.updateOne(
      { _id: row._id, userId: row.userId },
      {
        $set: {
          label: label ?? row.label,
          ...(image === null
            ? {}
            : {
                image,
                pictureId: providerPictureId(deps, {
                  userId: row.userId,
                  key: accountKey(row),
                  address: image,
                }),
              }),
        },
      },
    );
  } catch (error) {
    deps.log.info({ err: error, provider: row.provider }, 'a profile could not be brought up to date');
  }
}

/**
 * Tokens that can be used now, or `null`. One process takes the lease and refreshes tokens that expire soon.
 * The others wait for its result. Throws `GrantEndedError`.
 */
export async function freshTokens(deps: Dependencies, row: AccountDocument): Promise<ProviderTokens | null> {
  const { accounts } = deps.collections;
  const client = grantClientOf(deps, row.provider);
  for (let current: AccountDocument | null = row; current;) {
    if (current.grantEndedAt) throw new GrantEndedError('the provider has ended the grant');
    const tokens = openTokens(deps, current, current.tokens);
    const now = deps.now();
    if (!tokens || tokens.refreshToken === null || tokens.expiresAt === null) return tokens;
    // Without a configured provider, nothing can be refreshed.
    if (!client || tokens.expiresAt - now.getTime() > EXPIRES_SOON_MS) return tokens;
    const leased: AccountDocument | null = await accounts.findOneAndUpdate(
      {
        _id: row._id,
        tokens: current.tokens,
        $or: [{ refreshingUntil: null }, { refreshingUntil: { $lte: now } }],
      },
      { $set: { refreshingUntil: new Date(now.getTime() + REFRESH_LEASE_MS) } },
      { returnDocument: 'after' },
    );
    if (leased) return refresh(deps, client, leased, tokens.refreshToken);
    await new Promise((resolve) => setTimeout(resolve, REFRESH_POLL_MS));
    current = await accounts.findOne({ _id: row._id });
  }
  return null;
}

async function refresh(
  deps: Dependencies,
  client: GrantClient,
  row: AccountDocument,
  refreshToken: string,
): Promise<ProviderTokens> {
  const { accounts } = deps.collections;
  try {
    const got = await client.refresh(refreshToken, row.providerAccountId);
    const renewed: ProviderTokens = {
      accessToken: got.accessToken,
      refreshToken: got.refreshToken ?? refreshToken,
      expiresAt: got.expiresIn === null ? null : deps.now().getTime() + got.expiresIn * SECOND_MS,
    };
    // Replaces only the tokens that were refreshed: a sign-in meanwhile may have stored newer ones.
    await accounts.updateOne(
      { _id: row._id, tokens: row.tokens },
      { $set: { tokens: sealTokens(deps, row, renewed), refreshingUntil: null } },
    );
    return renewed;
  } catch (error) {
    if (error instanceof GrantEndedError) await markGrantEnded(deps, row);
    else await accounts.updateOne({ _id: row._id }, { $set: { refreshingUntil: null } });
    throw error;
  }
}

async function markGrantEnded(deps: Dependencies, row: AccountDocument): Promise<void> {
  await deps.collections.accounts.updateOne(
    { _id: row._id, tokens: row.tokens },
    { $set: { grantEndedAt: deps.now(), refreshingUntil: null } },
  );
}
