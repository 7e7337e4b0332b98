import { posix } from 'node:path';
import { parseSync, Visitor, type ESTree } from 'vite';

export interface SourceText {
  /** Relative to the project's root, with slashes: `src/shared/limits.ts`. */
  readonly path: string;
  readonly text: string;
}

export interface SourceImport {
  /** The imported file of this project, or `null` for a package. */
  readonly target: string | null;
  /** The imported names in the other module. */
  readonly names: readonly string[];
}

export interface SourceFile extends SourceText {
  readonly imports: readonly SourceImport[];
}

/** Parses one TypeScript file with Vite's parser. Throws on a syntax error. */
export function parseSource({ path, text }: SourceText): SourceFile {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const imports: SourceImport[] = [];
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) =>
      imports.push({
        target: resolve(path, source.value),
        names: specifiers.flatMap((each) =>
          each.type === 'ImportSpecifier' ? moduleName(each.imported) : [],
        ),
      }),
  }).visit(program);
  return { path, text, imports };
}

function resolve(from: string, specifier: string): string | null {
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : null;
}

function moduleName(name: ESTree.ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name;
}
