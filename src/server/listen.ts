import { createServer, type Server } from 'node:http';

/** A whole request, its body included, must be here by then. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
/** Longer than the usual 60 s of load balancers, so that they are the ones to close an idle connection. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** Requests under way may take this long to finish when the server closes; a database call is bounded below it. */
const FINISH_WITHIN_MS = 3500;

export function createHttpServer(): Server {
  return createServer({
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  });
}

/**
 * @param host `null`: every address of the machine
 * @throws Node's own error, with `code: 'EADDRINUSE'` and `port` when somebody else listens there
 */
export async function listen(server: Server, port: number, host: string | null): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, ...(host === null ? {} : { host }) }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Takes no new connection, lets requests under way finish for a while, and then cuts what is left. */
export async function closeHttpServer(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), FINISH_WITHIN_MS);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(cut);
}
