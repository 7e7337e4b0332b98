/**
 * A hook of Node's module loader (`node:module`). With it `foyer.config.ts` gets `foyer-auth/config` and `zod` from this server, in whatever folder the file
 * is. The server must check the schemas with the zod that made them.
 */

interface ResolveContext {
  readonly parentURL?: string | undefined;
}
interface Resolved {
  readonly url: string;
  readonly format?: string | null | undefined;
  readonly shortCircuit?: boolean;
}
type Answer = Resolved | Promise<Resolved>;

const EXTENSION = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const CONFIG_MODULE = new URL(`../../shared/foyer-config.${EXTENSION}`, import.meta.url).href;

/** Whether Node runs TypeScript itself, as it does since 22.18. */
export const RUNS_TYPESCRIPT = Boolean((process.features as { readonly typescript?: unknown }).typescript);

/** `next` answers a promise in the thread of `register`, and a value for `registerHooks`. */
export function resolve(
  specifier: string,
  context: ResolveContext,
  next: (specifier: string, context: ResolveContext) => Answer,
): Answer {
  if (specifier === 'foyer-auth/config') return { url: CONFIG_MODULE, shortCircuit: true };
  const isOfServer = /^zod(\/|$)/.test(specifier) && !isInPackage(context.parentURL ?? '');
  const answer = next(specifier, isOfServer ? { ...context, parentURL: import.meta.url } : context);
  return answer instanceof Promise ? answer.then(asModule) : asModule(answer);
}

const MODULE = /(?:\.ts|\/foyer\.config\.js)(?:\?|$)/;

/** Without it, a file in a folder whose `package.json` names no type is CommonJS for tsx. */
function asModule(resolved: Resolved): Resolved {
  const { url, format } = resolved;
  if (!MODULE.test(url) || isInPackage(url)) return resolved;
  return format === 'commonjs' || !RUNS_TYPESCRIPT ? { ...resolved, format: 'module' } : resolved;
}

function isInPackage(url: string): boolean {
  return url.includes('/node_modules/');
}
