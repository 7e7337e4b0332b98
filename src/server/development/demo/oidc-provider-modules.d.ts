// Only for Node 20: there the package's index prints that Node 20 is unsupported. The tests show it works.
// These are the two modules behind the index, which alone has types.

declare module 'oidc-provider/lib/provider.js' {
  export { default as Provider } from 'oidc-provider';
}

declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  import type { interactionPolicy } from 'oidc-provider';

  export const base: typeof interactionPolicy.base;
  export const Check: typeof interactionPolicy.Check;
}
