import { z } from 'zod';

/** Characters of the query of `/oauth/authorize`. */
const REQUEST_MAX_LENGTH = 8192;

export const authorizationInput = z.strictObject({
  request: z
    .string()
    .max(REQUEST_MAX_LENGTH)
    .describe('The query of `/oauth/authorize`, as the client sent it, without the question mark.'),
});

const waitingAuthorization = z.strictObject({
  next: z.literal('confirm').describe('The person has to continue or cancel on the page `/continue`.'),
  app: z
    .strictObject({
      id: z.string().describe('The id of the OAuth client.'),
      name: z.string().describe('The name of the app.'),
    })
    .describe('The app that asks.'),
  leadsTo: z
    .strictObject({
      kind: z
        .enum(['loopback', 'scheme'])
        .describe(
          'A program that listens on this device, or one that has registered a scheme for itself (RFC 8252).',
        ),
      address: z
        .string()
        .describe('The IP address and the port, or the scheme: `127.0.0.1:51004`, `com.example.notes`.'),
    })
    .describe('Where the answer goes.'),
  scopes: z
    .array(z.string())
    .describe('What the app may know and do: scopes of OpenID Connect, and of the application.'),
});

export const inspectAuthorizationOutput = z.discriminatedUnion('next', [
  waitingAuthorization,
  z.strictObject({
    next: z
      .literal('authorize')
      .describe(
        'Nothing to confirm. `/oauth/authorize` says what comes next, such as a new sign-in, or an answer to the app.',
      ),
  }),
]);
export type InspectedAuthorization = z.infer<typeof inspectAuthorizationOutput>;

export const decideAuthorizationOutput = z.strictObject({
  url: z
    .string()
    .describe(
      'Where the browser goes next: to the app with its answer, or to `/oauth/authorize` when something else is missing now, such as a new sign-in.',
    ),
});
