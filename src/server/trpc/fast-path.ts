import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { callTRPCProcedure } from '@trpc/server';
import { TRPC_MAX_BATCH } from '../../shared/limits.ts';
import type { AuthDependencies } from '../auth/auth-dependencies.ts';
import type { RequestClient } from '../dependencies.ts';
import { requestIdOf } from '../http/request.ts';
import { contextOf } from './context.ts';
import { appRouter } from './router.ts';

interface FastPathOptions {
  readonly deps: AuthDependencies;
  readonly host: string;
  /** What every answer carries (`securityHeaders`). */
  readonly headers: OutgoingHttpHeaders;
  readonly clientOf: (req: IncomingMessage) => RequestClient;
}

interface Call {
  readonly path: string;
  readonly input: unknown;
}

const PREFIX = '/trpc/';
/** Procedure names, several of a batch, and nothing that would have to be decoded. */
const NAMES = /^[A-Za-z.,]+$/;

/**
 * Answers queries that succeed, before Express and without tRPC's adapter, whose copies of request and response cost several times what
 * the query does. It calls the same procedures with the same context. Whatever is unusual about a request, and every failure, it leaves to
 * `elsewhere` with nothing written yet: so refusals are made in one place, and running a query again changes nothing.
 *
 * The answer is the one of tRPC's HTTP adapter to the byte (`fast-path.test.ts` compares them).
 */
export function createFastPath(
  options: FastPathOptions,
  elsewhere: (req: IncomingMessage, res: ServerResponse) => void,
): (req: IncomingMessage, res: ServerResponse) => void {
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
      const ctx = contextOf(options.deps, req, res, () => options.clientOf(req));
      const signal = undefined;
      const results = await Promise.all(
        calls.map(async ({ path, input }, batchIndex) => ({
          result: {
            data: (await callTRPCProcedure({
              router: appRouter,
              path,
              type: 'query',
              ctx,
              getRawInput: () => Promise.resolve(input),
              signal,
              batchIndex,
            })) as unknown,
          },
        })),
      );
      body = JSON.stringify(isBatch ? results : results[0]);
    } catch {
      return elsewhere(req, res);
    }
    res.writeHead(200, {
      ...options.headers,
      'X-Request-Id': requestId,
      'Cache-Control': 'private, no-store',
      Vary: 'trpc-accept, accept',
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    });
    res.end(body);
    const ms = Math.round(performance.now() - started);
    const path = pathOf(req.url ?? '');
    options.deps.log.info({ requestId, method: 'GET', path, status: 200, ms }, 'request');
  };

  return (req, res) => {
    const calls = req.headers.host === options.host ? readCalls(req) : null;
    if (calls) void answer(req, res, calls.calls, calls.isBatch);
    else elsewhere(req, res);
  };
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

/** The queries of a request that is as our clients send it; `null` for any other. */
function readCalls({
  method,
  url = '',
  headers,
}: IncomingMessage): { calls: Call[]; isBatch: boolean } | null {
  if (method !== 'GET' || !url.startsWith(PREFIX) || headers['trpc-accept'] !== undefined) return null;
  const path = pathOf(url);
  const names = path.slice(PREFIX.length);
  if (!NAMES.test(names)) return null;
  if (path.length === url.length) {
    return names.includes(',') ? null : { calls: [{ path: names, input: undefined }], isBatch: false };
  }

  const parameters = [...new URLSearchParams(url.slice(path.length + 1))];
  const given = new Map(parameters);
  const isBatch = given.get('batch') === '1';
  if (given.size !== parameters.length || given.size !== (isBatch ? 1 : 0) + (given.has('input') ? 1 : 0))
    return null;
  const paths = isBatch ? names.split(',') : [names];
  if (paths.length > TRPC_MAX_BATCH || paths.some((name) => name.includes(','))) return null;
  const inputs = readJson(given.get('input'));
  if (inputs === INVALID) return null;
  if (!isBatch) return { calls: [{ path: names, input: inputs }], isBatch };
  if (inputs !== undefined && (typeof inputs !== 'object' || inputs === null || Array.isArray(inputs)))
    return null;
  const byPosition = new Map(Object.entries(inputs ?? {}));
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
