import { BSON, type Document } from 'mongodb';

/** https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/ */
export interface WireMessage {
  readonly requestId: number;
  readonly opCode: number;
  readonly flags: number;
  /** One BSON document: command or answer. */
  readonly body: Buffer;
  /** Sections of kind 1 by field: the documents of an insert, or the writes of a bulk. */
  readonly sequences: ReadonlyMap<string, readonly Buffer[]>;
}

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const HEADER_BYTES = 16;
/** OP_REPLY after the header: flags, cursor, first, number of documents. */
const REPLY_FIELDS_BYTES = 20;

/** The sender expects no answer. */
export const MORE_TO_COME = 2;

/** Returns a function for the bytes of a connection that calls `onMessage` with each whole message. */
export function splitMessages(onMessage: (bytes: Buffer) => void): (bytes: Buffer) => void {
  let received: Buffer = Buffer.alloc(0);
  return (bytes) => {
    received = Buffer.concat([received, bytes]);
    while (received.length >= HEADER_BYTES && received.length >= received.readInt32LE(0)) {
      const message = received.subarray(0, received.readInt32LE(0));
      received = received.subarray(message.length);
      onMessage(message);
    }
  };
}

export function readMessage(bytes: Buffer): WireMessage {
  const [requestId, opCode, flags] = [4, 12, HEADER_BYTES].map((at) => bytes.readInt32LE(at)) as [
    number,
    number,
    number,
  ];
  const sequences = new Map<string, readonly Buffer[]>();
  const message = { requestId, opCode, flags, sequences };
  // OP_QUERY (only in the handshake): flags, a name that ends with 0, two numbers.
  if (opCode === OP_QUERY)
    return { ...message, body: documentAt(bytes, bytes.indexOf(0, HEADER_BYTES + 4) + 1 + 8) };
  if (opCode === OP_REPLY) return { ...message, body: documentAt(bytes, HEADER_BYTES + REPLY_FIELDS_BYTES) };
  if (opCode !== OP_MSG) throw new Error(`a message of the unknown kind ${opCode}`);
  let body: Buffer | null = null;
  // The driver sends no checksum after the sections.
  for (let at = HEADER_BYTES + 4; at < bytes.length;) {
    const size = bytes.readInt32LE(at + 1);
    const section = bytes.subarray(at + 1, at + 1 + size);
    if (bytes[at] === 0) body = section;
    else {
      const nameEnd = section.indexOf(0, 4);
      sequences.set(section.toString('utf8', 4, nameEnd), documentsFrom(section, nameEnd + 1));
    }
    at += 1 + size;
  }
  if (!body) throw new Error('a message without a body');
  return { ...message, body };
}

export function writeMessage(message: Omit<WireMessage, 'opCode'>, responseTo = 0): Buffer {
  const head = Buffer.alloc(HEADER_BYTES + 4);
  head.writeInt32LE(message.requestId, 4);
  head.writeInt32LE(responseTo, 8);
  head.writeInt32LE(OP_MSG, 12);
  head.writeInt32LE(message.flags, HEADER_BYTES);
  const sections = [Buffer.of(0), message.body];
  for (const [name, documents] of message.sequences) {
    const content = Buffer.concat([Buffer.from(`${name}\0`), ...documents]);
    sections.push(Buffer.of(1), int32(4 + content.length), content);
  }
  return withLength(Buffer.concat([head, ...sections]));
}

/** The only answer to a request, in the request's form and without flags. */
export function writeReply(request: WireMessage, body: Uint8Array): Buffer {
  const answer = { requestId: 0, flags: 0, body: Buffer.from(body), sequences: new Map<string, Buffer[]>() };
  if (request.opCode === OP_MSG) return writeMessage(answer, request.requestId);
  const head = Buffer.alloc(HEADER_BYTES + REPLY_FIELDS_BYTES);
  head.writeInt32LE(request.requestId, 8);
  head.writeInt32LE(OP_REPLY, 12);
  head.writeInt32LE(1, head.length - 4);
  return withLength(Buffer.concat([head, answer.body]));
}

/** The other fields keep their bytes, because JavaScript has fewer number types than BSON. */
export function withoutFields(document: Buffer, names: ReadonlySet<string>): Buffer {
  const kept: Buffer[] = [];
  for (const [, nameAt, nameLength, valueAt, valueLength] of BSON.onDemand.parseToElements(document)) {
    // The byte before the name is the type.
    if (!names.has(document.toString('utf8', nameAt, nameAt + nameLength)))
      kept.push(document.subarray(nameAt - 1, valueAt + valueLength));
  }
  const fields = Buffer.concat(kept);
  return Buffer.concat([int32(4 + fields.length + 1), fields, Buffer.of(0)]);
}

export function readBody({ body }: WireMessage): Document {
  return BSON.deserialize(body);
}

function documentAt(bytes: Buffer, at: number): Buffer {
  return bytes.subarray(at, at + bytes.readInt32LE(at));
}

function documentsFrom(bytes: Buffer, start: number): Buffer[] {
  const documents: Buffer[] = [];
  for (let at = start; at < bytes.length; at += bytes.readInt32LE(at)) documents.push(documentAt(bytes, at));
  return documents;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

function withLength(message: Buffer): Buffer {
  message.writeInt32LE(message.length, 0);
  return message;
}
