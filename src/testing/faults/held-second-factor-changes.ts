import type { ObjectId } from 'mongodb';
import { requestRemoval } from '../../server/domain/second-factor/removal.ts';
import { addAuthenticator, makeAuthenticator } from '../sign-in/authenticator-apps.ts';
import { createPasskey } from '../sign-in/passkeys.ts';
import { SoftwareAuthenticator } from '../sign-in/software-authenticator.ts';
import type { TestApp } from '../app/test-app.ts';
import type { MakeChange, TwoBrowsers } from './held-changes.ts';

/** The mutations of passkeys and second factors that need a session, by path. */
export const SECOND_FACTOR_CHANGES: Readonly<Record<string, MakeChange>> = {
  'passkeys.begin': (app, { asking }) => Promise.resolve(() => app.client(asking).passkeys.begin.mutate()),
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
  'secondFactor.beginTotp': (app, { asking }) =>
    Promise.resolve(() => app.client(asking).secondFactor.beginTotp.mutate()),
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
  'secondFactor.cancelRemoval': async (app, { asking, userId }) => {
    await addAuthenticator(app, asking);
    await storeRemoval(app, userId);
    return () => app.client(asking).secondFactor.cancelRemoval.mutate();
  },
  'secondFactor.removeNow': async (app, { asking, userId }) => {
    await addAuthenticator(app, asking);
    await storeRemoval(app, userId);
    return () => app.client(asking).secondFactor.removeNow.mutate();
  },
};

async function storeRemoval(app: TestApp, userId: ObjectId): Promise<void> {
  const user = await app.deps.collections.users.findOne({ _id: userId });
  await requestRemoval(app.deps, { email: user?.email ?? '', reason: 'Lost phone' });
}

async function passkeyOf(app: TestApp, { asking }: TwoBrowsers): Promise<string> {
  const { passkeys } = await createPasskey(app, asking);
  return passkeys.at(-1)?.id ?? '';
}
