import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { MongoClient } from 'mongodb';

/** OP_MSG: header 16, flags 4, kind 1, length 4, type of the first element 1. */
const COMMAND_NAME_AT = 26;

export interface DatabaseProxy {
  /** For the driver; leads to the same database as long as the way is not cut. */
  readonly uri: string;
  /** From now on every connection is broken and none is taken, as when the database's machine is gone. */
  cut(): Promise<void>;
  /** From now on commands arrive and nothing is done, as when the database's process is stopped. It goes on saying that it is there. */
  stall(): void;
  /** Takes connections again, and lets through what has stalled; nothing to do when it was neither cut nor stalled. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** A way to a database that can be cut and mended while somebody uses it. */
export async function startDatabaseProxy(targetUri: string): Promise<DatabaseProxy> {
  // The driver reads what a connection string means; nothing is connected here.
  const target = new MongoClient(targetUri).options.hosts[0];
  if (!target) throw new Error('the connection string names no host');
  const open = new Set<Socket>();
  let stalled: (() => void)[] | null = null;
  const server = createServer((incoming) => {
    const outgoing =
      target.socketPath === undefined
        ? connect({ host: target.host ?? 'localhost', port: target.port ?? 27017 })
        : connect(target.socketPath);
    outgoing.pipe(incoming);
    incoming.on('data', (message: Buffer) => {
      if (stalled && !isHello(message)) stalled.push(() => outgoing.write(message));
      else outgoing.write(message);
    });
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(one);
      // Either end may break at any time: that is what it is for.
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
    });
  return {
    uri: `mongodb://127.0.0.1:${port}/?directConnection=true`,
    cut,
    stall: () => void (stalled ??= []),
    async restore() {
      for (const pass of stalled?.splice(0) ?? []) pass();
      stalled = null;
      if (!server.listening) await listen(port);
    },
    close: () => (server.listening ? cut() : Promise.resolve()),
  };
}

/** The driver sends one message at a time over a connection, and the command's name is the first thing in its body. */
function isHello(message: Buffer): boolean {
  return /^(hello|ismaster)\0/i.test(message.toString('latin1', COMMAND_NAME_AT, COMMAND_NAME_AT + 10));
}
