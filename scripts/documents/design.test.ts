import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readDocument } from './markdown.ts';

const TOKENS = new URL('../../src/client/ui/theme/tokens.css', import.meta.url);
/** `--foyer-space-1` to `-space-16` stand for all steps. */
const STEPS = /^(?:font|space)-\d+$/;

describe('docs/design.md', () => {
  it('names every token, and no other', async () => {
    const css = await readFile(TOKENS, 'utf8');
    const tokens = new Set([...css.matchAll(/--foyer-([a-z0-9-]+):/g)].map(([, name = '']) => name));
    const { text } = await readDocument('docs/design.md');
    const [, table = ''] = /## Tokens\n([\s\S]*?)\n## /.exec(text) ?? [];
    const named = [...table.matchAll(/^\| (`[^|]+)\|/gm)]
      .flatMap(([, cell = '']) => [...cell.matchAll(/`(?:--foyer-|-)([a-z0-9-]+)`/g)])
      .map(([, name = '']) => name);
    expect(tokens.size).toBeGreaterThan(30);
    const withoutSteps = [...tokens].filter((name) => !STEPS.test(name));
    expect(withoutSteps.filter((name) => !named.includes(name))).toEqual([]);
    expect(named.filter((name) => !tokens.has(name))).toEqual([]);
  });
});
