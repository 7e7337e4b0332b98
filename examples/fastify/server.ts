import Fastify from 'fastify';
import { foyer, foyerErrors, requireLevel, requireSession } from 'foyer-auth/fastify';

const { PORT = '4000', FOYER_URL: url = 'http://localhost:3000', FOYER_ORIGIN: origin = url } = process.env;
const app = Fastify();

// A script needs an access token with this scope. A browser sends Foyer's cookie.
app.register(foyer, { url, origin, accessTokens: { scopes: ['profile:read'] } });

// Answers what Foyer refuses to `request.foyer.client`, such as a long name.
app.setErrorHandler(foyerErrors);

app.get(
  '/api/me',
  requireSession(({ foyer: { session } }) => ({ id: session.user.id, email: session.user.email })),
);

// Changes the signed-in user's name in Foyer. A page of another origin gets 403.
app.post<{ Body: { name: string } }>('/api/name', { preHandler: requireSession }, (request) =>
  request.foyer.client.profile.update.mutate({ name: request.body.name }),
);

app.get(
  '/api/payouts',
  requireLevel(2)(({ foyer: { session } }) => ({ payoutsOf: session.user.email })),
);

await app.listen({ port: Number(PORT) });
