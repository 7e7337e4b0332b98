import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { rounds } from '../../testing/faults/fault-rounds.ts';
import { fromSource, fromText, runProgram } from '../../testing/run/server-program.ts';
import { folderOfFile } from '../../testing/run/temporary-folder.ts';

const LOADER = new URL('./load-configuration.ts', import.meta.url).href;
const LOG = new URL('../log/log.ts', import.meta.url).href;
const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

const IMPORTS = `import { defineFoyer, field } from 'foyer-auth/config';\nimport { z } from 'zod';\n`;

/** Each folder is outside the project, and has no `node_modules` and no `package.json`. */
const FOLDERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  none: {},
  typescript: {
    'foyer.config.ts': `${IMPORTS}import { roles } from './roles.ts';

const size: number = 20;
export default defineFoyer({
  fields: z.object({
    plan: field(z.enum(['free', 'paid']), { read: ['person'], write: ['application'], label: { en: 'Plan' } }),
    nickname: field(z.string().max(size), { read: ['person'], write: ['person'], label: { en: 'Nickname' } }),
  }),
  access: { permissions: ['invoice:read'], roles },
  claims: (session) => ({ name: session.user.name }),
});
`,
    'roles.ts': `export const roles: Record<string, 'invoice:read'[]> = { accountant: ['invoice:read'] };\n`,
  },
  javascript: {
    'foyer.config.js': `${IMPORTS}\nexport default defineFoyer({ access: { permissions: ['a'], roles: { editor: ['a'] } } });\n`,
  },
  module: { 'foyer.config.mjs': `export default { access: { permissions: ['a'], roles: {} } };\n` },
  two: { 'foyer.config.ts': 'export default {};\n', 'foyer.config.js': 'export default {};\n' },
  // Cases that depend on the place of a file, and on what Node allows in modules.
  'many-files': {
    'foyer.config.ts': `${IMPORTS}import { readFile } from 'node:fs/promises';
import twin, { kind } from 'twin';
import { roles } from './parts/roles.ts';
import names from './names.json' with { type: 'json' };
import separator from './separator.cjs';
import folderOfPaths from './old.js';
import { rounds } from '../../testing/faults/fault-rounds.ts';

enum Plan { free, paid }
const permission = (await readFile(new URL('./parts/permission.txt', import.meta.url), 'utf8')).trim();
const optional = await import('not-installed').catch(() => null);
const { late } = await import('./parts/late.ts');
const own = [import.meta.filename, import.meta.dirname].map((path) => path.split('/').at(-1));
export default defineFoyer({
  fields: z.object({
    plan: field(z.literal('gold'), { read: ['person'], write: ['person'], label: { en: Plan[1] + optional } }),
  }),
  access: { permissions: [permission, kind, twin, late, separator, folderOfPaths, ...names, ...own], roles },
});
`,
    'parts/roles.ts': `import { readFileSync } from 'node:fs';

export const roles = { reader: [readFileSync(new URL('permission.txt', import.meta.url), 'utf8').trim()] };
`,
    'parts/permission.txt': 'from-a-file\n',
    'parts/late.ts': `export const late: string = 'late';\n`,
    'names.json': '["json"]',
    'separator.cjs': `module.exports = require('node:path').sep === '/' ? 'slash' : 'backslash';\n`,
    'old.js': `module.exports = require('twin').kind + require('path').basename(__dirname).length;\n`,
    'node_modules/twin/package.json': `{ "exports": { "require": "./twin.cjs", "import": "./twin.mjs" } }`,
    'node_modules/twin/twin.cjs': `exports.kind = 'required';\n`,
    'node_modules/twin/twin.mjs': `export const kind = 'imported';\nexport default 'default';\n`,
  },
  'folder with spaces': {
    'foyer.config.ts': `${IMPORTS}import { fail } from './parts/fail.ts';

interface Person {
  readonly id: string | null;
}
export default defineFoyer({
  admit: (person: Person) => fail(person.id),
});
`,
    'parts/fail.ts': `interface Unused {}

export function fail(id: string | null): never {
  throw new Error('failed');
}
`,
  },
  'typescript-syntax': {
    'foyer.config.ts': `${IMPORTS}\nexport default defineFoyer({\n  access: [ },\n});\n`,
  },
  'javascript-syntax': {
    'foyer.config.mjs': `${IMPORTS}\nexport default defineFoyer({\n  access: [ },\n});\n`,
  },
  'plain-javascript-syntax': { 'foyer.config.js': `import { z } from 'zod';\nexport default { a: [ };\n` },
  'imported-syntax': {
    'foyer.config.ts': `import './roles.ts';\nexport default {};\n`,
    'roles.ts': `export const roles = 1;\nexport const = 2;\n`,
  },
  throws: {
    'foyer.config.ts': `${IMPORTS}\nconst list: string[] = [];\n\nexport default defineFoyer({ access: list[0].length });\n`,
  },
  'throws-in-zod': {
    'foyer.config.ts': `${IMPORTS}\nexport default { fields: z.object({}).pick({ a: 1 }) };\n`,
  },
  'missing-package': { 'foyer.config.ts': `import 'zod';\nimport 'no-such-package';\nexport default {};\n` },
  'no-default': { 'foyer.config.ts': `export const config = {};\n` },
  'many-faults': {
    'foyer.config.ts': `${IMPORTS}
/** A comment about access, roles, editor and reed. */
const fields = z.object({
  'first-name': field(z.string(), { read: ['person'], write: ['person'], label: { en: 'First name' } }),
  plan: z.string(), // The plan.
});

export default defineFoyer({
  fields,
  access: {
    permissions: ['read', 'write'],
    roles: {
      reader: ['read'],
      editor: ['read', 'reed'],
    },
  },
  acces: {},
});
`,
  },
  clients: {
    'foyer.config.ts': `${IMPORTS}
export default defineFoyer({
  clients: {
    shop: {
      name: 'Shop',
      redirects: [
        'https://shop.example/callback',
        'http://localhost/callback',
      ],
    },
    'demo-spa': { name: 'Demo', device: true },
    ledger: {
      name: 'Ledger',
      device: true,
      jwks: {
        keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'x', d: 'private' }],
      },
      resources: ['/api'],
    },
  },
});
`,
  },
};

describe('loadConfiguration', { timeout: 60_000 }, () => {
  const root = folderOfFile();
  let results: Readonly<Record<string, unknown>>;

  beforeAll(async () => {
    for (const [folder, files] of Object.entries(FOLDERS)) {
      await mkdir(path.join(root, folder));
      for (const [file, text] of Object.entries(files)) {
        await mkdir(path.dirname(path.join(root, folder, file)), { recursive: true });
        await writeFile(path.join(root, folder, file), text);
      }
    }
    // In a process of its own, because Vitest loads modules differently from Node.
    const script = `
      import { loadConfiguration } from ${JSON.stringify(LOADER)};
      import { describeError } from ${JSON.stringify(LOG)};
      const loggedStack = (call) => {
        try { call?.({ id: null }); } catch (error) { return describeError(error).stack; }
      };
      const results = {};
      for (const folder of ${JSON.stringify([...Object.keys(FOLDERS), PROJECT])}) {
        results[folder] = await loadConfiguration(folder, { production: folder === 'clients' }).then(
          ({ ownFields, permissions, roles, admit, claims }) => ({
            fields: ownFields.map(({ name, schema, options }) => [name, options.label.en, schema.safeParse('gold').success]),
            permissions, roles: Object.fromEntries(roles), admit: typeof admit, claims: typeof claims,
            stack: loggedStack(admit),
          }),
          (error) => error.name + ': ' + error.message,
        );
      }
      console.log(JSON.stringify(results));`;
    const { stdout, stderr } = await runProgram(fromText(script), {}, root);
    results = { ...(JSON.parse(stdout) as Record<string, unknown>), stderr };
  });

  const faultsOf = (folder: string) =>
    String(results[folder])
      .split('\n')
      .filter((line) => line.startsWith('  '))
      .map((line) => line.trim());

  const EMPTY = { fields: [], permissions: [], roles: {}, admit: 'object', claims: 'object' };

  it('declares nothing without a file or with the file of the project, and prints no warning', () => {
    expect(results['none']).toEqual(EMPTY);
    expect(results[PROJECT]).toEqual(EMPTY);
    expect(results['stderr']).toBe('');
  });

  it('loads TypeScript, the modules that it imports, and zod and foyer-auth/config of the server', () => {
    expect(results['typescript']).toEqual({
      fields: [
        ['plan', 'Plan', false],
        ['nickname', 'Nickname', true],
      ],
      permissions: ['invoice:read'],
      roles: { accountant: ['invoice:read'] },
      admit: 'object',
      claims: 'function',
    });
  });

  it('loads JavaScript', () => {
    expect(results['javascript']).toMatchObject({ permissions: ['a'], roles: { editor: ['a'] } });
    expect(results['module']).toMatchObject({ permissions: ['a'] });
  });

  it('loads files and packages as Node does: addresses, JSON, CommonJS, optional packages, enums', () => {
    expect(results['many-files']).toMatchObject({
      fields: [['plan', 'paidnull', true]],
      permissions: [
        'from-a-file',
        'imported',
        'default',
        'late',
        'slash',
        'required10',
        'json',
        'foyer.config.ts',
        'many-files',
      ],
      roles: { reader: ['from-a-file'] },
    });
  });

  it('logs file and line of an error in a function that it declares', () => {
    const { stack = '' } = results['folder with spaces'] as { readonly stack?: string };
    const files = pathToFileURL(path.join(root, 'folder with spaces/')).href;
    expect(stack.split('\n').slice(0, 2)).toEqual([
      expect.stringContaining(`(${files}parts/fail.ts:4:9)`),
      expect.stringMatching(/foyer\.config\.ts:9:\d+\)$/),
    ]);
  });

  it('refuses two files', () => {
    expect(faultsOf('two')).toEqual([
      'foyer.config.ts and foyer.config.js are both there. Keep one of them.',
    ]);
  });

  it.each([
    ['a fault of syntax in TypeScript', 'typescript-syntax', /^foyer\.config\.ts:5: \S/],
    ['a fault of syntax in JavaScript', 'javascript-syntax', /^foyer\.config\.mjs:5: \S/],
    ['a fault of syntax in JavaScript without a type', 'plain-javascript-syntax', /^foyer\.config\.js:2: \S/],
    ['a fault of syntax in a module that it imports', 'imported-syntax', /^roles\.ts:2: \S/],
    ['an error that it throws', 'throws', /^foyer\.config\.ts:6: Cannot read properties of undefined/],
    ['an error in a library that it calls', 'throws-in-zod', /^foyer\.config\.ts:4: \S/],
    ['a package that is not installed', 'missing-package', /^foyer\.config\.ts:2: .*no-such-package/],
    ['a missing default export', 'no-default', /^foyer\.config\.ts:1: It has no default export/],
  ])('names file and line of %s', (_, folder, fault) => {
    expect(results[folder]).toMatch(/^ConfigurationError: Foyer cannot start/);
    expect(faultsOf(folder)).toEqual([expect.stringMatching(fault)]);
  });

  const programs = [
    { name: 'the server', program: '../main.ts', options: [] },
    { name: 'a command', program: '../commands/main.ts', options: ['provider', 'list'] },
  ];
  it.each(programs.slice(0, rounds(1, 2)))('stops $name without a stack', async ({ program, options }) => {
    const source = fromSource(fileURLToPath(new URL(program, import.meta.url)));
    const settings = { DEMO: 'off', DATA_DIR: path.join(root, 'data') };
    const stopped = await runProgram([...source, ...options], settings, path.join(root, 'many-faults'));
    expect(stopped).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('foyer.config.ts:19: acces is unknown'),
    });
    expect(stopped).not.toMatchObject({ stderr: expect.stringContaining('    at ') });
  });

  it('names file and line of everything that is declared wrongly', () => {
    expect(faultsOf('many-faults')).toEqual([
      expect.stringMatching(/^foyer\.config\.ts:19: acces is unknown/),
      expect.stringMatching(/^foyer\.config\.ts:6: fields\.first-name is no name/),
      expect.stringMatching(/^foyer\.config\.ts:7: fields\.plan is not declared by field/),
      expect.stringMatching(/^foyer\.config\.ts:16: access\.roles\.editor\.reed is not among/),
    ]);
  });

  it('names file and line of each fault of a client, and what production does not allow', () => {
    expect(faultsOf('clients')).toEqual([
      expect.stringMatching(
        /^foyer\.config\.ts:10: clients\.shop\.redirects\.http:\S+ is localhost in production/,
      ),
      expect.stringMatching(/^foyer\.config\.ts:13: clients\.demo-spa is an id that Foyer keeps for itself/),
      expect.stringMatching(
        /^foyer\.config\.ts:20: clients\.ledger\.resources\.\/api is no absolute address/,
      ),
      expect.stringMatching(
        /^foyer\.config\.ts:17: clients\.ledger\.jwks has an entry 1 that is a private key/,
      ),
    ]);
  });
});
