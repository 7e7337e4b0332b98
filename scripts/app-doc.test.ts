import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const read = (file: string) => readFile(new URL(`../${file}`, import.meta.url), 'utf8');

it('“Use it from your app” shows what the examples do, to the letter: they are run', async () => {
  const [, section = ''] = /^## Use it from your app\n([\s\S]*?)^## /m.exec(await read('README.md')) ?? [];
  const examples = await Promise.all(
    ['vite-react/src/main.tsx', 'express-api/server.ts'].map((file) => read(`examples/${file}`)),
  );
  const blocks = [...section.matchAll(/^```tsx?\n([\s\S]*?)^```/gm)].map(([, code = '']) => code);
  expect(blocks).toHaveLength(2);
  for (const code of blocks) expect(examples.filter((example) => example.includes(code))).toHaveLength(1);
});
