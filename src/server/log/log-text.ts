import { REQUEST_LINE } from './log-output.ts';

/** What a page loads, also from Vite in development. */
const ASSET =
  /\/(?:assets|brand|provider-logos|src|node_modules)\/|\/@|\.(?:css|ico|js|map|png|svg|tsx?|webmanifest|webp|woff2)$/;
/** Left out, because a new database runs all migrations after the start. Failed migrations are warnings. */
const MIGRATION = /^database migration/;
const INFO = 30;
const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace ',
  20: 'debug ',
  40: 'WARN ',
  50: 'ERROR ',
  60: 'FATAL ',
};
/** Useless to a reader of a terminal. */
const LEFT_OUT = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'event', 'err', 'requestId', 'traceId']);
const BARE = /^[\w./:@+,*-]+$/;

interface Line {
  readonly level: number;
  readonly time: number;
  readonly msg: string;
  readonly event?: string;
  readonly err?: LoggedError;
  /** Of requests. `status` is `null` when the caller closed the connection. */
  readonly method?: string;
  readonly path?: string;
  readonly status?: number | null;
  readonly ms?: number;
  readonly [field: string]: unknown;
}

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/** Formats a line of JSON for a terminal. Returns an empty text for found assets. */
export function toText(json: string): string {
  const line = JSON.parse(json) as Line;
  const text = line.msg === REQUEST_LINE ? requestText(line) : happeningText(line);
  if (text === '') return '';
  const time = new Date(line.time).toTimeString().slice(0, 'hh:mm:ss'.length);
  return `${time} ${LEVELS[line.level] ?? ''}${text}\n`;
}

function requestText({ method = '', path = '', status, ms }: Line): string {
  if (ASSET.test(path) && (status ?? 0) < 400) return '';
  return visible(`${method} ${path} ${status ?? 'no answer'} ${ms} ms`);
}

function happeningText(line: Line): string {
  const { level, msg, event, err } = line;
  if (level <= INFO && MIGRATION.test(msg)) return '';
  const fields = Object.entries(line)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, value]) => `${name}=${valueText(value)}`);
  const title = event === undefined || msg !== 'authentication' ? msg : event;
  return [visible([title, ...fields].join(' ')), ...(err ? errorLines(err) : [])].join('\n');
}

function valueText(value: unknown): string {
  return typeof value === 'string' && BARE.test(value) ? value : JSON.stringify(value);
}

function errorLines({ type, message, stack, cause }: LoggedError): string[] {
  const own = [`  ${type}: ${message}`, ...(stack?.split('\n') ?? [])].map(visible);
  return cause ? [...own, ...errorLines(cause)] : own;
}

/** Unknown callers choose paths and reports. Control characters could command a terminal or reorder text. */
function visible(text: string): string {
  return text.replaceAll(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
