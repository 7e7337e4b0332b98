import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { packPackage } from '../../scripts/package-build.ts';

export const run = promisify(execFile);

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
/** The other packages of a project that uses ours, in our versions. */
const BESIDE = [
  '@tanstack/react-query',
  '@types/express',
  '@types/node',
  '@types/react',
  '@types/react-dom',
  'express',
  'react',
  'react-dom',
];
/** Large tools are linked instead of installed. */
const LENT = ['vite', '@vitejs/plugin-react', '@hono/node-server', 'fastify', 'hono', 'openid-client'];

export type ScratchProject = Awaited<ReturnType<typeof createScratchProject>>;

/** Installs the tarball into a project outside this one, with the examples. */
export async function createScratchProject() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-package-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const tarball = await packPackage(folder);
    const { dependencies, devDependencies } = JSON.parse(
      await readFile(join(PROJECT, 'package.json'), 'utf8'),
    ) as Record<'dependencies' | 'devDependencies', Record<string, string>>;
    const known: Record<string, string> = { ...devDependencies, ...dependencies };
    const beside = Object.fromEntries(BESIDE.map((name) => [name, known[name]]));
    await writeFile(
      join(folder, 'package.json'),
      JSON.stringify({
        private: true,
        type: 'module',
        dependencies: { ...beside, 'foyer-auth': `file:${tarball}` },
      }),
    );
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'], {
      cwd: folder,
    });
    await cp(join(PROJECT, 'examples'), join(folder, 'examples'), {
      recursive: true,
      filter: (file) => !file.includes('node_modules'),
    });
    for (const name of LENT) {
      const place = join(folder, 'node_modules', name);
      await mkdir(dirname(place), { recursive: true });
      await symlink(join(PROJECT, 'node_modules', name), place, 'dir');
    }
    const { stdout } = await run('tar', ['tzf', tarball]);
    return { folder, tarball, files: stdout.trim().split('\n'), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

const COMPILERS = { 'TypeScript 5.9': 'typescript', 'TypeScript 7': 'typescript-7' } as const;
const EXAMPLES = ['examples/*/*.ts', 'examples/*/src', '*.ts'];

/** Returns the compiler's output, which is empty without errors. */
export async function compile(
  { folder }: ScratchProject,
  compiler: keyof typeof COMPILERS,
  moduleResolution: 'bundler' | 'nodenext',
  include: readonly string[] = EXAMPLES,
): Promise<string> {
  const name = `tsconfig.${COMPILERS[compiler]}.${moduleResolution}.json`;
  const config = {
    compilerOptions: {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      // Checks the package's declarations, too.
      skipLibCheck: false,
      target: 'ES2022',
      lib: ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
      module: moduleResolution === 'bundler' ? 'ESNext' : 'NodeNext',
      moduleResolution,
      jsx: 'react-jsx',
      types: ['node'],
      rootDir: '.',
      outDir: moduleResolution === 'nodenext' ? 'out' : 'out-for-bundlers',
    },
    include,
    // Vite's configuration and the tests need more packages. Next compiles its example itself.
    exclude: ['**/vite.config.ts', '**/*.test.*', 'examples/next'],
  };
  await writeFile(join(folder, name), JSON.stringify(config));
  const tsc = join(PROJECT, 'node_modules', COMPILERS[compiler], 'bin/tsc');
  return run(process.execPath, [tsc, '-p', name], { cwd: folder }).then(
    ({ stdout }) => stdout,
    (error: Error & { stdout?: string }) => error.stdout || String(error),
  );
}
