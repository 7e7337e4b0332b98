import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { TRPC_MAX_BATCH } from '../../shared/limits.ts';
import type { AuthDependencies } from '../auth/auth-dependencies.ts';
import type { RequestContext } from '../domain/rules/request-context.ts';
import type { IsOwnHost } from '../http/own-host.ts';
import { requestIdOf } from '../http/request.ts';
import { logRequest } from '../log/log.ts';
import { callQuery } from './call-query.ts';
import { contextOf, type Context } from './context.ts';
import { isFastQuery, type FastQuery } from './fast-queries.ts';

interface FastPathOptions {
  readonly deps: AuthDependencies;
  readonly isOwnHost: IsOwnHost;
  /** The headers of every answer (`securityHeaders`). */
  readonly headers: OutgoingHttpHeaders;
  readonly requestContextOf: (req: IncomingMessage, cookies: Context['cookies']) => RequestContext;
}

interface Call {
  readonly path: FastQuery;
  readonly input: unknown;
}

const PREFIX = '/trpc/';

/**
 * Answers the queries of `FAST_QUERIES` without Express and tRPC's adapter, whose copies cost several times
 * what a query does. Every failure, and every other request, goes to `slowPath` with nothing written. The
 * slow path repeats the queries, which write nothing. `fast-path.test.ts` compares the answers of both.
 */
export function createFastPath(
  options: FastPathOptions,
  slowPath: (req: IncomingMessage, res: ServerResponse) => void,
): (req: IncomingMessage, res: ServerResponse) => void {
  const { metrics } = options.deps;
  const trustsOrigins = options.deps.settings.trustedOrigins.length > 0;
  // Node.js writes a flat list of headers without a copy.
  const headers = Object.entries({
    ...options.headers,
    'Cache-Control': 'private, no-store',
    Vary: trustsOrigins ? 'trpc-accept, accept, Origin' : 'trpc-accept, accept',
    'Content-Type': 'application/json',
  }).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));
  // Other origins need headers that depend on them.
  const isForSlowPath = ({ headers: { origin } }: IncomingMessage) => trustsOrigins && origin !== undefined;
  const answer = async (
    req: IncomingMessage,
    res: ServerResponse,
    calls: readonly Call[],
    isBatch: boolean,
  ) => {
    const requestId = requestIdOf(req);
    const started = performance.now();
    let body: string;
    try {
      const ctx = contextOf(options.deps, req, res, (cookies) => options.requestContextOf(req, cookies));
      const results = await Promise.all(
        calls.map(async ({ path, input }, batchIndex) => ({
          result: { data: await callQuery(path, ctx, input, batchIndex) },
        })),
      );
      body = JSON.stringify(isBatch ? results : results[0]);
    } catch {
      return slowPath(req, res);
    }
    if (metrics) for (const { path } of calls) metrics.procedureCalled(path, 'OK');
    res.writeHead(200, [
      ...headers,
      'X-Request-Id',
      requestId,
      'Content-Length',
      String(Buffer.byteLength(body)),
    ]);
    res.end(body);
    const ms = Math.round(performance.now() - started);
    const path = pathOf(req.url ?? '');
    logRequest(options.deps, { requestId, method: 'GET', path, status: 200, ms });
  };

  return (req, res) => {
    const calls = options.isOwnHost(req) && !isForSlowPath(req) ? readCalls(req) : null;
    if (calls) void answer(req, res, calls.calls, calls.isBatch);
    else slowPath(req, res);
  };
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

/** `null` unless all queries are fast ones and have the form that Foyer's pages send. */
function readCalls({
  method,
  url = '',
  headers,
}: IncomingMessage): { calls: Call[]; isBatch: boolean } | null {
  if (method !== 'GET' || !url.startsWith(PREFIX) || headers['trpc-accept'] !== undefined) return null;
  const path = pathOf(url);
  const parameters = [...new URLSearchParams(url.slice(path.length))];
  const values = new Map(parameters);
  const isBatch = values.get('batch') === '1';
  const known = (isBatch ? 1 : 0) + (values.has('input') ? 1 : 0);
  if (values.size !== parameters.length || values.size !== known) return null;

  const names = path.slice(PREFIX.length);
  const paths = isBatch ? names.split(',') : [names];
  if (paths.length > TRPC_MAX_BATCH || !paths.every(isFastQuery)) return null;
  const input = readJson(values.get('input'));
  if (input === INVALID) return null;
  if (!isBatch) return { calls: paths.map((name) => ({ path: name, input })), isBatch };
  if (input !== undefined && (typeof input !== 'object' || input === null || Array.isArray(input)))
    return null;
  const byPosition = new Map(Object.entries(input ?? {}));
  return {
    calls: paths.map((name, at) => ({ path: name, input: byPosition.get(String(at)) as unknown })),
    isBatch,
  };
}

const INVALID = Symbol('not JSON');

function readJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return INVALID;
  }
}
