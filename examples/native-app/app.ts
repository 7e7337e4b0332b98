import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import * as oauth from 'openid-client';

const issuer = new URL(process.env['FOYER_URL'] ?? 'http://localhost:3000');
const foyer = await oauth.discovery(issuer, 'demo-native', undefined, oauth.None(), {
  algorithm: 'oauth2',
  // http is for development only.
  execute: issuer.protocol === 'http:' ? [oauth.allowInsecureRequests] : [],
});

/** Opens a port and answers `/callback`, to which the browser returns from Foyer (RFC 8252, 7.3). */
async function openCallback() {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  const answered = new Promise<URL>((resolve) => {
    server.on('request', (request, response) => {
      const address = new URL(request.url ?? '/', redirectUri);
      response.setHeader('content-type', 'text/html; charset=utf-8').setHeader('connection', 'close');
      if (address.pathname !== '/callback') return void response.writeHead(404).end();
      response.end(
        '<!doctype html><title>Done</title><p>Go back to the program. You can close this page.</p>',
      );
      server.close();
      resolve(address);
    });
  });
  return { redirectUri, answered };
}

async function signIn(): Promise<oauth.TokenEndpointResponse & oauth.TokenEndpointResponseHelpers> {
  const { redirectUri, answered } = await openCallback();
  const pkceCodeVerifier = oauth.randomPKCECodeVerifier();
  const [expectedState, expectedNonce] = [oauth.randomState(), oauth.randomNonce()];
  const address = oauth.buildAuthorizationUrl(foyer, {
    redirect_uri: redirectUri,
    scope: 'openid profile email offline_access',
    code_challenge: await oauth.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
  });
  console.log(`Open this address in your browser:\n${address.href}`);
  return oauth.authorizationCodeGrant(foyer, await answered, {
    pkceCodeVerifier,
    expectedState,
    expectedNonce,
  });
}

let tokens = await signIn();
const { email } = await oauth.fetchUserInfo(foyer, tokens.access_token, tokens.claims()?.sub ?? '');
console.log(`Signed in as ${email}. Press Enter to refresh.`);

// A real app keeps the refresh token in the system's keychain.
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
