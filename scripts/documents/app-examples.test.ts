import { expect, it } from 'vitest';
import { PEOPLE_APP } from '../../e2e/people-app.ts';
import { readDocument } from './markdown.ts';

const codeBlocksOf = (text: string) =>
  [...text.matchAll(/^```tsx?\n([\s\S]*?)^```/gm)].map(([, code = '']) => code);

it.each([
  { file: 'README.md', blocks: 1 },
  { file: 'docs/app.md', blocks: 9 },
])('the code of $file is in the examples, which tests run', async ({ file, blocks }) => {
  const examples = await Promise.all(
    [
      'examples/vite-react/src/main.tsx',
      'examples/vite-react/src/orders.tsx',
      'examples/vite-react/src/payouts.tsx',
      'examples/express-api/server.ts',
      'examples/fastify/server.ts',
      'examples/hono/server.ts',
    ].map(readDocument),
  );
  const shown = codeBlocksOf((await readDocument(file)).text);
  expect(shown).toHaveLength(blocks);
  const texts = [...examples.map(({ text }) => text), ...Object.values(PEOPLE_APP)];
  for (const code of shown) expect(texts.filter((text) => text.includes(code))).toHaveLength(1);
});
