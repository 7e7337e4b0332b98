import { isFoyerError, toErrorResponse, type AccessTokenClaims } from 'foyer-auth/server';
import { Hono } from 'hono';
import { cors } from 'hono/cors';

/** `verify` reads an access token, or throws a `FoyerError`. Pages of `appOrigin` may call the API. */
export function createApi(
  appOrigin: string,
  verify: (token: string) => Promise<Pick<AccessTokenClaims, 'roles'>>,
): Hono {
  const api = new Hono();
  api.use(cors({ origin: appOrigin, allowHeaders: ['authorization'] }));
  api.get('/invoices', async (context) => {
    try {
      const { roles } = await verify(context.req.header('authorization')?.replace(/^Bearer /i, '') ?? '');
      if (!roles.includes('accountant'))
        return context.json({ error: 'Only accountants see the invoices.' }, 403);
      return context.json(['Invoice 7']);
    } catch (error) {
      if (isFoyerError(error)) return toErrorResponse(error);
      throw error;
    }
  });
  return api;
}
