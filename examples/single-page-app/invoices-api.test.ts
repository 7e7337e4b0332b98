import type { Role } from 'foyer-auth/config';
import { FoyerError } from 'foyer-auth/testing';
import { expect, test } from 'vitest';
import { createApi } from './invoices-api.js';

/** The answer to a person with these roles, or to somebody without a valid access token. */
async function statusFor(roles: readonly Role[] | null): Promise<number> {
  const api = createApi('http://shop.localhost:5174', () =>
    roles === null ? Promise.reject(new FoyerError('ACCESS_TOKEN_INVALID')) : Promise.resolve({ roles }),
  );
  return (await api.request('/invoices', { headers: { authorization: 'Bearer a-token' } })).status;
}

test('only an accountant gets the invoices', async () => {
  expect(await statusFor(['accountant'])).toBe(200);
  expect(await statusFor([])).toBe(403);
  expect(await statusFor(null)).toBe(401);
});
