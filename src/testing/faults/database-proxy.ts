import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { MongoClient } from 'mongodb';

/** OP_MSG: header 16, flags 4, kind 1, length 4, type of the first element 1. */
const COMMAND_NAME_AT = 26;

const SHORT_WAIT_MS = 300;
const LONG_WAIT_MS = 30_000;

export type DatabaseProxy = Awaited<ReturnType<typeof startDatabaseProxy>>;

/** A proxy to a database that a test can cut and restore at any time. */
export async function startDatabaseProxy(targetUri: string) {
  const connectToTarget = connectorTo(targetUri);
  const open = new Set<Socket>();
  let stalled: (() => void)[] | null = null;
  let stalledCommand: string | null = null;
  const server = createServer((incoming) => {
    const outgoing = connectToTarget();
    outgoing.pipe(incoming);
    incoming.on('data', (message: Buffer) => {
      if (stalled && isStalled(message, stalledCommand)) stalled.push(() => outgoing.write(message));
      else outgoing.write(message);
    });
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(one);
      // Either end may break at any time.
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
  /** Breaks all connections and refuses new ones, as when the database's machine is down. */
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
    });
  return {
    uri: `mongodb://127.0.0.1:${port}/?directConnection=true`,
    cut,
    /** Commands (or only these) arrive but do not run, except `hello`, as when the database is stuck. */
    stall(command?: string): void {
      stalled ??= [];
      stalledCommand = command ?? null;
    },
    /**
     * How long a request of a test's app waits: shortly while the proxy is cut or stalled. A command that was
     * given up still waits in the driver, and runs when the proxy is restored soon. A test that goes on after
     * that keeps the product's time.
     */
    waitMs: () => (stalled !== null || !server.listening ? SHORT_WAIT_MS : LONG_WAIT_MS),
    /** Accepts connections again and runs the stalled commands. Does nothing otherwise. */
    async restore(): Promise<void> {
      for (const pass of stalled?.splice(0) ?? []) pass();
      stalled = null;
      if (!server.listening) await listen(port);
    },
    close: () => (server.listening ? cut() : Promise.resolve()),
  };
}

/** Returns a function that opens connections to the first host of the URI. */
export function connectorTo(uri: string): () => Socket {
  // The driver parses the URI. It does not connect here.
  const target = new MongoClient(uri).options.hosts[0];
  if (!target) throw new Error('the connection string names no host');
  const { socketPath, host = 'localhost', port = 27017 } = target;
  return () => (socketPath === undefined ? connect({ host, port }) : connect(socketPath));
}

/** The driver sends one message at a time on a connection. Its body starts with the command's name. */
function isStalled(message: Buffer, command: string | null): boolean {
  const name = message.toString('latin1', COMMAND_NAME_AT, message.indexOf(0, COMMAND_NAME_AT));
  return command === null ? !/^(hello|ismaster)$/i.test(name) : name === command;
}
