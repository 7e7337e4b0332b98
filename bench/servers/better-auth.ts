/** Better Auth with its MongoDB adapter, on Node's own HTTP server. */
import { betterAuth } from 'better-auth';
import { mongodbAdapter } from 'better-auth/adapters/mongodb';
import { toNodeHandler } from 'better-auth/node';
import { serve } from './serve.ts';

const HOUR_SECONDS = 3600;

await serve(({ db, origin, secret }) =>
  toNodeHandler(
    betterAuth({
      database: mongodbAdapter(db),
      secret,
      baseURL: origin,
      emailAndPassword: { enabled: true },
      // The default is five minutes. With a longer one the measurement never falls back to the database.
      session: {
        cookieCache: { enabled: process.env['BENCH_COOKIE_CACHE'] === 'on', maxAge: HOUR_SECONDS },
      },
      // The default in production answers 429 after 100 requests in 10 s from one address.
      rateLimit: { enabled: false },
      telemetry: { enabled: false },
    }),
  ),
);
