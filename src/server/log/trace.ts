import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** The trace of a request (W3C Trace Context). Foyer records no spans; it only passes the trace on. */
export interface Trace {
  /** 32 hex digits. */
  readonly id: string;
  /** Two hex digits: whether the caller records the trace, and whether the id is random. */
  readonly flags: string;
}

/** Version, trace id, parent id and flags. Only versions after `00` may have more after the flags. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
/** `sampled`, and `random` of Trace Context Level 2. All other flags must not be passed on. */
const KNOWN_FLAGS = 0b11;
const SPAN_ID_BYTES = 8;

/** Reads `traceparent`. `null` when it is missing or invalid; W3C Trace Context then ignores it. */
export function readTraceparent(header: unknown): Trace | null {
  const [, version, id = '', parentId = '', flags = '', more] =
    TRACEPARENT.exec(typeof header === 'string' ? header : '') ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (/^0+$/.test(id) || /^0+$/.test(parentId)) return null;
  return { id, flags: (Number.parseInt(flags, 16) & KNOWN_FLAGS).toString(16).padStart(2, '0') };
}

export function makeTraceparent({ id, flags }: Trace): string {
  return `00-${id}-${randomBytes(SPAN_ID_BYTES).toString('hex')}-${flags}`;
}

const traces = new AsyncLocalStorage<Trace>();

/** Runs the work of a request. Costs nothing without a trace. */
export function runInTrace<T>(trace: Trace | null, work: () => T): T {
  return trace === null ? work() : traces.run(trace, work);
}

export function runOutsideTraces<T>(work: () => T): T {
  return traces.exit(work);
}

export function currentTrace(): Trace | undefined {
  return traces.getStore();
}
