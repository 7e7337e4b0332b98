import { pino, type DestinationStream } from 'pino';

/** The message of the line that every request writes. */
export const REQUEST_LINE = 'request';

const BATCH_BYTES = 8192;
const BATCH_MS = 100;
/** Lines for a reader that has stopped. Later ones are dropped, so that they cannot fill the memory. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;
/** At the end, a full pipe is tried again each 100 ms (sonic-boom). */
const TRIES_AT_END = 20;
/** Pino then sets `lastMsg` before each `write`. */
const WANTS_METADATA = Symbol.for('pino.metadata');

export interface LogOutput extends DestinationStream {
  /** Writes all lines before the process ends. */
  end(): void;
}

/**
 * The lines of requests are written together, which costs less than a write for each. They wait for 8 KB or 100 ms. Any other line, such as an
 * authentication event, is written before `write` returns, with all lines before it. So a killed process loses at most the lines of requests of
 * its last 100 ms (see docs/decisions/049).
 *
 * `format` changes a line before it is written, or leaves it out by answering an empty text.
 *
 * A log that cannot be written never stops the server. A pipe whose reader is slow is tried again later; one without a reader gets no lines any more.
 */
export function openLogOutput(fd: number, format: (line: string) => string = (line) => line): LogOutput {
  let triesAtEnd: number | null = null;
  let isBroken = false;
  /** Whether the last try to write found a full pipe. */
  let isBehind = false;
  let timer: NodeJS.Timeout | undefined;
  const lines = pino.destination({
    dest: fd,
    sync: true,
    minLength: BATCH_BYTES,
    maxLength: MAX_WAITING_BYTES,
    retryEAGAIN: () => triesAtEnd !== null && triesAtEnd++ < TRIES_AT_END,
  });

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (isBroken) return;
    const wasBehind = isBehind;
    isBehind = false;
    lines.flush();
    // After a full pipe, the first call leaves fewer than 8 KB behind.
    if (wasBehind) lines.flush();
  };
  const flushLater = () => (timer ??= setTimeout(flush, BATCH_MS).unref());
  lines.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') {
      isBroken = true;
      return;
    }
    isBehind = true;
    flushLater();
  });

  const output = {
    [WANTS_METADATA]: true,
    lastMsg: undefined as string | undefined,
    write(line: string) {
      if (isBroken) return;
      const text = format(line);
      if (text !== '') lines.write(text);
      if (this.lastMsg === REQUEST_LINE) flushLater();
      else flush();
    },
    end() {
      triesAtEnd = 0;
      flush();
      // After a full pipe, a first call may leave lines behind.
      flush();
    },
  };
  return output;
}
