import { posix } from 'node:path';
import { parseSync, Visitor, type ESTree } from 'vite';

export interface SourceText {
  /** Relative to the project's root, with slashes: `src/shared/limits.ts`. */
  readonly path: string;
  readonly text: string;
}

export interface SourceImport {
  readonly specifier: string;
  /** The imported file of this project, or `null` for a package. */
  readonly target: string | null;
  readonly kind: 'import' | 'export' | 'dynamic' | 'type-query';
  /** Whether the compiler removes the import. It keeps `import { type A }` as an import for its side effects (`verbatimModuleSyntax`). */
  readonly typeOnly: boolean;
  /** The imported names in the other module, or `*` for all. */
  readonly names: readonly string[];
}

export interface SourceFile extends SourceText {
  readonly imports: readonly SourceImport[];
  readonly exportsAll: boolean;
  readonly readsEnvironment: boolean;
  readonly usesConsole: boolean;
  readonly callsGlobalFetch: boolean;
  /** Texts in JSX: between tags, and in attributes that people see or hear. */
  readonly spokenWords: readonly string[];
  /** What stands in quotation marks, in templates and between tags. */
  readonly strings: readonly string[];
  /** Names of the properties of objects. */
  readonly keys: readonly string[];
  readonly comparesWithOne: boolean;
  /** Error texts in a schema's checks: `{ error: 'Enter a name.' }`. */
  readonly ownFaults: readonly string[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Parses one TypeScript file with Vite's parser. Throws on a syntax error. */
export function parseSource({ path, text }: SourceText): SourceFile {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);

  const imports: SourceImport[] = [];
  const spokenWords: string[] = [];
  const strings: string[] = [];
  const keys: string[] = [];
  const ownFaults: string[] = [];
  const found: Mutable<
    Omit<SourceFile, keyof SourceText | 'imports' | 'spokenWords' | 'ownFaults' | 'strings' | 'keys'>
  > = {
    exportsAll: false,
    readsEnvironment: false,
    usesConsole: false,
    callsGlobalFetch: false,
    comparesWithOne: false,
  };
  let bindsFetch = false;
  let callsFetch = false;
  const addImport = (specifier: string, rest: Omit<SourceImport, 'specifier' | 'target'>) =>
    imports.push({ specifier, target: resolve(path, specifier), ...rest });
  const lookAtPattern = (pattern: ESTree.Node | null) => {
    if (pattern !== null && boundNames(pattern).includes('fetch')) bindsFetch = true;
  };

  new Visitor({
    ImportDeclaration: (node) =>
      addImport(node.source.value, {
        kind: 'import',
        typeOnly: node.importKind === 'type',
        names: node.specifiers.map((each) => {
          if (each.local.name === 'fetch') bindsFetch = true;
          if (each.type === 'ImportDefaultSpecifier') return 'default';
          return each.type === 'ImportSpecifier' ? moduleName(each.imported) : '*';
        }),
      }),
    ExportNamedDeclaration: (node) => {
      if (node.source === null) return;
      addImport(node.source.value, {
        kind: 'export',
        typeOnly: node.exportKind === 'type',
        names: node.specifiers.map((each) => moduleName(each.local)),
      });
    },
    ExportAllDeclaration: (node) => {
      found.exportsAll = true;
      addImport(node.source.value, { kind: 'export', typeOnly: node.exportKind === 'type', names: ['*'] });
    },
    ImportExpression: (node) => {
      const specifier = textOf(node.source);
      if (specifier !== null) addImport(specifier, { kind: 'dynamic', typeOnly: false, names: ['*'] });
    },
    TSImportType: (node) =>
      addImport(node.source.value, { kind: 'type-query', typeOnly: true, names: ['*'] }),
    MemberExpression: (node) => {
      if (isNamed(node.object, 'console')) found.usesConsole = true;
      if (isMember(node, 'process', 'env')) found.readsEnvironment = true;
    },
    CallExpression: (node) => {
      if (isNamed(node.callee, 'fetch')) callsFetch = true;
      if (isMember(node.callee, 'globalThis', 'fetch')) found.callsGlobalFetch = true;
    },
    Literal: (node) => {
      if (typeof node.value === 'string') strings.push(node.value);
    },
    TemplateElement: (node) => strings.push(node.value.cooked ?? node.value.raw),
    BinaryExpression: (node) => {
      if (/^([!=]==?|[<>]=?)$/.test(node.operator) && [node.left, node.right].some(isOne))
        found.comparesWithOne = true;
    },
    JSXText: (node) => {
      strings.push(node.value);
      spokenWords.push(...wordsOf(node));
    },
    JSXElement: (node) => spokenWords.push(...wordsOfChildren(node.children)),
    JSXFragment: (node) => spokenWords.push(...wordsOfChildren(node.children)),
    JSXAttribute: (node) => {
      const name = node.name.type === 'JSXIdentifier' ? node.name.name : '';
      if (!SPOKEN_ATTRIBUTES.has(name) || node.value === null) return;
      const { value } = node;
      const words = wordsOf(value.type === 'JSXExpressionContainer' ? value.expression : value);
      // The `action` of a form is a path; the one of a component is the label of its button.
      spokenWords.push(...words.filter((word) => !/^\/[a-z/-]*$/.test(word)));
    },
    Property: (node) => {
      keys.push(node.key.type === 'Identifier' ? node.key.name : (textOf(node.key) ?? ''));
      if (isNamed(node.key, 'error')) ownFaults.push(...wordsOf(node.value));
    },
    VariableDeclarator: (node) => {
      lookAtPattern(node.id);
      if (isNamed(node.init, 'process') && boundNames(node.id).includes('env')) found.readsEnvironment = true;
      if (isNamed(node.init, 'console')) found.usesConsole = true;
    },
    FunctionDeclaration: (node) => node.params.forEach(lookAtPattern),
    FunctionExpression: (node) => node.params.forEach(lookAtPattern),
    ArrowFunctionExpression: (node) => node.params.forEach(lookAtPattern),
  }).visit(program);

  const fromProcess = imports.filter((each) => each.specifier === 'node:process' && !each.typeOnly);
  if (fromProcess.some((each) => each.names.includes('env'))) found.readsEnvironment = true;
  // A file with its own `fetch` (an injected one) does not use the global one.
  if (callsFetch && !bindsFetch) found.callsGlobalFetch = true;
  return { path, text, imports, spokenWords, strings, keys, ownFaults, ...found };
}

const SPOKEN_ATTRIBUTES = new Set([
  'action',
  'addition',
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'confirm',
  'description',
  'error',
  'hint',
  'label',
  'nothingFoundMessage',
  'placeholder',
  'send',
  'sent',
  'title',
]);

/** The literal texts in an expression. */
function wordsOf(node: ESTree.Node): string[] {
  switch (node.type) {
    case 'JSXText':
      return withLetters([node.value]);
    case 'Literal':
      return withLetters([node.value]);
    case 'TemplateLiteral':
      return withLetters(node.quasis.map(({ value }) => value.cooked));
    case 'ConditionalExpression':
      return [...wordsOf(node.consequent), ...wordsOf(node.alternate)];
    case 'LogicalExpression':
      return [...wordsOf(node.left), ...wordsOf(node.right)];
    default:
      return [];
  }
}

function wordsOfChildren(children: readonly ESTree.Node[]): string[] {
  return children.flatMap((child) =>
    child.type === 'JSXExpressionContainer' ? wordsOf(child.expression) : [],
  );
}

function withLetters(values: readonly unknown[]): string[] {
  return values.flatMap((value) => (typeof value === 'string' && /\p{L}/u.test(value) ? [value.trim()] : []));
}

function resolve(from: string, specifier: string): string | null {
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : null;
}

function moduleName(name: ESTree.ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name;
}

function isOne(node: ESTree.Node): boolean {
  return node.type === 'Literal' && node.value === 1;
}

function isNamed(node: ESTree.Node | null, name: string): boolean {
  return node?.type === 'Identifier' && node.name === name;
}

/** `object.property`, `object['property']` and `object?.property`. */
function isMember(node: ESTree.Node, object: string, property: string): boolean {
  if (node.type !== 'MemberExpression' || !isNamed(node.object, object)) return false;
  return node.computed ? textOf(node.property) === property : isNamed(node.property, property);
}

function textOf(node: ESTree.Node): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return null;
  return node.quasis[0]?.value.cooked ?? null;
}

/** The names that a pattern binds, and the field names of an object pattern. */
function boundNames(pattern: ESTree.Node): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'AssignmentPattern':
      return boundNames(pattern.left);
    case 'RestElement':
      return boundNames(pattern.argument);
    case 'ArrayPattern':
      return pattern.elements.flatMap((each) => (each === null ? [] : boundNames(each)));
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) =>
        each.type === 'Property'
          ? [...(isNamed(each.key, 'env') ? ['env'] : []), ...boundNames(each.value)]
          : boundNames(each),
      );
    default:
      return [];
  }
}
