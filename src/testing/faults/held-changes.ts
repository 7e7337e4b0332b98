import { ObjectId } from 'mongodb';
import { z } from 'zod';
import { defineFoyer, field } from '../../shared/foyer-config.ts';
import { DAY_MS } from '../../shared/limits.ts';
import { checkConfiguration } from '../../server/configuration/check-configuration.ts';
import { makeSecurityEvent } from '../../server/domain/activity/security-events.ts';
import { eventLinkToken } from '../../server/domain/rules/event-link.ts';
import { keepPendingLink } from '../../server/domain/sign-in/pending-links.ts';
import { findOrCreateUserByVerifiedEmail } from '../../server/domain/users/users.ts';
import { hashToken } from '../../server/crypto/secrets.ts';
import { requestRemoval } from '../../server/domain/second-factor/removal.ts';
import { startProgram } from '../oauth/devices.ts';
import { addAuthenticator, makeAuthenticator } from '../sign-in/authenticator-apps.ts';
import { createPasskey } from '../sign-in/passkeys.ts';
import { SoftwareAuthenticator } from '../sign-in/software-authenticator.ts';
import { aTokenInput, makeToken } from '../users/access-tokens.ts';
import { consentIn } from '../providers/link-consent.ts';
import { confirmationOf } from '../users/email-changes.ts';
import { OTHER_PASSWORD, PASSWORD, resetLinkOf } from '../sign-in/passwords.ts';
import { aNumber } from '../sign-in/phones.ts';
import { aPng, blobOf } from '../users/pictures.ts';
import { startSession } from '../users/sessions.ts';
import type { TestApp } from '../app/test-app.ts';
import { authorizationPath, createPkce, DESK_REDIRECT } from '../oauth/flows.ts';
import { NO_REQUEST } from '../../server/domain/rules/request-context.ts';

export type TwoBrowsers = Awaited<ReturnType<typeof makeTwoBrowsers>>;

/** A person with a password, two connections, a phone number and an access token, in two browsers. */
export async function makeTwoBrowsers(
  app: TestApp,
  { hasPassword = true }: { readonly hasPassword?: boolean } = {},
) {
  const { deps } = app;
  const { users } = deps.collections;
  const email = `${new ObjectId().toHexString()}@example.test`;
  const { user } = await findOrCreateUserByVerifiedEmail(deps, email, NO_REQUEST);
  const now = deps.now();
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'email-changed',
    requestContext: null,
    mailTo: [],
    events: [],
  });
  const undoToken = eventLinkToken('email undo', deps.settings.authSecret, securityEvent._id);
  const accounts = ['one', 'two'].map((provider) => ({
    key: `${provider}:${email}`,
    provider,
    providerAccountId: email,
    type: 'oidc' as const,
    issuer: null,
    linkedAt: now,
    lastUsedAt: null,
  }));
  await users.updateOne(
    { _id: user._id },
    {
      $set: {
        accounts,
        phone: { e164: aNumber(), verifiedAt: now },
        ...(hasPassword
          ? { password: { hash: await deps.passwordHashing.hash(PASSWORD), changedAt: now } }
          : {}),
        emailUndos: [
          {
            email: `former-${email}`,
            tokenHash: hashToken(undoToken),
            changedAt: now,
            expires: new Date(now.getTime() + DAY_MS),
          },
        ],
      },
    },
  );
  const browser = async () => {
    const current = await users.findOne({ _id: user._id });
    const { token, session } = await startSession(deps, current ?? user);
    const agent = app.agent();
    agent.cookies.set('foyer.session', token);
    return { agent, id: session._id.toHexString() };
  };
  const asking = await browser();
  const owner = await browser();
  const { accessToken } = await makeToken(app, asking.agent);
  return {
    userId: user._id,
    email,
    asking: asking.agent,
    owner: owner.agent,
    askingId: asking.id,
    accessTokenId: accessToken.id,
    /** The token of the link that undoes the last change of address. */
    undoToken,
  };
}

/** Prepares a change in the browser `asking`. Returns the call that makes it. */
export type MakeChange = (app: TestApp, person: TwoBrowsers) => Change | Promise<Change>;
type Change = () => Promise<unknown>;

/** What the app of these changes declares. */
export const DECLARED = checkConfiguration(
  defineFoyer({
    fields: z.object({
      nickname: field(z.string(), { read: ['person'], write: ['person'], label: { en: 'Nickname' } }),
    }),
  }),
);

/** All mutations that need a session, by path. */
export const CHANGES: Readonly<Record<string, MakeChange>> = {
  'session.reauthenticate': simple((trpc) =>
    trpc.session.reauthenticate.mutate({ method: 'password', password: PASSWORD }),
  ),
  'session.revoke': async (app, person) => {
    const sessions = await app.client(person.asking).session.list.query();
    const id = sessions.find(({ current }) => !current)?.id ?? '';
    return () => app.client(person.asking).session.revoke.mutate({ id });
  },
  'session.revokeOthers': simple((trpc) => trpc.session.revokeOthers.mutate()),
  'accounts.link': simple((trpc) => trpc.accounts.link.mutate({ provider: 'one', callbackUrl: '/account' })),
  'accounts.unlink': simple((trpc, { email }) =>
    trpc.accounts.unlink.mutate({ provider: 'one', providerAccountId: email }),
  ),
  'accounts.inspect': simple((trpc, { email }) =>
    trpc.accounts.inspect.mutate({ provider: 'one', providerAccountId: email }),
  ),
  'accounts.resumeLink': async (app, { email, asking }) => {
    const { secret } = await keepPendingLink(app.deps, {
      account: { provider: 'two', providerAccountId: `other-${email}`, type: 'oidc' },
      name: null,
      shownName: null,
      remote: { label: null, image: null, tokens: null },
      email,
      emailVerified: true,
      callbackPath: '/account',
    });
    asking.cookies.set('foyer.link', secret);
    const consent = await consentIn(app, asking);
    return () => app.client(asking).accounts.resumeLink.mutate(consent);
  },
  'email.change': simple((trpc, { email }) => trpc.email.change.mutate({ email: `next-${email}` })),
  'email.confirm': async (app, { asking, email }) => {
    await app.client(asking).email.change.mutate({ email: `next-${email}` });
    const { token } = confirmationOf(app, `next-${email}`);
    return () => app.client(asking).email.confirm.mutate({ token });
  },
  'email.confirmWithCode': async (app, { asking, email }) => {
    await app.client(asking).email.change.mutate({ email: `next-${email}` });
    const { code } = confirmationOf(app, `next-${email}`);
    return () => app.client(asking).email.confirmWithCode.mutate({ code });
  },
  'email.cancel': async (app, { asking, email }) => {
    await app.client(asking).email.change.mutate({ email: `next-${email}` });
    return () => app.client(asking).email.cancel.mutate();
  },
  'password.set': simple((trpc) => trpc.password.set.mutate({ password: OTHER_PASSWORD })),
  'password.change': simple((trpc) =>
    trpc.password.change.mutate({ current: PASSWORD, password: OTHER_PASSWORD }),
  ),
  'password.remove': simple((trpc) => trpc.password.remove.mutate()),
  'phone.set': simple((trpc) => trpc.phone.set.mutate({ phone: aNumber() })),
  'phone.verify': async (app, { asking }) => {
    const number = aNumber();
    await app.client(asking).phone.set.mutate({ phone: number });
    return () => app.client(asking).phone.verify.mutate({ code: app.phonebox.codeTo(number) });
  },
  'phone.remove': simple((trpc) => trpc.phone.remove.mutate()),
  'profile.update': simple((trpc) => trpc.profile.update.mutate({ name: 'Somebody Else' })),
  'profile.setData': simple((trpc) => trpc.profile.setData.mutate({ data: { nickname: 'Ada' } })),
  'profile.uploadPicture': async (app, { asking }) => {
    const picture = blobOf(await aPng());
    return () => app.client(asking).profile.uploadPicture.mutate(picture);
  },
  'accessTokens.create': (app, { asking }) => {
    const token = aTokenInput();
    return () => app.client(asking).accessTokens.create.mutate(token);
  },
  'accessTokens.revoke': simple((trpc, { accessTokenId }) =>
    trpc.accessTokens.revoke.mutate({ id: accessTokenId }),
  ),
  'device.inspect': withDevice((trpc, userCode) => trpc.device.inspect.mutate({ userCode })),
  'device.approve': withDevice((trpc, userCode) => trpc.device.approve.mutate({ userCode })),
  'device.deny': withDevice((trpc, userCode) => trpc.device.deny.mutate({ userCode })),
  'authorizations.approve': simple((trpc) =>
    trpc.authorizations.approve.mutate({ request: requestOfDesk() }),
  ),
  'authorizations.deny': simple((trpc) => trpc.authorizations.deny.mutate({ request: requestOfDesk() })),
  'securityReview.finish': async (app, { asking, userId }) => {
    const since = new Date(app.deps.now().getTime() - DAY_MS);
    await app.deps.collections.users.updateOne(
      { _id: userId },
      { $set: { securityReview: { since, toldAt: null } } },
    );
    const { securityReview } = app.client(asking);
    const listed = (await securityReview.get.query())?.listed ?? '';
    return () => securityReview.finish.mutate({ listed });
  },
  'passkeys.begin': simple((trpc) => trpc.passkeys.begin.mutate()),
  'passkeys.finish': async (app, { asking }) => {
    const authenticator = new SoftwareAuthenticator({ origin: app.origin });
    const { options } = await app.client(asking).passkeys.begin.mutate();
    const credential = authenticator.create(options);
    return () => app.client(asking).passkeys.finish.mutate({ credential });
  },
  'passkeys.rename': async (app, person) => {
    const id = await passkeyOf(app, person);
    return () => app.client(person.asking).passkeys.rename.mutate({ id, name: 'A key of steel' });
  },
  'passkeys.remove': async (app, person) => {
    const id = await passkeyOf(app, person);
    return () => app.client(person.asking).passkeys.remove.mutate({ id });
  },
  'secondFactor.beginTotp': simple((trpc) => trpc.secondFactor.beginTotp.mutate()),
  'secondFactor.confirmTotp': async (app, { asking }) => {
    const { enrolment, secret } = await app.client(asking).secondFactor.beginTotp.mutate();
    const code = makeAuthenticator(app, secret).code();
    return () => app.client(asking).secondFactor.confirmTotp.mutate({ enrolment, code });
  },
  'secondFactor.renameTotp': async (app, { asking }) => {
    const { id } = await addAuthenticator(app, asking);
    return () => app.client(asking).secondFactor.renameTotp.mutate({ id, name: 'The old phone' });
  },
  'secondFactor.removeTotp': async (app, { asking }) => {
    const { id } = await addAuthenticator(app, asking);
    return () => app.client(asking).secondFactor.removeTotp.mutate({ id });
  },
  'secondFactor.createRecoveryCodes': async (app, { asking }) => {
    await addAuthenticator(app, asking);
    return () => app.client(asking).secondFactor.createRecoveryCodes.mutate();
  },
  'secondFactor.endTrust': async (app, { asking, userId }) => {
    await addAuthenticator(app, asking);
    const { users } = app.deps.collections;
    const createdAt = app.deps.now();
    const expires = new Date(createdAt.getTime() + 1000 * 60 * 60);
    const id = userId;
    await users.updateOne(
      { _id: userId },
      { $set: { trustedBrowsers: [{ id, deviceHash: 'a hash', userAgent: null, createdAt, expires }] } },
    );
    return () => app.client(asking).secondFactor.endTrust.mutate({ id: id.toHexString() });
  },
  'secondFactor.cancelRemoval': withRemoval((trpc) => trpc.secondFactor.cancelRemoval.mutate()),
  'secondFactor.removeNow': withRemoval((trpc) => trpc.secondFactor.removeNow.mutate()),
  'data.export': simple((trpc) => trpc.data.export.mutate()),
  'data.deleteAccount': simple((trpc) => trpc.data.deleteAccount.mutate({ confirm: 'delete my account' })),
};

const LAST_PASSWORD = 'a kettle of brass bees';

/** All calls that end the session of `asking`. */
export const ENDINGS: Readonly<Record<string, MakeChange>> = {
  'session.revoke by the owner': byOwner((trpc, { askingId }) =>
    trpc.session.revoke.mutate({ id: askingId }),
  ),
  'session.revokeOthers by the owner': byOwner((trpc) => trpc.session.revokeOthers.mutate()),
  'session.signOut': simple((trpc) => trpc.session.signOut.mutate()),
  'password.change by the owner': byOwner((trpc) =>
    trpc.password.change.mutate({ current: PASSWORD, password: LAST_PASSWORD }),
  ),
  'password.reset': async (app, { email }) => {
    const { password } = app.client(app.agent());
    await password.requestReset.mutate({ email });
    const link = resetLinkOf(app, email);
    return () => password.reset.mutate({ ...link, password: LAST_PASSWORD });
  },
  'email.undo':
    (app, { undoToken }) =>
    () =>
      app.client(app.agent()).email.undo.mutate({ token: undoToken }),
  'data.deleteAccount by the owner': byOwner((trpc) =>
    trpc.data.deleteAccount.mutate({ confirm: 'delete my account' }),
  ),
};

type Client = ReturnType<TestApp['client']>;

function simple(call: (trpc: Client, person: TwoBrowsers) => Promise<unknown>): MakeChange {
  return (app, person) => () => call(app.client(person.asking), person);
}

function byOwner(call: (trpc: Client, person: TwoBrowsers) => Promise<unknown>): MakeChange {
  return (app, person) => () => call(app.client(person.owner), person);
}

function requestOfDesk(): string {
  const path = authorizationPath(createPkce(), { client_id: 'desk', redirect_uri: DESK_REDIRECT });
  return path.slice(path.indexOf('?') + 1);
}

function withDevice(call: (trpc: Client, userCode: string) => Promise<unknown>): MakeChange {
  return async (app, { asking }) => {
    const { userCode } = await startProgram(app, { clientName: 'a program' });
    return () => call(app.client(asking), userCode);
  };
}

function withRemoval(call: (trpc: Client) => Promise<unknown>): MakeChange {
  return async (app, { asking, email }) => {
    await addAuthenticator(app, asking);
    await requestRemoval(app.deps, { email, reason: 'Lost phone' });
    return () => call(app.client(asking));
  };
}

async function passkeyOf(app: TestApp, { asking }: TwoBrowsers): Promise<string> {
  const { passkeys } = await createPasskey(app, asking);
  return passkeys.at(-1)?.id ?? '';
}
