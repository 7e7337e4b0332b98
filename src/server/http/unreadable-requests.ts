import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ERRORS, type ErrorCode } from '../../shared/errors/catalogue.ts';
import type { RefusalData } from '../../shared/errors/error-data.ts';

type Answer = readonly [status: number, code: ErrorCode];

const MALFORMED: Answer = [400, 'MALFORMED_REQUEST'];
/** By the code of Node's parser. The catalogue has no code for each of these statuses. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  HPE_HEADER_OVERFLOW: [431, 'PAYLOAD_TOO_LARGE'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'PAYLOAD_TOO_LARGE'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'MALFORMED_REQUEST'],
};

interface UnreadableRequest {
  readonly requestId: string;
  readonly status: number;
  readonly code: ErrorCode;
  readonly reason: string;
}

/**
 * Answers a request that could not be parsed, and closes its connection. Returns `null` when nobody waits for
 * an answer: the connection broke, or nothing was sent on it, because browsers open connections in advance.
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): UnreadableRequest | null {
  const reason = error.code ?? 'unknown';
  const answer = ANSWERS[reason] ?? (reason.startsWith('HPE_') ? MALFORMED : null);
  if (answer === null || !socket.writable || (socket instanceof Socket && socket.bytesRead === 0)) {
    socket.destroy();
    return null;
  }
  const [status, code] = answer;
  const requestId = randomUUID();
  const data: RefusalData = { appCode: code, requestId };
  const body = JSON.stringify({ error: { message: ERRORS[code].message, data } });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Cache-Control: no-store',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  return { requestId, status, code, reason };
}
