// The used parts of Better Auth, which is not installed when the project is type-checked.

declare module 'better-auth' {
  export interface BetterAuthServer {
    readonly handler: (request: Request) => Promise<Response>;
  }
  export function betterAuth(options: {
    database: unknown;
    secret: string;
    baseURL: string;
    emailAndPassword?: { enabled: boolean };
    session?: { cookieCache?: { enabled: boolean; maxAge: number } };
    rateLimit?: { enabled: boolean };
    telemetry?: { enabled: boolean };
    plugins?: unknown[];
  }): BetterAuthServer;
}

declare module 'better-auth/adapters/mongodb' {
  import type { Db } from 'mongodb';

  export function mongodbAdapter(db: Db): unknown;
}

declare module 'better-auth/node' {
  import type { RequestListener } from 'node:http';
  import type { BetterAuthServer } from 'better-auth';

  export function toNodeHandler(auth: BetterAuthServer): RequestListener;
}

declare module 'better-auth/plugins' {
  export interface Provider {
    readonly providerId: string;
    readonly discoveryUrl: string;
    readonly clientId: string;
    readonly clientSecret: string;
  }
  export function emailOTP(options: {
    sendVerificationOTP: (mail: { email: string; otp: string }) => Promise<void>;
  }): unknown;
  export function genericOAuth(options: { config: Provider[] }): unknown;
}
