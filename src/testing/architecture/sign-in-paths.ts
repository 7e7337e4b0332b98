import { posix } from 'node:path';
import { parseSync, Visitor, type ESTree } from 'vite';
import type { SourceFile } from './read-sources.ts';

/** What gives access, or makes a session fresh. No `makeImpersonation`: only administrators reach it. */
const GIVES_ACCESS: Readonly<Record<string, readonly string[]>> = {
  'src/server/domain/sign-in/complete.ts': ['completeSignIn', 'completePendingSignIn', 'replaceSessions'],
  'src/server/domain/sign-in/reauthentication.ts': ['verifySession', 'markFresh'],
  'src/server/domain/tokens/access-tokens.ts': ['createAccessToken'],
  'src/server/domain/oauth/device-authorizations.ts': ['approveDevice'],
};

/** Sign-in paths of their own, because a route of Auth.js answers form posts with them. */
const ROUTES = new Set(['src/server/auth/credentials.ts signInWithCredentials']);

interface Call {
  /** The function or property around the call: `src/server/a.ts name`. */
  readonly from: string;
  /** A function of the project, or a procedure: `procedure session.signOut`. */
  readonly to: string;
}

/** Entries, as `<file> <name>`, that reach a function of `GIVES_ACCESS` by calls; read from the sources. */
export function signInPaths(files: readonly SourceFile[]): string[] {
  const product = files.filter(({ path }) => path.startsWith('src/server/') && !path.endsWith('.test.ts'));
  const calls = product.flatMap(callsOf);
  const callers = new Map<string, string[]>();
  for (const { from, to } of calls) callers.set(to, [...(callers.get(to) ?? []), from]);
  const seeds = Object.entries(GIVES_ACCESS).flatMap(([path, names]) =>
    names.map((name) => `${path} ${name}`),
  );
  const reached = new Set(seeds);
  for (const name of reached) {
    if (ROUTES.has(name)) continue;
    for (const caller of [...(callers.get(name) ?? []), ...(callers.get(procedureOf(name)) ?? [])])
      reached.add(caller);
  }
  return [...reached].filter((name) => !seeds.includes(name) && isEntry(name, callers)).toSorted();
}

/** Whether nothing in the product calls it by its name: a route or a procedure. */
function isEntry(name: string, callers: ReadonlyMap<string, readonly string[]>): boolean {
  return ROUTES.has(name) || !callers.has(name);
}

/** `src/server/trpc/routers/session-sign-in.ts sessionSignInProcedures.confirmLink` as a form calls it. */
function procedureOf(name: string): string {
  const [, file = '', key = ''] = /^src\/server\/trpc\/routers\/(.+)\.ts \w+\.(\w+)$/.exec(name) ?? [];
  return `procedure ${file.split('-')[0] ?? ''}.${key}`;
}

interface Scope {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

function callsOf(file: SourceFile): Call[] {
  const { program } = parseSync(file.path, file.text);
  const scopes = scopesOf(program);
  const imported = new Map(
    file.imports.flatMap(({ target, names }) =>
      target === null ? [] : names.map((name) => [name, target] as const),
    ),
  );
  const calls: Call[] = [];
  new Visitor({
    CallExpression: (node) => {
      // The innermost scope is the shortest one.
      const around = scopes
        .filter(({ start, end }) => start <= node.start && node.start < end)
        .toSorted((one, other) => one.end - one.start - (other.end - other.start))[0];
      const from = `${file.path} ${around?.name ?? 'the module'}`;
      // A function that is passed on may be called there.
      for (const called of [node.callee, ...node.arguments.filter(({ type }) => type === 'Identifier')]) {
        const to = calledName(called, file.path, imported);
        if (to !== null) calls.push({ from, to });
      }
    },
  }).visit(program);
  return calls;
}

function calledName(callee: ESTree.Node, path: string, imported: ReadonlyMap<string, string>): string | null {
  if (callee.type === 'Identifier')
    return `${imported.get(callee.name) ?? posix.normalize(path)} ${callee.name}`;
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'MemberExpression') return null;
  const { object, property } = callee.object;
  // `caller.session.confirmLink(...)` in the forms of the signed-out pages.
  if (object.type !== 'Identifier' || object.name !== 'caller' || property.type !== 'Identifier') return null;
  return callee.property.type === 'Identifier' ? `procedure ${property.name}.${callee.property.name}` : null;
}

/** Named functions, and properties that hold a function or a procedure. */
function scopesOf(program: ESTree.Program): Scope[] {
  const holders: Scope[] = [];
  const properties: { key: string; start: number; end: number }[] = [];
  new Visitor({
    FunctionDeclaration: ({ id, start, end }) => {
      if (id) holders.push({ name: id.name, start, end });
    },
    VariableDeclarator: ({ id, init, start, end }) => {
      const isHolder = init?.type === 'ArrowFunctionExpression' || isTopLevel(program, start);
      if (id.type === 'Identifier' && isHolder) holders.push({ name: id.name, start, end });
    },
    Property: ({ key, value, start, end }) => {
      const isFunction = /Function/.test(value.type) || value.type === 'CallExpression';
      const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : null;
      if (name !== null && (isFunction || value.type === 'ObjectExpression'))
        properties.push({ key: name, start, end });
    },
  }).visit(program);
  const around = (inner: { start: number; end: number }) => (outer: { start: number; end: number }) =>
    outer.start <= inner.start && inner.end <= outer.end && outer !== inner;
  return [
    ...holders,
    ...properties.map((property) => {
      const holder = holders
        .filter(around(property))
        .toSorted((one, other) => one.end - one.start - (other.end - other.start))[0];
      const outer = properties.filter(around(property)).filter((each) => !holder || around(each)(holder));
      const keys = outer.toSorted((one, other) => one.start - other.start).map(({ key }) => key);
      return { ...property, name: [holder?.name ?? 'the module', ...keys, property.key].join('.') };
    }),
  ];
}

function isTopLevel(program: ESTree.Program, position: number): boolean {
  return program.body.some((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    return (
      declaration?.type === 'VariableDeclaration' &&
      declaration.declarations.some(({ start }) => start === position)
    );
  });
}
