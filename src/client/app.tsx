import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { TRPCClient } from '@trpc/client';
import type { AppRouter } from '../server/trpc/router.ts';
import { LeaveContext } from './components/leave.ts';
import { ReportContext } from './components/report.ts';
import type { Report } from './error-reports.ts';
import type { createAppRouter } from './router.tsx';
import { cssVariables, theme } from './theme/theme.ts';
import { trpc } from './trpc.ts';

interface AppProps {
  readonly router: ReturnType<typeof createAppRouter>;
  readonly queryClient: QueryClient;
  readonly trpcClient: TRPCClient<AppRouter>;
  /** Leaves this page for an address outside the application, such as an identity provider's. */
  readonly leave: (url: string) => void;
  /** Tells the server's log of what only this browser saw. */
  readonly report: Report;
  /** `test` switches Mantine's transitions off. */
  readonly env?: 'default' | 'test';
}

export function App({ router, queryClient, trpcClient, leave, report, env = 'default' }: AppProps) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" env={env}>
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <LeaveContext value={leave}>
            <ReportContext value={report}>
              <RouterProvider router={router} />
            </ReportContext>
          </LeaveContext>
        </QueryClientProvider>
      </trpc.Provider>
    </MantineProvider>
  );
}
