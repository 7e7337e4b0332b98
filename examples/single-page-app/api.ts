import { serve } from '@hono/node-server';
import { verifyAccessToken } from 'foyer-auth/server';
import { createApi } from './invoices-api.js';

const {
  PORT = '4000',
  FOYER_URL = 'http://localhost:3000',
  APP_ORIGIN = 'http://shop.localhost:5174',
} = process.env;

/** The resource that the client `shop` of `foyer.config.ts` has. */
const audience = 'http://localhost:4000';
const api = createApi(APP_ORIGIN, (token) => verifyAccessToken(token, { issuer: FOYER_URL, audience }));
serve({ fetch: api.fetch, port: Number(PORT) });
