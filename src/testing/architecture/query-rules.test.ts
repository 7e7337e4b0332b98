import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  HOOKS_MODULE,
  hookReadsOf,
  hooksAreOfTrpc,
  needlessExceptions,
  readsGoThroughHooks,
} from './query-rules.ts';

const CLIENT = fileURLToPath(new URL('../../client/', import.meta.url));
const PAGE = 'src/client/account/page.tsx';

describe('the client', () => {
  const files = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({
      path: `src/client/${name.replaceAll('\\', '/')}`,
      text: readFileSync(join(CLIENT, name), 'utf8'),
    }));

  it.each(['session.get', 'providers.list', 'accounts.list'])('reads %s by a hook of tRPC', (procedure) => {
    expect(files.flatMap(hookReadsOf)).toContain(procedure);
  });

  it('reads procedures by hooks of tRPC only', () => {
    expect(readsGoThroughHooks(files)).toEqual([]);
  });

  it('needs each named exception', () => {
    expect(needlessExceptions(files)).toEqual([]);
  });

  it('takes its hooks from createTRPCReact', () => {
    const hooksModule = files.find(({ path }) => path === HOOKS_MODULE);
    expect(hooksModule && hooksAreOfTrpc(hooksModule)).toBe(true);
  });
});

describe('a read by a hook', () => {
  const importHooks = `import { trpc } from '../trpc.ts';`;

  it('is found with and without arguments', () => {
    const text = `${importHooks} trpc.session.get.useQuery(undefined, { staleTime: 0 }).data; trpc.accounts.list.useQuery();`;
    expect(hookReadsOf({ path: PAGE, text })).toEqual(['session.get', 'accounts.list']);
  });

  it.each([
    ['of another hook', PAGE, `${importHooks} trpc.session.get.useMutation();`],
    ['that is not called', PAGE, `${importHooks} const read = trpc.session.get.useQuery;`],
    ['in a comment', PAGE, `${importHooks} // trpc.session.get.useQuery()`],
    [
      'of another object',
      PAGE,
      `import { trpc } from './own-hooks.ts'; export const read = () => trpc.session.get.useQuery();`,
    ],
    ['of a test', 'src/client/account/page.test.tsx', `${importHooks} trpc.session.get.useQuery();`],
  ])('does not count %s', (_case, path, text) => {
    expect(hookReadsOf({ path, text })).toEqual([]);
  });
});

describe('a read without a hook', () => {
  it.each([
    `import { useQuery } from '@tanstack/react-query';`,
    `import { useInfiniteQuery as usePages } from '@tanstack/react-query';`,
    `import * as query from '@tanstack/react-query';`,
    `const read = () => utils.client.accounts.list.query();`,
    `const read = () => client['accounts']['list'].query();`,
    `const read = () => list.query();`,
    `void queryClient.fetchQuery({ queryKey, queryFn });`,
    `void queryClient.ensureQueryData({ queryKey, queryFn });`,
    `import { createTRPCReact } from '@trpc/react-query'; const own = createTRPCReact();`,
  ])('is reported: %s', (text) => {
    expect(readsGoThroughHooks([{ path: PAGE, text }])).toHaveLength(1);
  });

  it.each([
    [PAGE, `const read = () => utils.accounts.list.ensureData();`],
    [PAGE, `const create = () => utils.client.accessTokens.create.mutate(input);`],
    [PAGE, `import { useMutation, useQueryClient } from '@tanstack/react-query';`],
    [PAGE, `import type { useQuery } from '@tanstack/react-query';`],
    ['src/client/page.test.tsx', `import { useQuery } from '@tanstack/react-query';`],
    ['package/src/react/hooks.ts', `import { useQuery } from '@tanstack/react-query';`],
    ['src/client/features/outbox-hint.tsx', `import { useInfiniteQuery } from '@tanstack/react-query';`],
  ])('is allowed in %s: %s', (path, text) => {
    expect(readsGoThroughHooks([{ path, text }])).toEqual([]);
  });

  it('needs no exception in a file that does not do it any more', () => {
    const path = 'src/client/features/outbox-hint.tsx';
    expect(needlessExceptions([{ path, text: '' }])).toContain(path);
    expect(
      needlessExceptions([{ path, text: `import { useQuery } from '@tanstack/react-query';` }]),
    ).not.toContain(path);
  });
});

describe('the hooks', () => {
  it.each([
    `import { createProcedureHooks } from './procedure-hooks.ts'; export const trpc = createProcedureHooks();`,
    `import type { createTRPCReact } from '@trpc/react-query'; export const trpc = createTRPCReact<AppRouter>();`,
    `import { createTRPCReact } from './procedure-hooks.ts'; export const trpc = createTRPCReact<AppRouter>();`,
    `import { createTRPCReact } from '@trpc/react-query'; export const trpc = createTRPCReact<OtherRouter>();`,
    `import { createTRPCReact } from '@trpc/react-query'; export const trpc = createTRPCReact<AppRouter>() as Hooks;`,
    `import { createTRPCReact } from '@trpc/react-query'; export const other = createTRPCReact<AppRouter>();`,
  ])('are not those of tRPC: %s', (text) => {
    expect(hooksAreOfTrpc({ path: HOOKS_MODULE, text })).toBe(false);
  });

  it('are those of tRPC', () => {
    const text = `import { createTRPCReact } from '@trpc/react-query'; export const trpc = createTRPCReact<AppRouter>();`;
    expect(hooksAreOfTrpc({ path: HOOKS_MODULE, text })).toBe(true);
  });
});
