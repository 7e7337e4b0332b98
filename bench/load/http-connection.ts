import { connect } from 'node:net';

export interface HttpAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
  readonly length: number;
}

const END_OF_HEAD = '\r\n\r\n';

/**
 * Parses the answer at the beginning of `text` (latin1: one character per byte); `null` while incomplete.
 * @throws when the answer is no HTTP/1.1 or its end cannot be determined (RFC 9112 6.3)
 */
export function readAnswer(text: string): HttpAnswer | null {
  const endOfHead = text.indexOf(END_OF_HEAD);
  if (endOfHead === -1) return null;
  const head = text.slice(0, endOfHead);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
  if (!status) throw new Error(`no HTTP answer: ${head.slice(0, 80)}`);
  const start = endOfHead + END_OF_HEAD.length;
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) {
    const end = start + Number(length);
    return text.length < end ? null : { status, head, body: text.slice(start, end), length: end };
  }
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return readChunks(text, { status, head }, start);
  throw new Error(`an answer without a length: ${head.slice(0, 200)}`);
}

function readChunks(
  text: string,
  answer: Pick<HttpAnswer, 'status' | 'head'>,
  start: number,
): HttpAnswer | null {
  let body = '';
  for (let at = start; ;) {
    const endOfSize = text.indexOf('\r\n', at);
    if (endOfSize === -1) return null;
    const size = Number.parseInt(text.slice(at, endOfSize), 16);
    if (Number.isNaN(size)) throw new Error('a chunk without a size');
    const end = endOfSize + 2 + size + 2;
    if (text.length < end) return null;
    if (size === 0) return { ...answer, body, length: end };
    body += text.slice(endOfSize + 2, end - 2);
    at = end;
  }
}

export type HttpConnection = Awaited<ReturnType<typeof openConnection>>;

/** One kept-alive connection. It does little, because it shares two cores with the measured server. */
export async function openConnection(port: number) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let received = '';
  let waiting: { resolve: (answer: HttpAnswer) => void; reject: (error: Error) => void } | null = null;
  let closed: Error | null = null;

  const fail = (error: Error) => {
    closed ??= error;
    waiting?.reject(error);
    waiting = null;
    socket.destroy();
  };
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    received = received === '' ? chunk : received + chunk;
    try {
      const answer = readAnswer(received);
      if (answer === null) return;
      if (!waiting || answer.length !== received.length) throw new Error('more came than was asked for');
      received = '';
      const { resolve } = waiting;
      waiting = null;
      resolve(answer);
    } catch (error) {
      fail(error as Error);
    }
  });
  socket.on('close', () => fail(new Error('the server closed the connection')));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  socket.on('error', fail);

  return {
    /** @param raw the complete request, head and body */
    send: (raw: string) =>
      new Promise<HttpAnswer>((resolve, reject) => {
        if (closed) return reject(closed);
        waiting = { resolve, reject };
        socket.write(raw);
      }),
    close: () => void socket.destroy(),
  };
}
