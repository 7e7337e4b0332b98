import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import type { ServiceScope } from '../../src/shared/service-scopes.ts';
import { apiClient, signInByCode } from './access-token.ts';
import type { BuiltServer } from './built-server.ts';
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
  await signInByCode(context.request, email, origin);
  await run(process.execPath, [COMMANDS, 'admin', 'grant', email], {
    cwd: folder,
    env: { ...process.env, MONGODB_URI: databaseUri, DATA_DIR: folder },
  });
  // The role of an administrator ends all earlier sessions.
  await signInByCode(context.request, email, origin);
  const { key } = await apiClient(context.request, origin).serviceKeys.create.mutate({
    name: 'The application',
    scopes,
    expires: new Date(Date.now() + 86_400_000).toISOString(),
  });
  await context.close();
  return key;
}
