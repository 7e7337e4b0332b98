import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { Session } from '../../shared/schemas/session.ts';
import { saysFailure, type SignedOutPage } from '../../shared/signed-out-page.ts';
import type * as Application from '../application.tsx';
import type { Report } from '../error-reports.ts';
import { messageOf } from '../errors.ts';
import { keepLocale } from '../keep-locale.ts';
import { ERROR_TEXTS, loadTexts, prepareBrandWords, SIGNED_OUT_TEXTS } from '../language/texts.ts';
import { createCaller, type ProcedureName } from '../call.ts';
import { fetchWhenIdle } from './fetch-when-idle.ts';
import { loadPage } from './pages.ts';
import type { Services } from './services.ts';
import { SignedOutApp } from './signed-out-app.tsx';

/** The data block of a signed-out page's document (`server/pages/documents.ts`). */
export interface PageData {
  readonly page: SignedOutPage;
  readonly applicationFiles: readonly string[];
}

/** The answers of these calls lead into the application, which is loaded meanwhile. */
const SIGN_INS: ReadonlySet<ProcedureName> = new Set(['password.signIn', 'session.signInWithCode']);

/** Answers what removes the pages, or the application after them. */
export async function startSignedOutPages(
  element: HTMLElement,
  { page, applicationFiles }: PageData,
): Promise<() => void> {
  let reporter: Promise<Report> | undefined;
  // Loaded with the first report. If that fails, the report is lost.
  const report: Report = (failure) => {
    reporter ??= import('../error-reports.ts').then(({ createReporter, postReport }) =>
      createReporter({ providers: () => Promise.resolve(page.providers), post: postReport }),
    );
    reporter.then((send) => send(failure)).catch(() => {});
  };
  const caller = createCaller({ report });
  // The markup may show a failure, or have one in a `noscript`, so React needs the words of errors too.
  const needsErrors = saysFailure(page) || element.querySelector('[data-error-code], noscript') !== null;
  await prepareBrandWords(page.brand);
  const [spoken, FirstPage] = await Promise.all([
    loadTexts(),
    loadPage(page.name),
    needsErrors && loadTexts(ERROR_TEXTS),
  ]);
  const services: Services = {
    ...caller,
    mutate: (procedure, input) => {
      const answer = caller.mutate(procedure, input);
      // If it fails, `enter` loads a page.
      if (SIGN_INS.has(procedure)) import('../application.tsx').catch(() => {});
      return answer;
    },
    report,
    openUrl: (url) => location.assign(url),
    enter,
  };
  let entering: Promise<void> | undefined;
  const pages = hydrateRoot(
    element,
    <StrictMode>
      <SignedOutApp
        first={page}
        FirstPage={FirstPage}
        spoken={spoken}
        keepLocale={keepLocale}
        services={services}
      />
    </StrictMode>,
    { onUncaughtError },
  );
  let shown = pages;
  // After the first input, the page soon needs the words of errors and of further pages.
  const loadMore = () => void loadTexts([...ERROR_TEXTS, ...SIGNED_OUT_TEXTS]).catch(() => {});
  for (const kind of ['input', 'pointerdown', 'keydown']) addEventListener(kind, loadMore, { once: true });
  fetchWhenIdle(applicationFiles);
  return () => shown.unmount();

  /** React has removed the page. The page about it is loaded only now. */
  function onUncaughtError(error: unknown): void {
    report({ code: 'INTERNAL', message: messageOf(error), path: location.pathname });
    void showCrashPage();
  }

  async function showCrashPage(): Promise<void> {
    const { showCrash } = await import('./crash.tsx');
    pages.unmount();
    shown = showCrash(element, await loadTexts([]), page.brand);
  }

  async function enter(path: string, session: Session): Promise<void> {
    try {
      const application = await import('../application.tsx');
      if (!application.hasPage(path)) return await leaveFor(path);
      // A form and a new focus may find the session at the same time. Both wait for one application.
      await (entering ??= showApplication(application, path, session));
    } catch {
      // A file is missing, for example after an update of the server. A page load gets the new ones.
      await leaveFor(path);
    }
  }

  async function showApplication(
    { startApplication }: typeof Application,
    path: string,
    session: Session,
  ): Promise<void> {
    const nextSpoken = await loadTexts();
    history.replaceState(null, '', path);
    shown = await startApplication({
      element,
      spoken: nextSpoken,
      brand: page.brand,
      session,
      beforeRender: () => pages.unmount(),
    });
  }
}

/** The promise never ends, so that the pressed button stays busy until the browser has left. */
function leaveFor(path: string): Promise<never> {
  location.assign(path);
  return new Promise(() => {});
}
