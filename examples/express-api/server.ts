import express from 'express';
import { foyer, requireSession, SessionTokenError, verifySessionToken } from 'foyer-auth/server';

const { PORT = '4000', FOYER_URL: url = 'http://localhost:3000', FOYER_ORIGIN: origin = url } = process.env;
const app = express();

// A browser brings Foyer's cookie, since it is the same host. A script brings an access token, which counts only because of `accessTokens`.
const accessTokens = { scopes: ['profile:read'] } as const;
app.get('/api/me', foyer({ url, origin, accessTokens }), requireSession, (req, res) => {
  res.json({ id: req.session?.user.id, email: req.session?.user.email });
});

// Somebody else's service, which no cookie reaches: the page asks `session.token` for this audience and sends it along.
app.get('/api/report', async (req, res) => {
  const token = req.get('authorization')?.replace(/^Bearer /i, '') ?? '';
  try {
    const { sub } = await verifySessionToken(token, { url, origin, audience: 'https://reports.example' });
    res.json({ reportOf: sub });
  } catch (error) {
    res.status(error instanceof SessionTokenError ? 401 : 503).json({ error: String(error) });
  }
});

app.listen(Number(PORT));
