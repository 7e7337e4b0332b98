import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { plainBrand } from '../../shared/brand.ts';
import { LanguageProvider } from '../language/language-provider.tsx';
import { APPLICATION_TEXTS } from '../language/deferred-texts.ts';
import { loadTexts } from '../language/texts.ts';
import { PageNotLoadedError } from '../load-page.ts';
import { BrandContext } from '../ui/brand.ts';
import { CrashSection } from './crash.tsx';

/** When the page reloaded itself. jsdom cannot load a page, so the tests read this mark. */
const RELOADED_AT = 'foyer.reloaded-at';
document.documentElement.lang = 'en';
await loadTexts(APPLICATION_TEXTS);
const spoken = await loadTexts();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

/** The crash of a page whose files could not be loaded; `answer` is the server's to each probe. */
function renderCrash(answer: () => Promise<Response>) {
  // jsdom reports that it cannot load a page.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('fetch', answer);
  return render(
    <LanguageProvider first={spoken} keep={() => {}}>
      <BrandContext value={plainBrand(location.origin)}>
        <CrashSection error={new PageNotLoadedError('not loaded')} />
      </BrandContext>
    </LanguageProvider>,
  );
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('an answer that comes after the person has left does not load the page again', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const { unmount } = renderCrash(() => answered.then(() => new Response()));
  await wait(0);
  unmount();
  answer();
  await wait(100);
  expect(sessionStorage.getItem(RELOADED_AT)).toBeNull();
});

test('a page that was just loaded again is loaded once more after a minute', async () => {
  const before = String(Date.now());
  sessionStorage.setItem(RELOADED_AT, before);
  renderCrash(async () => new Response());
  await wait(50_000);
  expect(sessionStorage.getItem(RELOADED_AT)).toBe(before);
  await wait(15_000);
  expect(sessionStorage.getItem(RELOADED_AT)).not.toBe(before);
});
