import { createServer, type AddressInfo, type Socket } from 'node:net';
import { BSON, type Document } from 'mongodb';

export type DeploymentKind = 'standalone' | 'replica set' | 'sharded cluster';

/** A fake MongoDB server of any kind: it names its kind to the driver and accepts all commands without running them. */
export interface ScriptedDeployment extends AsyncDisposable {
  readonly uri: string;
  /** The received commands, without the driver's own ones. */
  readonly commands: readonly Document[];
  /** Changes the kind of the server and breaks the connections, as a restart does. */
  become(kind: DeploymentKind): void;
  /** Answers this command with this document. */
  answer(command: string, answer: Document): void;
  /** Answers the next such command with this document. */
  answerOnce(command: string, answer: Document): void;
}

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const HEADER_BYTES = 16;
const OWN_COMMANDS = new Set(['hello', 'ismaster', 'isMaster', 'ping', 'endSessions']);

export async function startScriptedDeployment(kind: DeploymentKind): Promise<ScriptedDeployment> {
  let current = kind;
  const commands: Document[] = [];
  const answers = new Map<string, Document>();
  const singleAnswers = new Map<string, Document>();
  const sockets = new Set<Socket>();
  let address = '';

  function answerTo(command: Document): Document {
    const [name = ''] = Object.keys(command);
    if (!OWN_COMMANDS.has(name)) commands.push(command);
    if (/^(hello|ismaster)$/i.test(name)) return describe(current, address);
    const single = singleAnswers.get(name);
    singleAnswers.delete(name);
    return { ok: 1, n: 1, nModified: 1, ...(single ?? answers.get(name)) };
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    let received = Buffer.alloc(0);
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      while (received.length >= HEADER_BYTES && received.length >= received.readInt32LE(0)) {
        const message = received.subarray(0, received.readInt32LE(0));
        received = received.subarray(message.length);
        socket.write(reply(message, answerTo));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const breakConnections = () => {
    for (const socket of sockets) socket.destroy();
  };

  return {
    uri: `mongodb://${address}/foyer?directConnection=true`,
    commands,
    become(next) {
      current = next;
      breakConnections();
    },
    answer: (command, answer) => void answers.set(command, answer),
    answerOnce: (command, answer) => void singleAnswers.set(command, answer),
    async [Symbol.asyncDispose]() {
      breakConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The answer to `hello`: https://github.com/mongodb/specifications/blob/master/source/server-discovery-and-monitoring */
function describe(kind: DeploymentKind, address: string): Document {
  return {
    ok: 1,
    helloOk: true,
    ismaster: true,
    isWritablePrimary: true,
    minWireVersion: 0,
    maxWireVersion: 21,
    maxBsonObjectSize: 16 * 1024 * 1024,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    ...(kind === 'standalone' ? {} : { logicalSessionTimeoutMinutes: 30 }),
    ...(kind === 'replica set'
      ? { setName: 'rs0', hosts: [address], primary: address, me: address, secondary: false }
      : {}),
    ...(kind === 'sharded cluster' ? { msg: 'isdbgrid' } : {}),
  };
}

function reply(message: Buffer, answerTo: (command: Document) => Document): Buffer {
  const requestId = message.readInt32LE(4);
  const isMessage = message.readInt32LE(12) === OP_MSG;
  // OP_MSG: flags and the kind of the first section. OP_QUERY (only in the handshake): flags, a name that ends with 0, two numbers.
  const bodyAt = isMessage ? HEADER_BYTES + 5 : message.indexOf(0, HEADER_BYTES + 4) + 1 + 8;
  // More sections with the writes of a bulk may follow the command.
  const body = message.subarray(bodyAt, bodyAt + message.readInt32LE(bodyAt));
  const answer = BSON.serialize(answerTo(BSON.deserialize(body)));
  // OP_REPLY: flags, cursor, first, and the number of documents, which is one.
  const before = Buffer.alloc(HEADER_BYTES + (isMessage ? 5 : 20));
  if (!isMessage) before.writeInt32LE(1, HEADER_BYTES + 16);
  before.writeInt32LE(before.length + answer.length, 0);
  before.writeInt32LE(requestId, 8);
  before.writeInt32LE(message.readInt32LE(12) === OP_QUERY ? OP_REPLY : OP_MSG, 12);
  return Buffer.concat([before, answer]);
}
