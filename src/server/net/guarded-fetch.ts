import { PROVIDER_MAX_ANSWER_BYTES, PROVIDER_TIMEOUT_MS } from '../../shared/limits.ts';
import { isLoopbackHost, kindOfAddress, literalAddress, resolveBySystem, type Resolve } from './addresses.ts';
import { ProviderCallError } from './provider-call-error.ts';
import { createTransport } from './transport.ts';

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export interface GuardedFetchOptions {
  /** Outside production: providers on this machine, over http as well. */
  readonly allowLoopback: boolean;
  /**
   * For an address of the settings instead of one that a stranger's input led to: it may be on the operator's own network, over http where
   * the settings let it pass, and its answer may be of any type. Time, size and redirects are as bounded as ever.
   */
  readonly chosenByOperator?: boolean;
  /** What carries the calls instead of the checked connections: how a test listens in. */
  readonly fetch?: Fetch;
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
  /** What an answer may be instead of 256 kB of JSON. */
  readonly answers?: {
    readonly maxBytes: number;
    /** `type` without parameters, in lower case. */
    readonly mayBe: (type: string) => boolean;
  };
}

const JSON_ANSWERS = { maxBytes: PROVIDER_MAX_ANSWER_BYTES, mayBe: isJson };
const ANY_ANSWERS = { maxBytes: PROVIDER_MAX_ANSWER_BYTES, mayBe: () => true };

/**
 * The one door to the outside, to identity providers above all: https only (http to loopback where that is allowed), public addresses only, no redirects,
 * 3,500 ms over name, connection, headers and body together, 256 kB, JSON only unless something else is asked for. Rejects with `ProviderCallError`.
 */
export function createGuardedFetch(options: GuardedFetchOptions): Fetch {
  const { allowLoopback, resolve = resolveBySystem, timeoutMs = PROVIDER_TIMEOUT_MS } = options;
  const chosenByOperator = options.chosenByOperator ?? false;
  const answers = options.answers ?? (chosenByOperator ? ANY_ANSWERS : JSON_ANSWERS);
  const { maxBytes } = answers;
  const send =
    options.fetch ?? createTransport({ allowLoopback, anyAddress: chosenByOperator, resolve, maxBytes });
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (!chosenByOperator) refuseUnsafe(url, allowLoopback);
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    try {
      const response = await untilAborted(signal, send(input, { ...init, redirect: 'manual', signal }));
      const body = await readAnswer(response, url, signal, answers);
      // The body is whole and decoded now; passing these on would describe what came over the wire.
      const headers = new Headers([...response.headers]);
      headers.delete('content-encoding');
      headers.delete('content-length');
      const empty = response.status === 204 || response.status === 205;
      return new Response(empty ? null : body, { status: response.status, headers });
    } catch (error) {
      throw toCallError(error, url, deadline, { timeoutMs, maxBytes });
    }
  };
}

function refuseUnsafe(url: URL, allowLoopback: boolean): void {
  const loopback = isLoopbackHost(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback && allowLoopback)) {
    throw new ProviderCallError('insecure', `identity provider calls need https: ${url.origin}`);
  }
  if (url.username || url.password) {
    throw new ProviderCallError('insecure', `an identity provider's address has no user name: ${url.host}`);
  }
  // A name is checked where it is resolved; `net` connects to a literal address without asking.
  const literal = literalAddress(url.hostname);
  if (literal === null ? loopback && !allowLoopback : !mayReach(literal, allowLoopback)) {
    throw new ProviderCallError('address', `${url.hostname} is not a public address`);
  }
}

function mayReach(address: string, allowLoopback: boolean): boolean {
  const kind = kindOfAddress(address);
  return kind === 'public' || (kind === 'loopback' && allowLoopback);
}

/** A transport that ignores the signal, while it resolves a name for one, does not hold us beyond it. */
async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (stop) signal.removeEventListener('abort', stop);
  }
}

async function readAnswer(
  response: Response,
  url: URL,
  signal: AbortSignal,
  { maxBytes, mayBe }: NonNullable<GuardedFetchOptions['answers']>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { status } = response;
  const reader = response.body?.getReader();
  const drop = async (fault: 'redirect' | 'content-type' | 'too-large', what: string) => {
    await reader?.cancel().catch(() => undefined);
    throw new ProviderCallError(fault, `${url.host} answered ${status} with ${what}`);
  };
  if (status >= 300 && status < 400) await drop('redirect', 'a redirect, and none is followed');
  const tooLarge = `more than ${maxBytes} bytes`;
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) await drop('too-large', tooLarge);
  const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await next(); part; part = await next()) {
    // Only an answer without a body, as to a revocation (RFC 7009 2.2), needs no type.
    if (part.byteLength > 0 && !mayBe(type)) await drop('content-type', type || 'no content type');
    size += part.byteLength;
    if (size > maxBytes) await drop('too-large', tooLarge);
    chunks.push(part);
  }
  return new Uint8Array(Buffer.concat(chunks));

  async function next(): Promise<Uint8Array | undefined> {
    return reader && (await untilAborted(signal, reader.read())).value;
  }
}

/** Every answer of the eight calls is one of these; GitHub's token endpoint too, since it is asked for JSON. */
function isJson(type: string): boolean {
  return type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type);
}

function toCallError(
  error: unknown,
  url: URL,
  deadline: AbortSignal,
  { timeoutMs, maxBytes }: { timeoutMs: number; maxBytes: number },
): unknown {
  if (error instanceof ProviderCallError) return error;
  if (deadline.aborted) {
    return new ProviderCallError('timeout', `${url.host} took longer than ${timeoutMs} ms`, { cause: error });
  }
  // `fetch` says "fetch failed" and why in the cause, which is where the checked look-up's refusal comes out.
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof ProviderCallError) return cause;
  const code = (cause as { code?: unknown } | undefined)?.code;
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
    return new ProviderCallError('too-large', `${url.host} answered with more than ${maxBytes} bytes`);
  }
  const why = cause instanceof Error ? cause.message : error instanceof Error ? error.message : String(error);
  return new ProviderCallError('network', `${url.host} could not be reached: ${why}`, { cause: error });
}
