import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { parseSync, Visitor } from 'vite';

export interface SourceText {
  /** Relative to the project's root, with slashes. */
  readonly path: string;
  readonly text: string;
}

interface SourceImport {
  /** The imported file of this project, or `null` for a package. */
  readonly target: string | null;
  readonly names: readonly string[];
}

export interface SourceFile extends SourceText {
  readonly imports: readonly SourceImport[];
}

/** Parses a TypeScript file with Vite's parser. Throws on a syntax error. */
export function parseSource({ path, text }: SourceText): SourceFile {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const imports: SourceImport[] = [];
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) =>
      imports.push({
        target: source.value.startsWith('.') ? posix.join(posix.dirname(path), source.value) : null,
        names: specifiers.flatMap((each) =>
          each.type === 'ImportSpecifier' && each.imported.type === 'Identifier' ? each.imported.name : [],
        ),
      }),
  }).visit(program);
  return { path, text, imports };
}

const SERVER = new URL('../../server/', import.meta.url);

export async function readSources(): Promise<SourceFile[]> {
  const files = (await readdir(SERVER, { recursive: true })).filter((file) =>
    /(?<!\.test|\.test-d)\.ts$/.test(file),
  );
  return Promise.all(
    files.map(async (file) =>
      parseSource({ path: `src/server/${file}`, text: await readFile(new URL(file, SERVER), 'utf8') }),
    ),
  );
}
