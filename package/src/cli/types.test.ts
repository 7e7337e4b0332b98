import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { EMPTY_CONFIGURATION, type OwnField } from '../../../src/server/configuration/configuration.ts';
import type { FieldOptions } from '../../../src/shared/configuration-types.ts';
import { field } from '../../../src/shared/foyer-config.ts';
import { testWith } from '../../../src/testing/app/fixture.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { runCommand } from '../in-test/run-command.ts';
import { folderOfEachTest } from '../../../src/testing/run/temporary-folder.ts';
import { renderTypes } from './types.ts';

const declared = (name: string, schema: z.ZodType, options: Partial<FieldOptions> = {}): OwnField => {
  const all: FieldOptions = {
    read: ['person', 'application'],
    write: ['application'],
    label: { en: name },
    ...options,
  };
  return { name, schema: field(schema, all), options: all };
};

const it = testWith({
  configuration: {
    ...EMPTY_CONFIGURATION,
    permissions: ['invoice:read', 'invoice:write'],
    roles: new Map([['accountant', ['invoice:read', 'invoice:write']]]),
    scopes: [{ name: 'orders:write', label: { en: 'Change orders' }, description: null }],
    ownFields: [
      declared('plan', z.enum(['free', 'pro']), { session: true, indexed: true }),
      declared('seats', z.int().min(1), { token: true, read: [] }),
      declared('address', z.object({ city: z.string(), 'post-code': z.string().optional() })),
      declared('tags', z.array(z.string()).nullable()),
    ],
  },
});

const folder = folderOfEachTest();
const foyer = (args: string[], openBrowser: (url: string) => void = () => {}) =>
  runCommand(args, { XDG_CONFIG_HOME: folder() }, () => ({ openBrowser }));

it('writes the roles, permissions and own fields without a token, and again over its own file', async ({
  app,
}) => {
  const file = path.join(folder(), 'foyer.d.ts');
  const args = ['types', '--url', app.origin, '--out', file];
  expect(await foyer(args)).toEqual({
    code: EXIT_CODES.ok,
    out: `${file} has the types of ${app.origin} (roles: 2, permissions: 2, scopes: 1, own fields: 4).\n`,
    err: '',
  });
  const text = await readFile(file, 'utf8');
  expect(text)
    .toBe(`// Written by \`foyer types\`. Run \`foyer types --url ${app.origin}\` again when the roles, scopes or fields there change.
// A module, so that the declaration below adds to the package's own.
export {};

declare module 'foyer-auth/config' {
  interface Register {
    types: {
      permission: "invoice:read" | "invoice:write";
      role: "administrator" | "accountant";
      scope: "orders:write";
      fields: {
        plan: { input: "free" | "pro"; value: "free" | "pro"; read: "person" | "application"; write: "application"; session: true; token: false; indexed: true };
        seats: { input: number; value: number; read: never; write: "application"; session: false; token: true; indexed: false };
        address: { input: { city: string; "post-code"?: string; }; value: { city: string; "post-code"?: string; }; read: "person" | "application"; write: "application"; session: false; token: false; indexed: false };
        tags: { input: string[] | null; value: string[] | null; read: "person" | "application"; write: "application"; session: false; token: false; indexed: false };
      };
      claims: Record<string, unknown>;
    };
  }
}
`);
  const again = await foyer([...args, '--json']);
  expect(JSON.parse(again.out)).toEqual({
    url: app.origin,
    file,
    permissions: ['invoice:read', 'invoice:write'],
    roles: ['administrator', 'accountant'],
    scopes: ['orders:write'],
    fields: ['plan', 'seats', 'address', 'tags'],
  });
  expect(await readFile(file, 'utf8')).toBe(text);
});

it('leaves a file alone that it has not written', async ({ app }) => {
  const file = path.join(folder(), 'own.d.ts');
  await writeFile(file, 'export {};\n');
  const { code, err } = await foyer(['types', '--url', app.origin, '--out', file]);
  expect([code, err]).toEqual([EXIT_CODES.usage, expect.stringContaining('is another file') as string]);
  expect(await readFile(file, 'utf8')).toBe('export {};\n');
});

it('exits with the code for unavailable, and names the address, when no Foyer answers', async () => {
  const out = path.join(folder(), 'x.d.ts');
  const { code, err } = await foyer(['types', '--url', 'http://localhost:1', '--out', out]);
  expect(code).toBe(EXIT_CODES.unavailable);
  expect(err).toMatch(/^foyer: No Foyer answers at http:\/\/localhost:1\. /);
});

it('names the host that the server expects when it was asked under another one', async ({ app }) => {
  const { port } = new URL(app.origin);
  const out = path.join(folder(), 'x.d.ts');
  const { err } = await foyer(['types', '--url', `http://127.0.0.1:${port}`, '--out', out]);
  expect(err).toContain(`This server answers as localhost:${port} alone. `);
  expect(err).toContain('(WRONG_HOST, ');
});

it('quotes what a server could say to write code', () => {
  const name = "x: 1 } } }\nexport const stolen = '";
  const text = renderTypes(
    {
      permissions: [name],
      roles: { [name]: [] },
      graveRoles: [],
      scopes: { [name]: { label: { en: 'x' }, description: null } },
      fields: {
        [name]: {
          schema: { type: 'object', properties: { [name]: { type: 'string', description: '*/ stolen' } } },
          label: { en: 'x' },
          read: [],
          write: [],
          session: false,
          token: false,
          indexed: false,
        },
      },
    },
    'https://example.com',
  );
  expect(text.replaceAll(JSON.stringify(name), '').replaceAll('*\\/ stolen', '')).not.toContain('stolen');
});

it('lets login request a scope of the application, and names all scopes for a misspelt one', async ({
  app,
}) => {
  const { code, err } = await foyer(['login', '--url', app.origin, '--scope', 'orders:wirte']);
  expect(code).toBe(EXIT_CODES.usage);
  expect(err).toContain('There is no scope “orders:wirte”.');
  expect(err).toContain(', orders:write');
  const agent = await app.signInByMail('orders@example.test');
  const approve = async (url: string) => {
    const userCode = new URL(url).searchParams.get('code') ?? '';
    await app.client(agent).device.approve.mutate({ userCode });
  };
  let approval = Promise.resolve();
  const args = ['login', '--url', app.origin, '--scope', 'orders:write', '--scope', 'profile:read'];
  const login = await foyer(args, (url) => void (approval = approve(url)));
  await approval;
  expect(login.code).toBe(EXIT_CODES.ok);
  expect(await app.client(agent).accessTokens.list.query()).toMatchObject([
    { scopes: ['profile:read', 'orders:write'] },
  ]);
});
