/** Auth.js with database sessions, set up as its documentation for Express says. */
import { ExpressAuth } from '@auth/express';
import GitHub from '@auth/express/providers/github';
import Resend from '@auth/express/providers/resend';
import { MongoDBAdapter } from '@auth/mongodb-adapter';
import express from 'express';
import { serve } from './serve.ts';

await serve(({ mongo, secret }) =>
  express().use(
    '/auth',
    ExpressAuth({
      adapter: MongoDBAdapter(mongo),
      session: { strategy: 'database' },
      // Its sign-in page has an email field and a provider's button, like Foyer's.
      providers: [
        GitHub({ clientId: 'bench', clientSecret: 'bench' }),
        Resend({ apiKey: 'bench', from: 'bench@example.test' }),
      ],
      secret,
      trustHost: true,
    }),
  ),
);
