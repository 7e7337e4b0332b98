import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { listen } from '../src/testing/run/listen.ts';
import {
  CALLBACK,
  CLIENT_ID,
  CLIENT_SECRET,
  signedInBrowser,
  SITE,
  SITE_PORT,
  testWithClient,
} from './clients-of-foyer.ts';
import { folderOfTest } from '../src/testing/run/temporary-folder.ts';
import { skipWithout } from './skip-without.ts';
import { startProgram } from './start-program.ts';

const it = testWithClient('confidential');
const MODULES = '/usr/lib/apache2/modules';
const LOADED = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'proxy', 'proxy_http', 'auth_openidc'];

/** Apache before an application whose every page needs a sign-in at Foyer. */
function configurationOf(issuer: string, folder: string, applicationPort: number): string {
  return `ServerName localhost
Listen 127.0.0.1:${SITE_PORT}
DefaultRuntimeDir ${folder}
PidFile ${folder}/apache.pid
ErrorLog "|/bin/cat"
User www-data
Group www-data
${LOADED.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join('\n')}
OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration
OIDCClientID ${CLIENT_ID}
OIDCClientSecret "${CLIENT_SECRET}"
OIDCRedirectURI ${CALLBACK}
OIDCCryptoPassphrase "encrypts the state cookies of this test"
OIDCScope "openid profile email"
OIDCPKCEMethod S256
OIDCRemoteUserClaim email
<Location />
  AuthType openid-connect
  Require valid-user
</Location>
ProxyPass / http://127.0.0.1:${applicationPort}/
`;
}

describe("Apache's mod_auth_openidc of Debian", () => {
  it('lets a person in to an application behind it, and tells it who they are', async ({ app, skip }) => {
    skipWithout({ skip }, 'apache');
    const folder = folderOfTest();
    const application = await listen(({ headers }, answer) => answer.end(JSON.stringify(headers)));
    onTestFinished(application.close);
    const file = path.join(folder, 'apache.conf');
    await writeFile(file, configurationOf(app.origin, folder, application.port));
    await startProgram('/usr/sbin/apache2', ['-D', 'FOREGROUND', '-f', file], { port: SITE_PORT });
    const email = 'apache@example.test';
    await using browser = await signedInBrowser(app, email);
    const orders = await browser.get(`${SITE}/orders`);
    expect(orders.url()).toBe(`${SITE}/orders`);
    expect(await orders.json()).toMatchObject({ oidc_claim_email: email, oidc_claim_iss: app.origin });
  });
});
