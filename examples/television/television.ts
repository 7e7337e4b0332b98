import { createInterface } from 'node:readline';
import * as oauth from 'openid-client';

const issuer = new URL(process.env['FOYER_URL'] ?? 'http://localhost:3000');
const foyer = await oauth.discovery(issuer, 'demo-television', undefined, oauth.None(), {
  algorithm: 'oauth2',
  // http is for development only.
  execute: issuer.protocol === 'http:' ? [oauth.allowInsecureRequests] : [],
});

const device = await oauth.initiateDeviceAuthorization(foyer, {
  scope: 'openid profile email offline_access',
});
console.log(`Open ${device.verification_uri} on your phone, and type the code ${device.user_code}.`);
if (device.verification_uri_complete !== undefined)
  // A real television shows a QR code.
  console.log(`Or open ${device.verification_uri_complete}`);

// Polls until the user has decided.
let tokens = await oauth.pollDeviceAuthorizationGrant(foyer, device);
const { email } = await oauth.fetchUserInfo(foyer, tokens.access_token, oauth.skipSubjectCheck);
console.log(`Signed in as ${email}. Press Enter to refresh.`);

// A real television stores the refresh token.
for await (const _ of createInterface({ input: process.stdin })) {
  try {
    tokens = await oauth.refreshTokenGrant(foyer, tokens.refresh_token ?? '');
    console.log(`Still signed in as ${email}.`);
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant') {
      console.log('The session has ended. Start again to sign in.');
      break;
    }
    console.log('Foyer does not answer. Nobody is signed out by that. Press Enter to try again.');
  }
}
