import './browser.ts';
import { createMemoryHistory } from '@tanstack/react-router';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { cleanup, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { App } from '../../client/app.tsx';
import type { CheckBrowser } from '../../client/features/browser-check/check-in-workers.ts';
import { createReporter } from '../../client/error-reports.ts';
import { createAppRouter } from '../../client/router.tsx';
import { loadLaterTexts, loadTexts, type Spoken } from '../../client/language/texts.ts';
import { createQueryClient, createTrpcClient, readProviders } from '../../client/trpc.ts';
import type { AppRouter } from '../../server/trpc/router.ts';
import { ERRORS, type ErrorCode } from '../../shared/errors/catalogue.ts';
import type { ErrorData } from '../../shared/errors/error-data.ts';
import { PROOF_OF_WORK_HEADER } from '../../shared/proof-of-work.ts';
import { LOCALES, type Locale } from '../../shared/locale.ts';
import { anEmailStatus, aPhoneStatus, aProfile } from './answers.ts';

type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;
type RouterName =
  | 'session'
  | 'providers'
  | 'accounts'
  | 'profile'
  | 'password'
  | 'phone'
  | 'email'
  | 'securityReview'
  | 'activity'
  | 'data'
  | 'accessTokens'
  | 'device';

/** The server's answers, by procedure. A thrown `Failure` or `NetworkDown` fails the call. */
export type Answers = {
  [R in RouterName]?: {
    [P in keyof Outputs[R] & keyof Inputs[R]]?: (
      input: Inputs[R][P],
    ) => Outputs[R][P] | Promise<Outputs[R][P]>;
  };
};

/** A procedure that fails with a code of the catalogue. */
export class Failure extends Error {
  readonly data: ErrorData;
  constructor(appCode: ErrorCode, details: Partial<ErrorData> = {}) {
    super(ERRORS[appCode].message);
    this.data = { requestId: 'request-1', ...details, appCode };
  }
}

/** A server that does not answer. */
export class NetworkDown extends Error {}

const RETRY_FIRST_MS = 20;

/** The texts are loaded before any test, because pages render at once. */
await Promise.all(LOCALES.map(loadLaterTexts));
const SPOKEN: Readonly<Record<Locale, Spoken>> = {
  en: await loadTexts('en'),
  de: await loadTexts('de'),
};

interface RenderOptions {
  /** The default is English. */
  readonly locale?: Locale;
  /** Replaces the browser's navigation to other sites. It may throw. */
  readonly leave?: (url: string) => void;
  /** Solves challenges, which a browser does in workers. */
  readonly checkBrowser?: CheckBrowser;
}

/**
 * Renders the whole app at a path, with tRPC's real link and wire format and answers from memory. A procedure without an answer fails as if the
 * server were down, together with all other calls of the same request. Address, phone number, connections and the security review have
 * default answers, because most tests do not need them.
 */
export function renderApp(
  path: string,
  answers: Answers,
  { locale = 'en', leave, checkBrowser }: RenderOptions = {},
) {
  const calls: { procedure: string; input: unknown }[] = [];
  const left: string[] = [];
  const proofsOfWork: string[] = [];
  const keptLocales: Locale[] = [];
  const reported: { url: string; body: unknown }[] = [];
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createAppRouter({ history });
  const queryClient = createQueryClient(RETRY_FIRST_MS);
  const trpcClient = createTrpcClient({
    fetch: (url, init) => {
      const proofOfWork = new Headers(init.headers).get(PROOF_OF_WORK_HEADER);
      if (proofOfWork !== null) proofsOfWork.push(proofOfWork);
      return answer(
        {
          phone: { get: () => aPhoneStatus() },
          accounts: { list: () => [] },
          email: { get: () => anEmailStatus() },
          securityReview: { get: () => null },
          ...answers,
          // Every account page calls it for the person's language.
          profile: { get: () => aProfile({ locale }), ...answers.profile },
        },
        calls,
        url,
        init.body,
      );
    },
    onNonJsonAnswer: () => {},
    ...(checkBrowser ? { checkBrowser } : {}),
  });
  const view = render(
    <App
      spoken={SPOKEN[locale]}
      keepLocale={(kept) => keptLocales.push(kept)}
      router={router}
      queryClient={queryClient}
      trpcClient={trpcClient}
      leave={leave ?? ((url) => left.push(url))}
      report={createReporter({
        providers: () => readProviders(queryClient, trpcClient),
        post: async (url, body) => void reported.push({ url, body: JSON.parse(body) }),
      })}
    />,
  );
  return {
    ...view,
    user: userEvent.setup(),
    history,
    router,
    queryClient,
    calls,
    /** The URLs outside the app that it opened. */
    left,
    /** The solved challenges that were sent, in order. */
    proofsOfWork,
    /** The languages that were stored for this browser. */
    keptLocales,
    /** The reports to the server's log. */
    reported,
    address: () => history.location.href,
    [Symbol.dispose]() {
      cleanup();
      queryClient.clear();
      localStorage.clear();
      sessionStorage.clear();
    },
  };
}

async function answer(
  answers: Answers,
  calls: { procedure: string; input: unknown }[],
  address: string,
  body: unknown,
): Promise<Response> {
  const url = new URL(address, location.origin);
  const inputs = JSON.parse(
    typeof body === 'string' ? body : (url.searchParams.get('input') ?? '{}'),
  ) as Record<string, unknown>;
  const procedures = url.pathname.replace(/^\/trpc\//, '').split(',');
  const results = await Promise.all(
    procedures.map(async (procedure, index) => {
      const input = inputs[index];
      calls.push({ procedure, input });
      const [router = '', name = ''] = procedure.split('.');
      // The types above already match each answer with its procedure, so this look-up by name is safe.
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
  return Response.json(results);
}
