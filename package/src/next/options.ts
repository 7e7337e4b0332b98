import type { FoyerServerOptions, GetSessionOptions } from '../server/get-session.ts';

/** How this app reaches Foyer: `url`, `origin`, and what `getSession` takes. */
export type FoyerNextOptions = FoyerServerOptions & Pick<GetSessionOptions, 'accessTokens'>;
