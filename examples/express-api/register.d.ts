import type config from './foyer.config.js';

// The types of `foyer-auth` know the roles and permissions of this file.
declare module 'foyer-auth/config' {
  interface Register {
    config: typeof config;
  }
}
