import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '../../src/testing/run/listen.ts';
import { openConnection, readAnswer } from './http-connection.ts';

const whole = 'HTTP/1.1 200 OK\r\nX-A: b\r\nContent-Length: 5\r\n\r\nhello';
const chunked =
  'HTTP/1.1 401 No\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nA\r\n, chunks 1\r\n0\r\n\r\n';

describe('an answer', () => {
  it.each([
    [whole, { status: 200, body: 'hello', length: whole.length }],
    [chunked, { status: 401, body: 'hello, chunks 1', length: chunked.length }],
  ])('is read once all of it is there', (text, expected) => {
    for (let cut = 0; cut < text.length; cut++)
      expect([cut, readAnswer(text.slice(0, cut))]).toEqual([cut, null]);
    const answer = { ...expected, head: text.slice(0, text.indexOf('\r\n\r\n')) };
    expect(readAnswer(text)).toEqual(answer);
    expect(readAnswer(`${text}HTTP/1.1`)).toEqual(answer);
  });

  it.each([
    'SSH-2.0-server\r\n\r\n',
    'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nnothing\r\n',
  ])('without a known end is refused', (text) => {
    expect(() => readAnswer(text)).toThrow(Error);
  });
});

describe('a connection', () => {
  async function connectTo(listener: Parameters<typeof listen>[0]) {
    const { port, close } = await listen(listener);
    onTestFinished(close);
    return openConnection(port);
  }

  it('is reused', async () => {
    const ports = new Set<number | undefined>();
    const connection = await connectTo((request, response) => {
      ports.add(request.socket.remotePort);
      response.write('you asked for ');
      setImmediate(() => response.end(request.url));
    });
    const bodies: string[] = [];
    for (const path of ['/a', '/b', '/c'])
      bodies.push((await connection.send(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)).body);
    connection.close();
    expect(bodies).toEqual(['you asked for /a', 'you asked for /b', 'you asked for /c']);
    expect(ports.size).toBe(1);
  });

  it('rejects when the server closes it', async () => {
    const connection = await connectTo((request) => request.socket.destroy());
    await expect(connection.send('GET / HTTP/1.1\r\nhost: x\r\n\r\n')).rejects.toThrow('closed');
    await expect(connection.send('GET / HTTP/1.1\r\nhost: x\r\n\r\n')).rejects.toThrow('closed');
  });
});
