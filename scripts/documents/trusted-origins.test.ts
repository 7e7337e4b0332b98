import { expect, it } from 'vitest';
import { readDeclaration, type ProcedureMeta } from '../../src/server/trpc/procedure-meta.ts';
import { appRouter } from '../../src/server/trpc/router.ts';
import { codeSpansOf, readDocument, tableRows } from './markdown.ts';

it('docs/trusted-origins.md names exactly the procedures that are for trusted origins', async () => {
  const procedures = appRouter._def.procedures as unknown as Record<
    string,
    { _def: { meta: ProcedureMeta } }
  >;
  const allowed = Object.entries(procedures)
    .filter(([, { _def }]) => readDeclaration(_def.meta).fromTrustedOrigins)
    .map(([path]) => path);
  expect(allowed).toContain('session.get');
  const { text } = await readDocument('docs/trusted-origins.md');
  const documented = tableRows(text, 'kind').flatMap(([, names = '']) => codeSpansOf(names));
  expect(documented.toSorted()).toEqual(allowed.toSorted());
});
