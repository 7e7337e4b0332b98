import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import type { ServiceScope } from '../../src/shared/service-scopes.ts';
import { apiClient } from './access-token.ts';
import type { BuiltServer } from './built-server.ts';
import { newestSignInMail } from './mailbox.ts';
import { run } from './packed-package.ts';

const COMMANDS = fileURLToPath(new URL('../../dist/server/commands/main.js', import.meta.url));

/** Makes the operator an administrator, who makes a service key. Returns the key. */
export async function makeServiceKey(
  browser: Browser,
  { databaseUri, origin, folder }: Pick<BuiltServer, 'databaseUri'> & { origin: string; folder: string },
  scopes: ServiceScope[],
): Promise<string> {
  const context = await browser.newContext({ baseURL: origin });
  const email = 'operator@example.com';
  const client = apiClient(context.request, origin);
  const signIn = async (mails: number) => {
    await client.session.requestLink.mutate({ email });
    const { code } = await newestSignInMail(context.request, email, mails);
    await client.session.signInWithCode.mutate({ email, code });
  };
  await signIn(1);
  await run(process.execPath, [COMMANDS, 'admin', 'grant', email], {
    cwd: folder,
    env: { ...process.env, MONGODB_URI: databaseUri, DATA_DIR: folder },
  });
  // The role of an administrator ends all earlier sessions.
  await signIn(2);
  const { key } = await client.serviceKeys.create.mutate({
    name: 'The application',
    scopes,
    expires: new Date(Date.now() + 86_400_000).toISOString(),
  });
  await context.close();
  return key;
}
