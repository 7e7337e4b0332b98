import { BSON, Decimal128, Double, Int32, Long, ObjectId, Timestamp } from 'mongodb';
import { expect, test } from 'vitest';
import {
  CHECKSUM_PRESENT,
  EXHAUST_ALLOWED,
  readBody,
  readMessage,
  splitMessages,
  withoutFields,
  writeMessage,
  writeReply,
} from './wire-messages.ts';

const bytesOf = (document: object) => Buffer.from(BSON.serialize(document));
const DOCUMENTS = [bytesOf({ _id: 1 }), bytesOf({ _id: 2, name: 'Ada' })];
const INSERT = {
  requestId: 7,
  flags: EXHAUST_ALLOWED,
  body: bytesOf({ insert: 'rows', $db: 'foyer' }),
  sequences: new Map([['documents', DOCUMENTS]]),
};

test('a message is read as it was written, with its sections of documents', () => {
  const { opCode: _always, ...read } = readMessage(writeMessage(INSERT));
  expect(read).toEqual(INSERT);
});

test('a checksum is left out', () => {
  const message = writeMessage(INSERT);
  const checked = Buffer.concat([message, Buffer.from('abcd')]);
  checked.writeInt32LE(checked.length, 0);
  checked.writeInt32LE(INSERT.flags | CHECKSUM_PRESENT, 16);
  const read = readMessage(checked);
  expect([read.body, read.sequences]).toEqual([INSERT.body, INSERT.sequences]);
  expect(writeMessage(read)).toEqual(message);
});

test('messages are found in any parts of the bytes of a connection', () => {
  const one = writeMessage(INSERT);
  const bytes = Buffer.concat([one, one, one]);
  for (const size of [1, 15, one.length + 3, bytes.length]) {
    const found: Buffer[] = [];
    const receive = splitMessages((message) => found.push(message));
    for (let at = 0; at < bytes.length; at += size) receive(bytes.subarray(at, at + size));
    expect(found).toEqual([one, one, one]);
  }
});

test('fields are left out, and the others keep their types', () => {
  const kept = {
    a: new Long(1),
    b: new Double(1),
    c: new Int32(1),
    d: Decimal128.fromString('1.10'),
    e: { lsid: [new ObjectId(), /x/i, null] },
    f: new Timestamp({ t: 1, i: 2 }),
    é: 'ü',
  };
  const document = bytesOf({ lsid: { id: 1 }, ...kept, txnNumber: new Long(3) });
  expect(withoutFields(document, new Set(['lsid', 'txnNumber']))).toEqual(bytesOf(kept));
});

test('a reply has the form of its request, and promises no further reply', () => {
  const ok = bytesOf({ ok: 1 });
  const reply = writeReply(readMessage(writeMessage(INSERT)), ok);
  expect(readMessage(reply)).toMatchObject({ body: ok, flags: 0 });
  expect(reply.readInt32LE(8)).toBe(INSERT.requestId);

  // OP_QUERY, which the driver sends first: flags, the collection, and two numbers come before the document.
  const fields = Buffer.concat([Buffer.alloc(4), Buffer.from('admin.$cmd\0'), Buffer.alloc(8)]);
  const query = Buffer.concat([Buffer.alloc(16), fields, bytesOf({ isMaster: 1 })]);
  query.writeInt32LE(query.length, 0);
  query.writeInt32LE(9, 4);
  query.writeInt32LE(2004, 12);
  const first = readMessage(query);
  expect(readBody(first)).toEqual({ isMaster: 1 });
  const old = writeReply(first, ok);
  expect([old.readInt32LE(12), old.readInt32LE(8), readBody(readMessage(old))]).toEqual([1, 9, { ok: 1 }]);
});
