import { uniqueEmail } from '../run/unique-name.ts';

const ID = '0123456789abcdef01234567';
const TOKEN = 'not-a-token-of-any-link';
const PASSWORD = 'correct horse battery staple';
const ACCOUNT = { provider: 'unknown', providerAccountId: '1' };
const CREDENTIAL = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} };
const SIGNED_CREDENTIAL = {
  ...CREDENTIAL,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
};
const NEW_CREDENTIAL = {
  ...CREDENTIAL,
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
};

/**
 * A valid input of each procedure that people call, about things that do not exist. A procedure that is not
 * here takes no input. `nickname` is an own field that the person writes.
 */
export const PERSON_INPUTS: Readonly<Record<string, () => unknown>> = {
  'session.revoke': () => ({ id: ID }),
  'session.token': () => ({ audience: 'https://api.example.test' }),
  'session.signInWith': () => ({ provider: 'unknown', callbackUrl: '/there' }),
  'session.requestLink': () => ({ email: uniqueEmail() }),
  'session.confirmLink': () => ({ email: uniqueEmail(), token: TOKEN }),
  'session.signInWithCode': () => ({ email: uniqueEmail(), code: '123456' }),
  'session.requestPhoneCode': () => ({ phone: '+491711234567' }),
  'session.signInWithPhoneCode': () => ({ phone: '+491711234567', code: '123456' }),
  'session.continueWithoutAddress': () => ({ id: ID, ...ACCOUNT }),
  'session.beginPasskey': () => ({ purpose: 'verify' }),
  'session.signInWithPasskey': () => ({ passkey: SIGNED_CREDENTIAL }),
  'session.completeSignIn': () => ({ code: '123456', trustBrowser: true }),
  'session.reauthenticate': () => ({ method: 'email' }),
  'providers.discover': () => ({ email: uniqueEmail() }),
  'accounts.link': () => ({ provider: 'unknown' }),
  'accounts.unlink': () => ACCOUNT,
  'accounts.inspect': () => ACCOUNT,
  'accounts.resumeLink': () => ({ id: ID, ...ACCOUNT }),
  'accounts.denyLink': () => ({ id: ID, ...ACCOUNT }),
  'email.change': () => ({ email: uniqueEmail() }),
  'email.confirm': () => ({ token: TOKEN }),
  'email.confirmWithCode': () => ({ code: '123456' }),
  'email.undo': () => ({ token: TOKEN }),
  'password.signUp': () => ({ email: uniqueEmail(), password: PASSWORD, name: 'Ada' }),
  'password.signIn': () => ({ email: uniqueEmail(), password: PASSWORD }),
  'password.set': () => ({ password: PASSWORD }),
  'password.change': () => ({ current: PASSWORD, password: `${PASSWORD} twice` }),
  'password.requestReset': () => ({ email: uniqueEmail() }),
  'password.reset': () => ({ email: uniqueEmail(), token: TOKEN, password: PASSWORD }),
  'passkeys.begin': () => ({ conditional: false }),
  'passkeys.finish': () => ({ credential: NEW_CREDENTIAL }),
  'passkeys.rename': () => ({ id: 'AAAA', name: 'Key' }),
  'passkeys.remove': () => ({ id: 'AAAA' }),
  'secondFactor.confirmTotp': () => ({ enrolment: 'unknown', code: '123456' }),
  'secondFactor.renameTotp': () => ({ id: ID, name: 'App' }),
  'secondFactor.removeTotp': () => ({ id: ID }),
  'secondFactor.endTrust': () => ({ id: ID }),
  'secondFactor.stopRemoval': () => ({ token: TOKEN }),
  'phone.set': () => ({ phone: '0171 1234567', country: 'DE' }),
  'phone.verify': () => ({ code: '123456' }),
  'profile.update': () => ({ name: null, locale: 'en' }),
  'profile.setData': () => ({ data: { nickname: 'Ada' } }),
  'profile.uploadPicture': () => new Blob(['not a picture'], { type: 'application/octet-stream' }),
  'accessTokens.create': () => ({
    name: 'Script',
    scopes: ['profile:read'],
    expires: new Date(Date.now() + 86_400_000).toISOString(),
  }),
  'accessTokens.revoke': () => ({ id: ID }),
  'authorizations.inspect': () => ({ request: 'client_id=unknown' }),
  'authorizations.approve': () => ({ request: 'client_id=unknown' }),
  'authorizations.deny': () => ({ request: 'client_id=unknown' }),
  'device.inspect': () => ({ userCode: 'BCDF-GHJK' }),
  'device.approve': () => ({ userCode: 'BCDF-GHJK' }),
  'device.deny': () => ({ userCode: 'BCDF-GHJK' }),
  'securityReview.finish': () => ({ listed: TOKEN }),
  'activity.list': () => ({ limit: 2, kinds: ['sign-in', 'account-created'] }),
  'data.deleteAccount': () => ({ confirm: 'no' }),
};
