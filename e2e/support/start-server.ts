import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FullConfig } from '@playwright/test';
import { startBuiltServer } from './built-server.ts';
import { startBreachService } from '../../src/testing/sign-in/breach-service.ts';
import { BREACHED_PASSWORD } from './password-flows.ts';
import { announceServer } from './server-under-test.ts';

/** Starts the shared app until the last test ends. Its log is in the output folder. */
export default async function startServer(config: FullConfig): Promise<() => Promise<void>> {
  const top = config.configFile ? join(config.configFile, '..') : process.cwd();
  const results = config.projects[0]?.outputDir ?? join(top, 'test-results');
  await mkdir(results, { recursive: true });
  const breaches = await startBreachService([BREACHED_PASSWORD]);
  const { port, databaseUri, end } = await startBuiltServer(join(results, 'server.log'), {
    PHONE_SIGN_IN: 'on',
    BREACHED_PASSWORDS: 'on',
    BREACHED_PASSWORDS_URL: breaches.url,
    // A native app with its own scheme (RFC 8252, 7.1).
    CLIENT_POCKET_NOTES_REDIRECTS: 'com.example.pocket:/signed-in',
  });
  announceServer({ origin: `http://localhost:${port}`, databaseUri });
  return async () => {
    await end();
    await breaches.close();
  };
}
