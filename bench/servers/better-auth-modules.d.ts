// The used parts of Better Auth. It is installed only with the bench, and the project is type-checked without
// it.

declare module 'better-auth' {
  export interface BetterAuthServer {
    readonly handler: (request: Request) => Promise<Response>;
  }
  export function betterAuth(options: {
    database: unknown;
    secret: string;
    baseURL: string;
    trustedOrigins?: string[];
    emailAndPassword?: { enabled: boolean };
    session?: { cookieCache?: { enabled: boolean; maxAge: number } };
    rateLimit?: { enabled: boolean };
    telemetry?: { enabled: boolean };
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
