import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { apiProcedures } from '../../src/server/openapi/api-procedures.ts';
import { folderOfTest } from '../../src/testing/run/temporary-folder.ts';
import { callExamples } from './call-examples.ts';
import { PROJECT } from './markdown.ts';

/** What a passkey signed, or what the page behind a mail or another program's request has. */
const OF_PAGES = [
  'session.confirmLink',
  'session.signInWithPasskey',
  'email.confirm',
  'email.undo',
  'password.reset',
  'passkeys.finish',
  'secondFactor.confirmTotp',
  'secondFactor.stopRemoval',
  'authorizations.inspect',
  'authorizations.approve',
  'authorizations.deny',
  'securityReview.finish',
];

it('every procedure that a program can call has an example with an input that it accepts', () => {
  const without = apiProcedures().filter((procedure) => callExamples(procedure) === '');
  expect(without.map((procedure) => procedure.path)).toEqual(OF_PAGES);
});

it('the examples for the client and for React compile', async () => {
  const blocks = apiProcedures().flatMap((procedure) =>
    [...callExamples(procedure).matchAll(/```tsx?\n(.*?)\n```/gs)].map(([, code = '']) => code),
  );
  expect(blocks.length).toBeGreaterThan(150);
  const functions = blocks.map((code, index) => `export async function use${index}() {\n${code}\n}`);
  const file = path.join(folderOfTest(), 'examples.ts');
  const client = path.join(PROJECT, 'package/src/client.ts');
  await writeFile(
    file,
    `import { useMutation, useQuery } from '${path.join(PROJECT, 'node_modules/@tanstack/react-query')}';
import type { FoyerClient } from '${client}';
declare const client: FoyerClient;
declare const file: Blob;
${functions.join('\n')}
`,
  );
  const compiler = path.join(PROJECT, 'node_modules/typescript-7/bin/tsc');
  const options = [
    '--ignoreConfig',
    '--strict',
    '--noEmit',
    '--skipLibCheck',
    '--allowImportingTsExtensions',
    '--target',
    'es2022',
  ];
  const modules = [
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--lib',
    'es2023,dom',
    '--types',
    'node',
  ];
  const compiled = promisify(execFile)(process.execPath, [compiler, ...options, ...modules, file], {
    cwd: PROJECT,
  }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
  expect(await compiled).toBe('');
});
