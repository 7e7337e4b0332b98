import type { Dependencies } from '../dependencies.ts';
import type { CookieJar } from './cookies.ts';
import type { ProviderFactory } from './providers.ts';

export interface AuthDependencies extends Dependencies {
  readonly cookies: CookieJar;
  readonly makeProvider: ProviderFactory;
}
