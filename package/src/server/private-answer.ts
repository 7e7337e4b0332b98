import type { ServerResponse } from 'node:http';

const NAME = 'Cache-Control';

/**
 * Keeps an answer with the cookie of one person out of shared caches. It sets the header when the head is written, as the package `on-headers` does, because
 * a handler that sets `Cache-Control` later would win.
 */
export function keepPrivate(res: ServerResponse): void {
  const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => ServerResponse;
  res.writeHead = (...args: unknown[]) => {
    res.setHeader(NAME, 'private, no-store');
    return writeHead(...args.map(withoutCacheControl));
  };
}

/** `writeHead` also takes headers, as an object or as a list of names and values. They win over those of `setHeader`. */
function withoutCacheControl(argument: unknown): unknown {
  if (Array.isArray(argument)) {
    const fields: unknown[] = argument;
    return fields.filter((_field, index) => !isCacheControl(fields[index - (index % 2)]));
  }
  if (typeof argument !== 'object' || argument === null) return argument;
  return Object.fromEntries(Object.entries(argument).filter(([name]) => !isCacheControl(name)));
}

function isCacheControl(name: unknown): boolean {
  return typeof name === 'string' && name.toLowerCase() === NAME.toLowerCase();
}
