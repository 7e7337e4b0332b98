import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseSync, Visitor, type ESTree } from 'vite';
import type { SourceText } from '../architecture/source-file.ts';

const SERVER = path.resolve(import.meta.dirname, '../../server');

/** The methods of a collection, the client's `bulkWrite` and the database's `command`, which send a query. */
const METHODS: ReadonlySet<string> = new Set([
  'find',
  'findOne',
  'findOneAndUpdate',
  'findOneAndDelete',
  'findOneAndReplace',
  'updateOne',
  'updateMany',
  'replaceOne',
  'deleteOne',
  'deleteMany',
  'countDocuments',
  'estimatedDocumentCount',
  'distinct',
  'aggregate',
  'bulkWrite',
  'command',
]);

const MAY_CALL = new RegExp(`\\.(?:${[...METHODS].join('|')})\\b`);

/** A call of such a method in the sources. */
export interface CallSite {
  /** `domain/users/users.ts proveEmail findOne`, with a number when the function has several. It holds when lines move. */
  readonly name: string;
  readonly method: string;
  readonly line: number;
}

/** All calls in the server, by file. */
export async function readCallSites(): Promise<ReadonlyMap<string, readonly CallSite[]>> {
  const files = await readdir(SERVER, { recursive: true });
  const found = await Promise.all(
    files
      .filter((file) => file.endsWith('.ts'))
      .map(async (file) => {
        const source = {
          path: `src/server/${file}`,
          text: await readFile(path.join(SERVER, file), 'utf8'),
        };
        return [source.path, MAY_CALL.test(source.text) ? callSitesOf(source) : []] as const;
      }),
  );
  return new Map(found);
}

/** The calls in a file of the server. `find` with a function is the method of an array. */
function callSitesOf({ path: file, text }: SourceText): CallSite[] {
  if (/\.test(?:-d)?\.ts$/.test(file)) return [];
  const { program } = parseSync(file, text);
  const functions: { readonly name: string; readonly start: number; readonly end: number }[] = [];
  const calls: { readonly method: string; readonly start: number }[] = [];
  const noteFunction = (name: string, { start, end }: ESTree.Node) => functions.push({ name, start, end });
  new Visitor({
    FunctionDeclaration: (node) => {
      if (node.id) noteFunction(node.id.name, node);
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && isFunction(init)) noteFunction(id.name, init);
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && isFunction(value)) noteFunction(key.name, value);
    },
    MethodDefinition: ({ key, value }) => {
      if (key.type === 'Identifier') noteFunction(key.name, value);
    },
    CallExpression: ({ callee, arguments: [first] }) => {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const { name, start } = callee.property;
      if (METHODS.has(name) && !isFunction(first) && !isOtherCommand(name, first))
        calls.push({ method: name, start });
    },
  }).visit(program);

  const numbers = new Map<string, number>();
  return calls
    .toSorted((one, other) => one.start - other.start)
    .map(({ method, start }) => {
      const around = functions.filter((each) => each.start <= start && start < each.end);
      const innermost = around.toSorted((one, other) => other.start - one.start)[0]?.name ?? 'the module';
      const name = `${file.slice('src/server/'.length)} ${innermost} ${method}`;
      const number = (numbers.get(name) ?? 0) + 1;
      numbers.set(name, number);
      return {
        name: number === 1 ? name : `${name} ${number}`,
        method,
        line: text.slice(0, start).split('\n').length,
      };
    });
}

function isFunction(node: ESTree.Node | null | undefined): node is ESTree.Node {
  return node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';
}

/** `command` with an object that names another command, such as `ping`. */
function isOtherCommand(method: string, argument: ESTree.Node | undefined): boolean {
  if (method !== 'command' || argument?.type !== 'ObjectExpression') return false;
  const [first] = argument.properties;
  const name = first?.type === 'Property' && first.key.type === 'Identifier' ? first.key.name : '';
  return !METHODS.has(name);
}
