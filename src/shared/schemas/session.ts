import { z } from 'zod';
import { scopeName } from './access-tokens.ts';
import { linkConsent } from './accounts.ts';
import { authenticationCredential, requestOptions } from './passkeys.ts';
import { passwordText } from './password.ts';
import { strengthFields } from './proofs.ts';
import { ownData } from './users.ts';
import { recoveryCode, SECOND_FACTORS } from './second-factor.ts';
import {
  callbackUrl,
  codeRequest,
  emailAddress,
  linkToken,
  providerId,
  timestamp,
  verificationCode,
} from './fields.ts';

export const sessionUser = z.strictObject({
  id: z.string().describe('The id of the user.'),
  name: z.string().nullable().describe('The name of the person.'),
  email: z
    .string()
    .nullable()
    .describe('The address that this person has verified to own, never a claimed one.'),
  image: z.string().nullable().describe('The path on this origin that serves the picture, or `null`.'),
  data: ownData.describe('The own fields of the application that `foyer.config.ts` puts into the session.'),
});

export const impersonation = z.strictObject({
  administratorId: z.string().describe('The id of the administrator who acts as this person.'),
  administratorName: z.string().nullable().describe('The name of that administrator.'),
  reason: z.string().describe('Why.'),
});

export const via = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('cookie').describe('A browser session.') }),
  z.strictObject({
    kind: z.literal('access-token').describe('An access token of this person.'),
    id: z.string().describe('The id of the access token. It gives no access.'),
    name: z.string().describe('The name that its owner gave it.'),
    scopes: z.array(scopeName).describe('What the token may do.'),
  }),
]);

export const session = z.strictObject({
  user: sessionUser.describe('The person who is signed in.'),
  expires: timestamp.describe('When the session ends unless it is used before.'),
  authenticatedAt: timestamp.describe(
    'When this person last verified who they are in this session. Sensitive procedures need it to be recent.',
  ),
  ...strengthFields,
  roles: z.array(z.string()).describe('The roles of this person.'),
  permissions: z.array(z.string()).describe('What these roles allow, as declared in `foyer.config.ts`.'),
  impersonation: impersonation
    .nullable()
    .describe('Set while an administrator acts as this person; otherwise `null`.'),
  via: via.describe('Whether the request came with the cookie of a browser session or with an access token.'),
});
export type Session = z.infer<typeof session>;

export const getSessionOutput = session.nullable();

export const createSessionTokenInput = z.strictObject({
  audience: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/)
    .describe(
      'The service that is to accept the token, as it names itself: printable ASCII without spaces, such as its URL.',
    ),
});

export const createSessionTokenOutput = z.strictObject({
  token: z
    .string()
    .describe(
      'The signed token: a JWT (RFC 7519) with the header `alg` `EdDSA` (Ed25519) and `typ` `foyer-session+jwt`, and the claims of `SessionTokenClaims`. Its `iss` is the URL of this server, and the public keys are at `/.well-known/jwks.json`.',
    ),
  expires: timestamp.describe('When it expires.'),
});

export const signInWithInput = z.strictObject({
  provider: providerId.describe('The id of the identity provider.'),
  callbackUrl: callbackUrl
    .optional()
    .describe('Where the person wants to go: a path of this site, or a URL at the origin of `APP_URL`.'),
});

export const navigateOutput = z.strictObject({
  url: z.url().describe('The address to navigate to. The answer sets the cookies that the callback checks.'),
});

export const requestLinkInput = z.strictObject({
  email: emailAddress.describe('The email address.'),
  callbackUrl: callbackUrl
    .optional()
    .describe('Where the person wants to go: a path of this site, or a URL at the origin of `APP_URL`.'),
  connect: linkConsent
    .optional()
    .describe(
      'The waiting account that the page asks to connect, so that the mail names it too. This call connects nothing.',
    ),
});
export const requestLinkOutput = z.strictObject({
  email: z.string().describe('The address that gets the mail.'),
  resendAfter: z.int().describe('Seconds to wait before asking again.'),
  codeRequest: codeRequest
    .optional()
    .describe(
      'The code works only with this secret, which a program without cookies sends with the code. Browsers get it in a cookie instead.',
    ),
});

export const confirmLinkInput = z.strictObject({
  email: emailAddress.describe('The email address.'),
  token: linkToken.describe('The token of the link in the mail.'),
  callbackUrl: callbackUrl
    .optional()
    .describe('Where the person wants to go: a path of this site, or a URL at the origin of `APP_URL`.'),
});
export const signInWithCodeInput = z.strictObject({
  email: emailAddress.describe('The email address.'),
  code: verificationCode.describe('The code of the mail.'),
  codeRequest: codeRequest
    .optional()
    .describe('From the answer of `session.requestLink` or `password.signUp`, for programs without cookies.'),
  callbackUrl: callbackUrl
    .optional()
    .describe('Where the person wants to go: a path of this site, or a URL at the origin of `APP_URL`.'),
  connect: linkConsent
    .optional()
    .describe(
      'The waiting account that the person was shown when they pressed “Connect”. It is connected after the sign-in.',
    ),
});
export const signedIn = z.strictObject({
  status: z.literal('signed-in').describe('The person is signed in.'),
  session: session
    .nullable()
    .describe(
      'The new session; `null` when this person must set up a second factor first (`SECOND_FACTOR`).',
    ),
  callbackUrl: z
    .string()
    .describe('Where to go now: a path of this site, or a URL at the origin of `APP_URL`.'),
  signUp: z
    .enum(['password-set', 'password-left-out'])
    .optional()
    .describe(
      'Whether the password of a sign-up is set now. `password-left-out`: the mail was opened in another browser than the one that chose the password.',
    ),
  connected: z
    .enum(['linked', 'already-linked', 'not-connected'])
    .optional()
    .describe(
      'Only with `connect`. `not-connected`: the sign-in is valid, and `accounts.pendingLink` says what waits now.',
    ),
  offerPasskey: z
    .literal(true)
    .optional()
    .describe(
      'After a sign-in by password or mail of somebody without a passkey, to whom a page may offer one.',
    ),
});

const waitingForSecondFactor = z.strictObject({
  status: z
    .literal('second-factor')
    .describe('Nobody is signed in yet. `session.completeSignIn` finishes it in this browser.'),
  callbackUrl: z.string().describe('The page that asks for the second factor.'),
});

export const signedInOutput = z.discriminatedUnion('status', [signedIn, waitingForSecondFactor]);

const trustBrowser = z
  .boolean()
  .optional()
  .describe('Whether this browser is not asked for the second factor for 30 days.');

export const completeSignInInput = z.union([
  z.strictObject({
    code: verificationCode.describe('The code that the authenticator app shows now.'),
    trustBrowser,
  }),
  z.strictObject({ recoveryCode: recoveryCode.describe('One of the recovery codes.'), trustBrowser }),
  z.strictObject({
    passkey: authenticationCredential.describe('What the browser answered to `session.beginPasskey`.'),
    trustBrowser,
  }),
]);

export const completeSignInOutput = z.discriminatedUnion('status', [
  signedIn,
  z.strictObject({
    status: z.literal('fresh').describe('The session is fresh: the person verified who they are.'),
    authenticatedAt: timestamp.describe('When the person verified who they are.'),
    callbackUrl: z.string().describe('Where to go after a verification at a provider.'),
  }),
]);

export const pendingSignIn = z.strictObject({
  purpose: z
    .enum(['sign-in', 'verify'])
    .describe('`verify`: this person is signed in and verifies who they are.'),
  methods: z.array(z.enum(SECOND_FACTORS)).describe('The second factors of this person.'),
  triesLeft: z.int().describe('How many more answers may be wrong.'),
  mayTrustBrowser: z.boolean().describe('Whether `trustBrowser` has an effect.'),
  expires: timestamp.describe('When the person must begin again.'),
});
export type PendingSignIn = z.infer<typeof pendingSignIn>;
export const pendingSignInOutput = pendingSignIn.nullable();

export const beginPasskeyInput = z
  .strictObject({
    purpose: z
      .enum(['sign-in', 'verify', 'second-factor'])
      .optional()
      .describe(
        '`sign-in` if it is left out. `verify`: for `session.reauthenticate`. `second-factor`: for `session.completeSignIn`. A challenge works for its purpose only.',
      ),
  })
  .optional();
export const beginPasskeyOutput = z.strictObject({
  options: requestOptions,
});

export const signInWithPasskeyInput = z.strictObject({
  passkey: authenticationCredential.describe('What the browser answered to `session.beginPasskey`.'),
  callbackUrl: callbackUrl
    .optional()
    .describe('Where the person wants to go: a path of this site, or a URL at the origin of `APP_URL`.'),
});

export const signOutOutput = z.strictObject({ signedOut: z.literal(true).describe('Always `true`.') });

export const reauthenticateInput = z.discriminatedUnion('method', [
  z.strictObject({
    method: z.literal('email').describe('Sends a code to the email address of this person.'),
  }),
  z.strictObject({
    method: z.literal('phone').describe('Sends a code to the verified phone number of this person.'),
  }),
  z.strictObject({
    method: z.literal('code').describe('Gives back the newest code that was sent.'),
    code: verificationCode.describe('The code.'),
  }),
  z.strictObject({
    method: z.literal('password').describe('Verifies by password.'),
    password: passwordText.describe('The password.'),
  }),
  z.strictObject({
    method: z.literal('provider').describe('Verifies by a connected identity provider.'),
    provider: providerId.describe('The id of the identity provider.'),
    callbackUrl: callbackUrl
      .optional()
      .describe('Where the person returns to: a path of this site, or a URL at the origin of `APP_URL`.'),
  }),
  z.strictObject({
    method: z.literal('passkey').describe('Verifies by a passkey.'),
    passkey: authenticationCredential.describe(
      'What the browser answered to `session.beginPasskey` with the purpose `verify`.',
    ),
  }),
]);

export const reauthenticateOutput = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('code-sent').describe('A mail with a code was sent.'),
    email: z.string().describe('The address that gets the mail.'),
    resendAfter: z.int().describe('Seconds to wait before asking again.'),
  }),
  z.strictObject({
    status: z.literal('text-sent').describe('A text message with a code was sent.'),
    phone: z.string().describe('The number as people write it.'),
    resendAfter: z.int().describe('Seconds to wait before asking again.'),
  }),
  z.strictObject({
    status: z.literal('navigate').describe('The person goes to the identity provider and comes back.'),
    url: z.url().describe('The address to navigate to.'),
  }),
  z.strictObject({
    status: z
      .literal('second-factor')
      .describe('The first factor is right. `session.completeSignIn` makes the session fresh.'),
  }),
  z.strictObject({
    status: z.literal('fresh').describe('The session is fresh.'),
    authenticatedAt: timestamp.describe('When the person verified who they are.'),
  }),
]);
