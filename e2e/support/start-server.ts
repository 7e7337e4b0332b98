import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FullConfig } from '@playwright/test';
import { startBuiltServer } from './built-server.ts';
import { announceServer } from './server-under-test.ts';

/** Starts the shared app until the last test ends. Its log is in the output folder. */
export default async function startServer(config: FullConfig): Promise<() => Promise<void>> {
  const top = config.configFile ? join(config.configFile, '..') : process.cwd();
  const results = config.projects[0]?.outputDir ?? join(top, 'test-results');
  await mkdir(results, { recursive: true });
  const { port, databaseUri, end } = await startBuiltServer(join(results, 'server.log'), {
    PHONE_SIGN_IN: 'on',
    // A native app with its own scheme (RFC 8252, 7.1).
    CLIENT_POCKET_NOTES_REDIRECTS: 'com.example.pocket:/signed-in',
  });
  announceServer({ origin: `http://localhost:${port}`, databaseUri });
  return end;
}
