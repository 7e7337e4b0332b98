import '../../../testing/client/browser.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../testing/client/render-app.tsx';
import { SAMPLES } from './samples.tsx';

test('the page shows every sample under its name, in all its states', async () => {
  using app = renderApp('/dev/design', {});
  const section = await screen.findByRole('region', { name: 'Button' });
  const sections = [...document.querySelectorAll('section')];
  const empty: string[] = [];
  for (const { name, states } of SAMPLES) {
    const sample = sections.find((each) => each.getAttribute('aria-label') === name);
    const figures = [...(sample?.querySelectorAll('figure') ?? [])];
    const captions = figures.map((figure) => figure.querySelector('figcaption')?.textContent ?? '');
    expect(captions).toEqual(Object.keys(states));
    empty.push(...captions.filter((_, i) => figures[i]?.childElementCount === 1));
  }
  // The site of the test has no links of a brand.
  expect(empty).toEqual(['links']);
  expect(within(section).getByRole('button', { name: 'Delete' })).toBeDefined();
  await app.user.click(screen.getByRole('button', { name: 'Open the dialog' }));
  expect(screen.getByRole('dialog', { name: 'Remove the password?' })).toBeDefined();
});
