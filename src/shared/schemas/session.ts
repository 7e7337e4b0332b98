import { z } from 'zod';
import { linkConsent } from './accounts.ts';
import { device } from './device.ts';
import { passwordText } from './password.ts';
import {
  callbackUrl,
  codeRequest,
  documentId,
  emailAddress,
  linkToken,
  providerId,
  timestamp,
  verificationCode,
} from './fields.ts';

export const sessionUser = z.strictObject({
  id: z.string(),
  name: z.string().nullable(),
  /** The address this person has proven to own, never a claimed one. */
  email: z.string().nullable(),
  /** Where the picture is served, a path on our origin. */
  image: z.string().nullable(),
});

export const session = z.strictObject({
  user: sessionUser,
  expires: timestamp,
  /** When this person last proved who they are in this session; sensitive mutations need it to be recent. */
  authenticatedAt: timestamp,
});
export type Session = z.infer<typeof session>;

export const getSessionOutput = session.nullable();

/** Who is to accept the token, as that service names itself: printable ASCII without spaces, such as its URL. */
export const createSessionTokenInput = z.strictObject({
  audience: z.string().regex(/^[\x21-\x7e]{1,200}$/),
});

/** A signed token (JWS, compact) and when it ends. */
export const createSessionTokenOutput = z.strictObject({ token: z.string(), expires: timestamp });

export const signInWithInput = z.strictObject({
  provider: providerId,
  callbackUrl: callbackUrl.optional(),
});

/** The address to navigate to; the check cookies are set with the answer. */
export const navigateOutput = z.strictObject({ url: z.url() });

export const requestLinkInput = z.strictObject({
  email: emailAddress,
  callbackUrl: callbackUrl.optional(),
  /** The page also asks to connect this waiting account, so the mail says it too. It connects nothing yet. */
  connect: linkConsent.optional(),
});
/** The same for known and unknown addresses. */
export const requestLinkOutput = z.strictObject({
  email: z.string(),
  /** Seconds to wait before asking again. */
  resendAfter: z.int(),
  /** The mail's code works only with this secret, which a client without cookies gives back with the code. Browsers get it in a cookie instead. */
  codeRequest: codeRequest.optional(),
});

/** `callbackUrl` is where the person wanted to go; it comes back as a path on our origin. */
export const confirmLinkInput = z.strictObject({
  email: emailAddress,
  token: linkToken,
  callbackUrl: callbackUrl.optional(),
});
export const signInWithCodeInput = z.strictObject({
  email: emailAddress,
  code: verificationCode,
  /** From the answer of `session.requestLink` or `password.signUp`, for clients without cookies. */
  codeRequest: codeRequest.optional(),
  callbackUrl: callbackUrl.optional(),
  /** The person was shown this waiting account and pressed "Connect": it is connected after the sign-in. */
  connect: linkConsent.optional(),
});
export const signedInOutput = z.strictObject({
  session,
  callbackUrl: z.string(),
  /**
   * With a mail that a sign-up with a password had asked for: whether the password counts from now on. It is left out when the mail
   * was answered in another browser than the one where it was chosen; then this person may set one now.
   */
  signUp: z.enum(['password-set', 'password-left-out']).optional(),
  /** Only after a `connect`. With `not-connected` the sign-in stands, and `accounts.pendingLink` tells what waits now. */
  connected: z.enum(['linked', 'already-linked', 'not-connected']).optional(),
});

export const signOutOutput = z.strictObject({ signedOut: z.literal(true) });

/**
 * Makes this session fresh. By `password`, for whoever has one. By e-mail in two steps: `email` sends a code to this person's address,
 * `code` gives it back; `phone` sends it to their verified number instead, and the newest code of either is the one that counts. By an
 * identity provider that is connected: `provider` answers the address to navigate to, and the person comes back to `callbackUrl`.
 */
export const reauthenticateInput = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('email') }),
  z.strictObject({ method: z.literal('phone') }),
  z.strictObject({ method: z.literal('code'), code: verificationCode }),
  z.strictObject({ method: z.literal('password'), password: passwordText }),
  z.strictObject({
    method: z.literal('provider'),
    provider: providerId,
    callbackUrl: callbackUrl.optional(),
  }),
]);

export const reauthenticateOutput = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('code-sent'), email: z.string(), resendAfter: z.int() }),
  z.strictObject({
    status: z.literal('text-sent'),
    /** The number as people write it. */
    phone: z.string(),
    resendAfter: z.int(),
  }),
  z.strictObject({ status: z.literal('navigate'), url: z.url() }),
  z.strictObject({ status: z.literal('fresh'), authenticatedAt: timestamp }),
]);

/** One of a person's living sessions, as they may recognise it. */
export const listedSession = z.strictObject({
  /** Names it to `session.revoke`; it is not the token and opens nothing. */
  id: documentId,
  /** It is the one that asks. */
  current: z.boolean(),
  device,
  /** Where it signed in from. */
  ip: z.string().nullable(),
  createdAt: timestamp,
  /** Written every few minutes at most. */
  lastSeenAt: timestamp,
  /** When it ends unless it is used before. */
  expires: timestamp,
});
export type ListedSession = z.infer<typeof listedSession>;

/** The one that asks first, then the one seen last; at most `SESSIONS_LISTED_MAX`. */
export const listSessionsOutput = z.array(listedSession);

export const revokeSessionInput = z.strictObject({ id: documentId });
/** `current`: it was the one that asked, which is signed out now. */
export const revokeSessionOutput = z.strictObject({ id: documentId, current: z.boolean() });

/** How many others lived until then. */
export const revokeOtherSessionsOutput = z.strictObject({ revoked: z.int() });
