import { posix } from 'node:path';
import { parseSync, Visitor, type ESTree } from 'vite';
import type { SourceText } from './source-file.ts';

/** The module that makes tRPC's React Query hooks. */
export const HOOKS_MODULE = 'src/client/trpc.ts';
/** The function of `@trpc/react-query` that makes the hooks. */
const HOOKS_MAKER = 'createTRPCReact';

/** Hooks of React Query that take a key. tRPC's hooks of the same names make the key themselves. */
const KEYED_HOOKS: ReadonlySet<string> = new Set([
  'useQuery',
  'useQueries',
  'useInfiniteQuery',
  'useSuspenseQuery',
  'useSuspenseQueries',
  'useSuspenseInfiniteQuery',
  'usePrefetchQuery',
  'usePrefetchInfiniteQuery',
]);
/** Methods of a `QueryClient` that read from the server. tRPC's utilities have one for each of them. */
const CLIENT_READS: ReadonlySet<string | null> = new Set([
  'fetchQuery',
  'fetchInfiniteQuery',
  'prefetchQuery',
  'prefetchInfiniteQuery',
  'ensureQueryData',
  'ensureInfiniteQueryData',
]);

/** Files of the client that read without tRPC's hooks, and why. */
export const READS_OTHERWISE: Readonly<Record<string, string>> = {
  'src/client/sign-in/use-signed-in-elsewhere.ts': 'the signed-out pages have no React Query',
  'src/client/sign-in/second-factor.tsx': 'the signed-out pages have no React Query',
  'src/client/sign-in/form/use-organisation.ts': 'the signed-out pages have no React Query',
  'src/client/features/outbox-hint.tsx': 'the outbox of the demo is no procedure',
  'src/client/pages/outbox/outbox.tsx': 'the outbox of the demo is no procedure',
  'src/client/pages/developers/developers.tsx': 'the OpenAPI document is no procedure',
};

function isOfClient(path: string): boolean {
  return path.startsWith('src/client/') && !/\.(?:test|test-d)\.tsx?$/.test(path);
}

/** The procedures that a file reads by `trpc.<noun>.<verb>.useQuery`, where `trpc` comes from the module of the hooks. */
export function hookReadsOf({ path, text }: SourceText): string[] {
  if (!isOfClient(path)) return [];
  const { program } = parseSync(path, text);
  const importsHooks = importsOf(program).some(
    ({ specifier, name, local }) =>
      name === 'trpc' && local === 'trpc' && posix.join(posix.dirname(path), specifier) === HOOKS_MODULE,
  );
  if (!importsHooks) return [];
  const procedures: string[] = [];
  new Visitor({
    CallExpression: ({ callee }) => {
      const [root, noun, verb, hook, ...rest] = namesOf(callee);
      if (root === 'trpc' && hook === 'useQuery' && rest.length === 0) procedures.push(`${noun}.${verb}`);
    },
  }).visit(program);
  return procedures;
}

/** What each file of the client reads without tRPC's hooks and without a reason in `READS_OTHERWISE`. */
export function readsGoThroughHooks(files: readonly SourceText[]): string[] {
  return files.flatMap((file) =>
    file.path in READS_OTHERWISE ? [] : otherReadsOf(file).map((read) => `${file.path} ${read}`),
  );
}

/** The files in `READS_OTHERWISE` that are gone or need no exception any more. */
export function needlessExceptions(files: readonly SourceText[]): string[] {
  const needed = new Set(files.filter((file) => otherReadsOf(file).length > 0).map(({ path }) => path));
  return Object.keys(READS_OTHERWISE).filter((path) => !needed.has(path));
}

function otherReadsOf({ path, text }: SourceText): string[] {
  if (!isOfClient(path)) return [];
  const { program } = parseSync(path, text);
  const reads = importsOf(program).flatMap(({ specifier, name }) => {
    if (specifier === '@tanstack/react-query' && (KEYED_HOOKS.has(name) || name === '*'))
      return [`imports ${name} of React Query`];
    if (specifier === '@trpc/react-query' && name === HOOKS_MAKER && path !== HOOKS_MODULE)
      return [`makes hooks of its own; ${HOOKS_MODULE} has them`];
    return [];
  });
  new Visitor({
    MemberExpression: (node) => {
      if (CLIENT_READS.has(nameOf(node))) reads.push(`calls ${nameOf(node)} with a key of its own`);
    },
    CallExpression: ({ callee }) => {
      if (callee.type === 'MemberExpression' && nameOf(callee) === 'query')
        reads.push(`calls ${namesOf(callee).join('.')}`);
    },
  }).visit(program);
  return reads;
}

/** Whether the module of the hooks exports `trpc` and takes it from `createTRPCReact<AppRouter>()`. */
export function hooksAreOfTrpc({ path, text }: SourceText): boolean {
  const { program } = parseSync(path, text);
  const isImported = importsOf(program).some(
    ({ specifier, name, local }) =>
      specifier === '@trpc/react-query' && name === HOOKS_MAKER && local === HOOKS_MAKER,
  );
  return (
    isImported &&
    program.body.some(
      (node) =>
        node.type === 'ExportNamedDeclaration' &&
        node.declaration?.type === 'VariableDeclaration' &&
        node.declaration.declarations.some(
          ({ id, init }) =>
            id.type === 'Identifier' &&
            id.name === 'trpc' &&
            init?.type === 'CallExpression' &&
            namesOf(init.callee).join('.') === HOOKS_MAKER &&
            init.typeArguments?.params.map((type) => text.slice(type.start, type.end)).join() === 'AppRouter',
        ),
    )
  );
}

interface ImportedName {
  readonly specifier: string;
  /** The name in the other module, or `*` for all. */
  readonly name: string;
  /** The name in this file. */
  readonly local: string;
}

function importsOf(program: ESTree.Program): ImportedName[] {
  return program.body.flatMap((node) =>
    node.type !== 'ImportDeclaration' || node.importKind === 'type'
      ? []
      : node.specifiers.map((each) => ({
          specifier: node.source.value,
          name: each.type === 'ImportSpecifier' ? moduleName(each.imported) : '*',
          local: each.local.name,
        })),
  );
}

function moduleName(name: ESTree.ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name;
}

/** `a.b['c']` has the names a, b and c. What comes before a call or another expression is an empty name. */
function namesOf(node: ESTree.Node): string[] {
  switch (node.type) {
    case 'Identifier':
      return [node.name];
    case 'MemberExpression':
      return [...namesOf(node.object), nameOf(node) ?? ''];
    default:
      return [''];
  }
}

function nameOf({ property, computed }: ESTree.MemberExpression): string | null {
  if (!computed) return property.type === 'Identifier' ? property.name : null;
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : null;
}
