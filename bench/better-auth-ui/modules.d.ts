// The used parts of the page's packages. They are installed only when `npm run bench` measures the pages, and
// the project is type-checked without them.

declare module '@daveyplate/better-auth-ui' {
  import type { JSX, ReactNode } from 'react';

  export function AuthUIProvider(properties: {
    authClient: unknown;
    magicLink: boolean;
    social: { providers: readonly string[] };
    children: ReactNode;
  }): JSX.Element;
  export function AuthView(properties: { view: 'SIGN_IN' }): JSX.Element;
}

declare module 'better-auth/client/plugins' {
  export function magicLinkClient(): unknown;
}

declare module 'better-auth/react' {
  export function createAuthClient(options: { plugins: readonly unknown[] }): unknown;
}

declare module 'sonner' {
  import type { JSX } from 'react';

  export function Toaster(): JSX.Element;
}

declare module '@tailwindcss/vite' {
  import type { Plugin } from 'vite';

  export default function tailwindcss(): Plugin[];
}
