/** Auth.js with database sessions, as its documents for Express say. */
import { ExpressAuth, getSession, type ExpressAuthConfig } from '@auth/express';
import GitHub from '@auth/express/providers/github';
import Nodemailer from '@auth/express/providers/nodemailer';
import Resend from '@auth/express/providers/resend';
import { MongoDBAdapter } from '@auth/mongodb-adapter';
import express from 'express';
import { html } from '../../src/server/http/html.ts';
import { serve } from './serve.ts';

const { BENCH_SMTP_URL, BENCH_PROVIDER } = process.env;

/** The content of its built-in sign-in page: an email field and a provider's button, like Foyer's. */
function providers(): ExpressAuthConfig['providers'] {
  if (!BENCH_SMTP_URL || !BENCH_PROVIDER)
    return [
      GitHub({ clientId: 'bench', clientSecret: 'bench' }),
      Resend({ apiKey: 'bench', from: 'bench@example.test' }),
    ];
  const { providerId, issuer, clientId, clientSecret } = JSON.parse(BENCH_PROVIDER) as Record<string, string>;
  return [
    // Without a logo, which the page would load from another site.
    { id: providerId, name: 'Company', type: 'oidc', issuer, clientId, clientSecret, style: { logo: '' } },
    Nodemailer({ server: BENCH_SMTP_URL, from: 'bench@example.test' }),
  ] as ExpressAuthConfig['providers'];
}

await serve(({ client, secret }) => {
  const app = express();
  const config: ExpressAuthConfig = {
    adapter: MongoDBAdapter(client),
    session: { strategy: 'database' },
    providers: providers(),
    secret,
    trustHost: true,
  };
  app.use('/auth', ExpressAuth(config));
  // The page after a sign-in is the application's. This is the smallest one that shows who is signed in.
  app.get('/', async (request, response) => {
    const session = await getSession(request, config);
    const email = session?.user?.email ?? 'nobody';
    response.send(
      html`<!doctype html>
        <html lang="en">
          <title>Home</title>
          <main>
            <h1>Signed in</h1>
            <p>${email}</p>
          </main>
        </html>`.toString(),
    );
  });
  return app;
});
