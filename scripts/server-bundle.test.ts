import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, it } from 'vitest';
import { folderOfEachTest } from '../src/testing/run/temporary-folder.ts';
import { bundleServer } from './server-bundle.ts';

const run = promisify(execFile);
const folder = folderOfEachTest();
beforeEach(async () => void (await write('package.json', '{ "type": "module" }')));

async function write(name: string, content: string): Promise<string> {
  const file = path.join(folder(), name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
  return file;
}

async function writePackage(name: string, content: string): Promise<void> {
  await write(`node_modules/${name}/package.json`, `{ "name": "${name}", "type": "commonjs" }`);
  await write(`node_modules/${name}/index.js`, content);
}

it('puts own modules and packages into the entry, and a module that is loaded later beside it', async () => {
  await writePackage('greeting', "exports.ending = require('node:os').EOL.length > 0 ? '!' : '';");
  await write('server/deep/words.js', 'export const word = import.meta.url;');
  await write('server/later.js', "export const later = 'later';");
  const entry = await write(
    'server/main.js',
    `import greeting from 'greeting';
import { word } from './deep/words.js';
const { later } = await import('./later.js');
console.log(JSON.stringify([word, later, greeting.ending]));`,
  );
  await bundleServer(folder(), ['server/main.js']);
  await rm(path.join(folder(), 'node_modules'), { recursive: true });
  await rm(path.join(folder(), 'server/deep'), { recursive: true });
  await rm(path.join(folder(), 'server/later.js'));
  const { stdout } = await run(process.execPath, [entry]);
  // The bundle keeps the place of a module, so that it finds the files beside it.
  const place = new URL(`file://${folder()}/server/deep/words.js`).href;
  expect(JSON.parse(stdout)).toEqual([place, 'later', '!']);
  expect((await readdir(path.join(folder(), 'server'))).some((name) => /^later-\w+\.js$/.test(name))).toBe(
    true,
  );
});

it('shares modules between its entries, and names what it contains and imports', async () => {
  await writePackage('greeting', "exports.word = 'hello';");
  await writePackage('words', "exports.words = ['good', 'day'];");
  await write(
    'server/shared.js',
    "import greeting from 'greeting';\nexport const place = import.meta.url;\nexport const { word } = greeting;\n",
  );
  await write('server/main.js', "import { word } from './shared.js';\nconsole.log(word);\n");
  const command = await write(
    'server/commands/main.js',
    "#!/usr/bin/env node\nimport { place } from '../shared.js';\nawait import('words');\nconsole.log(place, import.meta.url);\n",
  );
  const bundle = await bundleServer(folder(), ['server/main.js', 'server/commands/main.js']);
  expect(bundle).toMatchObject({ contained: ['greeting'], imported: ['words'] });
  expect(bundle.files.filter((file) => file.endsWith('.js'))).toEqual([
    'server/main.js',
    'server/commands/main.js',
    expect.stringMatching(/^server\/chunk-\w+\.js$/),
  ]);
  const { stdout } = await run(process.execPath, [command]);
  const [place, own] = stdout.trim().split(' ');
  expect(place).toBe(new URL(`file://${folder()}/server/shared.js`).href);
  expect(own).toBe(new URL(`file://${command}`).href);
});

it('refuses a module that asks for its place in the file of an entry, which is elsewhere', async () => {
  await write('server/place.js', 'export const place = import.meta.url;');
  await write('server/commands/main.js', "import { place } from '../place.js';\nconsole.log(place);\n");
  await expect(bundleServer(folder(), ['server/commands/main.js'])).rejects.toThrow(
    'server/commands/main.js has a module that asks for its place',
  );
});

it('leaves a package outside that is loaded later, so that its names are those of Node', async () => {
  await writePackage('words', "exports.words = ['good', 'day'];");
  const entry = await write(
    'server/main.js',
    "const { words } = await import('words');\nconsole.log(words.join());\n",
  );
  await bundleServer(folder(), ['server/main.js']);
  const { stdout } = await run(process.execPath, [entry]);
  expect(stdout).toBe('good,day\n');
});

it('leads from an error in the bundle to the own source', async () => {
  const entry = await write(
    'server/main.js',
    'function greet() {\n\n  throw new Error("nobody");\n}\ngreet();\n',
  );
  await bundleServer(folder(), ['server/main.js']);
  const failure = await run(process.execPath, ['--enable-source-maps', entry]).catch(
    (error: unknown) => error,
  );
  expect(String(failure)).toMatch(/at greet \(\S+main\.js:3:/);
});

it('refuses a package that asks for the place of its own files', async () => {
  await writePackage('threads', "exports.file = __dirname + '/thread.js';");
  const entry = await write('server/main.js', "import threads from 'threads';\nconsole.log(threads.file);\n");
  await expect(bundleServer(folder(), ['server/main.js'])).rejects.toThrow(
    'threads uses __dirname: add it to OUTSIDE in server-bundle.ts',
  );
  expect(await readFile(entry, 'utf8')).toContain("from 'threads'");
});

it.each([
  [
    'a package whose modules are imported by a computed name, because each of the two copies would have symbols of its own',
    'const id = "a";\nawait import(`@scope/words/${id}`);\n',
    /Modules of @scope\/words are imported by a computed name/,
  ],
  [
    'a character that would double the memory of its file',
    'console.log(String.raw`a · b`);\n',
    /not ASCII near .*a · b/,
  ],
])('refuses %s', async (_what, source, words) => {
  await write('server/main.js', source);
  await expect(bundleServer(folder(), ['server/main.js'])).rejects.toThrow(words);
});
