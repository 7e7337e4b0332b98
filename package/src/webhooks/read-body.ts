import { WebhookError } from './webhook-error.ts';

/** A Fetch `Request`, a Node `IncomingMessage`, or a request of Express or Fastify. */
export type WebhookRequest =
  | Request
  | {
      readonly headers: Readonly<Record<string, string | string[] | undefined>>;
      /** The unparsed body, where the framework has read it. */
      readonly body?: unknown;
      /** The unparsed body beside a parsed one: NestJS, Cloud Functions, `fastify-raw-body`. */
      readonly rawBody?: unknown;
    };

/** Foyer sends 20 kB at most. The limit protects the memory from unknown callers. */
const BODY_MAX_BYTES = 64 * 1024;

/** Throws `BODY_TOO_LARGE`, and `BODY_UNREADABLE` for a parsed body. */
export async function readBody(request: WebhookRequest): Promise<Uint8Array> {
  if (isFetchRequest(request)) {
    if (request.bodyUsed) throw new WebhookError('BODY_UNREADABLE');
    return readStream(request.body);
  }
  const given = request.rawBody ?? request.body;
  if (typeof given === 'string') return collect([new TextEncoder().encode(given)]);
  if (given instanceof Uint8Array) return collect([given]);
  // The signed bytes are lost.
  if (given !== undefined && given !== null) throw new WebhookError('BODY_UNREADABLE');
  if (!isNodeStream(request) || request.readableDidRead) throw new WebhookError('BODY_UNREADABLE');
  return collect(request);
}

function isFetchRequest(request: WebhookRequest): request is Request {
  return 'bodyUsed' in request && typeof request.arrayBuffer === 'function';
}

/** The used part of Node's `IncomingMessage`, so that Node's types are optional. */
interface NodeStream extends AsyncIterable<Uint8Array> {
  readonly readableDidRead: boolean;
}
function isNodeStream(request: object): request is NodeStream {
  return 'readableDidRead' in request && Symbol.asyncIterator in request;
}

async function readStream(stream: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  if (!stream) return new Uint8Array();
  const reader = stream.getReader();
  try {
    return await collect({
      async *[Symbol.asyncIterator]() {
        for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
      },
    });
  } catch (error) {
    await reader.cancel();
    throw error;
  }
}

async function collect(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > BODY_MAX_BYTES) throw new WebhookError('BODY_TOO_LARGE');
    parts.push(chunk);
  }
  const body = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    body.set(part, offset);
    offset += part.length;
  }
  return body;
}
