import { at } from './base-path.ts';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import type { Activity } from '../shared/schemas/activity.ts';
import { untilOnline } from './ui/online.ts';
import { lazyPart, loadReliably } from './load-page.ts';
import { CrashPage, CrashSection } from './pages/crash.tsx';
import { RootLayout } from './root-layout.tsx';
import { PROVIDER_RETURN } from './features/verify/current-path.ts';
import { readSearch, searchOf, writeSearch } from './search.ts';
import type { SignedOutParameter } from '../shared/signed-out-page.ts';
import { AUDIT_TEXTS, CONSOLE_TEXTS, OPERATION_TEXTS, WEBHOOK_TEXTS } from './language/console-texts.ts';
import { APPLICATION_TEXTS, PENDING_LINK_TEXTS, SECOND_FACTOR_TEXTS } from './language/deferred-texts.ts';
import { withTexts, type TextSet } from './language/texts.ts';

const pageWith =
  (sets: readonly TextSet[]): typeof lazyRouteComponent =>
  (load, name) =>
    lazyRouteComponent(() => loadReliably(withTexts(load, sets)), name);
const lazyPage = pageWith(APPLICATION_TEXTS);
const secondFactorPage = pageWith(SECOND_FACTOR_TEXTS);
// None of the files for administrators is loaded before somebody opens such a page.
const consolePage = pageWith(CONSOLE_TEXTS);
const auditPage = pageWith(AUDIT_TEXTS);
const webhookPage = pageWith(WEBHOOK_TEXTS);
const operationPage = pageWith(OPERATION_TEXTS);

/** The signed-out pages are an entry of their own (`sign-in/main.ts`), so these load from the server. */
function signedOutRoute<Path extends string, Name extends SignedOutParameter>(
  path: Path,
  ...names: readonly Name[]
) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: searchOf(...names),
    beforeLoad: async ({ location: { href }, preload, context, abortController: { signal } }) => {
      // A link that is only pointed at must not leave the page.
      if (preload) return;
      // Offline, the browser would show its own page in place of this one.
      await untilOnline();
      if (!signal.aborted) context.openDocument(at(href));
      await new Promise(() => {});
    },
  });
}

const signInRoute = signedOutRoute('/sign-in', 'error', 'requestId', 'email', 'callbackUrl', 'sessionEnded');
const phoneSignInRoute = signedOutRoute('/sign-in/phone', 'phone', 'callbackUrl');
const signUpRoute = signedOutRoute('/sign-up', 'email', 'callbackUrl');
const forgotPasswordRoute = signedOutRoute('/forgot-password', 'email');
const checkEmailRoute = signedOutRoute('/check-email', 'email', 'callbackUrl');
const confirmAddressRoute = signedOutRoute('/confirm-address');
const signOutRoute = signedOutRoute('/sign-out');
const goodbyeRoute = signedOutRoute('/goodbye');
// The server knows where the start page leads.
const homeRoute = signedOutRoute('/');
const confirmRoute = signedOutRoute('/confirm', 'email', 'token', 'callbackUrl');
const resetPasswordRoute = signedOutRoute('/reset-password', 'email', 'token');
const confirmEmailRoute = signedOutRoute('/confirm-email', 'token');
const undoEmailRoute = signedOutRoute('/undo-email', 'token');
const stopRemovalRoute = signedOutRoute('/stop-second-factor-removal', 'token');
const secondFactorRoute = signedOutRoute('/second-factor');

const NotFoundPage = lazyPart(
  async () => (await import('./sign-in/not-found.tsx')).NotFoundPage,
  APPLICATION_TEXTS,
);

interface RouterContext {
  /** Loads a page of this site from the server, in place of the current one. */
  readonly openDocument: (path: string) => void;
}

const rootRoute = createRootRouteWithContext<RouterContext>()({ component: RootLayout });

const providerReturnSearch = searchOf(...PROVIDER_RETURN);

const resumeLinkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/resume-link',
  validateSearch: providerReturnSearch,
  component: lazyRouteComponent(
    withTexts(() => import('./pages/resume-link.tsx'), [...APPLICATION_TEXTS, ...PENDING_LINK_TEXTS]),
    'ResumeLinkPage',
  ),
});

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  validateSearch: providerReturnSearch,
  component: lazyPage(() => import('./account/layout.tsx'), 'AccountLayout'),
});

const inAccount = { getParentRoute: () => accountRoute, errorComponent: CrashSection } as const;

const profileRoute = createRoute({
  ...inAccount,
  path: '/',
  component: lazyPage(() => import('./account/profile/profile.tsx'), 'ProfilePage'),
});

const signInMethodsRoute = createRoute({
  ...inAccount,
  path: '/sign-in-methods',
  component: lazyPage(() => import('./account/sign-in-methods/sign-in-methods.tsx'), 'SignInMethodsPage'),
});

const securityReviewRoute = createRoute({
  ...inAccount,
  path: '/security-review',
  validateSearch: searchOf('callbackUrl'),
  component: lazyPage(() => import('./account/security-review/security-review.tsx'), 'SecurityReviewPage'),
});

const yourDataRoute = createRoute({
  ...inAccount,
  path: '/data',
  component: lazyPage(() => import('./account/your-data/your-data.tsx'), 'YourDataPage'),
});

const devicesRoute = createRoute({
  ...inAccount,
  path: '/devices',
  component: lazyPage(() => import('./account/devices/devices.tsx'), 'DevicesPage'),
});

const activityRoute = createRoute({
  ...inAccount,
  path: '/activity',
  component: lazyPage(() => import('./account/activity/activity.tsx'), 'ActivityPage'),
});

const accessTokensRoute = createRoute({
  ...inAccount,
  path: '/access-tokens',
  component: lazyPage(() => import('./account/access-tokens/access-tokens.tsx'), 'AccessTokensPage'),
});

const secureRoute = createRoute({
  ...inAccount,
  path: '/activity/secure',
  component: lazyPage(() => import('./account/activity/secure-account.tsx'), 'SecureAccountPage'),
});

const deviceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/device',
  validateSearch: searchOf('code', ...PROVIDER_RETURN),
  component: lazyPage(() => import('./pages/device/device.tsx'), 'DevicePage'),
});

/** The whole query is the request of an OAuth client. */
const continueRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/continue',
  component: lazyPage(() => import('./pages/continue/continue.tsx'), 'ContinuePage'),
});

const addPasskeyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/add-passkey',
  validateSearch: searchOf('callbackUrl', ...PROVIDER_RETURN),
  component: lazyPage(() => import('./pages/add-passkey.tsx'), 'AddPasskeyPage'),
});

const setUpSecondFactorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/set-up-second-factor',
  validateSearch: searchOf('callbackUrl'),
  component: secondFactorPage(() => import('./pages/set-up-second-factor.tsx'), 'SetUpSecondFactorPage'),
});

const verifyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify',
  validateSearch: searchOf('level', 'callbackUrl', ...PROVIDER_RETURN),
  component: secondFactorPage(() => import('./pages/verify.tsx'), 'VerifyPage'),
});

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  validateSearch: providerReturnSearch,
  component: consolePage(() => import('./admin/layout.tsx'), 'AdminLayout'),
});

const inConsole = { getParentRoute: () => adminRoute, errorComponent: CrashSection } as const;

const overviewRoute = createRoute({
  ...inConsole,
  path: '/',
  validateSearch: searchOf('days'),
  component: operationPage(() => import('./admin/overview/overview.tsx'), 'OverviewPage'),
});

const usersRoute = createRoute({
  ...inConsole,
  path: '/people',
  validateSearch: searchOf('search', 'role', 'sort', 'state', 'method', 'from', 'hidden', 'after'),
  component: consolePage(() => import('./admin/users/users.tsx'), 'UsersPage'),
});

const userRoute = createRoute({
  ...inConsole,
  path: '/people/$id',
  component: consolePage(() => import('./admin/user/user.tsx'), 'UserPage'),
});

const serviceKeysRoute = createRoute({
  ...inConsole,
  path: '/service-keys',
  validateSearch: searchOf('sort', 'hidden'),
  component: consolePage(() => import('./admin/service-keys/service-keys.tsx'), 'ServiceKeysPage'),
});

const webhooksRoute = createRoute({
  ...inConsole,
  path: '/webhooks',
  component: webhookPage(() => import('./admin/webhooks/webhooks.tsx'), 'WebhooksPage'),
});

const webhookRoute = createRoute({
  ...inConsole,
  path: '/webhooks/$id',
  validateSearch: searchOf('state', 'hidden'),
  component: webhookPage(() => import('./admin/webhooks/endpoint-page.tsx'), 'EndpointPage'),
});

const deliveryRoute = createRoute({
  ...inConsole,
  path: '/webhooks/$id/$event',
  component: webhookPage(() => import('./admin/webhooks/delivery/delivery.tsx'), 'DeliveryPage'),
});

const auditLogRoute = createRoute({
  ...inConsole,
  path: '/audit-log',
  validateSearch: searchOf('subject', 'actor', 'action', 'by', 'time', 'from', 'until', 'entry'),
  component: auditPage(() => import('./admin/audit-log/audit-log.tsx'), 'AuditLogPage'),
});

const failedJobsRoute = createRoute({
  ...inConsole,
  path: '/failed-jobs',
  component: operationPage(() => import('./admin/failed-jobs/failed-jobs.tsx'), 'FailedJobsPage'),
});

const settingsRoute = createRoute({
  ...inConsole,
  path: '/settings',
  component: operationPage(() => import('./admin/settings/settings.tsx'), 'SettingsPage'),
});

const brandRoute = createRoute({
  ...inConsole,
  path: '/brand',
  component: consolePage(() => import('./admin/brand/brand.tsx'), 'BrandPage'),
});

const developersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/developers',
  component: lazyPage(() => import('./pages/developers/developers.tsx'), 'DevelopersPage'),
});

const outboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dev/outbox',
  component: lazyPage(() => import('./development/outbox/outbox.tsx'), 'OutboxPage'),
});

const designRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dev/design',
  component: lazyPage(() => import('./development/design/design.tsx'), 'DesignPage'),
});

const routeTree = rootRoute.addChildren([
  homeRoute,
  signInRoute,
  signUpRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  checkEmailRoute,
  phoneSignInRoute,
  confirmRoute,
  confirmEmailRoute,
  undoEmailRoute,
  stopRemovalRoute,
  confirmAddressRoute,
  secondFactorRoute,
  resumeLinkRoute,
  signOutRoute,
  goodbyeRoute,
  accountRoute.addChildren([
    profileRoute,
    signInMethodsRoute,
    devicesRoute,
    activityRoute,
    secureRoute,
    accessTokensRoute,
    securityReviewRoute,
    yourDataRoute,
  ]),
  adminRoute.addChildren([
    overviewRoute,
    usersRoute,
    userRoute,
    serviceKeysRoute,
    webhooksRoute,
    webhookRoute,
    deliveryRoute,
    auditLogRoute,
    failedJobsRoute,
    settingsRoute,
    brandRoute,
  ]),
  addPasskeyRoute,
  continueRoute,
  deviceRoute,
  setUpSecondFactorRoute,
  verifyRoute,
  developersRoute,
  outboxRoute,
  designRoute,
]);

interface AppRouterOptions {
  /** The browser's own history, except in tests. */
  readonly history?: RouterHistory;
  /** The browser's navigation, except in tests. */
  readonly openDocument?: (path: string) => void;
}

export function createAppRouter({
  // The router has put the address into the history already.
  openDocument = (path) => location.replace(path),
  ...options
}: AppRouterOptions = {}) {
  return createRouter({
    routeTree,
    basepath: at('/'),
    context: { openDocument },
    ...options,
    // The router's own format reads `token=1e5` as a number and writes `"123"` with quotes.
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultErrorComponent: CrashPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface HistoryState {
    /** On `/account/activity/secure`. */
    unrecognised?: Activity;
    /** On `/admin/people`: the history has the page before. */
    hasPageBefore?: boolean;
    /** When somebody asked for a form of the page. */
    opensForm?: number;
  }
}
