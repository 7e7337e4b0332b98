import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server on a free port of this machine, or on this port of this address of it. */
export async function startLocalServer(listener: RequestListener, host = '127.0.0.1', wanted = 0) {
  const server = createServer(listener).listen(wanted, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { server, port, origin: `http://${host}:${port}`, close, [Symbol.asyncDispose]: close };
}
