import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';

/** A whole request, its body included, must be here by then. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
/** Longer than the usual 60 s of load balancers, so that they are the ones to close an idle connection. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** Requests under way may take this long to finish when the server closes; a database call is bounded below it. */
const FINISH_WITHIN_MS = 3500;
const DROP_IDLE_EVERY_MS = 20;

export interface HttpServer {
  /** Give it its application by `server.on('request', app)`. */
  readonly server: Server;
  /**
   * @param host `null`: every address of the machine
   * @throws Node's own error, with `code: 'EADDRINUSE'` and `port` when somebody else listens there
   */
  listen(port: number, host: string | null): Promise<void>;
  /** Takes no new connection, lets requests under way finish for a while, and then cuts what is left. */
  close(): Promise<void>;
}

export function createHttpServer(): HttpServer {
  const server = createServer({
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  });
  // Browsers connect ahead of need. To Node a connection without a request yet is not idle, so closing would wait for it.
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', (request) => unused.delete(request.socket));

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
      for (const socket of unused) socket.destroy();
      // A connection that was answered while the server closes is kept alive by Node, as if another request could follow.
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
