/**
 * `npm run docs:procedures`: writes what the sources say of each procedure and a running server cannot know, its docstring, the codes that it
 * may fail with and what is said of its fields, into src/server/openapi/procedure-notes.ts; then `procedures-doc.ts` makes
 * docs/procedures.md of it. Tests fail when either is stale.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { parseSync, Visitor, type ESTree } from 'vite';
import { z } from 'zod';
import { apiProcedures } from '../src/server/openapi/api-procedures.ts';
import { ERRORS, isErrorCode, type ErrorCode } from '../src/shared/errors/catalogue.ts';
import { readFieldNotes } from './field-notes.ts';

const PROJECT = fileURLToPath(new URL('../', import.meta.url));
const SERVER = 'src/server';
/** Told of every procedure by its guards (`api-procedures.ts`). */
const GUARDS = new Set([`${SERVER}/trpc/procedures.ts`, `${SERVER}/trpc/context.ts`]);
/** Whoever has a session, or the link of a mail, is never charged. */
const NEVER_CHARGED: readonly ErrorCode[] = ['PROOF_OF_WORK_REQUIRED'];
/** Codes that a procedure does not answer with, although what it calls can: it answers with another one, or they are for others. */
const LEFT_OUT: Readonly<Record<string, readonly ErrorCode[]>> = {
  poll: ['SessionRequired'],
  reauthenticate: NEVER_CHARGED,
  link: NEVER_CHARGED,
  change: NEVER_CHARGED,
  reset: NEVER_CHARGED,
  set: NEVER_CHARGED,
};
/** What made the members of `deps` that fail with codes: `deps.rateLimits` is of `createRateLimits`. */
const FACTORIES = new Set(
  ['rateLimits', 'passwordGuesses', 'passwordHashing', 'pictureEncoding', 'providerCalls'].map(factoryOf),
);
/** Of `deps.strangers` one method alone fails with a code. */
const CHARGE = { method: 'charge', factory: 'createStrangers' };
export const NOTES_FILE = path.join(PROJECT, SERVER, 'openapi/procedure-notes.ts');

/** Something that a file declares at its top: what it names, and the codes that it throws by itself. */
interface Declaration {
  readonly node: ESTree.Node;
  readonly names: ReadonlySet<string>;
  readonly codes: ReadonlySet<ErrorCode>;
}

interface SourceModule {
  readonly file: string;
  readonly text: string;
  readonly comments: readonly { readonly start: number; readonly end: number; readonly value: string }[];
  readonly declarations: ReadonlyMap<string, Declaration>;
  /** Local names of what is imported from our own files. */
  readonly imports: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
}

export interface ProcedureNote {
  readonly doc: string;
  readonly errors: readonly ErrorCode[];
}

export interface Notes {
  /** What each router is about, where that is said. */
  readonly routers: Readonly<Record<string, string>>;
  readonly procedures: Readonly<Record<string, ProcedureNote>>;
}

/** Reads the sources of the server; `routers` are the router's own names, by the file that declares each. */
export async function readNotes(): Promise<Notes> {
  const modules = await readModules();
  const main = modules.get(`${SERVER}/trpc/router.ts`);
  const root = main && objectOf(main.declarations.get('appRouter')?.node);
  if (!main || !root) throw new Error('router.ts has no appRouter');
  const routers: Record<string, string> = {};
  const procedures: Record<string, ProcedureNote> = {};
  for (const property of root.properties) {
    if (property.type !== 'Property' || property.value.type !== 'Identifier') continue;
    const router = nameOf(property.key);
    const from = main.imports.get(property.value.name);
    const module = from && modules.get(from.file);
    if (!module || !from) throw new Error(`${router} is not imported`);
    const declared = module.declarations.get(from.name)?.node;
    const doc = docBefore(module, declared);
    if (doc !== '') routers[router] = doc;
    for (const [name, note] of proceduresOf(modules, module, declared))
      procedures[`${router}.${name}`] = note;
  }
  return { routers, procedures };
}

function proceduresOf(
  modules: ReadonlyMap<string, SourceModule>,
  module: SourceModule,
  node: ESTree.Node | undefined,
): [string, ProcedureNote][] {
  return (objectOf(node)?.properties ?? []).flatMap((property): [string, ProcedureNote][] => {
    if (property.type === 'SpreadElement') {
      const { argument } = property;
      const from = argument.type === 'Identifier' ? module.imports.get(argument.name) : undefined;
      const other = from && modules.get(from.file);
      return other ? proceduresOf(modules, other, other.declarations.get(from.name)?.node) : [];
    }
    const { names, codes } = read(property.value);
    const errors = new Set(codes);
    for (const code of codesBehind(modules, module, names)) errors.add(code);
    const name = nameOf(property.key);
    for (const code of LEFT_OUT[name] ?? []) errors.delete(code);
    const inOrder = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => errors.has(code));
    return [[name, { doc: docBefore(module, property), errors: inOrder }]];
  });
}

/** The codes of everything that is named from here on, however far. */
function codesBehind(
  modules: ReadonlyMap<string, SourceModule>,
  start: SourceModule,
  names: ReadonlySet<string>,
): Set<ErrorCode> {
  const codes = new Set<ErrorCode>();
  const seen = new Set<string>();
  const queue = [...names].map((name) => ({ module: start, name }));
  for (let next = queue.pop(); next; next = queue.pop()) {
    const { module, name } = next;
    const key = `${module.file} ${name}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const from = module.imports.get(name);
    const [home, local] = from ? [modules.get(from.file), from.name] : [module, name];
    const found = home?.declarations.get(local);
    if (home && found) {
      for (const code of found.codes) codes.add(code);
      for (const each of found.names) queue.push({ module: home, name: each });
    }
    for (const other of modules.values()) {
      if ((FACTORIES.has(name) || name === CHARGE.factory) && other.declarations.has(name))
        queue.push({ module: other, name });
    }
  }
  return codes;
}

async function readModules(): Promise<Map<string, SourceModule>> {
  const found = await readdir(path.join(PROJECT, SERVER), { recursive: true });
  const files = found
    .map((file) => path.posix.join(SERVER, file.split(path.sep).join('/')))
    .filter(
      (file) =>
        file.endsWith('.ts') && !GUARDS.has(file) && !/\.test(-d)?\.ts$|\/openapi\/|\/demo\//.test(file),
    );
  const modules = await Promise.all(
    files.map(async (file) => readModule(file, await readFile(path.join(PROJECT, file), 'utf8'))),
  );
  return new Map(modules.map((module) => [module.file, module]));
}

function readModule(file: string, text: string): SourceModule {
  const { program, comments } = parseSync(file, text);
  const declarations = new Map<string, Declaration>();
  const imports = new Map<string, { file: string; name: string }>();
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration' && statement.importKind !== 'type') {
      if (!statement.source.value.startsWith('.')) continue;
      const target = path.posix.join(path.posix.dirname(file), statement.source.value);
      for (const each of statement.specifiers) {
        if (each.type === 'ImportSpecifier')
          imports.set(each.local.name, { file: target, name: nameOf(each.imported) });
      }
    }
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type === 'FunctionDeclaration' && declared.id)
      declarations.set(declared.id.name, { node: statement, ...read(declared) });
    if (declared?.type === 'VariableDeclaration') {
      for (const each of declared.declarations) {
        if (each.id.type === 'Identifier') declarations.set(each.id.name, { node: statement, ...read(each) });
      }
    }
  }
  return { file, text, comments: comments.filter(({ type }) => type === 'Block'), declarations, imports };
}

/** The names in a piece of code, and the codes of the errors that it makes. */
function read(node: ESTree.Node): { names: Set<string>; codes: Set<ErrorCode> } {
  const names = new Set<string>();
  const codes = new Set<ErrorCode>();
  /** Where a name is a member's or a key, and names nothing here. */
  const aside = new Set<number>();
  const inErrors: [number, number][] = [];
  const literals: [number, string][] = [];
  new Visitor({
    Identifier: ({ start, name }) => {
      if (!aside.has(start)) names.add(name);
    },
    MemberExpression: ({ computed, property }) => {
      if (computed || property.type !== 'Identifier') return;
      aside.add(property.start);
      const factory = factoryOf(property.name);
      if (FACTORIES.has(factory)) names.add(factory);
      if (property.name === CHARGE.method) names.add(CHARGE.factory);
    },
    Property: ({ key, shorthand }) => {
      if (!shorthand && key.type === 'Identifier') aside.add(key.start);
    },
    Literal: ({ start, value }) => void (typeof value === 'string' && literals.push([start, value])),
    NewExpression: (made) => {
      if (made.callee.type === 'Identifier' && made.callee.name === 'AppError')
        inErrors.push([made.start, made.end]);
    },
  }).visit({
    type: 'Program',
    body: [node],
    sourceType: 'module',
    hashbang: null,
    start: 0,
    end: 0,
  } as ESTree.Program);
  for (const [at, value] of literals) {
    if (isErrorCode(value) && inErrors.some(([start, end]) => at > start && at < end)) codes.add(value);
  }
  return { names, codes };
}

/** `deps.passwordGuesses` is what `createPasswordGuesses` made. */
function factoryOf(member: string): string {
  return `create${member.charAt(0).toUpperCase()}${member.slice(1)}`;
}

/** The object of `router({ … })`, or of `{ … }` that a router spreads. */
function objectOf(node: ESTree.Node | undefined): ESTree.ObjectExpression | null {
  const declared = node?.type === 'ExportNamedDeclaration' ? node.declaration : node;
  if (declared?.type !== 'VariableDeclaration') return null;
  const value = declared.declarations[0]?.init;
  if (value?.type === 'ObjectExpression') return value;
  const argument = value?.type === 'CallExpression' ? value.arguments[0] : undefined;
  return argument?.type === 'ObjectExpression' ? argument : null;
}

/** The docstring right before it, in one line. */
function docBefore({ text, comments }: SourceModule, node: ESTree.Node | undefined): string {
  if (!node) return '';
  const comment = comments.find(
    ({ start, end, value }) =>
      value.startsWith('*') && start < node.start && text.slice(end, node.start).trim() === '',
  );
  return (comment?.value ?? '')
    .slice(1)
    .replaceAll(/^\s*\*\s?/gm, '')
    .trim()
    .replaceAll(/\s+/g, ' ');
}

function nameOf(node: ESTree.Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  throw new Error(`this has no name: ${node.type}`);
}

/** An object with a line for each of its members. */
function lines(record: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(record).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`,
  );
  return `{\n${members.join('\n')}\n}`;
}

/** What is said of the fields of each procedure's input and answer, where anything is. */
async function readFields(): Promise<Readonly<Record<string, Readonly<Record<string, object>>>>> {
  const notesOf = await readFieldNotes();
  const told = apiProcedures().flatMap(({ path: name, input, output }) => {
    const parts = { input: input instanceof z.ZodType ? notesOf(input) : {}, output: notesOf(output) };
    const isAny = Object.values(parts).some((part) => Object.keys(part).length > 0);
    return isAny ? [[name, parts] as const] : [];
  });
  return Object.fromEntries(told);
}

export async function renderNotes(notes: Notes): Promise<string> {
  const fields = await readFields();
  const text = `// Written by \`npm run docs:procedures\` from the routers' docstrings and the errors that their code makes; a test compares them.

import type { ErrorCode } from '../../shared/errors/catalogue.ts';

interface ProcedureNote { readonly doc: string; readonly errors: readonly ErrorCode[] }

/** What each router is about. */
// prettier-ignore
export const ROUTER_NOTES: Readonly<Record<string, string>> = ${lines(notes.routers)};

/** Of each procedure its docstring, and the codes of its own that it may fail with. */
// prettier-ignore
export const PROCEDURE_NOTES: Readonly<Record<string, ProcedureNote>> = ${lines(notes.procedures)};

interface FieldNotes { readonly input: Readonly<Record<string, string>>; readonly output: Readonly<Record<string, string>> }

/** What the schemas say of their fields, by path as in plain-fields.ts. */
// prettier-ignore
export const FIELD_NOTES: Readonly<Record<string, FieldNotes>> = ${lines(fields)};
`;
  return format(text, { ...(await resolveConfig(NOTES_FILE)), parser: 'typescript' });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await writeFile(NOTES_FILE, await renderNotes(await readNotes()));
