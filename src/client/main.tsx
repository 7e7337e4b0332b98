import './ui/theme/tokens.css';
import './ui/theme/global.css';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { isLocale, type Locale } from '../shared/locale.ts';
import type { Provider } from '../shared/schemas/providers.ts';
import { createAppRouter } from './router.tsx';
import { createReporter } from './error-reports.ts';
import { loadLaterTexts, loadTexts, type Spoken } from './language/texts.ts';
import { takeOver } from './take-over.ts';
import { createQueryClient, createTrpcClient, readProviders, rememberProviders } from './trpc.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');

const queryClient = createQueryClient();
const report = createReporter({
  providers: () => readProviders(queryClient, trpcClient),
  post: (url, body) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      // The page may be on its way out.
      keepalive: true,
    }),
});
const trpcClient = createTrpcClient({
  onForeignAnswer: (status) =>
    report({
      code: 'UNAVAILABLE',
      message: `a procedure was answered with something else than JSON, status ${status}`,
      path: location.pathname,
    }),
});

// The server has chosen it (`client-pages.ts`).
const { lang } = document.documentElement;
// Not awaited: a chunk of texts imports from this one, and each would wait for the other.
void loadTexts(isLocale(lang) ? lang : 'en').then((spoken) => start(root, spoken));

/** When it cannot be kept, the next page asks the browser again: nothing to bother a person with. */
const keepLocale = (locale: Locale) => {
  const form = new URLSearchParams({ locale });
  fetch('/locale', { method: 'POST', body: form, keepalive: true }).catch(() => {});
};

async function start(element: HTMLElement, spoken: Spoken): Promise<void> {
  const router = createAppRouter();
  const application = createRoot(element);
  const draw = () =>
    application.render(
      <StrictMode>
        <App
          spoken={spoken}
          keepLocale={keepLocale}
          router={router}
          queryClient={queryClient}
          trpcClient={trpcClient}
          leave={(url) => location.assign(url)}
          report={report}
        />
      </StrictMode>,
    );
  // Whoever begins to type or to press will soon need more words than the page begins with: of failures, and of the pages behind it.
  const loadMore = () => void loadLaterTexts(spoken.locale).catch(() => {});
  for (const kind of ['input', 'pointerdown', 'keydown']) addEventListener(kind, loadMore, { once: true });
  const { providers } = element.dataset;
  if (providers === undefined) return draw();
  // The server has painted the page, which stays until ours can take its place within one task.
  rememberProviders(queryClient, JSON.parse(providers) as readonly Provider[]);
  const saysWhatFailed = new URLSearchParams(location.search).has('error');
  await Promise.all([router.load(), saysWhatFailed && loadLaterTexts(spoken.locale)]);
  takeOver(element, () => flushSync(draw));
}
