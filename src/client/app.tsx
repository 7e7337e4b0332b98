import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { TRPCClient } from '@trpc/client';
import type { Brand } from '../shared/brand.ts';
import type { Locale } from '../shared/locale.ts';
import type { AppRouter } from '../server/trpc/router.ts';
import { ExternalNavigationContext } from './features/session/external-navigation.ts';
import { ReportContext } from './features/session/report.ts';
import type { Report } from './error-reports.ts';
import type { createAppRouter } from './router.tsx';
import { LanguageProvider } from './language/language-provider.tsx';
import type { Spoken } from './language/texts.ts';
import { BrandContext } from './ui/brand.ts';
import { trpc } from './trpc.ts';

interface AppProps {
  readonly spoken: Spoken;
  readonly brand: Brand;
  /** Stores the language for this browser's next visits. */
  readonly keepLocale: (locale: Locale) => void;
  readonly router: ReturnType<typeof createAppRouter>;
  readonly queryClient: QueryClient;
  readonly trpcClient: TRPCClient<AppRouter>;
  /** Opens a URL outside the application, such as an identity provider's. */
  readonly leave: (url: string) => void;
  readonly report: Report;
}

export function App({ spoken, brand, keepLocale, router, queryClient, trpcClient, leave, report }: AppProps) {
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <ExternalNavigationContext value={leave}>
          <ReportContext value={report}>
            <LanguageProvider first={spoken} keep={keepLocale}>
              <BrandContext value={brand}>
                <RouterProvider router={router} />
              </BrandContext>
            </LanguageProvider>
          </ReportContext>
        </ExternalNavigationContext>
      </QueryClientProvider>
    </trpc.Provider>
  );
}
