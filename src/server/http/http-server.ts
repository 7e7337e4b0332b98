import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';

/** A complete request, with its body, must arrive within this time. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
/** Longer than the usual 60 s of load balancers, so that they close idle connections, not the server. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/**
 * Running requests may take this long to finish when the server closes. The budget for the database is
 * shorter.
 */
const FINISH_WITHIN_MS = 3500;
const DROP_IDLE_EVERY_MS = 20;

export interface HttpServer {
  /** Set the application with `server.on('request', app)`. */
  readonly server: Server;
  /**
   * @param host `null`: all addresses of the machine
   * @throws Node's error with `code: 'EADDRINUSE'` and `port` when the port is in use
   */
  listen(port: number, host: string | null): Promise<void>;
  /**
   * Accepts no new connections, lets running requests finish for a while, and then closes all connections.
   */
  close(): Promise<void>;
}

export function createHttpServer(): HttpServer {
  const server = createServer({
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  });
  // Browsers open connections in advance. Node does not count a connection without a request as idle, so
  // closing would wait for it.
  const unusedSockets = new Set<Socket>();
  server.on('connection', (socket) => {
    unusedSockets.add(socket);
    socket.once('close', () => unusedSockets.delete(socket));
  });
  server.on('request', (request) => unusedSockets.delete(request.socket));

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
    async close() {
      for (const socket of unusedSockets) socket.destroy();
      // Node keeps a connection open after an answer, also while the server closes.
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

/**
 * Listens for a moment, before migrations, demo providers and Vite start: Vite prints a stack when it is closed while it starts.
 * @throws as `listen`
 */
export async function requireFreePort(port: number, host: string | null): Promise<void> {
  const server = createHttpServer();
  await server.listen(port, host);
  await server.close();
}
