import { MongoNetworkError, type Collection, type Db, type Document, type FindCursor } from 'mongodb';
import type { Collections } from '../../server/database/collections.ts';
import type { Dependencies } from '../../server/dependencies.ts';
import { outcomeOf } from '../app/app-code.ts';

/** A command after the process's end. Its caller sees a lost connection. */
class InjectedFault extends MongoNetworkError {}

/**
 * - `killed`: the process dies after `n` commands. No later command reaches the database.
 * - `reply-lost`: command `n` runs, but its caller gets a lost connection. Later commands work.
 * - `given-up`: the caller stops waiting for command `n`, which runs later. No later command is sent.
 */
export type FaultMode = 'killed' | 'reply-lost' | 'given-up';

export type FaultInjector = ReturnType<typeof createFaultInjector>;

/** Runs something before the call's `nth` next command of this name. Returns what the call answers. */
export async function whileHeld<T>(
  faults: FaultInjector,
  command: string | readonly [name: string, nth: number],
  call: () => Promise<T>,
  meanwhile: () => Promise<unknown>,
): Promise<T> {
  const [name, nth] = typeof command === 'string' ? [command, 1] : command;
  const hold = faults.holdBefore(name, nth);
  const answer = call();
  await hold.reached;
  await meanwhile();
  hold.release();
  return answer;
}

/** As `whileHeld`. Returns `outcomeOf` the call. */
export const overtake = (...[faults, command, call, meanwhile]: Parameters<typeof whileHeld>) =>
  whileHeld(faults, command, () => outcomeOf(call()), meanwhile);

const COMMANDS = new Set([
  'findOne',
  'countDocuments',
  'distinct',
  'insertOne',
  'insertMany',
  'bulkWrite',
  'updateOne',
  'updateMany',
  'deleteOne',
  'deleteMany',
  'findOneAndUpdate',
  'findOneAndDelete',
]);
export const WRITE_COMMANDS: ReadonlySet<string> = new Set([
  'insert',
  'update',
  'delete',
  'findAndModify',
  'bulkWrite',
]);
/** As `collection.method`. */
const READS = /\.(findOne|countDocuments|find|aggregate|check)$/;
const CURSOR_MAKERS = new Set(['find', 'aggregate']);
const CURSOR_SETTERS = new Set(['sort', 'limit', 'project']);

type Method = (...parts: unknown[]) => unknown;

/** Injects faults into all reads and writes between one app and the driver, also those of rate limits. */
export function createFaultInjector() {
  let fault: {
    mode: FaultMode;
    n: number;
    commands: string[];
    effects: boolean[];
    struck: boolean;
    late: () => Promise<unknown>;
  } | null = null;
  const nothing = () => Promise.resolve();
  const holds = new Map<string, { left: number; reach: () => void; released: Promise<void> }>();

  async function run<T>(name: string, send: () => Promise<T>): Promise<T> {
    const hold = holds.get(name);
    if (hold && --hold.left === 0) {
      holds.delete(name);
      hold.reach();
      await hold.released;
    }
    // The fault that was armed when the command started, even if another is armed while it runs.
    const current = fault;
    if (!current) return send();
    current.commands.push(name);
    current.effects.push(!READS.test(name));
    const position = current.commands.length;
    if (current.mode === 'killed' && position > current.n) {
      current.struck = true;
      throw new InjectedFault(`the process died before ${name}`, {});
    }
    if (current.mode === 'given-up' && position >= current.n) {
      if (position === current.n) current.late = send;
      current.struck = true;
      throw new InjectedFault(`the answer to ${name} was given up`, {});
    }
    const answer = await send();
    if (current.mode === 'reply-lost' && position === current.n) {
      current.struck = true;
      throw new InjectedFault(`the reply to ${name} was lost`, {});
    }
    return answer;
  }

  /** Notes an effect outside the database, such as a call of a provider. Messages are noted automatically. */
  function noteEffect(): void {
    if (fault && fault.effects.length > 0) fault.effects[fault.effects.length - 1] = true;
  }

  function wrapTransport<Message, T extends { send(message: Message): Promise<void> }>(transport: T): T {
    const send = (message: Message) => {
      noteEffect();
      return transport.send(message);
    };
    return { ...transport, send };
  }

  function wrapCursor(cursor: object, name: string): object {
    return new Proxy(cursor, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property, target);
        if (typeof value !== 'function') return value;
        // `for await` reads all at once here.
        if (property === Symbol.asyncIterator)
          return async function* () {
            yield* await run(name, () => (target as FindCursor<Document>).toArray());
          };
        if (CURSOR_SETTERS.has(String(property)))
          return (...parts: unknown[]) => wrapCursor((value as Method).apply(target, parts) as object, name);
        if (property !== 'toArray')
          throw new Error(`faults.ts does not know how to count ${String(property)}()`);
        return () => run(name, () => (value as () => Promise<unknown>).call(target));
      },
    });
  }

  /** For `find` sent as a command (`coalesced-find.ts`). */
  function wrapDatabase(db: Db, name: string): Db {
    return new Proxy(db, {
      get(target, property) {
        if (property !== 'command')
          throw new Error(`faults.ts does not know how to count ${String(property)}`);
        return (...parts: Parameters<Db['command']>) => run(name, () => target.command(...parts));
      },
    });
  }

  function wrapCollection<T extends Document>(collection: Collection<T>): Collection<T> {
    return new Proxy(collection, {
      get(target, property) {
        if (property === 'db') return wrapDatabase(target.db, `${target.collectionName}.find`);
        const value: unknown = Reflect.get(target, property, target);
        if (typeof value !== 'function') return value;
        const name = `${target.collectionName}.${String(property)}`;
        const method = (...parts: unknown[]) => (value as Method).apply(target, parts);
        if (COMMANDS.has(String(property)))
          return (...parts: unknown[]) => run(name, () => method(...parts) as Promise<unknown>);
        if (CURSOR_MAKERS.has(String(property)))
          return (...parts: unknown[]) => wrapCursor(method(...parts) as object, name);
        if (!fault) return method;
        throw new Error(`faults.ts does not know how to count ${name}`);
      },
    });
  }

  return {
    /** Returns the dependencies with the injector before the database. */
    install(deps: Dependencies): Dependencies {
      // The counters of guesses are written without a wrapped collection.
      deps.mongo.on('commandStarted', ({ commandName }) => {
        if (WRITE_COMMANDS.has(commandName)) noteEffect();
      });
      const collections = Object.fromEntries(
        Object.entries(deps.collections).map(([key, collection]) => [
          key,
          wrapCollection(collection as Collection<Document>),
        ]),
      ) as unknown as Collections;
      const { rateLimits, joinedWrites } = deps;
      return {
        ...deps,
        collections,
        mail: wrapTransport(deps.mail),
        sms: wrapTransport(deps.sms),
        // It has the name of its first write, which is the command where the database cannot join writes.
        joinedWrites: {
          send(writes) {
            const [first] = writes;
            const name = `${first?.collection.collectionName}.${first?.model.name}`;
            return run(name, () => joinedWrites.send(writes));
          },
        },
        rateLimits: {
          consume: (...count) => run('rate_limits.consume', () => rateLimits.consume(...count)),
          refusalsOf: (counts) => run('rate_limits.check', () => rateLimits.refusalsOf(counts)),
          consumeAll: (counts, also) => run('rate_limits.consume', () => rateLimits.consumeAll(counts, also)),
          giveBackAll: (counts, also) =>
            run('rate_limits.giveBack', () => rateLimits.giveBackAll(counts, also)),
        },
      };
    },
    /** Counts commands from now on. The fault is at the `n`th. */
    arm(mode: FaultMode, n: number): void {
      fault = { mode, n, commands: [], effects: [], struck: false, late: nothing };
    },
    noteEffect,
    /**
     * Ends the fault. Returns: the commands since `arm` as `collection.method`; for each, whether it may have
     * changed the database or an effect came before the next one; whether the fault happened; what runs the
     * given-up command.
     */
    disarm() {
      const { commands = [], effects = [], struck = false, late = nothing } = fault ?? {};
      fault = null;
      // The caller has gone, so nothing receives an error of this command.
      const carryOut = (): Promise<void> => late().then(nothing, nothing);
      return { commands, effects, struck, carryOut };
    },
    /** Holds the next (or `nth`) command of this name. `reached` resolves before it; `release` sends it. */
    holdBefore(command: string, nth = 1) {
      let reach = () => {};
      let release = () => {};
      const reached = new Promise<void>((resolve) => (reach = resolve));
      const released = new Promise<void>((resolve) => (release = resolve));
      holds.set(command, { left: nth, reach, released });
      return { reached, release };
    },
  };
}
