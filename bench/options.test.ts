import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { PRODUCTION_NODE } from './node.ts';
import { readOptions } from './options.ts';

describe('the options', () => {
  it('select a full run by default, and a short one with --quick', () => {
    expect(readOptions([])).toMatchObject({ kind: 'full', help: false, document: false });
    expect(readOptions(['--quick']).kind).toBe('quick');
    expect(readOptions(['--quick']).plan.mostRounds).toBeLessThan(readOptions([]).plan.mostRounds);
    expect(readOptions([]).plan.sizes).toContain(1_000_000);
  });

  it.each(['first-page', 'people', 'webhooks'] as const)('include %s only by name', (part) => {
    expect(readOptions([]).parts).not.toContain(part);
    expect(readOptions(['--only', part]).parts).toEqual([part]);
  });

  it('run on the Node of production with a seed of their own, or as they say', async () => {
    expect(readOptions([]).node).toBe(PRODUCTION_NODE);
    expect(readOptions(['--node', '20', '--seed=5'])).toMatchObject({ kind: 'full', node: '20', seed: 5 });
    const dockerfile = await readFile(new URL('../Dockerfile', import.meta.url), 'utf8');
    expect(dockerfile).toContain(`FROM node:${PRODUCTION_NODE}-`);
  });

  it('choose parts, whose results do not count as a full run', () => {
    expect(readOptions(['--only=session,pages'])).toMatchObject({
      parts: ['session', 'pages'],
      kind: 'part',
    });
    const { kind, plan } = readOptions(['--sizes', '1000,50,200']);
    expect({ kind, sizes: plan.sizes, compared: plan.comparedSize }).toEqual({
      kind: 'part',
      sizes: [1000, 50, 200],
      compared: 200,
    });
  });

  it.each([
    ['--fast'],
    ['--only'],
    ['--only', 'everything'],
    ['--sizes', '1e6'],
    ['--quick=yes'],
    ['--node', 'lts'],
    ['--seed', '-1'],
  ])('name what is wrong: %s %s', (...args) => {
    expect(() => readOptions(args)).toThrow(/unknown|needs a value|is no/);
  });
});
