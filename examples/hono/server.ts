import { serve } from '@hono/node-server';
import { foyer, foyerErrors, requireLevel, requireSession } from 'foyer-auth/hono';
import { Hono } from 'hono';

const { PORT = '4000', FOYER_URL: url = 'http://localhost:3000', FOYER_ORIGIN: origin = url } = process.env;
const app = new Hono();

// A script needs an access token with this scope. A browser sends Foyer's cookie.
const readable = foyer({ url, origin, accessTokens: { scopes: ['profile:read'] } });
app.get('/api/me', readable, requireSession, (c) => {
  const { id, email } = c.var.foyer.session.user;
  return c.json({ id, email });
});

// Changes the signed-in user's name in Foyer. A page of another origin gets 403.
app.post('/api/name', foyer({ url, origin }), requireSession, async (c) => {
  const { name } = await c.req.json<{ name: string }>();
  return c.json(await c.var.foyer.client.profile.update.mutate({ name }));
});

app.get('/api/payouts', foyer({ url, origin }), requireLevel(2), (c) =>
  c.json({ payoutsOf: c.var.foyer.session.user.email }),
);

// Answers what Foyer refuses to `c.var.foyer.client`, such as a long name.
app.onError(foyerErrors);

serve({ fetch: app.fetch, port: Number(PORT) });
