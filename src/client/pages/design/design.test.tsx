import '../../../testing/client/browser.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../testing/client/render-app.tsx';

const UI = join(import.meta.dirname, '../../ui');
/** Hidden or without a look of their own. */
const NOT_SHOWN = new Set(['HiddenUsername', 'Icon', 'Field', 'ErrorReference']);

const isComponent = (name: string) => /^[A-Z][a-z]/.test(name) && !name.endsWith('Context');

test('the page has a sample of every component of client/ui', () => {
  const files = readdirSync(UI, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  );
  const exported = files.flatMap((file) => {
    const text = readFileSync(join(UI, file), 'utf8');
    return [...text.matchAll(/^export (?:function|const) (\w+)/gm)].map(([, name = '']) => name);
  });
  const components = exported.filter((name) => isComponent(name) && !NOT_SHOWN.has(name));
  expect(components).toContain('Button');
  const source = readFileSync(join(import.meta.dirname, 'samples.tsx'), 'utf8');
  const samples = source.replaceAll(/^import[^;]*;$/gm, '');
  const missing = components.filter((name) => !new RegExp(String.raw`\b${name}\b`).test(samples));
  expect(missing).toEqual([]);
});

test('the page shows the samples, each under its name', async () => {
  using app = renderApp('/dev/design', {});
  const section = await screen.findByRole('region', { name: 'Button' });
  expect(within(section).getByRole('button', { name: 'Delete' })).toBeDefined();
  await app.user.click(screen.getByRole('button', { name: 'Open the dialog' }));
  expect(screen.getByRole('dialog', { name: 'Remove the password?' })).toBeDefined();
});
