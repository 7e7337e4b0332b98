import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Loader, OnLoadResult, OnResolveResult, Plugin, PluginBuild } from 'esbuild';

export interface CompiledModule {
  readonly code: string;
  readonly map: string;
}

const EXTENSION = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const CONFIG_MODULE = new URL(`../../shared/foyer-config.${EXTENSION}`, import.meta.url).href;
const SOURCE = /\.(?:[cm]?ts|m?js)$/;
const TARGET = `node${process.versions.node}`;

/**
 * Bundles a configuration, without its packages. esbuild ends afterwards, so the server keeps no compiler.
 * @throws the `BuildFailure` of esbuild for syntax errors and unresolved imports.
 */
export async function compile(file: string): Promise<CompiledModule> {
  const { build, stop } = await import('esbuild');
  const folder = path.dirname(file);
  try {
    const { outputFiles } = await build({
      entryPoints: [file],
      absWorkingDir: folder,
      // Nothing is written. Paths in the source map are relative to this folder.
      outdir: folder,
      write: false,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: TARGET,
      sourcemap: 'external',
      sourcesContent: false,
      // Bundled CommonJS files call `require`.
      banner: {
        js: `const require = process.getBuiltinModule('node:module').createRequire(${quote(file)});`,
      },
      // Node's conditions (https://nodejs.org/api/packages.html#conditional-exports), without tsconfig.json.
      conditions: ['module-sync', 'node-addons'],
      mainFields: ['main'],
      tsconfigRaw: '{}',
      // Node runs every imported file, also an unused one.
      treeShaking: false,
      ignoreAnnotations: true,
      logLevel: 'silent',
      plugins: [AS_NODE_LOADS],
    });
    const textOf = (extension: string) =>
      outputFiles.find((output) => output.path.endsWith(extension))?.text ?? '';
    return { code: textOf('.js'), map: textOf('.map') };
  } finally {
    await stop();
  }
}

/** Keeps what depends on a file's place in Node: package lookup, `import.meta` and CommonJS `__dirname`. */
const AS_NODE_LOADS: Plugin = {
  name: 'as-node-loads',
  setup(build) {
    const isResolved = Symbol('resolved');
    build.onResolve({ filter: /./ }, async ({ path: name, pluginData, ...options }) => {
      const { kind } = options;
      if (kind === 'entry-point' || pluginData === isResolved) return undefined;
      if (isBuiltin(name) || /^[a-z]+:/.test(name)) return { external: true, path: name };
      if (name === 'foyer-auth/config') return external(CONFIG_MODULE, kind);
      // The server must check the schemas with the zod that made them.
      if (/^zod(\/|$)/.test(name)) return external(import.meta.resolve(name), kind);
      const { errors, path: found } = await build.resolve(name, { ...options, pluginData: isResolved });
      if (errors.length > 0) {
        // `import('optional').catch(…)` must fail only when it is called.
        return kind === 'import-statement' ? { errors } : { external: true, path: name };
      }
      const isOwnFile = !found.includes('/node_modules/') && (SOURCE.test(found) || found.endsWith('.json'));
      return isOwnFile ? { path: found } : external(pathToFileURL(found).href, kind);
    });
    build.onLoad({ filter: SOURCE }, ({ path: file }) => loadWithOwnAddress(build, file));
  },
};

/** The bundle is in no folder where Node could search, so it imports by URL. `require` takes paths only. */
function external(url: string, kind: string): OnResolveResult {
  return { external: true, path: kind.startsWith('require') ? fileURLToPath(url) : url };
}

async function loadWithOwnAddress(build: PluginBuild, file: string): Promise<OnLoadResult | undefined> {
  const source = await readFile(file, 'utf8');
  if (!/import\.meta|__dirname|__filename/.test(source)) return undefined;
  const transformed = await build.esbuild
    .transform(source, {
      loader: path.extname(file).replace(/^\.[cm]?/, '') as Loader,
      target: TARGET,
      tsconfigRaw: '{}',
      sourcefile: file,
      sourcemap: 'inline',
      define: {
        'import.meta.url': quote(pathToFileURL(file).href),
        'import.meta.filename': quote(file),
        'import.meta.dirname': quote(path.dirname(file)),
        __filename: quote(file),
        __dirname: quote(path.dirname(file)),
      },
      logLevel: 'silent',
    })
    // The bundler finds this fault too, and names the file consistently.
    .catch(() => null);
  return transformed ? { contents: transformed.code, loader: 'js' } : undefined;
}

function quote(text: string): string {
  return JSON.stringify(text);
}
