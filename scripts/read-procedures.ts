import { fileURLToPath } from 'node:url';
// TypeScript 7 has no programming interface yet; this is 5.9 under another name.
import ts from 'typescript';

/** A procedure as its caller sees it. */
export interface ReadProcedure {
  readonly router: string;
  readonly name: string;
  readonly kind: 'query' | 'mutation';
  /** Its docstring, or the empty string. */
  readonly doc: string;
  /** What `.meta({ scope })` says. */
  readonly scope: string | null;
  /** As TypeScript writes it; `null`: it takes nothing. */
  readonly input: string | null;
  readonly output: string;
}

const PROJECT = fileURLToPath(new URL('../', import.meta.url));
/** A file that is not there: it names what is to be read of the router's type. */
const QUESTION = `${PROJECT}scripts/router-question.ts`;
const QUESTION_TEXT = `
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../src/server/trpc/router.ts';
export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;
export type Procedures = AppRouter['_def']['record'];
`;

/** All procedures of the router in its own order, read from its type by the compiler. */
export function readProcedures(): ReadProcedure[] {
  const program = createProgram();
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(QUESTION);
  if (!source) throw new Error('the compiler did not read the question');
  const answers = new Map(
    source.statements
      .filter(ts.isTypeAliasDeclaration)
      .map((alias) => [alias.name.text, checker.getTypeAtLocation(alias.name)] as const),
  );
  const typeOf = (name: string) => {
    const type = answers.get(name);
    if (!type) throw new Error(`the compiler did not answer ${name}`);
    return type;
  };
  const member = (type: ts.Type, name: string): ts.Type => {
    const symbol = type.getProperty(name);
    if (!symbol) throw new Error(`there is no ${name} in ${checker.typeToString(type)}`);
    return checker.getTypeOfSymbol(symbol);
  };
  const print = createPrinter(checker);
  const [inputs, outputs, procedures] = [typeOf('Inputs'), typeOf('Outputs'), typeOf('Procedures')];
  return procedures.getProperties().flatMap(({ name: router }) =>
    member(procedures, router)
      .getProperties()
      .map((symbol) => {
        const { name } = symbol;
        const kind = member(member(checker.getTypeOfSymbol(symbol), '_def'), 'type');
        if (!kind.isStringLiteral() || (kind.value !== 'query' && kind.value !== 'mutation'))
          throw new Error(`${router}.${name} is neither query nor mutation`);
        const input = member(member(inputs, router), name);
        return {
          router,
          name,
          kind: kind.value,
          doc: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
          scope: scopeOf(symbol),
          input: input.flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined) ? null : print(input),
          output: print(member(member(outputs, router), name)),
        };
      }),
  );
}

function createProgram(): ts.Program {
  const { config } = ts.readConfigFile(`${PROJECT}tsconfig.json`, ts.sys.readFile) as { config: unknown };
  const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, PROJECT);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => file === QUESTION || fileExists(file);
  host.getSourceFile = (file, version, ...others) =>
    file === QUESTION
      ? ts.createSourceFile(file, QUESTION_TEXT, version)
      : getSourceFile(file, version, ...others);
  return ts.createProgram({ rootNames: [QUESTION], options, host });
}

/** The `scope` in `.meta({ scope })`, read from the source: the type knows that there is one, not which. */
function scopeOf(procedure: ts.Symbol): string | null {
  let scope: string | null = null;
  const visit = (node: ts.Node) => {
    if (
      ts.isPropertyAssignment(node) &&
      node.name.getText() === 'scope' &&
      ts.isStringLiteral(node.initializer) &&
      ts.isCallExpression(node.parent.parent) &&
      ts.isPropertyAccessExpression(node.parent.parent.expression) &&
      node.parent.parent.expression.name.text === 'meta'
    )
      scope ??= node.initializer.text;
    node.forEachChild(visit);
  };
  procedure.declarations?.forEach(visit);
  return scope;
}

/** Prints a type with nothing but object types, unions, arrays, primitives and the platform's own classes. */
function createPrinter(checker: ts.TypeChecker): (type: ts.Type) => string {
  const { TypeFlags } = ts;

  const print = (type: ts.Type): string => {
    if (type.flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.TypeParameter))
      throw new Error(`a procedure has a type that says nothing: ${checker.typeToString(type)}`);
    if (type.isUnion()) return printUnion(type);
    if (!(type.flags & (TypeFlags.Object | TypeFlags.Intersection)))
      return checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
    if (checker.isArrayType(type)) {
      const [element] = checker.getTypeArguments(type as ts.TypeReference);
      if (!element) throw new Error('an array of nothing');
      return `(${print(element)})[]`;
    }
    // What tRPC takes for a file where it does not know the platform's own: that is a blob with a name.
    if (type.symbol.name === 'FileLike' || type.aliasSymbol?.name === 'FileLike') return 'Blob';
    if (isOfThePlatform(type)) return type.symbol.name;
    const index = checker.getIndexInfoOfType(type, ts.IndexKind.String);
    if (index) return `Record<string, ${print(index.type)}>`;
    return `{ ${type.getProperties().map(printProperty).join(' ')} }`;
  };

  const printUnion = (type: ts.UnionType): string => {
    // A property that may be missing, and not `undefined`, has another `undefined` (exactOptionalPropertyTypes).
    const types = type.types.filter(
      (each) => !(each.flags & TypeFlags.Undefined) || each === checker.getUndefinedType(),
    );
    const isBoolean = types.filter(({ flags }) => flags & TypeFlags.BooleanLiteral).length === 2;
    const shown = types.filter(({ flags }) => !isBoolean || !(flags & TypeFlags.BooleanLiteral)).map(print);
    if (isBoolean) shown.unshift('boolean');
    // What is missing is said last.
    const isMissing = (each: string) => each === 'null' || each === 'undefined';
    return [...new Set([...shown.filter((each) => !isMissing(each)), ...shown.filter(isMissing)])].join(
      ' | ',
    );
  };

  const printProperty = (symbol: ts.Symbol): string => {
    const doc = ts.displayPartsToString(symbol.getDocumentationComment(checker));
    const comment = doc === '' ? '' : `/**\n${doc.replaceAll(/^/gm, ' * ')}\n */\n`;
    const optional = symbol.flags & ts.SymbolFlags.Optional ? '?' : '';
    return `${comment}${symbol.name}${optional}: ${print(checker.getTypeOfSymbol(symbol))};\n`;
  };

  return print;
}

function isOfThePlatform(type: ts.Type): boolean {
  // The symbol of an anonymous type is there all the same, and called `__type`.
  const symbol = type.symbol as ts.Symbol | undefined;
  const file = symbol?.declarations?.[0]?.getSourceFile().fileName ?? '';
  return !symbol?.name.startsWith('__') && /\/(typescript\/lib\/lib\.|@types\/node\/)/.test(file);
}
