import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isInstalled } from '../src/testing/run/installed.ts';
import { fromSource, runProgram } from '../src/testing/run/server-program.ts';
import { folderOfEachTest } from '../src/testing/run/temporary-folder.ts';
import { checkName, writeApplication } from './write-application.ts';

const PROGRAM = fromSource(fileURLToPath(new URL('main.ts', import.meta.url)));
const folderOf = folderOfEachTest();
const run = (...args: string[]) => runProgram([...PROGRAM, ...args], {}, folderOf());

it('prints the usage for --help', async () => {
  expect(await run('--help')).toEqual({
    code: 0,
    stdout: expect.stringContaining('create-foyer-auth <folder> --template <template>') as string,
    stderr: '',
  });
});

describe('ends with 2, the usage and a sentence, and writes nothing', () => {
  it.each([
    ['without a folder and a terminal', [], 'Name the folder.'],
    ['without a template and a terminal', ['my-app'], 'Name the template.'],
    [
      'for an unknown template',
      ['my-app', '--template', 'vue'],
      'There is no template "vue". Choose one of react, next, express, single-page.',
    ],
    ['for two folders', ['my-app', 'react'], 'Name one folder. This names 2: my-app, react.'],
    ['for an unknown option', ['my-app', '--tempalte', 'react'], "Unknown option '--tempalte'"],
    ['for a template without a name', ['my-app', '--template'], "'--template <value>' argument missing"],
    [
      'for a folder that is no name of a package',
      ['My App', '--template', 'react'],
      '"My App" cannot be the name of a package. Choose another folder',
    ],
    [
      'for a folder without the tarballs',
      ['my-app', '--template', 'react', '--packages', '.'],
      'has no foyer-auth.tgz. `npm run pack`',
    ],
  ])('%s', async (_what, args, sentence) => {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(sentence);
    expect(stderr).toContain('Example: create-foyer-auth my-app --template react');
    expect(await readdir(folderOf())).toEqual([]);
  });

  it('for a folder that is not empty, and for a file', async () => {
    await mkdir(path.join(folderOf(), 'my-app'));
    await writeFile(path.join(folderOf(), 'my-app/notes.txt'), '');
    await writeFile(path.join(folderOf(), 'a-file'), '');
    const full = await run('my-app', '--template', 'react');
    expect(full).toMatchObject({ code: 2 });
    expect(full.stderr).toContain('my-app is not empty. Choose a new folder, or empty this one.');
    const file = await run('a-file', '--template', 'react');
    expect(file).toMatchObject({ code: 2 });
    expect(file.stderr).toContain('a-file is a file. Choose a new folder.');
    expect(await readdir(path.join(folderOf(), 'my-app'))).toEqual(['notes.txt']);
  });
});

it.runIf(process.platform === 'linux' && isInstalled('script'))(
  'asks on a terminal for what is missing (Linux with the program script)',
  async () => {
    const command = [process.execPath, ...PROGRAM].map((part) => `'${part}'`).join(' ');
    const child = spawn('script', ['-qec', command, '/dev/null'], { cwd: folderOf() });
    const ended = once(child, 'exit');
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    await expect.poll(() => output).toContain('Folder of the application: ');
    child.stdin.write('my-app\n');
    await expect.poll(() => output).toContain('Template (react, next, express, single-page): ');
    child.stdin.write('vue\n');
    expect(await ended).toEqual([2, null]);
    expect(output).toContain('There is no template "vue".');
  },
);

it.each(['foyer-auth', 'node_modules', '.app', 'a'.repeat(215), 'app!', ''])(
  'refuses the name %j',
  (name) => {
    expect(() => checkName(name)).toThrow('cannot be the name of a package');
  },
);

describe('the application', () => {
  const write = async (packages?: string) => {
    const templates = path.join(folderOf(), 'templates');
    await mkdir(path.join(templates, 'react/src'), { recursive: true });
    await writeFile(path.join(templates, 'react/src/main.tsx'), '// The app.');
    const manifest = {
      name: 'foyer-example-vite-react',
      dependencies: { 'foyer-auth': 'file:elsewhere.tgz', react: '^19' },
      devDependencies: { 'foyer-server': 'file:elsewhere.tgz' },
    };
    await writeFile(path.join(templates, 'react/package.json'), JSON.stringify(manifest));
    const folder = path.join(folderOf(), 'apps/my-app');
    await writeApplication({ folder, template: 'react', packages }, { templates, version: '1.2.3' });
    return {
      folder,
      manifest: JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as typeof manifest,
    };
  };

  it('has the name of its folder, the version of this package, and the files of the template', async () => {
    const { folder, manifest } = await write();
    expect(manifest).toEqual({
      name: 'my-app',
      dependencies: { 'foyer-auth': '^1.2.3', react: '^19' },
      devDependencies: { 'foyer-server': '^1.2.3' },
    });
    expect((await readdir(folder, { recursive: true })).sort()).toEqual([
      '.gitignore',
      'package.json',
      'src',
      path.join('src', 'main.tsx'),
    ]);
    expect(await readFile(path.join(folder, '.gitignore'), 'utf8')).toContain('node_modules/\n');
  });

  it('takes both packages from tarballs, with slashes on every system', async () => {
    const packages = path.join(folderOf(), 'packed');
    await mkdir(packages);
    for (const name of ['foyer-auth', 'foyer-server'])
      await writeFile(path.join(packages, `${name}.tgz`), '');
    const { manifest } = await write(packages);
    expect(manifest.dependencies['foyer-auth']).toBe('file:../../packed/foyer-auth.tgz');
    expect(manifest.devDependencies['foyer-server']).toBe('file:../../packed/foyer-server.tgz');
  });
});
