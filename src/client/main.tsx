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
import { replaceServerForm } from './replace-server-form.ts';
import { createQueryClient, createTrpcClient, readProviders, cacheProviders } from './trpc.ts';

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
      // The request must survive when the browser leaves the page.
      keepalive: true,
    }),
});
const trpcClient = createTrpcClient({
  onNonJsonAnswer: (status) =>
    report({
      code: 'UNAVAILABLE',
      message: `a procedure was answered with something else than JSON, status ${status}`,
      path: location.pathname,
    }),
});

// The server chose the language (`client-pages.ts`).
const { lang } = document.documentElement;
// No top-level `await`: the chunks of texts import from this chunk, so both would wait for each other.
void loadTexts(isLocale(lang) ? lang : 'en').then((spoken) => start(root, spoken));

/** After a failure, the next page uses the browser's language again. The person does not need an error message. */
const keepLocale = (locale: Locale) => {
  const form = new URLSearchParams({ locale });
  fetch('/locale', { method: 'POST', body: form, keepalive: true }).catch(() => {});
};

async function start(element: HTMLElement, spoken: Spoken): Promise<void> {
  const router = createAppRouter();
  const application = createRoot(element);
  const render = () =>
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
  // After the first input, the page soon needs the texts of errors and of further pages.
  const loadMore = () => void loadLaterTexts(spoken.locale).catch(() => {});
  for (const kind of ['input', 'pointerdown', 'keydown']) addEventListener(kind, loadMore, { once: true });
  const { providers } = element.dataset;
  if (providers === undefined) return render();
  // The server rendered the sign-in form. It stays on screen until React can replace it within one task.
  cacheProviders(queryClient, JSON.parse(providers) as readonly Provider[]);
  const hasError = new URLSearchParams(location.search).has('error');
  await Promise.all([router.load(), hasError && loadLaterTexts(spoken.locale)]);
  replaceServerForm(element, () => flushSync(render));
}
