import { ownPathOf } from './base-path.ts';
import { startProfileQueries } from './account/profile/start-queries.ts';
import './ui/theme/code.css';
import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import type { Brand } from '../shared/brand.ts';
import type { Session } from '../shared/schemas/session.ts';
import { App } from './app.tsx';
import { createReporter, postReport } from './error-reports.ts';
import { keepLocale } from './keep-locale.ts';
import type { Spoken } from './language/texts.ts';
import { createAppRouter } from './router.tsx';
import { isOnline } from './ui/online.ts';
import { cacheSession, createQueryClient, createTrpcClient, readProviders } from './trpc.ts';

interface ApplicationOptions {
  readonly element: HTMLElement;
  readonly spoken: Spoken;
  readonly brand: Brand;
  /** The session that a sign-in has just answered. */
  readonly session?: Session;
  /** Called right before the application renders into the element. */
  readonly beforeRender?: () => void;
}

/** Rejects when a file of the application cannot be loaded. */
export async function startApplication(options: ApplicationOptions): Promise<Root> {
  const queryClient = createQueryClient();
  const report = createReporter({
    providers: () => readProviders(queryClient, trpcClient),
    post: postReport,
  });
  const trpcClient = createTrpcClient({ report });
  const router = createAppRouter();
  if (options.session) cacheSession(queryClient, options.session);
  // Most sign-ins end there.
  if (ownPathOf(location.pathname) === '/account') startProfileQueries(queryClient, trpcClient);
  // What the document shows stays until the page can be shown. Offline, the application says so.
  if (options.session || isOnline()) await router.load();
  options.beforeRender?.();
  const root = createRoot(options.element);
  root.render(
    <StrictMode>
      <App
        spoken={options.spoken}
        brand={options.brand}
        keepLocale={keepLocale}
        router={router}
        queryClient={queryClient}
        trpcClient={trpcClient}
        leave={(url) => location.assign(url)}
        report={report}
      />
    </StrictMode>,
  );
  return root;
}

/** Not the start page, which may belong to an app behind the same host. Only the server knows. */
export function hasPage(path: string): boolean {
  const { origin, pathname } = new URL(path, location.origin);
  const ownPath = origin === location.origin ? ownPathOf(pathname) : null;
  if (ownPath === null || ownPath === '/') return false;
  const [, , foundRoute] = createAppRouter().getMatchedRoutes(ownPath);
  return foundRoute !== undefined;
}
