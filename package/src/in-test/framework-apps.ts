import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import express, { type Request as ExpressRequest, type Response as ExpressResponse } from 'express';
import Fastify, { type FastifyRequest } from 'fastify';
import { Hono, type Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import * as forExpress from '../express.ts';
import * as forFastify from '../fastify.ts';
import * as forHono from '../hono.ts';
import {
  checkFresh,
  checkLevel,
  checkPermission,
  checkSession,
  clientFor,
  getSession,
  isFoyerError,
  toErrorResponse,
  type GetSessionOptions,
} from '../server.ts';
import type { FoyerMiddlewareOptions } from '../server/context.ts';

export interface FrameworkApp {
  readonly url: string;
  close(): Promise<void>;
}

/** A wrong header of `/who`, whose answer depends on the user. */
const PUBLIC = { 'cache-control': 'public, max-age=3600' };

/** The same API in each framework. `/who` is public, `/teapot` fails, `/transfers` needs level 2. */
export const FRAMEWORKS: Readonly<
  Record<string, (options: FoyerMiddlewareOptions) => Promise<FrameworkApp>>
> = {
  Fetch: startFetch,
  Express: startExpress,
  Hono: startHono,
  Fastify: startFastify,
};

function startFetch(options: FoyerMiddlewareOptions): Promise<FrameworkApp> {
  const answer = async (request: Request, sessionOptions: GetSessionOptions): Promise<Response> => {
    const session = await getSession(request, sessionOptions);
    const { pathname } = new URL(request.url);
    if (pathname === '/teapot') return new Response(null, { status: 418 });
    if (pathname === '/who') return Response.json({ name: session?.user.email ?? null }, { headers: PUBLIC });
    const refusal =
      (pathname === '/fresh' && checkFresh(request, session, options)) ||
      (pathname === '/transfers' && checkLevel(request, session, 2, options)) ||
      (pathname === '/invoices' && checkPermission(session, 'invoice:read')) ||
      checkSession(session);
    if (refusal) return refusal;
    if (pathname === '/name')
      await clientFor(request, sessionOptions).profile.update.mutate({ name: await request.text() });
    if (pathname === '/leave') await clientFor(request, sessionOptions).session.signOut.mutate();
    return Response.json({ of: session?.user.email });
  };
  return listen(async (request) => {
    const headers = new Headers();
    const onSetCookie = (cookie: string) => headers.append('set-cookie', cookie);
    try {
      const { body, status, headers: own } = await answer(request, { ...options, onSetCookie });
      for (const [name, value] of own) headers.set(name, value);
      if (headers.has('set-cookie')) headers.set('cache-control', 'private, no-store');
      return new Response(body, { status, headers });
    } catch (error) {
      if (isFoyerError(error)) return toErrorResponse(error);
      throw error;
    }
  });
}

function startHono(options: FoyerMiddlewareOptions): Promise<FrameworkApp> {
  const { foyer, foyerErrors, requireFresh, requireLevel, requirePermission, requireSession } = forHono;
  const app = new Hono();
  app.use(foyer(options));
  // A `Response` of the handler's own lacks the context's headers.
  app.get('/who', foyer(options), (c) =>
    Response.json({ name: c.var.foyer.session?.user.email ?? null }, { headers: PUBLIC }),
  );
  app.get('/teapot', () => {
    throw new HTTPException(418);
  });
  app.onError(foyerErrors);
  const answer = (c: Context) => c.json({ of: c.var.foyer.session.user.email as string });
  app.get('/fresh', requireFresh(), answer);
  app.get('/transfers', requireLevel(2), answer);
  app.get('/invoices', requirePermission('invoice:read'), answer);
  app.post('/name', requireSession, async (c) => {
    await c.var.foyer.client.profile.update.mutate({ name: await c.req.text() });
    return answer(c);
  });
  app.post('/leave', requireSession, async (c) => {
    await c.var.foyer.client.session.signOut.mutate();
    return answer(c);
  });
  app.all('/orders', requireSession, answer);
  return listen(app.fetch);
}

async function listen(fetch: (request: Request) => Response | Promise<Response>): Promise<FrameworkApp> {
  const server = await new Promise<Server>((resolve) => {
    const started = serve({ fetch, port: 0, hostname: 'localhost' }, () => resolve(started as Server));
  });
  return appOf(server);
}

async function startExpress(options: FoyerMiddlewareOptions): Promise<FrameworkApp> {
  const { foyer, foyerErrors, requireFresh, requireLevel, requirePermission, requireSession } = forExpress;
  const app = express();
  app.use(foyer(options), express.text());
  app.get('/who', (req, res) => {
    res.set(PUBLIC).json({ name: req.foyer?.session?.user.email ?? null });
  });
  const answer = (req: ExpressRequest, res: ExpressResponse) =>
    void res.json({ of: req.foyer?.session?.user.email });
  app.get('/fresh', requireFresh()(answer));
  app.get('/transfers', requireLevel(2)(answer));
  app.get('/invoices', requirePermission('invoice:read'), answer);
  app.post(
    '/name',
    requireSession(async (req, res) => {
      await req.foyer.client.profile.update.mutate({ name: req.body as string });
      answer(req, res);
    }),
  );
  app.post(
    '/leave',
    requireSession(async (req, res) => {
      await req.foyer.client.session.signOut.mutate();
      answer(req, res);
    }),
  );
  app.all('/orders', requireSession, answer);
  app.get('/teapot', () => {
    throw Object.assign(new Error('a teapot'), { status: 418 });
  });
  app.use(foyerErrors);
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return appOf(server);
}

async function startFastify(options: FoyerMiddlewareOptions): Promise<FrameworkApp> {
  const { foyer, foyerErrors, requireFresh, requireLevel, requirePermission, requireSession } = forFastify;
  const app = Fastify();
  app.register(foyer, options);
  app.get('/who', ({ foyer: { session } }, reply) =>
    reply.headers(PUBLIC).send({ name: session?.user.email ?? null }),
  );
  const answer = ({ foyer: { session } }: FastifyRequest) => ({ of: session?.user.email });
  app.get('/fresh', requireFresh()(answer));
  app.get('/transfers', requireLevel(2)(answer));
  app.get('/invoices', { preHandler: requirePermission('invoice:read') }, answer);
  app.post(
    '/name',
    requireSession(async (request) => {
      await request.foyer.client.profile.update.mutate({ name: request.body as string });
      return answer(request);
    }),
  );
  app.post(
    '/leave',
    requireSession(async (request) => {
      await request.foyer.client.session.signOut.mutate();
      return answer(request);
    }),
  );
  app.all('/orders', { preHandler: requireSession }, answer);
  app.get('/teapot', () => {
    throw Object.assign(new Error('a teapot'), { statusCode: 418 });
  });
  app.setErrorHandler(foyerErrors);
  await app.listen({ port: 0, host: 'localhost' });
  return appOf(app.server, () => app.close());
}

function appOf(server: Server, close?: () => Promise<unknown>): FrameworkApp {
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await (close?.() ?? new Promise((resolve) => server.close(resolve)));
    },
  };
}
