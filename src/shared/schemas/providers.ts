import { z } from 'zod';
import { emailAddress } from './fields.ts';

/** Shapes for an inline SVG, or an image of this origin. */
export const providerMark = z.union([
  z
    .strictObject({
      shapes: z
        .array(
          z.strictObject({
            path: z.string().describe('The `d` of an SVG path in a box of 24 by 24 (`viewBox="0 0 24 24"`).'),
            color: z
              .string()
              .nullable()
              .describe('Its colour as `#rrggbb`, or `null` for the colour of the text around it.'),
          }),
        )
        .describe('The shapes of the logo, from the back to the front.'),
    })
    .describe('A logo to draw inline.'),
  z
    .strictObject({ image: z.string().describe('The path of an SVG or PNG image on this origin.') })
    .describe('A logo as an image.'),
]);
export type ProviderMark = z.infer<typeof providerMark>;

export const provider = z.strictObject({
  id: z.string().describe('The id of the identity provider.'),
  name: z.string().describe('Its name for a button.'),
  mark: providerMark
    .nullable()
    .describe(
      'Its logo for a button, or `null` where Foyer has none. Show the first letter of the name then.',
    ),
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
    mark: providerMark
      .nullable()
      .describe('Its logo for a button, or `null` where Foyer has none or the domain named the provider.'),
    signInUrl: z
      .url()
      .describe('The sign-in action of Auth.js for this provider. It takes a form post with the CSRF token.'),
  })
  .nullable();
export type DiscoveredProvider = NonNullable<z.infer<typeof discoverProviderOutput>>;

export const listProvidersOutput = z.array(provider);
