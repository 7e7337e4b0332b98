import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createHttpServer, type HttpServer } from './http-server.ts';

const portOf = ({ server }: HttpServer): number => (server.address() as AddressInfo).port;

describe('the HTTP server', () => {
  it('rejects with the port when it is in use', async () => {
    const first = createHttpServer();
    await first.listen(0, '127.0.0.1');
    const port = portOf(first);

    await expect(createHttpServer().listen(port, '127.0.0.1')).rejects.toMatchObject({
      code: 'EADDRINUSE',
      port,
    });
    await first.close();
  });

  it('finishes running requests and refuses new ones when it closes', async () => {
    const http = createHttpServer();
    let sendAnswer = (): void => undefined;
    http.server.on('request', (_request, response) => {
      sendAnswer = () => response.end('finished');
    });
    await http.listen(0, '127.0.0.1');
    const port = portOf(http);
    const idle = net.connect(port, '127.0.0.1');
    const received = once(http.server, 'request');
    const answerPromise = fetch(`http://127.0.0.1:${port}/`);
    await received;

    const closed = http.close();
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
    sendAnswer();

    expect(await (await answerPromise).text()).toBe('finished');
    await closed;
    idle.destroy();
  });

  it('closes although a request does not end', async () => {
    const http = createHttpServer();
    await http.listen(0, '127.0.0.1');
    const port = portOf(http);
    const received = once(http.server, 'request');
    const answerPromise = fetch(`http://127.0.0.1:${port}/`).catch((error: unknown) => error);
    await received;

    await http.close();

    expect(await answerPromise).toBeInstanceOf(Error);
  });
});
