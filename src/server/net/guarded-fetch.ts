import { PROVIDER_TIMEOUT_MS } from '../../shared/limits.ts';
import { isLoopbackHost, kindOfAddress, literalAddress, resolveBySystem, type Resolve } from './addresses.ts';
import { OutgoingCallError } from './outgoing-call-error.ts';
import { createTransport, type Fetch } from './transport.ts';

export const PROVIDER_MAX_ANSWER_BYTES = 256 * 1024;

interface GuardedFetchOptions {
  /** Set outside production: providers may run on this machine, also over http. */
  readonly allowLoopback: boolean;
  /**
   * For a URL of the settings: it may be in the operator's network, over http where allowed, with an answer
   * of any type. Size and time stay bounded, and redirects are refused.
   */
  readonly chosenByOperator?: boolean;
  /** Replaces the checked connections. Tests observe the calls by it. */
  readonly fetch?: Fetch;
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
  /** How many may be open; 16 by default. */
  readonly connectionsPerOrigin?: number;
  /** Default: 256 kB of JSON. */
  readonly answers?: AnswerOptions;
}

interface AnswerOptions {
  readonly maxBytes: number;
  /** Takes the type without parameters, in lower case. */
  readonly acceptsType: (type: string) => boolean;
  /** `cut`: the rest of a longer answer is not read. Otherwise a longer answer is refused. */
  readonly longer?: 'cut';
  /** `answer`: a redirect is an answer. Otherwise it is refused. It is never followed. */
  readonly redirect?: 'answer';
}

/** "Null body status" of the Fetch standard. */
const WITHOUT_BODY = new Set([204, 205, 304]);
const JSON_ANSWERS = { maxBytes: PROVIDER_MAX_ANSWER_BYTES, acceptsType: isJson };
const ANY_ANSWERS = { maxBytes: PROVIDER_MAX_ANSWER_BYTES, acceptsType: () => true };

/**
 * The only `fetch` for calls to other servers (decision 008): https (http to loopback where allowed), public
 * addresses, no redirects, 256 kB of JSON by default, 3,500 ms in all. Rejects with `OutgoingCallError`.
 */
export function createGuardedFetch(options: GuardedFetchOptions): Fetch {
  const { allowLoopback, resolve = resolveBySystem, timeoutMs = PROVIDER_TIMEOUT_MS } = options;
  const chosenByOperator = options.chosenByOperator ?? false;
  const answers: AnswerOptions = options.answers ?? (chosenByOperator ? ANY_ANSWERS : JSON_ANSWERS);
  const { maxBytes } = answers;
  const send =
    options.fetch ??
    createTransport({
      allowLoopback,
      anyAddress: chosenByOperator,
      resolve,
      maxBytes: answers.longer === 'cut' ? null : maxBytes,
      connectTimeoutMs: timeoutMs,
      ...(options.connectionsPerOrigin ? { connectionsPerOrigin: options.connectionsPerOrigin } : {}),
    });
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (!chosenByOperator) refuseUnsafe(url, allowLoopback);
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    try {
      const response = await untilAborted(signal, send(input, { ...init, redirect: 'manual', signal }));
      const body = await readAnswer(response, url, signal, answers);
      // These headers describe the encoded body, and this body is decoded.
      const headers = new Headers([...response.headers]);
      headers.delete('content-encoding');
      headers.delete('content-length');
      const empty = WITHOUT_BODY.has(response.status);
      return new Response(empty ? null : body, { status: response.status, headers });
    } catch (error) {
      throw toCallError(error, url, deadline, { timeoutMs, maxBytes });
    }
  };
}

function refuseUnsafe(url: URL, allowLoopback: boolean): void {
  const loopback = isLoopbackHost(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback && allowLoopback)) {
    throw new OutgoingCallError('insecure', `calls need https: ${url.origin}`);
  }
  if (url.username || url.password) {
    throw new OutgoingCallError('insecure', `the address of a call has no user name: ${url.host}`);
  }
  // `checkedLookup` checks the addresses of a name. `net.connect` skips the look-up of an IP address.
  const literal = literalAddress(url.hostname);
  if (literal === null ? loopback && !allowLoopback : !mayReach(literal, allowLoopback)) {
    throw new OutgoingCallError('address', `${url.hostname} is not a public address`);
  }
}

function mayReach(address: string, allowLoopback: boolean): boolean {
  const kind = kindOfAddress(address);
  return kind === 'public' || (kind === 'loopback' && allowLoopback);
}

/** `fetch` may ignore its signal while it resolves a name, so the wait ends here. */
async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (onAbort) signal.removeEventListener('abort', onAbort);
  }
}

async function readAnswer(
  response: Response,
  url: URL,
  signal: AbortSignal,
  { maxBytes, acceptsType, longer, redirect }: AnswerOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const { status } = response;
  const reader = response.body?.getReader();
  const drop = async (fault: 'redirect' | 'content-type' | 'too-large', description: string) => {
    await reader?.cancel().catch(() => undefined);
    throw new OutgoingCallError(fault, `${url.host} answered ${status} with ${description}`);
  };
  if (status >= 300 && status < 400 && redirect !== 'answer') {
    await drop('redirect', 'a redirect, and none is followed');
  }
  const tooLarge = `more than ${maxBytes} bytes`;
  const announced = Number(response.headers.get('content-length') ?? 0);
  if (announced > maxBytes && longer !== 'cut') await drop('too-large', tooLarge);
  const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await next(); part; part = await next()) {
    // Only an answer without a body, as to a revocation (RFC 7009 2.2), may have no type.
    if (part.byteLength > 0 && !acceptsType(type)) await drop('content-type', type || 'no content type');
    size += part.byteLength;
    if (size > maxBytes && longer !== 'cut') await drop('too-large', tooLarge);
    chunks.push(part);
    if (size > maxBytes) {
      await reader?.cancel().catch(() => undefined);
      break;
    }
  }
  return new Uint8Array(Buffer.concat(chunks).subarray(0, maxBytes));

  async function next(): Promise<Uint8Array | undefined> {
    return reader && (await untilAborted(signal, reader.read())).value;
  }
}

/** All kinds of provider calls answer so; GitHub's token endpoint because the request asks for JSON. */
function isJson(type: string): boolean {
  return type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type);
}

function toCallError(
  error: unknown,
  url: URL,
  deadline: AbortSignal,
  { timeoutMs, maxBytes }: { timeoutMs: number; maxBytes: number },
): unknown {
  if (error instanceof OutgoingCallError) return error;
  if (deadline.aborted) {
    return new OutgoingCallError('timeout', `${url.host} took longer than ${timeoutMs} ms`, { cause: error });
  }
  // `fetch` throws "fetch failed" with the reason, such as the refusal of `checkedLookup`, as its cause.
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof OutgoingCallError) return cause;
  const code = (cause as { code?: unknown } | undefined)?.code;
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
    return new OutgoingCallError('too-large', `${url.host} answered with more than ${maxBytes} bytes`);
  }
  const why = cause instanceof Error ? cause.message : error instanceof Error ? error.message : String(error);
  return new OutgoingCallError('network', `${url.host} could not be reached: ${why}`, { cause: error });
}
