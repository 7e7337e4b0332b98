import express from 'express';
import { foyer, foyerErrors, requireLevel, requireSession } from 'foyer-auth/express';
import { SessionTokenError, signInUrl, verifySessionToken } from 'foyer-auth/server';
import { invoicesPage } from './invoices.js';

const { PORT = '4000', FOYER_URL: url = 'http://localhost:3000', FOYER_ORIGIN: origin = url } = process.env;
const app = express();

// A browser sends Foyer's cookie, because the host is the same. A script sends an access token, which is
// accepted because of `accessTokens`.
const accessTokens = { scopes: ['profile:read'] } as const;
app.get(
  '/api/me',
  foyer({ url, origin, accessTokens }),
  requireSession((req, res) => {
    const { id, email } = req.foyer.session.user;
    res.json({ id, email });
  }),
);

// A page. Foyer returns to it, because `APP_URL` of `.env` is this address.
app.get(
  '/invoices',
  foyer({ url, origin }),
  invoicesPage(signInUrl(`http://localhost:${PORT}/invoices`, { url, origin })),
);

// Changes the signed-in user's name in Foyer. A page of another origin gets 403.
app.post(
  '/api/name',
  foyer({ url, origin }),
  express.json(),
  requireSession(async (req, res) => {
    const { name } = req.body as { name: string };
    res.json(await req.foyer.client.profile.update.mutate({ name }));
  }),
);

// Needs a second factor within ten minutes. A browser is sent to Foyer's page for it, and comes back. A
// script gets 403, and opens that page (`useVerification`).
app.get(
  '/api/payouts',
  foyer({ url, origin }),
  requireLevel(2)((req, res) => res.json({ payoutsOf: req.foyer.session.user.email })),
);

// A service of another host, which gets no cookie: the page requests a token from `session.token` for this
// audience and sends it along.
app.get('/api/report', async (req, res) => {
  const token = req.get('authorization')?.replace(/^Bearer /i, '') ?? '';
  try {
    const { sub } = await verifySessionToken(token, { url, origin, audience: 'https://reports.example' });
    res.json({ reportOf: sub });
  } catch (error) {
    res.status(error instanceof SessionTokenError ? 401 : 503).json({ error: String(error) });
  }
});

// Answers what Foyer refuses to `req.foyer.client`, such as a long name.
app.use(foyerErrors);

app.listen(Number(PORT));
