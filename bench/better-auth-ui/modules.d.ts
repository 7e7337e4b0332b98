// The used parts of the page's packages. They are installed only when `npm run bench` measures the pages, and
// the project is type-checked without them.

declare module '@daveyplate/better-auth-ui' {
  import type { ComponentType, JSX, ReactNode } from 'react';

  export interface LinkProperties {
    readonly href: string;
    readonly className?: string;
    readonly children: ReactNode;
  }
  export function AuthUIProvider(properties: {
    authClient: unknown;
    magicLink?: boolean;
    emailOTP?: boolean;
    social?: { providers: readonly string[] };
    genericOAuth?: {
      providers: readonly { provider: string; name: string }[];
      signIn: (request: { providerId: string; callbackURL: string }) => Promise<unknown>;
    };
    redirectTo?: string;
    navigate?: (href: string) => void;
    replace?: (href: string) => void;
    Link?: ComponentType<LinkProperties>;
    children: ReactNode;
  }): JSX.Element;
  export function AuthView(properties: { view: 'SIGN_IN' } | { path: string }): JSX.Element;
  export function AccountView(properties: { path: string }): JSX.Element;
}

declare module 'better-auth/client/plugins' {
  export function emailOTPClient(): unknown;
  export function magicLinkClient(): unknown;
}

declare module 'better-auth/react' {
  export function createAuthClient(options: { plugins: readonly unknown[] }): {
    signIn: { social: (request: { provider: string; callbackURL: string }) => Promise<unknown> };
  };
}

declare module 'sonner' {
  import type { JSX } from 'react';

  export function Toaster(): JSX.Element;
}

declare module '@tailwindcss/vite' {
  import type { Plugin } from 'vite';

  export default function tailwindcss(): Plugin[];
}
