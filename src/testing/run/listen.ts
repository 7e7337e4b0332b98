import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Listener = Awaited<ReturnType<typeof listen>>;

/** Starts a server of this machine, by default on a free port. */
export async function listen(
  answer: (...request: Parameters<RequestListener>) => unknown,
  { host = '127.0.0.1', port: wanted = 0 } = {},
) {
  const server = createServer((req, res) => void answer(req, res)).listen(wanted, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { server, port, url: `http://${host}:${port}`, close, [Symbol.asyncDispose]: close };
}
