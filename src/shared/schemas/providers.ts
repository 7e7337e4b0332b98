import { z } from 'zod';

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

/** In display order. */
export const listProvidersOutput = z.array(provider);
