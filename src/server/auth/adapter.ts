import { MongoDBAdapter } from '@auth/mongodb-adapter';
import type { Adapter, AdapterAccount, AdapterSession, AdapterUser } from '@auth/express/adapters';
import { ObjectId } from 'mongodb';
import { emailAddress } from '../../shared/schemas/fields.ts';
import { AppError } from '../app-error.ts';
import type { UserDocument } from '../database/collections.ts';
import type { Dependencies, RequestClient } from '../dependencies.ts';
import { accountKey, type ProviderAccount } from '../domain/rules/account-key.ts';
import { deleteUser } from '../domain/privacy/account-deletion.ts';
import { findUserByAccount, linkAccount } from '../domain/users/accounts.ts';
import { picturePath } from '../domain/pictures/pictures.ts';
import { activeUser } from '../domain/rules/active-user.ts';
import { readSession } from '../domain/sessions/sessions.ts';
import { completeSignIn } from '../domain/sign-in/complete.ts';
import { signOut } from '../domain/sessions/sign-out.ts';
import { consumeTokenHash, storeRequest } from '../domain/codes/verification-tokens.ts';
import {
  createUserWithAccount,
  findOrCreateUserByProvenEmail,
  markEmailProven,
} from '../domain/users/users.ts';

/** What one request tells the adapter beside what Auth.js hands it. */
export interface AdapterRequest {
  readonly client: RequestClient;
  /** The session token that the browser came with; a sign-in replaces its session. */
  readonly presentedToken: string | null;
  /** The device cookie that it came with. */
  readonly device: string | undefined;
  /**
   * Whether Auth.js may see the session. Not in a provider's callback: there it would link whatever comes back to whoever is signed
   * in, which `linking-policy.ts` decides, and only for a flow that was started for it.
   */
  readonly sessionVisible: boolean;
  /** The provider flow that is being finished, once Auth.js has looked its account up. */
  account: ProviderAccount | null;
}

/**
 * Auth.js's adapter over our own decisions: what `@auth/mongodb-adapter` stores, with session tokens hashed, connections decided by
 * one write on the user document, and first sign-ins that may race. One per request.
 */
export function createAdapter(
  deps: Dependencies,
  request: AdapterRequest,
): Required<
  Pick<
    Adapter,
    | 'createUser'
    | 'getUser'
    | 'getUserByEmail'
    | 'getUserByAccount'
    | 'updateUser'
    | 'deleteUser'
    | 'linkAccount'
    | 'createSession'
    | 'getSessionAndUser'
    | 'updateSession'
    | 'deleteSession'
    | 'createVerificationToken'
    | 'useVerificationToken'
  >
> {
  const { users } = deps.collections;
  const stored = MongoDBAdapter(deps.client, { databaseName: users.dbName });
  /** The address whose mail this request brought back. */
  let provenEmail: string | null = null;

  return {
    async createUser(data) {
      const email = storedAddress(data.email);
      const { locale } = request.client;
      if (request.account) {
        // providers.ts lets only proven addresses through, and an account's owner is decided with the user itself.
        const user = await createUserWithAccount(
          deps,
          { name: data.name ?? null, provenEmail: email, locale },
          request.account,
        );
        return toAdapterUser(user);
      }
      if (email && data.emailVerified) {
        return toAdapterUser((await findOrCreateUserByProvenEmail(deps, email, request.client)).user);
      }
      const now = deps.now();
      const user: UserDocument = {
        _id: new ObjectId(),
        name: data.name ?? null,
        ...(email ? { email } : {}),
        emailVerified: data.emailVerified ?? null,
        locale,
        accounts: [],
        createdAt: now,
        updatedAt: now,
      };
      await users.insertOne(user);
      return toAdapterUser(user);
    },

    async getUser(id) {
      const user = isObjectId(id) ? await stored.getUser?.(id) : null;
      return user && !('deletedAt' in user) ? pickUser(user) : null;
    },

    async getUserByEmail(email) {
      const address = emailAddress.safeParse(email);
      const user = address.success ? await users.findOne({ email: address.data }) : null;
      if (!user) return null;
      // The other of two first sign-ins at once has made the user meanwhile: not a stranger with the same address. Answering null leads
      // Auth.js to createUser, which finds the same user.
      const { account } = request;
      if (account && user.accounts.some(({ key }) => key === accountKey(account))) return null;
      return toAdapterUser(user);
    },

    async getUserByAccount({ provider, providerAccountId }) {
      const identityProvider = deps.identityProviders.get(provider);
      const type = identityProvider?.kind === 'built-in' ? identityProvider.type : 'oidc';
      request.account = { provider, providerAccountId, type };
      const user = await findUserByAccount(deps, { provider, providerAccountId });
      return user && toAdapterUser(user);
    },

    async updateUser({ id, name, email, emailVerified }) {
      const user = isObjectId(id) ? await users.findOne(activeUser(new ObjectId(id))) : null;
      if (!user) throw new Error('no user with this id');
      const { _id } = emailVerified ? await markEmailProven(deps, user, request.client) : user;
      const address = storedAddress(email) ?? user.email;
      // A proof is of one address.
      const proof =
        address === undefined || address === user.email
          ? {}
          : { email: address, emailVerified: emailVerified ?? null };
      const updated = await users.findOneAndUpdate(
        activeUser(_id),
        {
          $set: {
            ...(name === undefined ? {} : { name }),
            ...proof,
            updatedAt: deps.now(),
          },
        },
        { returnDocument: 'after' },
      );
      if (!updated) throw new Error('no user with this id');
      return toAdapterUser(updated);
    },

    async deleteUser(id) {
      if (isObjectId(id)) await deleteUser(deps, new ObjectId(id), request.client);
    },

    async linkAccount(account: AdapterAccount) {
      if (!isObjectId(account.userId)) throw new Error('no user with this id');
      const user = await users.findOne(activeUser(new ObjectId(account.userId)));
      if (!user) throw new AppError('NOT_FOUND');
      const { provider, providerAccountId } = account;
      const type = account.type === 'oauth' ? 'oauth' : 'oidc';
      const by = { client: request.client, label: null, actor: null };
      await linkAccount(deps, user, { provider, providerAccountId, type }, by);
    },

    async createSession({ sessionToken, userId }) {
      if (!isObjectId(userId)) throw new Error('no user with this id');
      const user = await users.findOne(activeUser(new ObjectId(userId)));
      // The account may have been removed since Auth.js looked it up, and the address may be another by now.
      const { account, client, device, presentedToken } = request;
      const completed =
        user &&
        (await completeSignIn(deps, {
          user,
          method: account ? { kind: 'provider', provider: account.provider } : { kind: 'email-link' },
          standsOn: {
            ...(account ? { 'accounts.key': accountKey(account) } : {}),
            ...(provenEmail === null ? {} : { email: provenEmail }),
          },
          client,
          device,
          replaces: presentedToken,
          token: sessionToken,
        }));
      if (!completed) throw new AppError('Callback');
      return { sessionToken, userId, expires: completed.session.expires };
    },

    async getSessionAndUser(sessionToken) {
      if (!request.sessionVisible) return null;
      const read = await readSession(deps, sessionToken);
      return (
        read && {
          session: { sessionToken, userId: read.user._id.toHexString(), expires: read.session.expires },
          user: toAdapterUser(read.user),
        }
      );
    },

    async updateSession({ sessionToken }): Promise<AdapterSession | null> {
      // Reading renews what is due, within the absolute age that Auth.js does not know of.
      const read = await readSession(deps, sessionToken);
      return read && { sessionToken, userId: read.user._id.toHexString(), expires: read.session.expires };
    },

    async deleteSession(sessionToken) {
      await signOut(deps, sessionToken, request.client);
    },

    async createVerificationToken(token) {
      await storeRequest(deps, {
        identifier: emailAddress.parse(token.identifier),
        tokenHash: token.token,
        codeHash: null,
        browser: null,
        byStranger: true,
        expires: token.expires,
      });
      return token;
    },

    async useVerificationToken({ identifier, token }) {
      // Other requests wait in the same collection, under identifiers that are no addresses.
      const address = emailAddress.safeParse(identifier);
      if (!address.success || typeof token !== 'string') return null;
      const consumed = await consumeTokenHash(deps, address.data, [token]);
      if (!consumed) return null;
      provenEmail = address.data;
      return { identifier: address.data, token, expires: consumed.expires };
    },
  };
}

/** Auth.js writes "none" as an empty text. Throws for a text that is no address. */
function storedAddress(email: string | null | undefined): string | null {
  return email ? emailAddress.parse(email) : null;
}

/** `ObjectId` would throw for some malformed ids, and `@auth/mongodb-adapter` would invent one for others. */
function isObjectId(id: string): boolean {
  return /^[0-9a-f]{24}$/.test(id);
}

function toAdapterUser(user: UserDocument): AdapterUser {
  return pickUser({ ...user, id: user._id.toHexString(), email: user.email ?? '' });
}

/** Field by field: a user document holds more than Auth.js should pass around. */
function pickUser(user: Omit<AdapterUser, 'image'> & { readonly image?: unknown }): AdapterUser {
  const { id, name, email, emailVerified } = user;
  const image = picturePath(user.image as UserDocument['image']);
  return { id, name: name ?? null, email: email ?? '', emailVerified, image };
}
