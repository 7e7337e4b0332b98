import { expect, test } from 'vitest';
import { PAGES_BY_PATH } from './page-of-address.ts';

test.each(['/sign-in', '/confirm-address'] as const)(
  '%s does not say that nothing is pending while the pending account cannot be read',
  async (path) => {
    const unavailable = new Error('the database does not answer');
    const shown = PAGES_BY_PATH[path]({
      parameters: { error: 'OAuthAccountNotLinked' },
      isSignedIn: false,
      readPendingLink: () => Promise.reject(unavailable),
    });
    await expect(shown).rejects.toBe(unavailable);
  },
);
