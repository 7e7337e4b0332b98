import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createHttpServer, type HttpServer } from './http-server.ts';

const portOf = ({ server }: HttpServer): number => (server.address() as AddressInfo).port;

describe('the HTTP server', () => {
  it('says which port is taken', async () => {
    const first = createHttpServer();
    await first.listen(0, '127.0.0.1');
    const port = portOf(first);

    await expect(createHttpServer().listen(port, '127.0.0.1')).rejects.toMatchObject({
      code: 'EADDRINUSE',
      port,
    });
    await first.close();
  });

  it('lets a request under way finish when it closes, and takes no new one', async () => {
    const http = createHttpServer();
    let answer = (): void => undefined;
    http.server.on('request', (_request, response) => {
      answer = () => response.end('finished');
    });
    await http.listen(0, '127.0.0.1');
    const port = portOf(http);
    const idle = net.connect(port, '127.0.0.1');
    const asked = once(http.server, 'request');
    const answered = fetch(`http://127.0.0.1:${port}/`);
    await asked;

    const closed = http.close();
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
    answer();

    expect(await (await answered).text()).toBe('finished');
    await closed;
    idle.destroy();
  });

  it('does not wait for ever for a request that does not end', async () => {
    const http = createHttpServer();
    await http.listen(0, '127.0.0.1');
    const port = portOf(http);
    const asked = once(http.server, 'request');
    const answered = fetch(`http://127.0.0.1:${port}/`).catch((error: unknown) => error);
    await asked;

    await http.close();

    expect(await answered).toBeInstanceOf(Error);
  });
});
