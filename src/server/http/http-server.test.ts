import { once } from 'node:events';
import { Agent, get, type ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../log/log.ts';
import { HEADERS_MAX_BYTES, createHttpServer, type HttpServer } from './http-server.ts';

async function listen(http: HttpServer): Promise<number> {
  await http.listen(0, '127.0.0.1');
  return (http.server.address() as AddressInfo).port;
}

function createLines() {
  const lines: object[] = [];
  const write = (line: string) => lines.push(JSON.parse(line) as object);
  return { lines, log: createLogger({ logLevel: 'info' }, { write }) };
}

describe('the HTTP server', () => {
  it('rejects with the port when it is in use', async () => {
    const first = createHttpServer();
    const port = await listen(first);

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
    const port = await listen(http);
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
    const port = await listen(http);
    const ask = () => fetch(`http://127.0.0.1:${port}/`);
    const send = async () => {
      await expect.poll(() => answers.length).toBeGreaterThan(0);
      // The fast path passes all headers in one call.
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
    await expect(ask()).rejects.toThrow('fetch failed');
  });

  it('closes although a request does not end', async () => {
    const http = createHttpServer();
    const port = await listen(http);
    const received = once(http.server, 'request');
    const answerPromise = fetch(`http://127.0.0.1:${port}/`).catch((error: unknown) => error);
    await received;

    await http.close();

    expect(await answerPromise).toBeInstanceOf(Error);
  });

  it('answers headers that are too large with 431, and what is no HTTP with 400, as other errors', async () => {
    const { log, lines } = createLines();
    const http = createHttpServer({ maxConnections: 10, log });
    const port = await listen(http);
    const send = async (text: string) => {
      const socket = net.connect(port, '127.0.0.1');
      socket.write(text);
      let answer = '';
      for await (const part of socket.setEncoding('utf8')) answer += part as string;
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      const [, status] = head.split(' ');
      expect(head).toContain('Connection: close');
      return { status, body: JSON.parse(body) as unknown };
    };

    const large = await send(`GET / HTTP/1.1\r\nHost: a\r\nCookie: ${'x'.repeat(HEADERS_MAX_BYTES)}\r\n\r\n`);
    const malformed = await send('HELO\r\n\r\n');

    const bodyOf = (message: string, appCode: string) => ({
      error: { message, data: { appCode, requestId: expect.stringMatching(/^[\da-f-]{36}$/) } },
    });
    expect(large).toEqual({ status: '431', body: bodyOf('The request is too large.', 'PAYLOAD_TOO_LARGE') });
    expect(malformed).toEqual({
      status: '400',
      body: bodyOf('The request could not be read.', 'MALFORMED_REQUEST'),
    });
    expect(lines).toMatchObject([
      { msg: 'request could not be read', status: 431, reason: 'HPE_HEADER_OVERFLOW' },
      { msg: 'request could not be read', status: 400, code: 'MALFORMED_REQUEST' },
    ]);
    await http.close();
  });

  it('closes connections beyond the limit, while the others go on', async () => {
    const { log, lines } = createLines();
    const http = createHttpServer({ maxConnections: 1, log });
    http.server.on('request', (_request, response) => response.end('ok'));
    const port = await listen(http);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = () =>
      new Promise<number | undefined>((resolve, reject) => {
        get({ agent, port, host: '127.0.0.1' }, (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode));
        }).on('error', reject);
      });

    expect(await ask()).toBe(200);
    for (let refused = 0; refused < 3; refused++) {
      const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
      await once(socket, 'close');
    }
    expect(await ask()).toBe(200);

    expect(lines).toMatchObject([{ refused: 1, limit: 1 }]);
    agent.destroy();
    await http.close();
  });
});
