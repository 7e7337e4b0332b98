import { serve } from '@hono/node-server';
import { verifyAccessToken } from 'foyer-auth/server';
import { createApi } from './invoices-api.js';

const {
  PORT = '4000',
  FOYER_URL = 'http://localhost:3000',
  APP_ORIGIN = 'http://shop.localhost:5174',
} = process.env;

/** The address of this API, which the client `shop` of `foyer.config.ts` has among its `resources`. */
const audience = `http://localhost:${PORT}`;
const api = createApi(APP_ORIGIN, (token) => verifyAccessToken(token, { issuer: FOYER_URL, audience }));
serve({ fetch: api.fetch, port: Number(PORT) });
