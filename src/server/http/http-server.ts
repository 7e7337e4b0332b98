import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '../../shared/limits.ts';
import type { Log } from '../log/log-lines.ts';
import { answerUnreadable } from './unreadable-requests.ts';

/** Includes the first line (Node's parser). A browser's cookies and a JSON Web Token fit. */
export const HEADERS_MAX_BYTES = 16_384;
const HEADERS_TIMEOUT_MS = 10_000;
/** With the body. */
const REQUEST_TIMEOUT_MS = 30_000;
/**
 * Longer than proxies keep an idle connection (nginx 60 s, Traefik 90 s, Caddy 120 s), so that they close it.
 * A request could be lost when the server closes the connection.
 */
const KEEP_ALIVE_TIMEOUT_MS = 130_000;

/** How long running requests may take when the server closes. The budget for the database is shorter. */
const FINISH_WITHIN_MS = 3500;
const LOOK_FOR_LATE_EVERY_MS = 5000;
const DROP_IDLE_EVERY_MS = 20;

export interface HttpServer {
  /** Set the application with `server.on('request', app)`. */
  readonly server: Server;
  /**
   * @param host `null`: all addresses of the machine
   * @throws Node's error with `code: 'EADDRINUSE'` and `port` when the port is in use
   */
  listen(port: number, host: string | null): Promise<void>;
  isDraining(): boolean;
  /**
   * Listens for `delayMs` more, so that load balancers notice. From now on each answer closes its connection
   * (RFC 9112, 9.6), so that the next connection goes to another server.
   */
  drain(delayMs: number): Promise<void>;
  /** Accepts no new connections, lets running requests finish for a while, then closes all connections. */
  close(): Promise<void>;
}

/** Beyond `maxConnections`, Node closes connections without an answer. */
export function createHttpServer(options?: {
  readonly maxConnections: number;
  readonly log: Log;
}): HttpServer {
  const server = createServer({
    maxHeaderSize: HEADERS_MAX_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // Node's default is 30 s.
    connectionsCheckingInterval: LOOK_FOR_LATE_EVERY_MS,
  });
  if (options) limitConnections(server, options);
  let isDraining = false;
  // Browsers open connections in advance. Node does not count them as idle, so closing would wait for them.
  const unusedSockets = new Set<Socket>();
  // By connection: in one set, V8 kept every answer until a full collection (decision 053).
  const openAnswers = new Map<Duplex, ServerResponse[]>();
  server.on('connection', (socket) => {
    unusedSockets.add(socket);
    openAnswers.set(socket, []);
    socket.once('close', () => {
      unusedSockets.delete(socket);
      openAnswers.delete(socket);
    });
  });
  server.on('request', (request, response) => {
    unusedSockets.delete(request.socket);
    const answers = openAnswers.get(request.socket);
    answers?.push(response);
    response.once('close', () => answers?.splice(answers.indexOf(response), 1));
    if (isDraining) closeAfter(response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const hasBegun = openAnswers.get(socket)?.some(({ headersSent }) => headersSent);
    if (hasBegun) return void socket.destroy();
    const line = answerUnreadable(error, socket);
    if (line) options?.log.info(line, 'request could not be read');
  });
  const beginDraining = () => {
    isDraining = true;
    for (const answers of openAnswers.values()) answers.forEach(closeAfter);
  };

  return {
    server,
    async listen(port, host) {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen({ port, ...(host === null ? {} : { host }) }, () => {
          server.off('error', reject);
          resolve();
        });
      });
    },
    isDraining: () => isDraining,
    async drain(delayMs) {
      beginDraining();
      if (delayMs > 0) await sleep(delayMs);
    },
    async close() {
      beginDraining();
      for (const socket of unusedSockets) socket.destroy();
      // A connection stays open after an answer whose headers were sent before closing began.
      const drop = setInterval(() => server.closeIdleConnections(), DROP_IDLE_EVERY_MS);
      const cut = setTimeout(() => server.closeAllConnections(), FINISH_WITHIN_MS);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      clearInterval(drop);
      clearTimeout(cut);
    },
  };
}

function limitConnections(
  server: Server,
  { maxConnections, log }: { readonly maxConnections: number; readonly log: Log },
): void {
  server.maxConnections = maxConnections;
  let refused = 0;
  let reportedAt = -Infinity;
  server.on('drop', () => {
    refused += 1;
    // A flood of connections must not become a flood of lines.
    if (performance.now() < reportedAt + MINUTE_MS) return;
    log.warn({ refused, limit: maxConnections }, 'connections were refused: there are MAX_CONNECTIONS');
    reportedAt = performance.now();
    refused = 0;
  });
}

/** Node then writes `Connection: close`, and closes the connection after the answer. */
function closeAfter(response: ServerResponse): void {
  response.shouldKeepAlive = false;
}

/** Before Vite starts, which prints a stack when it is closed during its start. Throws as `listen`. */
export async function requireFreePort(port: number, host: string | null): Promise<void> {
  const server = createHttpServer();
  await server.listen(port, host);
  await server.close();
}
