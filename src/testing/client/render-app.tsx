import './browser.ts';
import type { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { act, within } from '@testing-library/react';
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { App } from '../../client/app.tsx';
import { hasPage } from '../../client/application.tsx';
import { createReporter } from '../../client/error-reports.ts';
import { createAppRouter } from '../../client/router.tsx';
import * as consoleTexts from '../../client/language/console-texts.ts';
import * as deferredTexts from '../../client/language/deferred-texts.ts';
import { changeLanguage, loadTexts, type Spoken } from '../../client/language/texts.ts';
import { createCaller, type CheckBrowser } from '../../client/call.ts';
import { loadPage, pageNameOf } from '../../client/sign-in/pages.ts';
import { renderSignedOutPage } from '../../client/sign-in/render.tsx';
import type { Services } from '../../client/sign-in/services.ts';
import { SignedOutApp } from '../../client/sign-in/signed-out-app.tsx';
import { cacheSession, createQueryClient, createTrpcClient, readProviders } from '../../client/trpc.ts';
import type { AppRouter } from '../../server/trpc/router.ts';
import { plainBrand } from '../../shared/brand.ts';
import { ERRORS, type ErrorCode } from '../../shared/errors/catalogue.ts';
import type { ErrorData } from '../../shared/errors/error-data.ts';
import { PROOF_OF_WORK_HEADER } from '../../shared/proof-of-work.ts';
import { directionOf, isLocale, LOCALES, type Locale } from '../../shared/locale.ts';
import type { Session } from '../../shared/schemas/session.ts';
import {
  aPasskeyList,
  aPasswordStatus,
  aPhoneStatus,
  aProfile,
  aSecondFactorStatus,
  aSession,
  anEmailStatus,
  PROVIDERS,
} from './answers.ts';
import { answerSignedOut, type PageDetails } from './signed-out-answer.ts';

type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;

/** The server's answers, by procedure. A thrown `Failure` or `NetworkDown` fails the call. */
export type Answers = {
  [R in keyof Outputs]?: {
    [P in keyof Outputs[R] & keyof Inputs[R]]?: (
      input: Inputs[R][P],
    ) => Outputs[R][P] | Promise<Outputs[R][P]>;
  };
};

export class Failure extends Error {
  readonly data: ErrorData;
  constructor(appCode: ErrorCode, details: Partial<ErrorData> = {}) {
    super(ERRORS[appCode].message);
    this.data = { requestId: 'request-1', ...details, appCode };
  }
}

export function failWith(appCode: ErrorCode, details?: Partial<ErrorData>): () => never {
  return () => {
    throw new Failure(appCode, details);
  };
}

export class NetworkDown extends Error {}

const RETRY_FIRST_MS = 20;

// The texts are loaded before any test, because pages render at once.
await loadTexts([...Object.values(deferredTexts), ...Object.values(consoleTexts)].flat());
const SPOKEN = {} as Record<Locale, Spoken>;
for (const each of LOCALES) await changeLanguage(each, (spoken) => (SPOKEN[each] = spoken));

/** A person whose only sign-in method is the mail. */
const DEFAULT_ANSWERS: Answers = {
  providers: { list: () => [...PROVIDERS] },
  password: { get: () => aPasswordStatus() },
  phone: { get: () => aPhoneStatus() },
  accounts: { list: () => [] },
  email: { get: () => anEmailStatus() },
  passkeys: { list: () => aPasskeyList() },
  secondFactor: { get: () => aSecondFactorStatus({ policy: 'off' }) },
  securityReview: { get: () => null },
};

interface RenderOptions {
  readonly locale?: Locale;
  /** Replaces the navigation to other sites. It may throw. */
  readonly leave?: (url: string) => void;
  /** Solves challenges, which a browser does in workers. */
  readonly checkBrowser?: CheckBrowser;
  /** Called when the server's markup of a signed-out page is there and no script has run. */
  readonly beforeScript?: () => void;
  readonly page?: PageDetails;
}

/**
 * Opens a path in a browser tab without a server: tRPC's real wire format, answers from memory or
 * `DEFAULT_ANSWERS`. Where the path is that of a signed-out page, nobody is signed in. A procedure without an
 * answer fails as if the server were down, with the whole request.
 * The markup of a signed-out page comes first, after its redirects; then the script takes it over.
 */
export function renderApp(
  path: string,
  answers: Answers = {},
  { locale = 'en', leave, checkBrowser, beforeScript, page }: RenderOptions = {},
) {
  const calls: { procedure: string; input: unknown }[] = [];
  const left: string[] = [];
  const proofsOfWork: string[] = [];
  const keptLocales: Locale[] = [];
  const documents: string[] = [];
  const reported: { url: string; body: unknown }[] = [];
  const container = document.body.appendChild(document.createElement('div'));
  let root: Root | null = null;
  let isOver = false;
  let openings = 0;
  /** The server marks a browser whose account it deleted. */
  let goodbye: NonNullable<PageDetails['goodbye']> | null = null;

  const defaults: Answers = {
    ...DEFAULT_ANSWERS,
    session: { get: () => (pageNameOf(path) === undefined ? aSession() : null) },
    profile: { get: () => aProfile({ locale }), fields: () => [] },
  };
  const allAnswers: Answers = Object.fromEntries(
    Object.entries({ ...defaults, ...answers }).map(([router, own]) => [
      router,
      { ...defaults[router as keyof Answers], ...own },
    ]),
  );
  const brand = page?.brand ?? plainBrand(location.origin);
  const { deleteAccount } = answers.data ?? {};
  if (deleteAccount) {
    allAnswers.data = {
      ...answers.data,
      deleteAccount: async (input) => {
        const deleted = await deleteAccount(input);
        goodbye = { confirmationTo: deleted.confirmationTo };
        return deleted;
      },
    };
  }
  const wire = {
    fetch: (url: string, init: RequestInit) => {
      const proofOfWork = new Headers(init.headers).get(PROOF_OF_WORK_HEADER);
      if (proofOfWork !== null) proofsOfWork.push(proofOfWork);
      return answer(allAnswers, calls, url, init.body);
    },
    report: () => {},
    ...(checkBrowser ? { checkBrowser } : {}),
  };
  const post = async (url: string, body: string) => void reported.push({ url, body: JSON.parse(body) });
  const keepLocale = (kept: Locale) => void keptLocales.push(kept);
  const openOutside = leave ?? ((url: string) => void left.push(url));

  function unmount(): void {
    const last = root;
    root = null;
    act(() => last?.unmount());
  }

  /** As `client/application.tsx` does. */
  function prepareApplication(address: string): Application {
    const history = createMemoryHistory({ initialEntries: [address] });
    const router = createAppRouter({ history, openDocument: openPath });
    const queryClient = createQueryClient(RETRY_FIRST_MS);
    return { history, router, queryClient, trpcClient: createTrpcClient(wire) };
  }

  function renderApplication(prepared: Application, spoken: Spoken): void {
    const { router, queryClient, trpcClient } = prepared;
    setDocumentLanguage(spoken);
    application = prepared;
    showsApplication = true;
    const created = createRoot(container);
    root = created;
    const report = createReporter({ providers: () => readProviders(queryClient, trpcClient), post });
    act(() =>
      created.render(
        <App
          {...{ spoken, brand, keepLocale, router, queryClient, trpcClient, report }}
          leave={openOutside}
        />,
      ),
    );
  }

  function openPath(address: string): void {
    if (pageNameOf(address) !== undefined) void openPage(address);
    else if (hasPage(address)) {
      unmount();
      renderApplication(prepareApplication(address), SPOKEN[keptLocales.at(-1) ?? locale]);
    } else openOutside(address);
  }

  /** Loads the document of a signed-out page from the server. */
  async function openPage(address: string, details?: PageDetails, state: unknown = null): Promise<void> {
    const number = ++openings;
    const isLast = () => !isOver && number === openings;
    const spoken = SPOKEN[keptLocales.at(-1) ?? locale];
    const first = await answerSignedOut(address, allAnswers, spoken.locale, { ...details, goodbye });
    if (!isLast()) return;
    if ('redirectTo' in first) return openPath(first.redirectTo);

    // Loaded before the markup is shown, so that no test uses the page before its script.
    const FirstPage = await loadPage(first.name);
    if (!isLast()) return;
    unmount();
    showsApplication = false;
    window.history.replaceState(state, '', address);
    documents.push(address);
    const { title, markup } = renderSignedOutPage(first);
    document.title = title;
    setDocumentLanguage(spoken);
    container.innerHTML = markup;
    beforeScript?.();
    const services: Services = {
      ...createCaller(wire),
      report: createReporter({ providers: () => Promise.resolve(first.providers), post }),
      openUrl: (url) => (url.startsWith('/') ? openPath(url) : openOutside(url)),
      enter,
    };
    act(() => {
      root = hydrateRoot(container, <SignedOutApp {...{ first, FirstPage, spoken, keepLocale, services }} />);
    });
  }

  /** As `client/sign-in/start-signed-out-pages.tsx` does. */
  async function enter(address: string, session: Session): Promise<void> {
    if (!hasPage(address)) {
      openOutside(address);
      await new Promise(() => {});
    }
    const prepared = prepareApplication(address);
    cacheSession(prepared.queryClient, session);
    await prepared.router.load();
    if (isOver || showsApplication) return;
    const { lang } = document.documentElement;
    unmount();
    renderApplication(prepared, SPOKEN[isLocale(lang) ? lang : locale]);
  }

  // No style sheet of the pages is loaded, so nothing has to be asked about the pointer, and no key has to wait.
  const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });

  /** Writes a text into a field at once, which is much faster than key by key, and presses the keys in braces. */
  async function fill(field: Element, text: string): Promise<void> {
    await user.click(field);
    for (const part of text.split(/(\{\w+\})/).filter(Boolean))
      await (part.startsWith('{') ? user.keyboard(part) : user.paste(part));
  }

  /** The last application that was shown, or one that never was. */
  let application = prepareApplication(path);
  let showsApplication = false;
  if (pageNameOf(path) === undefined) renderApplication(application, SPOKEN[locale]);
  else void openPage(path, page);

  return {
    ...within(document.body),
    container,
    user,
    fill,
    calls,
    inputsOf: (procedure: string) =>
      calls.filter((call) => call.procedure === procedure).map(({ input }) => input),
    /** The addresses of the signed-out pages that the server rendered. */
    documents,
    reload: () => openPage(location.pathname + location.search, undefined, window.history.state),
    left,
    proofsOfWork,
    keptLocales,
    reported,
    /** The application's history. The signed-out pages have the window's. */
    get history() {
      return application.history;
    },
    get queryClient() {
      return application.queryClient;
    },
    address: () =>
      showsApplication ? application.history.location.href : location.pathname + location.search,
    unmount() {
      isOver = true;
      unmount();
      container.remove();
    },
    [Symbol.dispose]() {
      this.unmount();
      application.queryClient.clear();
      localStorage.clear();
      sessionStorage.clear();
      window.history.replaceState(null, '', '/');
    },
  };
}

/** As the server does. */
function setDocumentLanguage({ locale }: Spoken): void {
  document.documentElement.lang = locale;
  document.documentElement.dir = directionOf(locale);
}

interface Application {
  readonly history: RouterHistory;
  readonly router: ReturnType<typeof createAppRouter>;
  readonly queryClient: QueryClient;
  readonly trpcClient: ReturnType<typeof createTrpcClient>;
}

async function answer(
  answers: Answers,
  calls: { procedure: string; input: unknown }[],
  address: string,
  body: unknown,
): Promise<Response> {
  const url = new URL(address, location.origin);
  const sent = typeof body === 'string' ? body : url.searchParams.get('input');
  const given: unknown = sent === null ? undefined : JSON.parse(sent);
  // `client/call.ts` sends each call alone.
  const isBatch = url.searchParams.has('batch');
  const inputs = (isBatch ? (given ?? {}) : { 0: given }) as Record<string, unknown>;
  const procedures = url.pathname.replace(/^\/trpc\//, '').split(',');
  const results = await Promise.all(
    procedures.map(async (procedure, index) => {
      const input = inputs[index];
      calls.push({ procedure, input });
      const [router = '', name = ''] = procedure.split('.');
      // The types above match each answer with its procedure, so this look-up by name is safe.
      const procedureAnswer = (
        answers as Record<string, Record<string, ((input: unknown) => unknown) | undefined> | undefined>
      )[router]?.[name];
      try {
        if (!procedureAnswer) throw new NetworkDown(procedure);
        return { result: { data: await procedureAnswer(input) } };
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        return { error: { message: error.message, code: -32_603, data: error.data } };
      }
    }),
  );
  return Response.json(isBatch ? results : results[0]);
}
