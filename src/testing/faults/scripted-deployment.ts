import { createServer, type AddressInfo, type Socket } from 'node:net';
import { BSON, type Document } from 'mongodb';
import { readBody, readMessage, splitMessages, writeReply } from './wire-messages.ts';

type DeploymentKind = 'standalone' | 'replica set' | 'sharded cluster';
export type ScriptedDeployment = Awaited<ReturnType<typeof startScriptedDeployment>>;

const OWN_COMMANDS = new Set(['hello', 'ismaster', 'isMaster', 'ping', 'endSessions']);

/** A fake MongoDB server of any kind. It accepts all commands without running them. */
export async function startScriptedDeployment(kind: DeploymentKind) {
  let current = kind;
  /** Without the driver's own ones. */
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
    const receive = splitMessages((bytes) => {
      const message = readMessage(bytes);
      socket.write(writeReply(message, BSON.serialize(answerTo(readBody(message)))));
    });
    socket.on('data', receive);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const breakConnections = () => {
    for (const socket of sockets) socket.destroy();
  };

  return {
    uri: `mongodb://${address}/foyer?directConnection=true`,
    commands,
    /** Changes the server's kind and breaks the connections, as a restart does. */
    become(next: DeploymentKind): void {
      current = next;
      breakConnections();
    },
    answer: (command: string, answer: Document): void => void answers.set(command, answer),
    answerOnce: (command: string, answer: Document): void => void singleAnswers.set(command, answer),
    async [Symbol.asyncDispose]() {
      breakConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

// https://github.com/mongodb/specifications/blob/master/source/server-discovery-and-monitoring
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
