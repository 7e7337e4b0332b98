import { parseSync, Visitor } from 'vite';
import type { SourceText } from './source-file.ts';

/** These put the base path before the path that they get (`src/client/base-path.ts`), or are functions of the router, which does so itself. */
const TAKERS: ReadonlySet<string> = new Set(['at', 'addressOf', 'getRouteApi', 'signedOutRoute']);
/** Attributes and properties of the router that have a path without the base path. */
const ROUTER_NAMES: ReadonlySet<string> = new Set(['to', 'path']);
const PATH = /^\/[a-z.]/;
/** The names of constants with a path, also of those in `src/shared/callback-url.ts`. */
const PATH_NAME = /_PATH$|^RESUME_LINK$|^CHOOSE_PASSWORD$/;

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Each path of Foyer in the client, literal or a constant, that becomes an address without the base path: `src/client/a.tsx:12 '/account'`. */
export function addressesWithoutBase({ path, text }: SourceText): string[] {
  if (!path.startsWith('src/client/') || /\.test(?:-d)?\.tsx?$/.test(path)) return [];
  const { program } = parseSync(path, text);
  const sound: Range[] = [];
  const found: Range[] = [];
  const constants = new Set<string>();
  const names: (Range & { readonly name: string })[] = [];
  const isPath = (value: unknown) => typeof value === 'string' && PATH.test(value);
  new Visitor({
    CallExpression: ({ callee, arguments: [first] }) => {
      if (first && callee.type === 'Identifier' && TAKERS.has(callee.name)) sound.push(first);
    },
    // The text of an error is for the developer.
    NewExpression: (expression) => {
      if (expression.callee.type === 'Identifier' && expression.callee.name === 'Error')
        sound.push(expression);
    },
    JSXAttribute: (attribute) => {
      if (attribute.name.type === 'JSXIdentifier' && ROUTER_NAMES.has(attribute.name.name))
        sound.push(attribute);
    },
    Property: (property) => {
      if (property.key.type === 'Identifier' && ROUTER_NAMES.has(property.key.name)) sound.push(property);
    },
    BinaryExpression: (comparison) => {
      if (/^[!=]==$/.test(comparison.operator)) sound.push(comparison);
    },
    ImportDeclaration: (declaration) => void sound.push(declaration),
    VariableDeclarator: ({ id, init }) => {
      const isConstant =
        init?.type === 'Literal'
          ? isPath(init.value)
          : init?.type === 'MemberExpression' &&
            init.object.type === 'Identifier' &&
            init.object.name === 'SIGNED_OUT_PATHS';
      if (id.type !== 'Identifier' || !init || !isConstant) return;
      constants.add(id.name);
      sound.push(id, init);
    },
    Literal: (literal) => {
      if (isPath(literal.value)) found.push(literal);
    },
    TemplateLiteral: (template) => {
      if (isPath(template.quasis[0]?.value.raw)) found.push(template);
    },
    Identifier: (identifier) => void names.push(identifier),
  }).visit(program);
  found.push(...names.filter(({ name }) => constants.has(name) || PATH_NAME.test(name)));
  return found
    .filter(({ start, end }) => !sound.some((range) => range.start <= start && end <= range.end))
    .map(({ start, end }) => `${path}:${text.slice(0, start).split('\n').length} ${text.slice(start, end)}`);
}
