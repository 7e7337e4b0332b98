import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts a server until the end of the test. Returns its address. */
export async function serve(answer: (...request: Parameters<RequestListener>) => unknown): Promise<string> {
  const server = createServer((req, res) => void answer(req, res));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}
