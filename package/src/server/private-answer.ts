import type { ServerResponse } from 'node:http';

const NAME = 'Cache-Control';

/** Keeps an answer out of shared caches. Sets the header last, because a handler may set `Cache-Control`. */
export function keepPrivate(res: ServerResponse): void {
  const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => ServerResponse;
  res.writeHead = (...args: unknown[]) => {
    res.setHeader(NAME, 'private, no-store');
    return writeHead(...args.map(withoutCacheControl));
  };
}

/** `writeHead` also takes headers, as an object or a list. They override those of `setHeader`. */
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
