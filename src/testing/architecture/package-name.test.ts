import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { COMMANDS, helpOf, type CommandName } from '../../../package/src/cli/usage.ts';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Texts that would fetch the npm package `foyer`, which is not ours: a command of a package manager, an import, a dependency. Our package is
 * `foyer-auth`. Only its command is called `foyer`.
 */
const OTHER_PACKAGE: readonly RegExp[] = [
  /\b(?:npx|pnpx|bunx|(?:npm|pnpm|yarn|bun)(?: exec| dlx| x| install| i| add| create)+)(?: -{1,2}[\w-]+)* foyer(?![\w-])/,
  /(?:from|import|require\() ?['"`]foyer(?:\/[\w./-]+)?['"`]/,
  /['"`]foyer\/(?:client|react|server|react\.css)['"`]/,
  /"foyer": "(?!\.\/)/,
  /npmjs\.com\/package\/foyer(?![\w-])/,
  /the package `foyer`/,
];

function namesOtherPackage(text: string): string[] {
  return OTHER_PACKAGE.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
}

it.each([
  'npx foyer login',
  'npx --yes foyer login',
  'npm i foyer',
  'npm install --global foyer',
  'pnpm add foyer',
  "import { foyer } from 'foyer/server';",
  "import 'foyer/react.css'",
  '  "foyer": "*"',
])('finds the other package in %j', (text) => {
  expect(namesOtherPackage(text)).not.toEqual([]);
});

it.each([
  'npx foyer-auth login',
  'npm install --global foyer-auth',
  'foyer login',
  "import { foyer } from 'foyer-auth/server';",
  '  "foyer": "./dist/cli.js"',
])('finds our own in %j', (text) => {
  expect(namesOtherPackage(text)).toEqual([]);
});

it('no document, page, example or source leads to the other package', async () => {
  const folders = ['docs', 'examples', 'package', 'src', 'e2e', 'scripts', 'bench', 'interop'];
  const listed = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(`${PROJECT}${folder}`, { recursive: true })).map((file) => `${folder}/${file}`),
    ),
  );
  const files = ['README.md', 'Dockerfile', ...listed.flat()].filter(
    (file) =>
      /\.(md|tsx?|json|html|py|ya?ml|css)$|Dockerfile$/.test(file) &&
      !/(^|\/)(node_modules|dist)\//.test(file),
  );
  expect(files).toEqual(expect.arrayContaining(['examples/script/package.json', 'docs/command-line.md']));
  const found = await Promise.all(
    files
      .filter((file) => !file.endsWith('package-name.test.ts'))
      .map(async (file) => {
        const text = await readFile(`${PROJECT}${file}`, 'utf8');
        return namesOtherPackage(text).map((name) => `${file}: ${name}`);
      }),
  );
  expect(found.flat()).toEqual([]);
});

it('the help of the command line leads to no package', () => {
  const help = [null, ...(Object.keys(COMMANDS) as CommandName[])]
    .map((command) => helpOf(command))
    .join('\n');
  expect(help).toContain('foyer login');
  expect(namesOtherPackage(help)).toEqual([]);
});
