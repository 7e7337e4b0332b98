import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { DARK_TOKENS, LIGHT_TOKENS } from '../../src/server/brand/default-tokens.ts';

const OWN = { size: '32px', layer: '100' };
const SHARED: Readonly<Record<'light' | 'dark', Readonly<Record<string, string>>>> = {
  light: { ...LIGHT_TOKENS, ...OWN },
  dark: { ...LIGHT_TOKENS, ...DARK_TOKENS, ...OWN },
};

const css = await readFile(new URL('react.css', import.meta.url), 'utf8');
const [light = '', dark = '', rest = ''] = css.split(
  /@media \(prefers-color-scheme: dark\) \{|\n\}\n(?=\.foyer-account \{)/,
);

function variablesOf(part: string): [name: string, value: string][] {
  return [...part.matchAll(/var\(\s*--foyer-([a-z0-9-]+),\s*((?:[^()]|\([^()]*\))+?)\s*\)/g)].map(
    ([, name = '', value = '']) => [name, value.replaceAll(/\s+/g, ' ')],
  );
}

it.each([
  ['light', light + rest],
  ['dark', dark],
] as const)('has the names and the default values of the tokens in %s colours', (scheme, part) => {
  const variables = variablesOf(part);
  expect(variables.length).toBeGreaterThan(8);
  for (const [name, value] of variables) expect([name, value]).toEqual([name, SHARED[scheme][name]]);
});

it('has a dark default for each variable whose token differs in dark colours', () => {
  const names = (part: string) => variablesOf(part).map(([name]) => name);
  const differing = names(light).filter((name) => Object.hasOwn(DARK_TOKENS, name));
  expect(names(dark).toSorted()).toEqual(differing.toSorted());
});

it('reads no variable without a default, and has no colour of its own', () => {
  const read = [...css.matchAll(/var\(\s*--foyer-/g)].length;
  expect(read).toBe(variablesOf(css).length);
  const withoutDefaults = css.replaceAll(/var\(\s*--foyer-[a-z0-9-]+,(?:[^()]|\([^()]*\))+\)/g, '');
  expect(withoutDefaults).not.toMatch(/#[0-9a-f]{3,8}\b|rgb|hsl/i);
});
