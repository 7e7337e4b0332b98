import { pino, type DestinationStream } from 'pino';

export const REQUEST_LINE = 'request';
const BATCH_BYTES = 8192;
const BATCH_MS = 100;
/** For a reader that has stopped. Later lines are dropped, so that they cannot fill the memory. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;
/** At the end, sonic-boom tries a full pipe again every 100 ms. */
const TRIES_AT_END = 20;
/** Makes Pino set `lastMsg` before each `write`. */
const WANTS_METADATA = Symbol.for('pino.metadata');

export interface LogOutput extends DestinationStream {
  /** Writes all lines before the process ends. */
  end(): void;
}

/**
 * Writes the lines of requests together, after 8 KB or 100 ms, which costs less than one write for each.
 * Any other line is written before `write` returns, after all earlier lines. A killed process loses at most
 * the request lines of its last 100 ms (docs/decisions/049).
 *
 * `format` changes a line before it is written; an empty result leaves the line out. A log that cannot be
 * written never stops the server: a slow pipe is tried again, and a pipe without a reader gets no more lines.
 */
export function openLogOutput(fd: number, format: (line: string) => string = (line) => line): LogOutput {
  let triesAtEnd: number | null = null;
  let isBroken = false;
  /** Whether the last write found a full pipe. */
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
    // After a full pipe, the first call leaves up to 8 KB behind.
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
      // The first call may leave lines behind after a full pipe.
      flush();
    },
  };
  return output;
}
