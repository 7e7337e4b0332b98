/** Type tests: `tsc --noEmit` fails when one does. */
import express from 'express';
import session from 'express-session';
import type { FastifyRequest } from 'fastify';
import { Hono } from 'hono';
import { expectTypeOf } from 'vitest';
import * as forExpress from '../express.ts';
import type { FoyerContext } from '../express.ts';
import { requireFresh, requirePermission, requireSession } from '../fastify.ts';
import * as forHono from '../hono.ts';
import { clientFor, type FoyerClient, type RequestSession } from '../server.ts';

declare module 'express-session' {
  interface SessionData {
    views: number;
  }
}

const OPTIONS = { url: 'https://example.test' };

// With express-session, whose `req.session` is something else.
const app = express();
app.use(session({ secret: 'secret' }), forExpress.foyer(OPTIONS));
app.get('/views', (req) => {
  expectTypeOf(req.session.views).toEqualTypeOf<number | undefined>();
  expectTypeOf(req.foyer).toEqualTypeOf<FoyerContext | undefined>();
});
app.get(
  '/orders/:id',
  forExpress.requireSession((req, res) => {
    expectTypeOf(req.session.views).toEqualTypeOf<number | undefined>();
    expectTypeOf(req.foyer.session.user.id).toBeString();
    expectTypeOf(req.foyer.client).toEqualTypeOf<FoyerClient>();
    res.json(req.params['id']);
  }),
);
app.get(
  '/orders/:id',
  forExpress.requireLevel(2, { within: 60 })<{ id: string }>((req) => {
    expectTypeOf(req.params.id).toBeString();
  }),
);
app.use(forExpress.requireSession, forExpress.requireFresh());
app.use('/admin', forExpress.requirePermission('orders:read'));
// @ts-expect-error -- the session may be null without requireSession
app.get('/maybe', (req) => void req.foyer?.session.user);

const hono = new Hono();
hono.get('/me', forHono.foyer(OPTIONS), (c) => {
  expectTypeOf(c.var.foyer.session).toEqualTypeOf<RequestSession | null>();
  return c.body(null);
});
hono.get('/orders', forHono.foyer(OPTIONS), forHono.requireSession, (c) => {
  expectTypeOf(c.var.foyer.session.user.id).toBeString();
  return c.body(null);
});
hono.get('/payouts', forHono.requireLevel(2), (c) => c.json(c.var.foyer.session.aal));
// @ts-expect-error -- no middleware has set it
hono.get('/nothing', (c) => c.json(c.var.foyer.session));

expectTypeOf<FastifyRequest['foyer']>().toEqualTypeOf<FoyerContext>();
requireSession(({ foyer }) => {
  expectTypeOf(foyer.session.user.id).toBeString();
});
requireFresh({ within: 60 });
requirePermission('orders:read');
// @ts-expect-error -- a misspelt option
requireFresh({ witin: 60 });

expectTypeOf(clientFor).returns.toEqualTypeOf<FoyerClient>();
// @ts-expect-error -- the address of Foyer is required
clientFor(new Request('https://example.test'), {});
