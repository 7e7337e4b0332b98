import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

// Other test files have loaded words, so this one has modules of its own.
beforeEach(() => {
  vi.resetModules();
  // React would ask for `act`, which waits for no file.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  // In development, React warns when words arrive so fast that it continues the same render, which then needs no `use` any more.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.resetModules());

const PATIENCE = { timeout: 30_000 };
type Area = 'devices' | 'deliveries';

it('shows words in the new language that a part of the page loaded in the old one while the language changed', async () => {
  const { loadTexts } = await import('./texts.ts');
  const { texts } = await loadTexts('de');
  function Heading({ area }: { readonly area: Area }) {
    return <h1>{texts[area].title}</h1>;
  }
  const container = document.createElement('div');
  const root = createRoot(container);
  const show = (area: Area) =>
    root.render(
      <Suspense key={area} fallback={null}>
        <Heading area={area} />
      </Suspense>,
    );
  // The page has waited for all words of the new language once.
  show('devices');
  await vi.waitFor(() => expect(container.querySelector('h1')?.textContent).toBe('Geräte'), PATIENCE);

  // A part of the page loads its words in the old language, which it still had when it began.
  const { loadWebhookTexts } = await import('./console-texts.ts');
  await loadWebhookTexts('en');
  show('deliveries');

  await vi.waitFor(() => expect(container.querySelector('h1')?.textContent).toBe('Zustellungen'), PATIENCE);
  root.unmount();
});
