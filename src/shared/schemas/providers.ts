import { z } from 'zod';
import { emailAddress } from './fields.ts';

export const provider = z.strictObject({
  id: z.string(),
  name: z.string(),
  type: z.enum(['oidc', 'oauth', 'email']),
  /** Auth.js's own sign-in action for this provider: a form post with the CSRF token works there. */
  signInUrl: z.url(),
  /** Whether the signed-in person has connected it; `false` for a signed-out one. */
  linked: z.boolean(),
});
export type Provider = z.infer<typeof provider>;

export const discoverProviderInput = z.strictObject({ email: emailAddress });
/** The provider that signs the people of an address's domain in, or `null`. */
export const discoverProviderOutput = z
  .strictObject({
    id: z.string(),
    /** For "Continue with …": the configured name; the address's own domain for a provider that the domain named. */
    name: z.string(),
    signInUrl: z.url(),
  })
  .nullable();
export type DiscoveredProvider = NonNullable<z.infer<typeof discoverProviderOutput>>;

/** In display order. */
export const listProvidersOutput = z.array(provider);
