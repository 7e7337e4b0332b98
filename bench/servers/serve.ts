import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MongoClient, type Db } from 'mongodb';

/** The message of a peer's server to its parent when it listens. */
export interface Listening {
  readonly type: 'listening';
  readonly port: number;
}

/** Connects to the database of the environment, listens on a free loopback port and reports the port. */
export async function serve(
  create: (parts: { db: Db; mongo: MongoClient; origin: string; secret: string }) => RequestListener,
): Promise<void> {
  const { BENCH_MONGODB_URI, BENCH_SECRET } = process.env;
  if (!BENCH_MONGODB_URI || !BENCH_SECRET || !process.send) throw new Error('`npm run bench` starts this');
  const mongo = await new MongoClient(BENCH_MONGODB_URI).connect();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1' }, resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  server.on('request', create({ db: mongo.db(), mongo, origin, secret: BENCH_SECRET }));
  process.send({ type: 'listening', port } satisfies Listening);
}
