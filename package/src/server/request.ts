/** A request of Fetch, Node, Express or Fastify, or Next's `headers()`, which have no `method`. */
export interface RequestLike {
  readonly headers:
    | { get(name: string): string | null }
    | Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly method?: string | undefined;
  readonly url?: string | undefined;
}

export function readHeader({ headers }: RequestLike, name: string): string | null {
  if (isFetchHeaders(headers)) return headers.get(name);
  const value = headers[name];
  return typeof value === 'string' ? value : (value?.join('; ') ?? null);
}

/** Whether a browser opens a page. */
export function isNavigation(request: RequestLike): boolean {
  return request.method === 'GET' && (readHeader(request, 'accept') ?? '').includes('text/html');
}

/** `Host`, `:authority` in HTTP/2, or the host of a Fetch request's URL. */
export function hostOf(request: RequestLike): string | null {
  const host = readHeader(request, 'host');
  if (host !== null) return host;
  // Fetch headers throw for a name with a colon.
  if (!isFetchHeaders(request.headers)) return readHeader(request, ':authority');
  const { url = '' } = request;
  return URL.canParse(url) ? new URL(url).host : null;
}

function isFetchHeaders(headers: RequestLike['headers']): headers is { get(name: string): string | null } {
  return typeof headers['get'] === 'function';
}
