import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
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

  it('goes on listening while it drains, and each answer closes its connection', async () => {
    const http = createHttpServer();
    const answers: ServerResponse[] = [];
    http.server.on('request', (_request, response) => answers.push(response));
    await http.listen(0, '127.0.0.1');
    const port = portOf(http);
    const ask = () => fetch(`http://127.0.0.1:${port}/`);
    const send = async () => {
      await expect.poll(() => answers.length).toBeGreaterThan(0);
      // The fast path gives all headers at once.
      answers.pop()?.writeHead(200, ['Content-Length', '2']).end('ok');
    };
    const before = ask();
    await send();
    const running = ask();
    await expect.poll(() => answers.length).toBe(1);

    expect(http.isDraining()).toBe(false);
    await http.drain(0);
    expect(http.isDraining()).toBe(true);
    await send();
    const later = ask();
    await send();

    const connections = (await Promise.all([before, running, later])).map(({ headers }) =>
      headers.get('connection'),
    );
    expect(connections).toEqual(['keep-alive', 'close', 'close']);
    await http.close();
    await expect(ask()).rejects.toThrow();
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
