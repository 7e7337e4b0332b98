import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { BSON, ObjectId, type Binary, type Document } from 'mongodb';
import { connectorTo } from './database-proxy.ts';
import { WRITE_COMMANDS } from './faults.ts';
import {
  MORE_TO_COME,
  readBody,
  readMessage,
  splitMessages,
  withoutFields,
  writeMessage,
  writeReply,
  type WireMessage,
} from './wire-messages.ts';

/** Errors of a member that is not the primary, or no longer. */
export const NOT_PRIMARY_ERRORS = {
  10107: 'NotWritablePrimary',
  11602: 'InterruptedDueToReplStateChange',
  189: 'PrimarySteppedDown',
  91: 'ShutdownInProgress',
} as const;
export type NotPrimaryCode = keyof typeof NOT_PRIMARY_ERRORS;

/** The command does not run: the member is not the primary, or the connection breaks. */
export type FaultBefore = NotPrimaryCode | 'cut';

/**
 * The command runs.
 * - `reply-cut`: the connection breaks before the answer.
 * - `interrupted`: the answer says that a failover came before a majority has the write.
 * - `given-up`: the connection breaks before the answer, and again at the repetition.
 * - `late`: the answer comes after the driver stopped waiting.
 */
export type FaultAfter = 'reply-cut' | 'interrupted' | 'given-up' | 'late';

export interface WireCommand {
  readonly name: string;
  readonly collections: readonly string[];
  /** From 1, counted from `arm`. */
  readonly position: number;
  readonly isWrite: boolean;
  /** Whether the driver repeats it after a failover: some reads, and writes of one document each. */
  readonly isRepeatable: boolean;
}

export interface FaultPlan {
  before?(command: WireCommand): FaultBefore | null;
  /** Called after each command. `hasChanged`: it changed documents. */
  after?(command: WireCommand, hasChanged: boolean): FaultAfter | null;
}

export type FailoverProxy = Awaited<ReturnType<typeof startFailoverProxy>>;

/** The last numbered write of a session. A replica set knows only that, too. */
interface NumberedWrite {
  readonly txnNumber: number;
  answer: Promise<Buffer> | null;
  isGivenUp: boolean;
}

const SET_NAME = 'rs0';
/** The reads that the driver repeats. `getMore` is none of them. */
const REPEATED_READS = new Set(['find', 'aggregate', 'count', 'distinct']);
/** A standalone server refuses these fields. */
const REPLICA_SET_FIELDS: ReadonlySet<string> = new Set(['lsid', 'txnNumber', '$clusterTime']);
const RETRYABLE = { errorLabels: ['RetryableWriteError'] };
/** By default, the driver waits 500 ms between two looks for the primary. */
const LOOK_AGAIN_MS = 10;

/**
 * A proxy that shows a standalone server as the primary of a replica set with one member, so that the driver
 * repeats writes. As a replica set does, it recognises them by session and number, and repeats its answer.
 */
export async function startFailoverProxy(targetUri: string) {
  const connectToTarget = connectorTo(targetUri);
  const open = new Set<Socket>();
  const writes = new Map<string, NumberedWrite>();
  let armed: { plan: FaultPlan; commands: WireCommand[] } | null = null;
  let term = 1;
  let address = '';

  /** Returns the answer's body. `null`: the connection breaks. */
  async function answer(request: WireMessage, run: RunMessage, closed: Promise<unknown>) {
    const command = readBody(request);
    const [name = ''] = Object.keys(command);
    if (/^(hello|ismaster)$/i.test(name)) return BSON.serialize(describe(readHello(await run(HELLO))));
    // The driver ends its sessions on close. A standalone server may have none.
    if (name === 'endSessions') return BSON.serialize({ ok: 1 });

    const numbered = numberOf(command);
    const known = numbered && writes.get(numbered.session);
    const isRepeated = known?.txnNumber === numbered?.txnNumber;
    if (known && isRepeated) {
      if (known.isGivenUp) return null;
      return known.answer ?? runWrite(known, request, run);
    }
    const write: NumberedWrite = { txnNumber: numbered?.txnNumber ?? 0, answer: null, isGivenUp: false };
    if (numbered) writes.set(numbered.session, write);

    const current = armed;
    if (!current || (request.flags & MORE_TO_COME) !== 0) return runWrite(write, request, run);
    const wireCommand = describeCommand(request, command, current.commands.length + 1);
    current.commands.push(wireCommand);
    const before = current.plan.before?.(wireCommand) ?? null;
    if (before === 'cut') return null;
    if (before !== null) return refuse(before, command);
    const body = await runWrite(write, request, run);
    const after = current.plan.after?.(wireCommand, hasChanged(BSON.deserialize(body))) ?? null;
    if (after === null) return body;
    if (after === 'interrupted') return interrupt(body, command);
    write.isGivenUp = after === 'given-up';
    if (after === 'late') await closed;
    return null;
  }

  /** Another election makes another id. The driver takes a lower one for that of an earlier primary. */
  function describe({ topologyVersion: _withIt, msg: _ofRouters, ...hello }: Document): Document {
    return {
      ...hello,
      isWritablePrimary: true,
      ismaster: true,
      secondary: false,
      setName: SET_NAME,
      setVersion: 1,
      hosts: [address],
      me: address,
      logicalSessionTimeoutMinutes: 30,
      primary: address,
      electionId: electionIdOf(term),
    };
  }

  function refuse(code: NotPrimaryCode, command: Document): Uint8Array {
    // The server was the primary until now. Its successor has another term.
    term++;
    const error = { ok: 0, code, codeName: NOT_PRIMARY_ERRORS[code], errmsg: 'not primary' };
    return BSON.serialize({ ...error, ...labelsFor(command) });
  }

  /** The answer to a write that no majority confirmed before the failover. */
  function interrupt(body: Buffer, command: Document): Uint8Array {
    term++;
    const code = 11602;
    const writeConcernError = { code, codeName: NOT_PRIMARY_ERRORS[code], errmsg: 'operation interrupted' };
    return BSON.serialize({ ...BSON.deserialize(body), writeConcernError, ...labelsFor(command) });
  }

  const server = createServer((incoming) => {
    const upstream = openUpstream(connectToTarget(), () => incoming.destroy());
    open.add(incoming);
    const closed = once(incoming, 'close').catch(() => null);
    let turn = Promise.resolve();
    const handle = async (bytes: Buffer): Promise<void> => {
      const request = readMessage(bytes);
      const body = await answer(request, upstream.run, closed);
      if (body === null) incoming.destroy();
      else if ((request.flags & MORE_TO_COME) === 0 && incoming.writable)
        incoming.write(writeReply(request, body));
    };
    const receive = splitMessages((bytes) => {
      turn = turn.then(() => handle(bytes)).catch(() => void incoming.destroy());
    });
    incoming.on('data', receive);
    // Either end may break at any time.
    incoming.on('error', () => incoming.destroy());
    incoming.on('close', () => {
      open.delete(incoming);
      void turn.then(upstream.close);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    uri: `mongodb://${address}/?replicaSet=${SET_NAME}&minHeartbeatFrequencyMS=${LOOK_AGAIN_MS}`,
    /** The plan chooses a fault for each command. Repeated writes are not counted, and have no fault. */
    arm: (plan: FaultPlan): void => void (armed = { plan, commands: [] }),
    /** Ends the faults. Returns the commands since `arm`. */
    disarm(): readonly WireCommand[] {
      const commands = armed?.commands ?? [];
      armed = null;
      return commands;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type RunMessage = (message: Buffer, hasAnswer?: boolean) => Promise<Buffer>;

/** One connection to the server, which answers in the order of the messages. */
function openUpstream(socket: Socket, onClose: () => void): { run: RunMessage; close: () => void } {
  const waiting: { resolve: (bytes: Buffer) => void; reject: (error: Error) => void }[] = [];
  const receive = splitMessages((bytes) => waiting.shift()?.resolve(bytes));
  socket.on('data', receive);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    for (const { reject } of waiting.splice(0)) reject(new Error('the server closed the connection'));
    onClose();
  });
  return {
    run(message, hasAnswer = true) {
      socket.write(message);
      if (!hasAnswer) return Promise.resolve(Buffer.alloc(0));
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    close: () => void socket.destroy(),
  };
}

const HELLO = writeMessage({
  requestId: 0,
  flags: 0,
  body: Buffer.from(BSON.serialize({ hello: 1, $db: 'admin' })),
  sequences: new Map(),
});
const readHello = (bytes: Buffer) => readBody(readMessage(bytes));

/** Runs the command, and keeps the answer for a repetition. A failed command has written nothing. */
async function runWrite(write: NumberedWrite, request: WireMessage, run: RunMessage): Promise<Buffer> {
  const message = writeMessage({ ...request, body: withoutFields(request.body, REPLICA_SET_FIELDS) });
  const hasAnswer = (request.flags & MORE_TO_COME) === 0;
  const reply = run(message, hasAnswer);
  if (!hasAnswer) return reply;
  write.answer = reply.then((bytes) => readMessage(bytes).body);
  const body = await write.answer;
  if (BSON.deserialize(body)['ok'] !== 1) write.answer = null;
  return body;
}

function numberOf({ lsid, txnNumber }: Document): { session: string; txnNumber: number } | null {
  if (txnNumber === undefined) return null;
  return { session: (lsid as { id: Binary }).id.toString('hex'), txnNumber: Number(txnNumber) };
}

/** Servers label only writes that can be recognised. */
const labelsFor = (command: Document) => (command['txnNumber'] === undefined ? {} : RETRYABLE);

function describeCommand(request: WireMessage, command: Document, position: number): WireCommand {
  const [name = ''] = Object.keys(command);
  return {
    name,
    collections: collectionsOf(request, command, name),
    position,
    isWrite: WRITE_COMMANDS.has(name),
    isRepeatable: command['txnNumber'] !== undefined || REPEATED_READS.has(name),
  };
}

function collectionsOf({ sequences }: WireMessage, command: Document, name: string): readonly string[] {
  if (name !== 'bulkWrite') return [String(command[name])];
  const namespaces = sequences.get('nsInfo')?.map((one) => BSON.deserialize(one)) ?? [];
  return namespaces.map(({ ns }) => String(ns).slice(String(ns).indexOf('.') + 1));
}

const COUNTS = ['n', 'nInserted', 'nModified', 'nUpserted', 'nDeleted'] as const;

function hasChanged(answer: Document): boolean {
  const { lastErrorObject } = answer as { lastErrorObject?: { n?: number } };
  return (lastErrorObject?.n ?? 0) > 0 || COUNTS.some((count) => Number(answer[count] ?? 0) > 0);
}

function electionIdOf(term: number): ObjectId {
  return new ObjectId(`7fffffff${term.toString(16).padStart(16, '0')}`);
}
