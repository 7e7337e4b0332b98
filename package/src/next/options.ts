import type { FoyerServerOptions, GetSessionOptions } from '../server/get-session.ts';

export type FoyerNextOptions = FoyerServerOptions & Pick<GetSessionOptions, 'accessTokens'>;
