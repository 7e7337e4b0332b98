export const TEST = '\\.(test|test-d)\\.tsx?$|^src/testing/';
export const DOMAIN = '^src/server/domain/';

/** These packages, in any `node_modules` folder. */
const packages = (...names) => `(^|/)node_modules/(${names.join('|')})(/|$)`;

/** The comment says why the import is wrong. */
export const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** The packages that only the account application loads. */
const ofTheApplication = packages('@tanstack/.+', '@trpc/client', '@trpc/react-query');
const SIGNED_OUT_PAGES = {
  name: 'signed-out-pages-are-small',
  comment: 'They load before a sign-in: no router, no React Query and not the client of tRPC.',
  severity: 'error',
  // It imports every signed-out page.
  from: { path: '^src/client/sign-in/render\\.tsx$' },
  to: { path: ofTheApplication, reachable: true },
};

export const options = {
  // Type imports count as dependencies.
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  enhancedResolveOptions: {
    extensions: ['.ts', '.tsx', '.js', '.mjs'],
    exportsFields: ['exports'],
    conditionNames: ['import', 'default'],
  },
};

export default {
  forbidden: [
    rule(
      'no-circular',
      'Modules of a circle cannot be read or loaded one by one.',
      {},
      {
        circular: true,
        viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] },
      },
    ),
    rule(
      'shared-stands-alone',
      'Both sides import shared, so it imports neither, and nothing that only one side has.',
      { path: '^src/shared/' },
      { path: '^src/', pathNot: '^src/shared/' },
    ),
    rule(
      'shared-has-few-packages',
      'What shared needs is loaded by the browser.',
      { path: '^src/shared/', pathNot: TEST },
      { pathNot: ['^src/', packages('zod', 'libphonenumber-js')] },
    ),
    rule(
      'locales-import-shared-only',
      'The browser and the server both load words.',
      { path: '^src/locales/', pathNot: TEST },
      { pathNot: '^src/(locales|shared)/' },
    ),
    rule(
      'words-are-loaded-by-language',
      'An import would bring the words of one language to everybody; `client/language` and `server/locale-texts.ts` load them by name.',
      { path: '^src/(client|server|shared)/', pathNot: TEST },
      { path: '^src/locales/[^/]+/' },
    ),
    rule(
      'client-imports-the-router-type-only',
      'The browser must get nothing of the server.',
      { path: '^src/client/' },
      { path: '^src/server/', pathNot: '^src/server/trpc/router\\.ts$' },
    ),
    rule(
      'router-as-type',
      'A value import would bundle the server.',
      { path: '^src/client/' },
      { path: '^src/server/', dependencyTypesNot: ['type-only'] },
    ),
    SIGNED_OUT_PAGES,
    rule(
      'client-has-no-node',
      'There is no Node in a browser.',
      { path: '^src/client/', pathNot: TEST },
      {
        dependencyTypes: ['core'],
      },
    ),
    rule(
      'server-loads-what-production-installs',
      'The image has no development dependencies. Of the modules below the build keeps the values alone (`VALUE_MODULES`).',
      {
        path: '^src/(server|shared)/',
        pathNot: [
          TEST,
          '^src/server/development/',
          '^src/server/(identity-providers/built-in-marks|domain/passkeys/authenticator-list)\\.ts$',
        ],
      },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'dynamic-import'] },
    ),
    rule(
      'development-is-loaded-late',
      'Production loads nothing of it.',
      { path: '^src/server/', pathNot: [TEST, '^src/server/development/'] },
      { path: '^src/server/development/', dependencyTypesNot: ['type-only', 'dynamic-import'] },
    ),
    rule(
      'server-imports-no-client',
      'The server is built without the client.',
      { path: '^src/server/' },
      {
        path: '^src/client/',
      },
    ),
    rule(
      'product-imports-no-tests',
      'Nothing that is shipped imports what tests it.',
      { path: '^src/', pathNot: TEST },
      {
        path: ['^src/testing/', packages('vitest')],
      },
    ),
    rule(
      'domain-is-plain',
      'The domain knows no protocol and none of its callers.',
      { path: DOMAIN, pathNot: TEST },
      {
        path: [
          packages('@trpc', 'express', '@auth'),
          '^src/server/(trpc|auth|http|pages|commands|openapi|development)/',
          '^src/server/(app|main|assemble)\\.ts$',
        ],
      },
    ),
    rule(
      'rules-are-the-bottom',
      'Every domain folder imports the rules, so they import none of them.',
      { path: `${DOMAIN}rules/`, pathNot: TEST },
      { path: DOMAIN, pathNot: `${DOMAIN}rules/` },
    ),
    rule(
      'sign-in-is-above-what-it-uses',
      'Subjects do not know how people sign in, leave or change their address.',
      {
        path: `${DOMAIN}[^/]+/`,
        pathNot: [TEST, `${DOMAIN}(sign-in|oauth|privacy|email|administration)/`],
      },
      { path: `${DOMAIN}(sign-in|privacy|email)/` },
    ),
    rule(
      'one-module-makes-sessions',
      '`completeSignIn` has the checks of every sign-in, so nothing else inserts the row of a session.',
      { path: '^src/', pathNot: [TEST, `${DOMAIN}sign-in/complete\\.ts$`] },
      { path: `${DOMAIN}sign-in/session-row\\.ts$`, dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'administration-is-the-top',
      'What an administrator does to a person uses what people do themselves, and not the other way.',
      { path: `${DOMAIN}[^/]+/`, pathNot: [TEST, `${DOMAIN}administration/`] },
      { path: `${DOMAIN}administration/` },
    ),
    rule(
      'the-ground-floor-knows-no-domain',
      'Encryption, network and settings serve the domain.',
      { path: '^src/server/(crypto|net|settings)/', pathNot: TEST },
      { path: '^src/server/(domain|trpc|auth|http|pages|commands)/' },
    ),
    rule(
      'only-main-imports-the-app',
      'What the app is made of does not know the app.',
      { path: '^src/', pathNot: [TEST, '^src/server/(main|serve)\\.ts$'] },
      { path: '^src/server/(app|main|serve)\\.ts$' },
    ),
    rule(
      'main-loads-the-app-late',
      'Loading the app takes as long as starting the embedded engine, so both happen at once.',
      { path: '^src/server/main\\.ts$' },
      {
        path: '^src/server/((app|assemble|serve|process/startup-messages)\\.ts$|(auth|domain|http|mail|pages|trpc)/)',
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    ),
    rule(
      'routers-import-no-mongodb',
      'A router calls the domain, never the database.',
      { path: '^src/server/trpc/routers/', pathNot: TEST },
      { path: packages('mongodb') },
    ),
    rule(
      'only-auth-imports-auth-js',
      'Auth.js may change in one folder.',
      { path: '^src/', pathNot: '^src/server/auth/' },
      {
        path: packages('@auth'),
      },
    ),
    rule(
      'webauthn-is-loaded-late',
      'The library takes time and memory to load, so the first passkey loads it by `import()`.',
      { path: '^src/', pathNot: TEST },
      { path: packages('@simplewebauthn'), dependencyTypesNot: ['type-only', 'dynamic-import'] },
    ),
    rule(
      'only-metrics-import-prom-client',
      'Metrics are optional: nothing of the library is loaded while they are off.',
      { path: '^src/', pathNot: '^src/server/metrics/' },
      { path: packages('prom-client') },
    ),
    rule(
      'only-passkeys-import-webauthn',
      'The library may change in one folder.',
      { path: '^src/', pathNot: [TEST, `${DOMAIN}passkeys/`] },
      { path: packages('@simplewebauthn') },
    ),
    rule(
      'ui-knows-no-procedure',
      'A part of the user interface gets what it shows.',
      { path: '^src/client/ui/', pathNot: TEST },
      {
        path: [
          '^src/client/(features|sign-in|account|admin|development|pages)/',
          '^src/client/(trpc|router)\\.tsx?$',
          '^src/server/',
        ],
      },
    ),
    rule(
      'features-know-no-page',
      'Pages share features.',
      { path: '^src/client/features/', pathNot: TEST },
      { path: '^src/client/(sign-in|account|admin|development|pages)/' },
    ),
    rule(
      'sign-in-and-account-stay-apart',
      'Somebody who is signed out loads nothing of the account.',
      { path: '^src/client/sign-in/', pathNot: TEST },
      { path: '^src/client/(account|admin)/' },
    ),
  ],
  options,
};
