import { z } from 'zod';
import { emailAddress } from './fields.ts';

export const provider = z.strictObject({
  id: z.string().describe('The id of the identity provider.'),
  name: z.string().describe('Its name for a button.'),
  type: z.enum(['oidc', 'oauth', 'email']).describe('Its protocol.'),
  signInUrl: z
    .url()
    .describe('The sign-in action of Auth.js for this provider. It takes a form post with the CSRF token.'),
  linked: z
    .boolean()
    .describe('Whether the person who is signed in has connected it; `false` when nobody is.'),
});
export type Provider = z.infer<typeof provider>;

export const discoverProviderInput = z.strictObject({ email: emailAddress.describe('The email address.') });
export const discoverProviderOutput = z
  .strictObject({
    id: z.string().describe('The id of the identity provider.'),
    name: z
      .string()
      .describe(
        'Its name for a button: the configured name, or the domain of the address where the domain named the provider.',
      ),
    signInUrl: z
      .url()
      .describe('The sign-in action of Auth.js for this provider. It takes a form post with the CSRF token.'),
  })
  .nullable();
export type DiscoveredProvider = NonNullable<z.infer<typeof discoverProviderOutput>>;

export const listProvidersOutput = z.array(provider);
