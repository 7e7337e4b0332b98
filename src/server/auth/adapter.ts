import { MongoDBAdapter } from '@auth/mongodb-adapter';
import type { Adapter, AdapterAccount, AdapterSession, AdapterUser } from '@auth/express/adapters';
import { ObjectId } from 'mongodb';
import { emailAddress } from '../../shared/schemas/fields.ts';
import { AppError } from '../app-error.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { Dependencies } from '../dependencies.ts';
import { accountKey } from '../domain/rules/account-key.ts';
import { findUserByAccount, linkAccount } from '../domain/users/accounts.ts';
import { picturePath } from '../domain/pictures/pictures.ts';
import { activeUser } from '../domain/rules/active-user.ts';
import { readSession } from '../domain/sessions/sessions.ts';
import { completeSignIn, type SignIn } from '../domain/sign-in/complete.ts';
import { signOut } from '../domain/sessions/sign-out.ts';
import { consumeTokenHash } from '../domain/codes/verification-tokens.ts';
import {
  createUserWithAccount,
  findOrCreateUserByProvenEmail,
  markEmailProven,
} from '../domain/users/users.ts';
import { identifierOf } from '../domain/rules/verification-identifiers.ts';
import { hashesOfVerificationToken } from '../crypto/secrets.ts';
import type { AuthRequest } from './auth-request.ts';
import type { FlowState } from './flow-state.ts';

export type AdapterRequest = Pick<AuthRequest, 'action' | 'client' | 'cookies' | 'query' | 'requestId'>;

/** What `@auth/core` calls for database sessions, e-mail and OAuth (decision 001). */
type CalledMethods = Required<
  Pick<
    Adapter,
    | 'createUser'
    | 'getUserByEmail'
    | 'getUserByAccount'
    | 'updateUser'
    | 'linkAccount'
    | 'createSession'
    | 'getSessionAndUser'
    | 'updateSession'
    | 'deleteSession'
    | 'createVerificationToken'
    | 'useVerificationToken'
  >
>;

/** Auth.js's adapter for one request: the collections of `@auth/mongodb-adapter`, and every write through our domain. */
export function createAdapter(deps: Dependencies, request: AdapterRequest, flow: FlowState): CalledMethods {
  const { users } = deps.collections;
  const { client } = request;
  const base = MongoDBAdapter(deps.client, { databaseName: users.dbName });

  const methods: CalledMethods = {
    async createUser(data) {
      const email = storedAddress(data.email);
      const { locale } = client;
      if (flow.account) {
        // providers.ts lets only proven addresses through, and an account's owner is decided with the user itself.
        const user = await createUserWithAccount(
          deps,
          { name: data.name ?? null, provenEmail: email, locale },
          flow.account,
        );
        return toAdapterUser(user);
      }
      if (!email || !data.emailVerified) throw new Error('neither an account nor a proven address');
      return toAdapterUser((await findOrCreateUserByProvenEmail(deps, email, client)).user);
    },

    async getUserByEmail(email) {
      const address = emailAddress.safeParse(email);
      const user = address.success ? await base.getUserByEmail?.(address.data) : null;
      if (!user) return null;
      // Of two first sign-ins at once, the other one may have made this user since Auth.js looked its account up. It is the same person. The
      // answer `null` leads Auth.js to `createUser`, which finds this user.
      const owner = flow.account && (await findUserByAccount(deps, flow.account));
      return owner?._id.toHexString() === user.id ? null : pickUser(user);
    },

    async getUserByAccount({ provider, providerAccountId }) {
      const identityProvider = deps.identityProviders.get(provider);
      const type = identityProvider?.kind === 'built-in' ? identityProvider.type : 'oidc';
      flow.account = { provider, providerAccountId, type };
      const user = await findUserByAccount(deps, { provider, providerAccountId });
      return user && toAdapterUser(user);
    },

    async updateUser({ id, emailVerified, ...others }) {
      // Auth.js writes the proof of an address, after a mailed link, and nothing else.
      if (!emailVerified || Object.keys(others).length > 0)
        throw new Error('only the proof of an address can be written');
      const user = await findUser(id);
      if (!user) throw new Error('no user with this id');
      return toAdapterUser(await markEmailProven(deps, user, client));
    },

    async linkAccount(account: AdapterAccount) {
      const user = await findUser(account.userId);
      if (!user) throw new AppError('NOT_FOUND');
      const { provider, providerAccountId } = account;
      const type = account.type === 'oauth' ? 'oauth' : 'oidc';
      await linkAccount(
        deps,
        user,
        { provider, providerAccountId, type },
        { client, label: null, actor: null },
      );
    },

    async createSession({ sessionToken, userId }) {
      const user = await findUser(userId);
      if (!user) throw new AppError('Callback');
      const { account, provenEmail } = flow;
      const signIn: SignIn = {
        user,
        method: account ? { kind: 'provider', provider: account.provider } : { kind: 'email-link' },
        // The account may have been removed since Auth.js looked it up, and the address may be another by now.
        condition: {
          ...(account ? { 'accounts.key': accountKey(account) } : {}),
          ...(provenEmail === null ? {} : { email: provenEmail }),
        },
        token: sessionToken,
      };
      flow.signedIn = await completeSignIn(deps, signIn, request);
      if (!flow.signedIn) throw new AppError('Callback');
      return { sessionToken, userId, expires: flow.signedIn.session.expires };
    },

    async getSessionAndUser(sessionToken) {
      // In a provider's callback Auth.js would link whatever comes back to whoever is signed in. `linking-policy.ts` decides that, and only
      // for a flow that was started for it.
      if (request.action === 'callback') return null;
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
      await signOut(deps, sessionToken, client);
    },

    // `requestSignInMail` has stored a token together with its code. The one that Auth.js makes is mailed to nobody.
    createVerificationToken: (token) => Promise.resolve(token),

    async useVerificationToken({ identifier, token }) {
      // Other requests wait in the same collection, under identifiers that are no addresses.
      const address = emailAddress.safeParse(identifier);
      if (!address.success || typeof token !== 'string') return null;
      // Auth.js hashes with the present secret alone.
      const mailed = request.query.get('token');
      const hashes = mailed === null ? [] : hashesOfVerificationToken(mailed, deps.settings);
      const consumed = await consumeTokenHash(deps, identifierOf('sign-in', address.data), [
        token,
        ...hashes,
      ]);
      if (!consumed) return null;
      flow.provenEmail = address.data;
      return { identifier: address.data, token, expires: consumed.expires };
    },
  };
  return noteFailures(methods, flow);

  /** The active user with this id. Throws for what is no id: `ObjectId` takes some such texts, and `@auth/mongodb-adapter` makes up an id. */
  async function findUser(id: string): Promise<UserDocument | null> {
    if (!/^[0-9a-f]{24}$/.test(id)) throw new Error('no user with this id');
    return users.findOne(activeUser(new ObjectId(id)));
  }
}

/** Auth.js logs an adapter's error without the method that threw it. */
function noteFailures(methods: CalledMethods, flow: FlowState): CalledMethods {
  return Object.fromEntries(
    Object.entries(methods).map(([name, method]: [string, (...args: never[]) => unknown]) => [
      name,
      async (...args: never[]) => {
        try {
          return await method(...args);
        } catch (error) {
          flow.failedAdapterMethod ??= name;
          throw error;
        }
      },
    ]),
  ) as unknown as CalledMethods;
}

/** Auth.js writes "none" as an empty text. Throws for a text that is no address. */
function storedAddress(email: string | null | undefined): string | null {
  return email ? emailAddress.parse(email) : null;
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
