import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Refusal, type Template } from './arguments.ts';

const FOYER_PACKAGES = ['foyer-auth', 'foyer-server'] as const;

/** npm leaves a `.gitignore` out of packages. `.env` of a template has no secret, so it is kept. */
const GIT_IGNORES = ['node_modules/', 'dist/', '.next/', 'next-env.d.ts', '*.tsbuildinfo', '.data/'];

export interface Application {
  /** An absolute path. */
  readonly folder: string;
  readonly template: Template;
  /** The folder of the tarballs, or `undefined` for the registry. */
  readonly packages: string | undefined;
}

export interface Origin {
  /** The folder with a folder for each template. */
  readonly templates: string;
  /** Of this package, which is the version of the others. */
  readonly version: string;
}

/** Writes the application, or throws a `Refusal` before it writes anything. */
export async function writeApplication(
  { folder, template, packages }: Application,
  { templates, version }: Origin,
): Promise<void> {
  const name = path.basename(folder);
  checkName(name);
  await checkEmpty(folder);
  const specifiers = packages === undefined ? {} : await findTarballs(packages, folder);
  await mkdir(folder, { recursive: true });
  await cp(path.join(templates, template), folder, { recursive: true });
  await writeFile(path.join(folder, '.gitignore'), `${GIT_IGNORES.join('\n')}\n`);
  const file = path.join(folder, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
  manifest.name = name;
  for (const list of [manifest.dependencies, manifest.devDependencies])
    for (const each of FOYER_PACKAGES) if (each in list) list[each] = specifiers[each] ?? `^${version}`;
  await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

interface Manifest {
  name: string;
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
}

/** The rules of npm for new packages. npm installs no package into one of the same name. */
export function checkName(name: string): void {
  const isTaken = [...FOYER_PACKAGES, 'node_modules'].some((each) => each === name);
  if (isTaken || name.length > 214 || !/^[a-z0-9][a-z0-9._-]*$/.test(name))
    throw new Refusal(
      `${JSON.stringify(name)} cannot be the name of a package. Choose another folder, with a name of small letters, digits and dashes, such as my-app.`,
    );
}

async function checkEmpty(folder: string): Promise<void> {
  let files: string[];
  try {
    files = await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    if (code === 'ENOTDIR') throw new Refusal(`${folder} is a file. Choose a new folder.`);
    throw error;
  }
  if (files.length > 0) throw new Refusal(`${folder} is not empty. Choose a new folder, or empty this one.`);
}

/** The specifiers for package.json, relative to the application. */
async function findTarballs(packages: string, folder: string): Promise<Partial<Record<string, string>>> {
  const files = await readdir(packages).catch((): string[] => []);
  const entries = FOYER_PACKAGES.map((name) => {
    const file = `${name}.tgz`;
    if (!files.includes(file))
      throw new Refusal(
        `${packages} has no ${file}. \`npm run pack\` in Foyer's repository makes it in dist; name that folder.`,
      );
    // npm wants slashes on Windows, too.
    const relative = path.relative(folder, path.join(packages, file)).replaceAll(path.sep, '/');
    return [name, `file:${relative}`];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}
