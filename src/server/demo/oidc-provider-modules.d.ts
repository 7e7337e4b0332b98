// Needless once Node 20 is no longer supported: `import 'oidc-provider'` says nothing on Node 22 and later.
// The package's index prints a notice on Node 20, whose support it does not promise but which it runs on (the tests show
// it); these are the two modules behind the index. Its types describe only the index.

declare module 'oidc-provider/lib/provider.js' {
  export { default as Provider } from 'oidc-provider';
}

declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  import type { interactionPolicy } from 'oidc-provider';

  export const base: typeof interactionPolicy.base;
  export const Check: typeof interactionPolicy.Check;
}
