import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';

/** A scanner requests thousands of unknown paths, and each label value costs memory. */
const OTHER_ROUTE = 'other';
/** One route, because a batch names several procedures. `foyer_procedure_calls_total` counts each one. */
const PROCEDURES_ROUTE = '/trpc/:procedure';
/** What is mounted without routes. */
const MOUNTED = new Map([
  ['/trpc', PROCEDURES_ROUTE],
  ['/assets', '/assets/:file'],
]);

/**
 * Returns the pattern of the route that answered, never the path: only texts of the sources. Call it when the
 * answer is complete, because Express sets the route while it handles the request.
 */
export function routeOf(req: IncomingMessage): string {
  const { baseUrl, route, path } = req as Partial<Pick<Request, 'baseUrl' | 'route' | 'path'>>;
  // The fast path answers procedures before Express sees the request.
  if (baseUrl === undefined) return req.url?.startsWith('/trpc/') ? PROCEDURES_ROUTE : OTHER_ROUTE;
  const pattern = patternOf((route as { path?: unknown } | undefined)?.path, path ?? '');
  if (pattern === null) return MOUNTED.get(baseUrl) ?? OTHER_ROUTE;
  // An error handler that is mounted at an endpoint answered.
  return baseUrl !== '' && pattern.startsWith(baseUrl) ? pattern : baseUrl + pattern;
}

/** `null`: no route answered, or the one for all other paths. */
function patternOf(patterns: unknown, path: string): string | null {
  if (Array.isArray(patterns)) return (patterns as string[]).find((each) => isPatternOf(each, path)) ?? null;
  return typeof patterns === 'string' && !patterns.includes('*') ? patterns : null;
}

/** Patterns of a list have fixed segments and such as `:id`. */
function isPatternOf(pattern: string, path: string): boolean {
  const expected = pattern.split('/');
  const segments = path.replace(/\/$/, '').split('/');
  return (
    expected.length === segments.length &&
    expected.every((each, index) => each.startsWith(':') || each === segments[index])
  );
}
