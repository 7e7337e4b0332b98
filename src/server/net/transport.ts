import type { LookupFunction } from 'node:net';
import type { fetch as UndiciFetch } from 'undici';
import { PROVIDER_TIMEOUT_MS } from '../../shared/limits.ts';
import { kindOfAddress, type Resolve, type ResolvedAddress } from './addresses.ts';
import type { Fetch } from './guarded-fetch.ts';
import { ProviderCallError } from './provider-call-error.ts';

/** Connections to one origin at a time: a provider that hangs is not to hold more of ours. */
const CONNECTIONS_PER_ORIGIN = 16;

interface ConnectOptions {
  readonly allowLoopback: boolean;
  /** Private networks too. */
  readonly anyAddress: boolean;
  readonly resolve: Resolve;
  /** Of an answer, decoded. */
  readonly maxBytes: number;
}

/**
 * `fetch` over connections of its own, kept alive per origin. Names are resolved here, in the one place that also connects: what was
 * checked is what is connected to, and a name that changes its mind in between (DNS rebinding) gains nothing. TLS goes by the name.
 */
export function createTransport(options: ConnectOptions): Fetch {
  let opened: ReturnType<typeof openAgent> | null = null;
  return async (input, init) => {
    const { url, ...request } = plainRequest(input, init);
    const { fetch, agent } = await (opened ??= openAgent(options));
    // Node's own `fetch` has no way to say where to connect; this one is the same code from npm, with types of its own.
    const answer = await fetch(url, { ...request, dispatcher: agent } as Parameters<typeof UndiciFetch>[1]);
    return answer as unknown as Response;
  };
}

/** The library is loaded with the first call: a start does not wait for it. */
async function openAgent(options: ConnectOptions) {
  const { Agent, fetch } = await import('undici');
  const agent = new Agent({
    connect: { lookup: checkedLookup(options), timeout: PROVIDER_TIMEOUT_MS },
    connections: CONNECTIONS_PER_ORIGIN,
    pipelining: 1,
    maxResponseSize: options.maxBytes,
  });
  return { fetch, agent };
}

/** Node's `Request` and `Headers` are other classes than those of the package, so only plain values are handed on. */
function plainRequest(input: string | URL | Request, init: RequestInit = {}): RequestInit & { url: string } {
  const request = input instanceof Request ? input : null;
  const headers = new Headers(init.headers ?? request?.headers);
  const body = init.body ?? request?.body ?? null;
  return {
    ...init,
    url: request?.url ?? String(input),
    method: init.method ?? request?.method ?? 'GET',
    headers: Object.fromEntries(headers),
    ...(body === null ? {} : { body }),
    // The specification of `fetch` wants it for a body that is a stream.
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  };
}

function checkedLookup(options: ConnectOptions): LookupFunction {
  return (hostname, { all }, callback) => {
    const answer = async () => {
      const addresses = await resolveChecked(hostname, options).catch((error: unknown) =>
        error instanceof Error ? error : new Error(String(error)),
      );
      if (addresses instanceof Error) callback(addresses, []);
      else if (all) callback(null, [...addresses]);
      else callback(null, addresses[0].address, addresses[0].family);
    };
    void answer();
  };
}

async function resolveChecked(
  hostname: string,
  { allowLoopback, anyAddress, resolve }: ConnectOptions,
): Promise<readonly [ResolvedAddress, ...ResolvedAddress[]]> {
  const [first, ...more] = await resolve(hostname);
  if (!first) throw new ProviderCallError('address', `${hostname} leads to no address`);
  for (const { address } of [first, ...more]) {
    const kind = anyAddress ? 'public' : kindOfAddress(address);
    if (kind === 'special' || (kind === 'loopback' && !allowLoopback)) {
      throw new ProviderCallError(
        'address',
        `${hostname} leads to ${address}, which is not a public address`,
      );
    }
  }
  return [first, ...more];
}
