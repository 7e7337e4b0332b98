// Not needed without Node 20: there the package's index prints a notice that it does not support this
// version. The tests show that it runs on Node 20. These are the two modules behind the index; the package
// has types only for the index.

declare module 'oidc-provider/lib/provider.js' {
  export { default as Provider } from 'oidc-provider';
}

declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  import type { interactionPolicy } from 'oidc-provider';

  export const base: typeof interactionPolicy.base;
  export const Check: typeof interactionPolicy.Check;
}
