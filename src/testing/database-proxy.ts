import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { MongoClient } from 'mongodb';

export interface DatabaseProxy {
  /** For the driver; leads to the same database as long as the way is not cut. */
  readonly uri: string;
  /** From now on every connection is broken and none is taken, as when the database's machine is gone. */
  cut(): Promise<void>;
  /** Takes connections again; nothing to do when it was not cut. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** A way to a database that can be cut and mended while somebody uses it. */
export async function startDatabaseProxy(targetUri: string): Promise<DatabaseProxy> {
  // The driver reads what a connection string means; nothing is connected here.
  const target = new MongoClient(targetUri).options.hosts[0];
  if (!target) throw new Error('the connection string names no host');
  const open = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing =
      target.socketPath === undefined
        ? connect({ host: target.host ?? 'localhost', port: target.port ?? 27017 })
        : connect(target.socketPath);
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(one);
      one.pipe(other);
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
    restore: () => (server.listening ? Promise.resolve() : listen(port)),
    close: () => (server.listening ? cut() : Promise.resolve()),
  };
}
