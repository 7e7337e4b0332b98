import { MongoDBAdapter } from '@auth/mongodb-adapter';
import type { Adapter, AdapterAccount, AdapterSession, AdapterUser } from '@auth/express/adapters';
import { ObjectId } from 'mongodb';
import { emailAddress } from '../../shared/schemas/fields.ts';
import { AppError } from '../app-error.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { Dependencies } from '../dependencies.ts';
import { accountKey, type ProviderAccount } from '../domain/rules/account-key.ts';
import { findUserByAccount, linkAccount } from '../domain/users/accounts.ts';
import { picturePath } from '../domain/pictures/pictures.ts';
import { activeUser } from '../domain/rules/active-user.ts';
import { readAnySession, signOut } from '../domain/sessions/sessions.ts';
import { completeSignIn, type SignIn } from '../domain/sign-in/complete.ts';
import { openOwnToken } from '../domain/sign-in/own-session-cookie.ts';
import { consumeTokenHash } from '../domain/codes/verification-tokens.ts';
import {
  createUserWithAccount,
  findOrCreateUserByVerifiedEmail,
  markEmailVerified,
} from '../domain/users/users.ts';
import { identifierOf } from '../domain/rules/verification-identifiers.ts';
import { hashesOfVerificationToken } from '../crypto/secrets.ts';
import { landingOf } from '../../shared/callback-url.ts';
import { callbackSiteOf } from '../brand/brand.ts';
import { callbackUrlOf, type AuthRequest } from './auth-request.ts';
import type { FlowState } from './flow-state.ts';

/** The adapter methods that `@auth/core` calls for database sessions, email and OAuth (decision 001). */
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

/** Reads with `@auth/mongodb-adapter`, writes with our domain functions. One adapter for each request. */
export function createAdapter(deps: Dependencies, request: AuthRequest, flow: FlowState): CalledMethods {
  const { users } = deps.collections;
  const { requestContext } = request;
  const base = MongoDBAdapter(deps.mongo, { databaseName: users.dbName });

  const methods: CalledMethods = {
    async createUser(data) {
      const email = storedAddress(data.email);
      const { locale } = requestContext;
      if (flow.account) {
        // `providers.ts` passes on verified addresses only. User and account are one write.
        const user = await createUserWithAccount(
          deps,
          { name: data.name ?? null, verifiedEmail: email, locale },
          flow.account,
        );
        return toAdapterUser(user);
      }
      if (!email || !data.emailVerified) throw new Error('neither an account nor a verified address');
      return toAdapterUser((await findOrCreateUserByVerifiedEmail(deps, email, requestContext)).user);
    },

    async getUserByEmail(email) {
      const address = emailAddress.safeParse(email);
      const user = address.success ? await base.getUserByEmail?.(address.data) : null;
      if (!user) return null;
      // A parallel first sign-in with this account may have just made this user. After `null`, Auth.js calls
      // `createUser`, which finds that user.
      const owner = flow.account && (await findUserByAccount(deps, flow.account));
      return owner?._id.toHexString() === user.id ? null : pickUser(user);
    },

    async getUserByAccount({ provider, providerAccountId }) {
      const identityProvider = deps.identityProviders.get(provider);
      const type = identityProvider?.kind === 'built-in' ? identityProvider.type : 'oidc';
      const account: ProviderAccount = { provider, providerAccountId, type };
      // Auth.js asks twice in one callback.
      const known = flow.account && accountKey(flow.account) === accountKey(account) ? flow.owner : null;
      flow.account = account;
      flow.owner = known ?? (await findUserByAccount(deps, account));
      return flow.owner && toAdapterUser(flow.owner);
    },

    async updateUser({ id, emailVerified, ...otherFields }) {
      // Auth.js calls this after a mailed link only, to write the proof of the address.
      if (!emailVerified || Object.keys(otherFields).length > 0)
        throw new Error('only the proof of an address can be written');
      const user = await findUser(id);
      if (!user) throw new Error('no user with this id');
      return toAdapterUser(await markEmailVerified(deps, user, requestContext));
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
        { requestContext, label: null, actor: null },
      );
    },

    async createSession({ sessionToken, userId }) {
      const user = flow.owner?._id.toHexString() === userId ? flow.owner : await findUser(userId);
      if (!user) throw new AppError('Callback');
      const { account, verifiedEmail, remote, isMultiFactor } = flow;
      const signIn: SignIn = {
        user,
        method: account
          ? { kind: 'provider', provider: account.provider, isMultiFactor }
          : { kind: 'email-link' },
        // The account may have been removed, or the address changed, since Auth.js looked them up.
        condition: {
          ...(account ? { accountKey: accountKey(account) } : {}),
          ...(verifiedEmail === null ? {} : { email: verifiedEmail }),
        },
        callbackUrl: callbackUrlOf(request, deps.settings) ?? landingOf(callbackSiteOf(deps.settings)),
        remote: account && remote ? { ...account, ...remote } : null,
        token: sessionToken,
      };
      flow.signIn = await completeSignIn(deps, signIn, request);
      if (!flow.signIn) throw new AppError('Callback');
      // `run-auth.ts` drops this cookie while the second factor is awaited. Its token opens nothing.
      const expires = flow.signIn.status === 'signed-in' ? flow.signIn.session.expires : deps.now();
      return { sessionToken, userId, expires };
    },

    async getSessionAndUser(sessionToken) {
      // Auth.js would link any account to the signed-in user here. `linking-policy.ts` decides about links.
      if (request.action === 'callback') return null;
      // Auth.js clears the cookie of a session that is not found. One that must set up a factor stays.
      const active = await readAnySession(deps, sessionToken);
      return (
        active && {
          session: { sessionToken, userId: active.user._id.toHexString(), expires: active.session.expires },
          user: toAdapterUser(active.user),
        }
      );
    },

    async updateSession({ sessionToken }): Promise<AdapterSession | null> {
      // `readAnySession` also renews the session. It keeps the maximum age, which Auth.js does not know.
      const active = await readAnySession(deps, sessionToken);
      return (
        active && { sessionToken, userId: active.user._id.toHexString(), expires: active.session.expires }
      );
    },

    async deleteSession(sessionToken) {
      // Auth.js ends another user's session before a sign-in by mail. `completeSignIn` ends it later.
      if (request.action === 'callback') return;
      await signOut(deps, sessionToken, requestContext);
      const ownToken = openOwnToken(deps, request.cookies['administrator-session']);
      if (ownToken !== null) await signOut(deps, ownToken, requestContext);
    },

    // `requestSignInMail` stored the mailed token. The token that Auth.js makes is not mailed.
    createVerificationToken: (token) => Promise.resolve(token),

    async useVerificationToken({ identifier, token }) {
      // The collection also holds other requests. Their identifiers are not addresses.
      const address = emailAddress.safeParse(identifier);
      if (!address.success || typeof token !== 'string') return null;
      // Auth.js hashes with the current secret only.
      const mailed = request.query.get('token');
      const hashes = mailed === null ? [] : hashesOfVerificationToken(mailed, deps.settings);
      const consumed = await consumeTokenHash(deps, identifierOf('sign-in', address.data), [
        token,
        ...hashes,
      ]);
      if (!consumed) return null;
      flow.verifiedEmail = address.data;
      return { identifier: address.data, token, expires: consumed.expires };
    },
  };
  return noteFailures(methods, flow);

  /** Throws for a text that is not an id. `@auth/mongodb-adapter` would replace some by a new id. */
  async function findUser(id: string): Promise<UserDocument | null> {
    if (!/^[0-9a-f]{24}$/.test(id)) throw new Error('no user with this id');
    return users.findOne(activeUser(new ObjectId(id)));
  }
}

/** Notes which method threw. Auth.js logs an adapter's error without it. */
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

/** Auth.js writes "no address" as an empty text. Throws for a text that is not an address. */
function storedAddress(email: string | null | undefined): string | null {
  return email ? emailAddress.parse(email) : null;
}

function toAdapterUser(user: UserDocument): AdapterUser {
  return pickUser({ ...user, id: user._id.toHexString(), email: user.email ?? '' });
}

/** Leaves out what Auth.js should not pass on. */
function pickUser(user: Omit<AdapterUser, 'image'> & { readonly image?: unknown }): AdapterUser {
  const { id, name, email, emailVerified } = user;
  // Auth.js hands the user to our callbacks alone, which read the picture themselves.
  const image = picturePath({ basePath: '' }, user.image as UserDocument['image']);
  return { id, name: name ?? null, email: email ?? '', emailVerified, image };
}
