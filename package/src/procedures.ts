// Written by `npm run package:types` from the router; a test compares them.

/** Every code with which Foyer answers a failure. */
export type ErrorCode =
  | 'Signin'
  | 'OAuthSignin'
  | 'OAuthCallback'
  | 'OAuthCreateAccount'
  | 'EmailCreateAccount'
  | 'Callback'
  | 'OAuthAccountNotLinked'
  | 'EmailSignin'
  | 'CredentialsSignin'
  | 'SessionRequired'
  | 'Configuration'
  | 'AccessDenied'
  | 'Verification'
  | 'CODE_INVALID'
  | 'CODE_DEAD'
  | 'CODE_OTHER_BROWSER'
  | 'PROOF_OF_WORK_REQUIRED'
  | 'SESSION_NOT_FRESH'
  | 'REAUTHENTICATION_FAILED'
  | 'OTHER_SIGN_IN_REQUIRED'
  | 'LAST_SIGN_IN_METHOD'
  | 'ACCOUNT_BELONGS_TO_OTHER'
  | 'LINK_EXPIRED'
  | 'LINK_CHANGED'
  | 'WORDS_DIFFER'
  | 'PASSWORD_WRONG'
  | 'PASSWORD_EXISTS'
  | 'ADDRESS_REQUIRED'
  | 'RESET_LINK_INVALID'
  | 'EMAIL_LINK_INVALID'
  | 'EMAIL_TAKEN'
  | 'EMAIL_UNDO_INVALID'
  | 'EMAIL_KEPT'
  | 'PHONE_TOO_SHORT'
  | 'PHONE_TOO_LONG'
  | 'PHONE_NOT_A_NUMBER'
  | 'PHONE_INVALID_COUNTRY'
  | 'PHONE_NOT_ALLOWED'
  | 'PHONE_SEND_FAILED'
  | 'ACCESS_TOKEN_INVALID'
  | 'ACCESS_TOKEN_REFUSED'
  | 'SCOPE_MISSING'
  | 'TOO_MANY_ACCESS_TOKENS'
  | 'AUTHORIZATION_PENDING'
  | 'SLOW_DOWN'
  | 'AUTHORIZATION_DENIED'
  | 'DEVICE_CODE_EXPIRED'
  | 'USER_CODE_INVALID'
  | 'PICTURE_TOO_LARGE'
  | 'PICTURE_UNSUPPORTED'
  | 'PICTURE_UNREADABLE'
  | 'PICTURE_NOT_FETCHED'
  | 'INVALID_INPUT'
  | 'NOT_FOUND'
  | 'RATE_LIMITED'
  | 'UNAVAILABLE'
  | 'INTERNAL'
  | 'WRONG_HOST'
  | 'FOREIGN_ORIGIN'
  | 'THIS_MACHINE_ONLY'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'PAYLOAD_TOO_LARGE'
  | 'MALFORMED_REQUEST'
  | 'METHOD_NOT_ALLOWED';

/** What may be wrong with a field of an input. */
export type IssueKey =
  | 'address-too-long'
  | 'address-invalid'
  | 'address-yours'
  | 'address-domain-refused'
  | 'return-address-too-long'
  | 'return-address-foreign'
  | 'provider-id-invalid'
  | 'link-incomplete'
  | 'code-incomplete'
  | 'id-invalid'
  | 'scopes-missing'
  | 'expiry-too-late'
  | 'expiry-over'
  | 'cursor-invalid'
  | 'scope-twice'
  | 'user-code-incomplete'
  | 'name-missing'
  | 'name-too-long'
  | 'name-not-one-line'
  | 'password-missing'
  | 'password-not-text'
  | 'password-too-short'
  | 'password-too-long'
  | 'password-common'
  | 'password-repetitive'
  | 'password-site'
  | 'password-personal'
  | 'phone-too-short'
  | 'phone-too-long'
  | 'phone-not-a-number'
  | 'phone-country-unknown'
  | 'phone-country-not-allowed'
  | 'phone-extension'
  | 'phone-not-allowed'
  | 'nothing-to-change'
  | 'other';

/** What an access token may be allowed. */
export type Scope =
  | 'profile:read'
  | 'profile:write'
  | 'email:read'
  | 'phone:read'
  | 'accounts:read'
  | 'sessions:read'
  | 'sessions:write'
  | 'activity:read'
  | 'tokens:read';

export interface CallOptions {
  /** Gives the call up; it rejects with the signal's reason then. */
  readonly signal?: AbortSignal | undefined;
}

/** The procedures, by router and name. */
export interface Procedures {
  readonly session: {
    /**
     * Shows again who is there, by a code to their address or number, their password or a connected provider, so that sensitive things may be done.
     *
     * In a browser session only, not with an access token.
     */
    readonly reauthenticate: {
      /**
       * Shows again who is there, by a code to their address or number, their password or a connected provider, so that sensitive things may be done.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input:
          | { method: 'email' }
          | { method: 'phone' }
          | { method: 'code'; code: string }
          | { method: 'password'; password: string }
          | { method: 'provider'; provider: string; callbackUrl?: string | undefined },
        options?: CallOptions,
      ): Promise<
        | { status: 'code-sent'; email: string; resendAfter: number }
        | {
            status: 'text-sent';
            /**
             * The number as people write it.
             */
            phone: string;
            resendAfter: number;
          }
        | { status: 'navigate'; url: string }
        | { status: 'fresh'; authenticatedAt: string }
      >;
    };
    /**
     * Ends this session; without one it has nothing to do.
     *
     * In a browser session only, not with an access token.
     */
    readonly signOut: {
      /**
       * Ends this session; without one it has nothing to do.
       *
       * In a browser session only, not with an access token.
       */
      mutate(input?: undefined, options?: CallOptions): Promise<{ signedOut: true }>;
    };
    /**
     * Starts a provider's sign-in: the address to navigate to.
     *
     * In a browser session only, not with an access token.
     */
    readonly signInWith: {
      /**
       * Starts a provider's sign-in: the address to navigate to.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input: { provider: string; callbackUrl?: string | undefined },
        options?: CallOptions,
      ): Promise<{ url: string }>;
    };
    /**
     * Mails a link and a code. The code works only in the browser that asked; a script gives back `codeRequest` with it. The link works anywhere.
     *
     * In a browser session only, not with an access token.
     */
    readonly requestLink: {
      /**
       * Mails a link and a code. The code works only in the browser that asked; a script gives back `codeRequest` with it. The link works anywhere.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input: {
          email: string;
          callbackUrl?: string | undefined;
          /**
           * The page also asks to connect this waiting account, so the mail says it too. It connects nothing yet.
           */
          connect?:
            | {
                /**
                 * Names the one sign-in that waits.
                 */
                id: string;
                provider: string;
                /**
                 * The subject: what identifies the account at the provider.
                 */
                providerAccountId: string;
              }
            | undefined;
        },
        options?: CallOptions,
      ): Promise<{
        email: string;
        /**
         * Seconds to wait before asking again.
         */
        resendAfter: number;
        /**
         * The mail's code works only with this secret, which a client without cookies gives back with the code. Browsers get it in a cookie instead.
         */
        codeRequest?: string;
      }>;
    };
    /**
     * Signs in by the link's token, once.
     *
     * In a browser session only, not with an access token.
     */
    readonly confirmLink: {
      /**
       * Signs in by the link's token, once.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input: { email: string; token: string; callbackUrl?: string | undefined },
        options?: CallOptions,
      ): Promise<{
        session: {
          user: {
            id: string;
            name: string | null;
            /**
             * The address this person has proven to own, never a claimed one.
             */
            email: string | null;
            /**
             * Where the picture is served, a path on our origin.
             */
            image: string | null;
          };
          expires: string;
          /**
           * When this person last proved who they are in this session; sensitive mutations need it to be recent.
           */
          authenticatedAt: string;
        };
        callbackUrl: string;
        /**
         * With a mail that a sign-up with a password had asked for: whether the password counts from now on. It is left out when the mail
         * was answered in another browser than the one where it was chosen; then this person may set one now.
         */
        signUp?: 'password-set' | 'password-left-out';
        /**
         * Only after a `connect`. With `not-connected` the sign-in stands, and `accounts.pendingLink` tells what waits now.
         */
        connected?: 'linked' | 'already-linked' | 'not-connected';
      }>;
    };
    /**
     * Signs in by the mail's code, once, in the browser that asked for it. With `connect` it then connects what waits there and was shown.
     *
     * In a browser session only, not with an access token.
     */
    readonly signInWithCode: {
      /**
       * Signs in by the mail's code, once, in the browser that asked for it. With `connect` it then connects what waits there and was shown.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input: {
          email: string;
          code: string;
          /**
           * From the answer of `session.requestLink` or `password.signUp`, for clients without cookies.
           */
          codeRequest?: string | undefined;
          callbackUrl?: string | undefined;
          /**
           * The person was shown this waiting account and pressed "Connect": it is connected after the sign-in.
           */
          connect?:
            | {
                /**
                 * Names the one sign-in that waits.
                 */
                id: string;
                provider: string;
                /**
                 * The subject: what identifies the account at the provider.
                 */
                providerAccountId: string;
              }
            | undefined;
        },
        options?: CallOptions,
      ): Promise<{
        session: {
          user: {
            id: string;
            name: string | null;
            /**
             * The address this person has proven to own, never a claimed one.
             */
            email: string | null;
            /**
             * Where the picture is served, a path on our origin.
             */
            image: string | null;
          };
          expires: string;
          /**
           * When this person last proved who they are in this session; sensitive mutations need it to be recent.
           */
          authenticatedAt: string;
        };
        callbackUrl: string;
        /**
         * With a mail that a sign-up with a password had asked for: whether the password counts from now on. It is left out when the mail
         * was answered in another browser than the one where it was chosen; then this person may set one now.
         */
        signUp?: 'password-set' | 'password-left-out';
        /**
         * Only after a `connect`. With `not-connected` the sign-in stands, and `accounts.pendingLink` tells what waits now.
         */
        connected?: 'linked' | 'already-linked' | 'not-connected';
      }>;
    };
    /**
     * Sends a code to a verified number, where `PHONE_SIGN_IN` is on. It works only in the browser that asked; a script gives back `codeRequest` with it.
     *
     * In a browser session only, not with an access token.
     */
    readonly requestPhoneCode: {
      /**
       * Sends a code to a verified number, where `PHONE_SIGN_IN` is on. It works only in the browser that asked; a script gives back `codeRequest` with it.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input: {
          phone: string;
          /**
           * ISO 3166-1 alpha-2, for a number that does not begin with `+`.
           */
          country?: string | undefined;
        },
        options?: CallOptions,
      ): Promise<{
        /**
         * Seconds to wait before asking again.
         */
        resendAfter: number;
        e164: string;
        international: string;
        /**
         * The code works only with this secret, which a client without cookies gives back with the code. Browsers get it in a cookie instead.
         */
        codeRequest?: string;
      }>;
    };
    /**
     * Signs in by the text message's code, once, in the browser that asked for it.
     *
     * In a browser session only, not with an access token.
     */
    readonly signInWithPhoneCode: {
      /**
       * Signs in by the text message's code, once, in the browser that asked for it.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input: {
          code: string;
          phone: string;
          /**
           * From the answer of `session.requestPhoneCode`, for clients without cookies.
           */
          codeRequest?: string | undefined;
          callbackUrl?: string | undefined;
          /**
           * ISO 3166-1 alpha-2, for a number that does not begin with `+`.
           */
          country?: string | undefined;
        },
        options?: CallOptions,
      ): Promise<{
        session: {
          user: {
            id: string;
            name: string | null;
            /**
             * The address this person has proven to own, never a claimed one.
             */
            email: string | null;
            /**
             * Where the picture is served, a path on our origin.
             */
            image: string | null;
          };
          expires: string;
          /**
           * When this person last proved who they are in this session; sensitive mutations need it to be recent.
           */
          authenticatedAt: string;
        };
        callbackUrl: string;
        /**
         * With a mail that a sign-up with a password had asked for: whether the password counts from now on. It is left out when the mail
         * was answered in another browser than the one where it was chosen; then this person may set one now.
         */
        signUp?: 'password-set' | 'password-left-out';
        /**
         * Only after a `connect`. With `not-connected` the sign-in stands, and `accounts.pendingLink` tells what waits now.
         */
        connected?: 'linked' | 'already-linked' | 'not-connected';
      }>;
    };
    /**
     * Signs in with the provider account that waits in this browser and was shown, without the address that it names.
     *
     * In a browser session only, not with an access token.
     */
    readonly continueWithoutAddress: {
      /**
       * Signs in with the provider account that waits in this browser and was shown, without the address that it names.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input: {
          /**
           * Names the one sign-in that waits.
           */
          id: string;
          provider: string;
          /**
           * The subject: what identifies the account at the provider.
           */
          providerAccountId: string;
        },
        options?: CallOptions,
      ): Promise<{
        session: {
          user: {
            id: string;
            name: string | null;
            /**
             * The address this person has proven to own, never a claimed one.
             */
            email: string | null;
            /**
             * Where the picture is served, a path on our origin.
             */
            image: string | null;
          };
          expires: string;
          /**
           * When this person last proved who they are in this session; sensitive mutations need it to be recent.
           */
          authenticatedAt: string;
        };
        callbackUrl: string;
        /**
         * With a mail that a sign-up with a password had asked for: whether the password counts from now on. It is left out when the mail
         * was answered in another browser than the one where it was chosen; then this person may set one now.
         */
        signUp?: 'password-set' | 'password-left-out';
        /**
         * Only after a `connect`. With `not-connected` the sign-in stands, and `accounts.pendingLink` tells what waits now.
         */
        connected?: 'linked' | 'already-linked' | 'not-connected';
      }>;
    };
    /**
     * Who is signed in, or `null`.
     *
     * With an access token: scope `profile:read`.
     */
    readonly get: {
      /**
       * Who is signed in, or `null`.
       *
       * With an access token: scope `profile:read`.
       */
      query(
        input?: undefined,
        options?: CallOptions,
      ): Promise<{
        user: {
          id: string;
          name: string | null;
          /**
           * The address this person has proven to own, never a claimed one.
           */
          email: string | null;
          /**
           * Where the picture is served, a path on our origin.
           */
          image: string | null;
        };
        expires: string;
        /**
         * When this person last proved who they are in this session; sensitive mutations need it to be recent.
         */
        authenticatedAt: string;
      } | null>;
    };
    /**
     * A signed token about this session, for a service that cannot ask us: five minutes, one audience.
     *
     * In a browser session only, not with an access token.
     */
    readonly token: {
      /**
       * A signed token about this session, for a service that cannot ask us: five minutes, one audience.
       *
       * In a browser session only, not with an access token.
       */
      query(input: { audience: string }, options?: CallOptions): Promise<{ token: string; expires: string }>;
    };
    /**
     * Where this person is signed in: the session that asks first, then the one seen last.
     *
     * With an access token: scope `sessions:read`.
     */
    readonly list: {
      /**
       * Where this person is signed in: the session that asks first, then the one seen last.
       *
       * With an access token: scope `sessions:read`.
       */
      query(
        input?: undefined,
        options?: CallOptions,
      ): Promise<
        {
          /**
           * Names it to `session.revoke`; it is not the token and opens nothing.
           */
          id: string;
          /**
           * It is the one that asks.
           */
          current: boolean;
          device: {
            /**
             * As its maker calls it: `Firefox`, `Microsoft Edge`; or the program, `curl`.
             */
            browser: string | null;
            /**
             * `Windows`, `macOS`, `Android`, … Without a version: browsers have frozen the one they send.
             */
            system: string | null;
            kind: 'desktop' | 'phone' | 'tablet' | 'script' | 'unknown';
          };
          /**
           * Where it signed in from.
           */
          ip: string | null;
          createdAt: string;
          /**
           * Written every few minutes at most.
           */
          lastSeenAt: string;
          /**
           * When it ends unless it is used before.
           */
          expires: string;
        }[]
      >;
    };
    /**
     * Ends one of this person's sessions; ending the one that asks is signing out.
     *
     * With an access token: scope `sessions:write`.
     */
    readonly revoke: {
      /**
       * Ends one of this person's sessions; ending the one that asks is signing out.
       *
       * With an access token: scope `sessions:write`.
       */
      mutate(input: { id: string }, options?: CallOptions): Promise<{ id: string; current: boolean }>;
    };
    /**
     * Ends all of this person's sessions but the one that asks; with an access token, all of them.
     *
     * With an access token: scope `sessions:write`.
     */
    readonly revokeOthers: {
      /**
       * Ends all of this person's sessions but the one that asks; with an access token, all of them.
       *
       * With an access token: scope `sessions:write`.
       */
      mutate(input?: undefined, options?: CallOptions): Promise<{ revoked: number }>;
    };
  };
  readonly providers: {
    /**
     * The ways to sign in, in display order. To an access token without `accounts:read` none of them is linked.
     *
     * Anyone may call it.
     */
    readonly list: {
      /**
       * The ways to sign in, in display order. To an access token without `accounts:read` none of them is linked.
       *
       * Anyone may call it.
       */
      query(
        input?: undefined,
        options?: CallOptions,
      ): Promise<
        {
          id: string;
          name: string;
          type: 'email' | 'oidc' | 'oauth';
          /**
           * Auth.js's own sign-in action for this provider: a form post with the CSRF token works there.
           */
          signInUrl: string;
          /**
           * Whether the signed-in person has connected it; `false` for a signed-out one.
           */
          linked: boolean;
        }[]
      >;
    };
    /**
     * The provider that signs the people of this address's domain in, or `null`; asks the domain itself where that is allowed.
     *
     * Anyone may call it.
     */
    readonly discover: {
      /**
       * The provider that signs the people of this address's domain in, or `null`; asks the domain itself where that is allowed.
       *
       * Anyone may call it.
       */
      query(
        input: { email: string },
        options?: CallOptions,
      ): Promise<{
        id: string;
        /**
         * For "Continue with …": the configured name; the address's own domain for a provider that the domain named.
         */
        name: string;
        signInUrl: string;
      } | null>;
    };
  };
  readonly accounts: {
    /**
     * This person's connections to identity providers.
     *
     * With an access token: scope `accounts:read`.
     */
    readonly list: {
      /**
       * This person's connections to identity providers.
       *
       * With an access token: scope `accounts:read`.
       */
      query(
        input?: undefined,
        options?: CallOptions,
      ): Promise<
        {
          provider: string;
          type: 'oidc' | 'oauth';
          providerAccountId: string;
          /**
           * What the person is called at the provider: their address or name there. The id follows where two accounts at one provider have the same.
           */
          label: string;
          /**
           * How they are called there is not stored, and `label` is the account's id. Signing in with it once brings the rest.
           */
          labelIsId: boolean;
          /**
           * Their picture there, where we serve it: a path on our origin.
           */
          image: string | null;
          /**
           * `ended`: the provider has withdrawn what it had granted; signing in with it once connects it again.
           */
          status: 'connected' | 'ended';
          linkedAt: string;
          lastUsedAt: string | null;
          /**
           * `false` when this is the only way left to sign in.
           */
          canUnlink: boolean;
        }[]
      >;
    };
    /**
     * Starts connecting a provider: the address to navigate to.
     *
     * In a browser session only, not with an access token.
     */
    readonly link: {
      /**
       * Starts connecting a provider: the address to navigate to.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input: { provider: string; callbackUrl?: string | undefined },
        options?: CallOptions,
      ): Promise<{ url: string }>;
    };
    /**
     * Removes a connection, never the last way to sign in; answers the new list.
     *
     * In a browser session only, not with an access token.
     */
    readonly unlink: {
      /**
       * Removes a connection, never the last way to sign in; answers the new list.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input: { provider: string; providerAccountId: string },
        options?: CallOptions,
      ): Promise<
        {
          provider: string;
          type: 'oidc' | 'oauth';
          providerAccountId: string;
          /**
           * What the person is called at the provider: their address or name there. The id follows where two accounts at one provider have the same.
           */
          label: string;
          /**
           * How they are called there is not stored, and `label` is the account's id. Signing in with it once brings the rest.
           */
          labelIsId: boolean;
          /**
           * Their picture there, where we serve it: a path on our origin.
           */
          image: string | null;
          /**
           * `ended`: the provider has withdrawn what it had granted; signing in with it once connects it again.
           */
          status: 'connected' | 'ended';
          linkedAt: string;
          lastUsedAt: string | null;
          /**
           * `false` when this is the only way left to sign in.
           */
          canUnlink: boolean;
        }[]
      >;
    };
    /**
     * Asks the provider whether our grant still holds. Not for access tokens: it makes us call the provider and use its tokens.
     *
     * In a browser session only, not with an access token.
     */
    readonly inspect: {
      /**
       * Asks the provider whether our grant still holds. Not for access tokens: it makes us call the provider and use its tokens.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input: { provider: string; providerAccountId: string },
        options?: CallOptions,
      ): Promise<{
        /**
         * What the provider says of our grant now; `unknown` when it gave us nothing to ask with, or did not answer.
         */
        status: 'unknown' | 'connected' | 'ended';
      }>;
    };
    /**
     * The provider sign-in that waits in this browser for its person to show who they are, or `null`.
     *
     * In a browser session only, not with an access token.
     */
    readonly pendingLink: {
      /**
       * The provider sign-in that waits in this browser for its person to show who they are, or `null`.
       *
       * In a browser session only, not with an access token.
       */
      query(
        input?: undefined,
        options?: CallOptions,
      ): Promise<{
        /**
         * Names this one sign-in. It opens nothing.
         */
        id: string;
        provider: string;
        providerName: string;
        /**
         * The subject: what identifies the account at the provider.
         */
        providerAccountId: string;
        /**
         * The user name or name at the provider, never an e-mail address; `null` where the provider gives none.
         */
        label: string | null;
        /**
         * The address that the provider names. It does not identify the account: a provider may claim any address.
         */
        email: string;
        /**
         * `null` until the address is proven: whether it is known here is nobody's business before.
         */
        methods: { id: string; name: string; type: 'email' | 'oidc' | 'oauth' }[] | null;
        callbackUrl: string;
      } | null>;
    };
    /**
     * Connects what waits to the person who is signed in now, who was shown it and agrees.
     *
     * In a browser session only, not with an access token.
     */
    readonly resumeLink: {
      /**
       * Connects what waits to the person who is signed in now, who was shown it and agrees.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input: {
          /**
           * Names the one sign-in that waits.
           */
          id: string;
          provider: string;
          /**
           * The subject: what identifies the account at the provider.
           */
          providerAccountId: string;
        },
        options?: CallOptions,
      ): Promise<{ outcome: 'linked' | 'already-linked'; callbackUrl: string }>;
    };
    /**
     * Ends what waits without connecting it, and gives the provider's tokens back. It needs no session: it waits in this browser.
     *
     * In a browser session only, not with an access token.
     */
    readonly denyLink: {
      /**
       * Ends what waits without connecting it, and gives the provider's tokens back. It needs no session: it waits in this browser.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input: {
          /**
           * Names the one sign-in that waits.
           */
          id: string;
          provider: string;
          /**
           * The subject: what identifies the account at the provider.
           */
          providerAccountId: string;
        },
        options?: CallOptions,
      ): Promise<{ denied: true; callbackUrl: string }>;
    };
  };
  readonly email: {
    /**
     * The address, and the one that waits for its proof.
     *
     * With an access token: scope `email:read`.
     */
    readonly get: {
      /**
       * The address, and the one that waits for its proof.
       *
       * With an access token: scope `email:read`.
       */
      query(
        input?: undefined,
        options?: CallOptions,
      ): Promise<{
        /**
         * `null` without one.
         */
        email: string | null;
        verified: boolean;
        /**
         * The address that a link and a code went to and that waits for one of them.
         */
        pending: { email: string; expires: string } | null;
      }>;
    };
    /**
     * Mails a link and a code to another address, or the first one. The answer is the same for somebody else's.
     *
     * In a browser session only, not with an access token.
     */
    readonly change: {
      /**
       * Mails a link and a code to another address, or the first one. The answer is the same for somebody else's.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input: { email: string },
        options?: CallOptions,
      ): Promise<{
        email: string;
        expires: string;
        /**
         * Seconds to wait before asking again.
         */
        resendAfter: number;
      }>;
    };
    /**
     * By the link's token; the address is this person's then, and the one before may undo it.
     *
     * In a browser session only, not with an access token.
     */
    readonly confirm: {
      /**
       * By the link's token; the address is this person's then, and the one before may undo it.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input: { token: string },
        options?: CallOptions,
      ): Promise<{
        /**
         * `null` without one.
         */
        email: string | null;
        verified: boolean;
        /**
         * The address that a link and a code went to and that waits for one of them.
         */
        pending: { email: string; expires: string } | null;
      }>;
    };
    /**
     * The same by the code of the same mail.
     *
     * In a browser session only, not with an access token.
     */
    readonly confirmWithCode: {
      /**
       * The same by the code of the same mail.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input: { code: string },
        options?: CallOptions,
      ): Promise<{
        /**
         * `null` without one.
         */
        email: string | null;
        verified: boolean;
        /**
         * The address that a link and a code went to and that waits for one of them.
         */
        pending: { email: string; expires: string } | null;
      }>;
    };
    /**
     * Takes the wanted address back: its link and code are dead.
     *
     * In a browser session only, not with an access token.
     */
    readonly cancel: {
      /**
       * Takes the wanted address back: its link and code are dead.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input?: undefined,
        options?: CallOptions,
      ): Promise<{
        /**
         * `null` without one.
         */
        email: string | null;
        verified: boolean;
        /**
         * The address that a link and a code went to and that waits for one of them.
         */
        pending: { email: string; expires: string } | null;
      }>;
    };
    /**
     * Puts a former address back, by the link that it got, and signs out everywhere. Whoever undoes signs in with it then.
     *
     * In a browser session only, not with an access token.
     */
    readonly undo: {
      /**
       * Puts a former address back, by the link that it got, and signs out everywhere. Whoever undoes signs in with it then.
       *
       * In a browser session only, not with an access token.
       */
      mutate(input: { token: string }, options?: CallOptions): Promise<{ email: string }>;
    };
  };
  readonly password: {
    /**
     * Mails a link and a code, with which `session.confirmLink` and `session.signInWithCode` finish the sign-up.
     *
     * In a browser session only, not with an access token.
     */
    readonly signUp: {
      /**
       * Mails a link and a code, with which `session.confirmLink` and `session.signInWithCode` finish the sign-up.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input: { email: string; password: string; name: string; callbackUrl?: string | undefined },
        options?: CallOptions,
      ): Promise<{
        email: string;
        /**
         * Seconds to wait before asking again.
         */
        resendAfter: number;
        /**
         * The mail's code works only with this secret, which a client without cookies gives back with the code. Browsers get it in a cookie instead.
         */
        codeRequest?: string;
      }>;
    };
    /**
     * Signs in by address and password.
     *
     * In a browser session only, not with an access token.
     */
    readonly signIn: {
      /**
       * Signs in by address and password.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input: { email: string; password: string; callbackUrl?: string | undefined },
        options?: CallOptions,
      ): Promise<{
        session: {
          user: {
            id: string;
            name: string | null;
            /**
             * The address this person has proven to own, never a claimed one.
             */
            email: string | null;
            /**
             * Where the picture is served, a path on our origin.
             */
            image: string | null;
          };
          expires: string;
          /**
           * When this person last proved who they are in this session; sensitive mutations need it to be recent.
           */
          authenticatedAt: string;
        };
        callbackUrl: string;
        /**
         * With a mail that a sign-up with a password had asked for: whether the password counts from now on. It is left out when the mail
         * was answered in another browser than the one where it was chosen; then this person may set one now.
         */
        signUp?: 'password-set' | 'password-left-out';
        /**
         * Only after a `connect`. With `not-connected` the sign-in stands, and `accounts.pendingLink` tells what waits now.
         */
        connected?: 'linked' | 'already-linked' | 'not-connected';
      }>;
    };
    /**
     * Whether this person has a password, and what they may do with it.
     *
     * With an access token: scope `accounts:read`.
     */
    readonly get: {
      /**
       * Whether this person has a password, and what they may do with it.
       *
       * With an access token: scope `accounts:read`.
       */
      query(
        input?: undefined,
        options?: CallOptions,
      ): Promise<{
        /**
         * When it was set or changed; `null` without one.
         */
        changedAt: string | null;
        /**
         * `false` while no address is proven: a password is typed together with one.
         */
        canSet: boolean;
        /**
         * `false` when this is the only way left to sign in, or there is none.
         */
        canRemove: boolean;
      }>;
    };
    /**
     * Sets the first password.
     *
     * In a browser session only, not with an access token.
     */
    readonly set: {
      /**
       * Sets the first password.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input: { password: string },
        options?: CallOptions,
      ): Promise<{
        /**
         * When it was set or changed; `null` without one.
         */
        changedAt: string | null;
        /**
         * `false` while no address is proven: a password is typed together with one.
         */
        canSet: boolean;
        /**
         * `false` when this is the only way left to sign in, or there is none.
         */
        canRemove: boolean;
      }>;
    };
    /**
     * Changes the password, signs every other device out and gives this one a new session.
     *
     * In a browser session only, not with an access token.
     */
    readonly change: {
      /**
       * Changes the password, signs every other device out and gives this one a new session.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input: { current: string; password: string },
        options?: CallOptions,
      ): Promise<{
        /**
         * When it was set or changed; `null` without one.
         */
        changedAt: string | null;
        /**
         * `false` while no address is proven: a password is typed together with one.
         */
        canSet: boolean;
        /**
         * `false` when this is the only way left to sign in, or there is none.
         */
        canRemove: boolean;
      }>;
    };
    /**
     * Removes the password, never the last way to sign in.
     *
     * In a browser session only, not with an access token.
     */
    readonly remove: {
      /**
       * Removes the password, never the last way to sign in.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input?: undefined,
        options?: CallOptions,
      ): Promise<{
        /**
         * When it was set or changed; `null` without one.
         */
        changedAt: string | null;
        /**
         * `false` while no address is proven: a password is typed together with one.
         */
        canSet: boolean;
        /**
         * `false` when this is the only way left to sign in, or there is none.
         */
        canRemove: boolean;
      }>;
    };
    /**
     * Mails a link to choose a new password.
     *
     * In a browser session only, not with an access token.
     */
    readonly requestReset: {
      /**
       * Mails a link to choose a new password.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input: { email: string },
        options?: CallOptions,
      ): Promise<{
        email: string;
        /**
         * Seconds to wait before asking again.
         */
        resendAfter: number;
      }>;
    };
    /**
     * Sets a new password by that link and signs out everywhere; the person signs in with it then.
     *
     * In a browser session only, not with an access token.
     */
    readonly reset: {
      /**
       * Sets a new password by that link and signs out everywhere; the person signs in with it then.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input: { email: string; token: string; password: string },
        options?: CallOptions,
      ): Promise<{ email: string }>;
    };
  };
  readonly phone: {
    /**
     * The verified number, and the one that waits for its code.
     *
     * With an access token: scope `phone:read`.
     */
    readonly get: {
      /**
       * The verified number, and the one that waits for its code.
       *
       * With an access token: scope `phone:read`.
       */
      query(
        input?: undefined,
        options?: CallOptions,
      ): Promise<{
        /**
         * The verified number, or `null`.
         */
        phone: {
          /**
           * E.164.
           */
          e164: string;
          /**
           * ISO 3166-1 alpha-2; `null` for numbers of no country.
           */
          country: string | null;
          callingCode: string;
          nationalNumber: string;
          national: string;
          international: string;
          verifiedAt: string;
        } | null;
        /**
         * A number that a code was sent to and that waits for it; E.164 and as people write it.
         */
        pending: { e164: string; international: string } | null;
      }>;
    };
    /**
     * Sends a code to a number.
     *
     * In a browser session only, not with an access token.
     */
    readonly set: {
      /**
       * Sends a code to a number.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input: {
          phone: string;
          /**
           * ISO 3166-1 alpha-2, for a number that does not begin with `+`.
           */
          country?: string | undefined;
        },
        options?: CallOptions,
      ): Promise<{
        e164: string;
        international: string;
        /**
         * Seconds to wait before asking again.
         */
        resendAfter: number;
      }>;
    };
    /**
     * Gives the code back; the number is this person's then.
     *
     * In a browser session only, not with an access token.
     */
    readonly verify: {
      /**
       * Gives the code back; the number is this person's then.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input: { code: string },
        options?: CallOptions,
      ): Promise<{
        /**
         * The verified number, or `null`.
         */
        phone: {
          /**
           * E.164.
           */
          e164: string;
          /**
           * ISO 3166-1 alpha-2; `null` for numbers of no country.
           */
          country: string | null;
          callingCode: string;
          nationalNumber: string;
          national: string;
          international: string;
          verifiedAt: string;
        } | null;
        /**
         * A number that a code was sent to and that waits for it; E.164 and as people write it.
         */
        pending: { e164: string; international: string } | null;
      }>;
    };
    /**
     * Removes the number; where it signs in, never the last way to.
     *
     * In a browser session only, not with an access token.
     */
    readonly remove: {
      /**
       * Removes the number; where it signs in, never the last way to.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input?: undefined,
        options?: CallOptions,
      ): Promise<{
        /**
         * The verified number, or `null`.
         */
        phone: {
          /**
           * E.164.
           */
          e164: string;
          /**
           * ISO 3166-1 alpha-2; `null` for numbers of no country.
           */
          country: string | null;
          callingCode: string;
          nationalNumber: string;
          national: string;
          international: string;
          verifiedAt: string;
        } | null;
        /**
         * A number that a code was sent to and that waits for it; E.164 and as people write it.
         */
        pending: { e164: string; international: string } | null;
      }>;
    };
  };
  readonly profile: {
    /**
     * Name, picture, language and address of the person.
     *
     * With an access token: scope `profile:read`.
     */
    readonly get: {
      /**
       * Name, picture, language and address of the person.
       *
       * With an access token: scope `profile:read`.
       */
      query(
        input?: undefined,
        options?: CallOptions,
      ): Promise<{
        id: string;
        name: string | null;
        email: string | null;
        emailVerified: boolean;
        /**
         * Where the picture is served, a path on our origin.
         */
        image: string | null;
        locale: 'en' | 'de';
        createdAt: string;
      }>;
    };
    /**
     * Changes the given fields and leaves the others.
     *
     * With an access token: scope `profile:write`.
     */
    readonly update: {
      /**
       * Changes the given fields and leaves the others.
       *
       * With an access token: scope `profile:write`.
       */
      mutate(
        input: {
          name?: string | undefined | null;
          /**
           * The picture of a connection; one's own is uploaded by `profile.uploadPicture`.
           */
          image?: { provider: string; providerAccountId: string } | undefined | null;
          locale?: 'en' | 'de' | undefined;
        },
        options?: CallOptions,
      ): Promise<{
        id: string;
        name: string | null;
        email: string | null;
        emailVerified: boolean;
        /**
         * Where the picture is served, a path on our origin.
         */
        image: string | null;
        locale: 'en' | 'de';
        createdAt: string;
      }>;
    };
    /**
     * The body is the picture itself: PNG, JPEG or WebP, cut to a square out of its middle.
     *
     * With an access token: scope `profile:write`.
     */
    readonly uploadPicture: {
      /**
       * The body is the picture itself: PNG, JPEG or WebP, cut to a square out of its middle.
       *
       * With an access token: scope `profile:write`.
       */
      mutate(
        input: Blob | Uint8Array,
        options?: CallOptions,
      ): Promise<{
        id: string;
        name: string | null;
        email: string | null;
        emailVerified: boolean;
        /**
         * Where the picture is served, a path on our origin.
         */
        image: string | null;
        locale: 'en' | 'de';
        createdAt: string;
      }>;
    };
  };
  readonly accessTokens: {
    /**
     * This person's access tokens, newest first: the living, and for a month the expired. Never a token itself.
     *
     * With an access token: scope `tokens:read`.
     */
    readonly list: {
      /**
       * This person's access tokens, newest first: the living, and for a month the expired. Never a token itself.
       *
       * With an access token: scope `tokens:read`.
       */
      query(
        input?: undefined,
        options?: CallOptions,
      ): Promise<
        {
          id: string;
          name: string;
          /**
           * How it begins and ends, for telling one from another: `foyer_pat_…4fQz`.
           */
          hint: string;
          scopes: (
            | 'profile:read'
            | 'profile:write'
            | 'email:read'
            | 'phone:read'
            | 'accounts:read'
            | 'sessions:read'
            | 'sessions:write'
            | 'activity:read'
            | 'tokens:read'
          )[];
          createdAt: string;
          expires: string;
          expired: boolean;
          /**
           * To within a few minutes.
           */
          lastUsed: {
            at: string;
            ip: string | null;
            device: {
              /**
               * As its maker calls it: `Firefox`, `Microsoft Edge`; or the program, `curl`.
               */
              browser: string | null;
              /**
               * `Windows`, `macOS`, `Android`, … Without a version: browsers have frozen the one they send.
               */
              system: string | null;
              kind: 'desktop' | 'phone' | 'tablet' | 'script' | 'unknown';
            };
          } | null;
        }[]
      >;
    };
    /**
     * Makes an access token and tells it, this once.
     *
     * In a browser session only, not with an access token.
     */
    readonly create: {
      /**
       * Makes an access token and tells it, this once.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input: {
          /**
           * What its owner will know it by.
           */
          name: string;
          scopes: (
            | 'profile:read'
            | 'profile:write'
            | 'email:read'
            | 'phone:read'
            | 'accounts:read'
            | 'sessions:read'
            | 'sessions:write'
            | 'activity:read'
            | 'tokens:read'
          )[];
          /**
           * A year from now at most.
           */
          expires: string;
        },
        options?: CallOptions,
      ): Promise<{
        /**
         * The secret. It is told this once and stored nowhere.
         */
        token: string;
        accessToken: {
          id: string;
          name: string;
          /**
           * How it begins and ends, for telling one from another: `foyer_pat_…4fQz`.
           */
          hint: string;
          scopes: (
            | 'profile:read'
            | 'profile:write'
            | 'email:read'
            | 'phone:read'
            | 'accounts:read'
            | 'sessions:read'
            | 'sessions:write'
            | 'activity:read'
            | 'tokens:read'
          )[];
          createdAt: string;
          expires: string;
          expired: boolean;
          /**
           * To within a few minutes.
           */
          lastUsed: {
            at: string;
            ip: string | null;
            device: {
              /**
               * As its maker calls it: `Firefox`, `Microsoft Edge`; or the program, `curl`.
               */
              browser: string | null;
              /**
               * `Windows`, `macOS`, `Android`, … Without a version: browsers have frozen the one they send.
               */
              system: string | null;
              kind: 'desktop' | 'phone' | 'tablet' | 'script' | 'unknown';
            };
          } | null;
        };
      }>;
    };
    /**
     * What the access token that asks is and may do, and whose it is. Throws `ACCESS_TOKEN_INVALID` without one.
     *
     * Anyone may call it.
     */
    readonly current: {
      /**
       * What the access token that asks is and may do, and whose it is. Throws `ACCESS_TOKEN_INVALID` without one.
       *
       * Anyone may call it.
       */
      query(
        input?: undefined,
        options?: CallOptions,
      ): Promise<{
        /**
         * Whose it is.
         */
        userId: string;
        id: string;
        name: string;
        /**
         * How it begins and ends, for telling one from another: `foyer_pat_…4fQz`.
         */
        hint: string;
        scopes: (
          | 'profile:read'
          | 'profile:write'
          | 'email:read'
          | 'phone:read'
          | 'accounts:read'
          | 'sessions:read'
          | 'sessions:write'
          | 'activity:read'
          | 'tokens:read'
        )[];
        createdAt: string;
        expires: string;
        expired: boolean;
        /**
         * To within a few minutes.
         */
        lastUsed: {
          at: string;
          ip: string | null;
          device: {
            /**
             * As its maker calls it: `Firefox`, `Microsoft Edge`; or the program, `curl`.
             */
            browser: string | null;
            /**
             * `Windows`, `macOS`, `Android`, … Without a version: browsers have frozen the one they send.
             */
            system: string | null;
            kind: 'desktop' | 'phone' | 'tablet' | 'script' | 'unknown';
          };
        } | null;
      }>;
    };
    /**
     * Ends the access token that asks: a program signs itself out. Throws `ACCESS_TOKEN_INVALID` without one.
     *
     * Anyone may call it.
     */
    readonly revokeCurrent: {
      /**
       * Ends the access token that asks: a program signs itself out. Throws `ACCESS_TOKEN_INVALID` without one.
       *
       * Anyone may call it.
       */
      mutate(input?: undefined, options?: CallOptions): Promise<{ id: string }>;
    };
    /**
     * Ends an access token at once; answers what it was. Not for fresh sessions alone: whoever fears for a token should end it now.
     *
     * In a browser session only, not with an access token.
     */
    readonly revoke: {
      /**
       * Ends an access token at once; answers what it was. Not for fresh sessions alone: whoever fears for a token should end it now.
       *
       * In a browser session only, not with an access token.
       */
      mutate(input: { id: string }, options?: CallOptions): Promise<{ id: string }>;
    };
  };
  readonly device: {
    /**
     * A program asks to be let in. It shows the code and the address, and polls with the other code.
     *
     * Anyone may call it.
     */
    readonly start: {
      /**
       * A program asks to be let in. It shows the code and the address, and polls with the other code.
       *
       * Anyone may call it.
       */
      mutate(
        input: {
          /**
           * What the person will read: the program, and where it runs.
           */
          clientName: string;
          scopes: (
            | 'profile:read'
            | 'profile:write'
            | 'email:read'
            | 'phone:read'
            | 'accounts:read'
            | 'sessions:read'
            | 'sessions:write'
            | 'activity:read'
            | 'tokens:read'
          )[];
        },
        options?: CallOptions,
      ): Promise<{
        /**
         * The program's own secret, for `device.poll`.
         */
        deviceCode: string;
        /**
         * What the person compares or types: `BCDF-GHJK`.
         */
        userCode: string;
        /**
         * The page on which they do.
         */
        verificationUri: string;
        /**
         * The same with the code in it.
         */
        verificationUriComplete: string;
        /**
         * When both codes are over.
         */
        expires: string;
        /**
         * Seconds to wait between two polls.
         */
        interval: number;
      }>;
    };
    /**
     * The access token of a program that was let in, this once. Until somebody decides it fails with `AUTHORIZATION_PENDING`, and `retryAfter` says when to ask again.
     *
     * Anyone may call it.
     */
    readonly poll: {
      /**
       * The access token of a program that was let in, this once. Until somebody decides it fails with `AUTHORIZATION_PENDING`, and `retryAfter` says when to ask again.
       *
       * Anyone may call it.
       */
      mutate(
        input: { deviceCode: string },
        options?: CallOptions,
      ): Promise<{
        /**
         * The secret. It is told this once and stored nowhere.
         */
        token: string;
        accessToken: {
          id: string;
          name: string;
          /**
           * How it begins and ends, for telling one from another: `foyer_pat_…4fQz`.
           */
          hint: string;
          scopes: (
            | 'profile:read'
            | 'profile:write'
            | 'email:read'
            | 'phone:read'
            | 'accounts:read'
            | 'sessions:read'
            | 'sessions:write'
            | 'activity:read'
            | 'tokens:read'
          )[];
          createdAt: string;
          expires: string;
          expired: boolean;
          /**
           * To within a few minutes.
           */
          lastUsed: {
            at: string;
            ip: string | null;
            device: {
              /**
               * As its maker calls it: `Firefox`, `Microsoft Edge`; or the program, `curl`.
               */
              browser: string | null;
              /**
               * `Windows`, `macOS`, `Android`, … Without a version: browsers have frozen the one they send.
               */
              system: string | null;
              kind: 'desktop' | 'phone' | 'tablet' | 'script' | 'unknown';
            };
          } | null;
        };
      }>;
    };
    /**
     * Which program waits under a code, where it asked from and what it wants; what a person reads before they decide. Five wrong codes are too many.
     *
     * In a browser session only, not with an access token.
     */
    readonly inspect: {
      /**
       * Which program waits under a code, where it asked from and what it wants; what a person reads before they decide. Five wrong codes are too many.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input: { userCode: string },
        options?: CallOptions,
      ): Promise<{
        userCode: string;
        /**
         * What the program calls itself.
         */
        clientName: string;
        scopes: (
          | 'profile:read'
          | 'profile:write'
          | 'email:read'
          | 'phone:read'
          | 'accounts:read'
          | 'sessions:read'
          | 'sessions:write'
          | 'activity:read'
          | 'tokens:read'
        )[];
        /**
         * Where it asked from.
         */
        ip: string | null;
        /**
         * Whether that is the address that this browser has, too.
         */
        sameAddress: boolean;
        device: {
          /**
           * As its maker calls it: `Firefox`, `Microsoft Edge`; or the program, `curl`.
           */
          browser: string | null;
          /**
           * `Windows`, `macOS`, `Android`, … Without a version: browsers have frozen the one they send.
           */
          system: string | null;
          kind: 'desktop' | 'phone' | 'tablet' | 'script' | 'unknown';
        };
        createdAt: string;
        expires: string;
        /**
         * Days that its access token would live.
         */
        tokenDays: number;
      }>;
    };
    /**
     * Lets the program in that waits under this code: its access token lives 90 days and counts among this person's.
     *
     * In a browser session only, not with an access token.
     */
    readonly approve: {
      /**
       * Lets the program in that waits under this code: its access token lives 90 days and counts among this person's.
       *
       * In a browser session only, not with an access token.
       */
      mutate(input: { userCode: string }, options?: CallOptions): Promise<{ clientName: string }>;
    };
    /**
     * Turns it away. Not for fresh sessions alone: saying no should be the easiest.
     *
     * In a browser session only, not with an access token.
     */
    readonly deny: {
      /**
       * Turns it away. Not for fresh sessions alone: saying no should be the easiest.
       *
       * In a browser session only, not with an access token.
       */
      mutate(input: { userCode: string }, options?: CallOptions): Promise<{ clientName: string }>;
    };
  };
  readonly activity: {
    /**
     * What happened to this account, newest first.
     *
     * With an access token: scope `activity:read`.
     */
    readonly list: {
      /**
       * What happened to this account, newest first.
       *
       * With an access token: scope `activity:read`.
       */
      query(
        input:
          | void
          | {
              /**
               * `nextCursor` of the page before.
               */
              cursor?: string | undefined;
              limit?: number | undefined;
              /**
               * These alone.
               */
              kinds?:
                | (
                    | 'sign-in'
                    | 'password-set'
                    | 'sign-in-failed'
                    | 'sign-out'
                    | 're-authentication'
                    | 're-authentication-failed'
                    | 'account-linked'
                    | 'account-unlinked'
                    | 'password-changed'
                    | 'password-reset'
                    | 'password-removed'
                    | 'unproven-methods-removed'
                    | 'security-review-due'
                    | 'security-review-finished'
                    | 'email-change-requested'
                    | 'email-added'
                    | 'email-changed'
                    | 'email-change-undone'
                    | 'phone-verified'
                    | 'phone-removed'
                    | 'phone-taken'
                    | 'session-revoked'
                    | 'sessions-revoked'
                    | 'access-token-created'
                    | 'access-token-revoked'
                    | 'data-exported'
                    | 'account-deleted'
                  )[]
                | undefined;
              /**
               * tRPC's hook for endless lists sends it along; there is no other.
               */
              direction?: 'forward' | undefined;
            }
          | undefined,
        options?: CallOptions,
      ): Promise<{
        events: {
          id: string;
          kind:
            | 'sign-in'
            | 'password-set'
            | 'sign-in-failed'
            | 'sign-out'
            | 're-authentication'
            | 're-authentication-failed'
            | 'account-linked'
            | 'account-unlinked'
            | 'password-changed'
            | 'password-reset'
            | 'password-removed'
            | 'unproven-methods-removed'
            | 'security-review-due'
            | 'security-review-finished'
            | 'email-change-requested'
            | 'email-added'
            | 'email-changed'
            | 'email-change-undone'
            | 'phone-verified'
            | 'phone-removed'
            | 'phone-taken'
            | 'session-revoked'
            | 'sessions-revoked'
            | 'access-token-created'
            | 'access-token-revoked'
            | 'data-exported'
            | 'account-deleted';
          /**
           * `email-link`, `email-code`, `phone-code`, `password`, or a provider's id; `null` where none played a part.
           */
          method: string | null;
          /**
           * How the provider is called, where `method` is one.
           */
          methodName: string | null;
          /**
           * How the person knows what it was about: their name at the provider, a token's name, a device's.
           */
          label: string | null;
          /**
           * How many times within the hour from `at`: of failed tries alone, else 1.
           */
          count: number;
          device: {
            /**
             * As its maker calls it: `Firefox`, `Microsoft Edge`; or the program, `curl`.
             */
            browser: string | null;
            /**
             * `Windows`, `macOS`, `Android`, … Without a version: browsers have frozen the one they send.
             */
            system: string | null;
            kind: 'desktop' | 'phone' | 'tablet' | 'script' | 'unknown';
          };
          ip: string | null;
          at: string;
        }[];
        /**
         * For the page after this one; `null` when there is none.
         */
        nextCursor: string | null;
      }>;
    };
  };
  readonly securityReview: {
    /**
     * After a reset of the password: what was added to the account in the 30 days before it, or later. `null` when there is nothing to look at.
     *
     * In a browser session only, not with an access token.
     */
    readonly get: {
      /**
       * After a reset of the password: what was added to the account in the 30 days before it, or later. `null` when there is nothing to look at.
       *
       * In a browser session only, not with an access token.
       */
      query(
        input?: undefined,
        options?: CallOptions,
      ): Promise<{
        /**
         * What was added from then on is listed.
         */
        since: string;
        /**
         * Newest first; never empty.
         */
        additions: (
          | {
              kind: 'connection';
              provider: string;
              /**
               * What the provider is called.
               */
              name: string;
              /**
               * What the person is called at the provider: their address or name there, else the account's id.
               */
              label: string;
              providerAccountId: string;
              addedAt: string;
              /**
               * `false` when this is the only way left to sign in.
               */
              canRemove: boolean;
            }
          | {
              kind: 'phone';
              international: string;
              addedAt: string;
              /**
               * `false` when this is the only way left to sign in.
               */
              canRemove: boolean;
            }
        )[];
      } | null>;
    };
    /**
     * Says that this person has looked at what was added, and keeps what is left.
     *
     * In a browser session only, not with an access token.
     */
    readonly finish: {
      /**
       * Says that this person has looked at what was added, and keeps what is left.
       *
       * In a browser session only, not with an access token.
       */
      mutate(input?: undefined, options?: CallOptions): Promise<{ finished: true }>;
    };
  };
  readonly data: {
    /**
     * Everything that is stored about this person, as one object.
     *
     * In a browser session only, not with an access token.
     */
    readonly export: {
      /**
       * Everything that is stored about this person, as one object.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input?: undefined,
        options?: CallOptions,
      ): Promise<{
        format: 'foyer-data-export';
        version: 1;
        site: string;
        exportedAt: string;
        profile: {
          id: string;
          name: string | null;
          language: string;
          /**
           * The connection whose picture is shown, and its address there; `null` for one's own, or for none.
           */
          pictureFrom: { connection: string; address: string } | null;
          createdAt: string;
          updatedAt: string;
        };
        pictures: {
          source: string;
          /**
           * Whether it is the one that is shown.
           */
          shown: boolean;
          type: 'image/webp';
          base64: string;
          createdAt: string;
        }[];
        email: {
          address: string | null;
          verifiedAt: string | null;
          /**
           * The address of a change that is not confirmed yet.
           */
          wanted: { address: string; wrongTries: number; expires: string } | null;
          /**
           * Addresses of before, which can be put back until they expire.
           */
          former: { address: string; changedAt: string; expires: string }[];
        } | null;
        password: { changedAt: string } | null;
        phone: { e164: string; verifiedAt: string } | null;
        securityReview: { since: string; toldAt: string | null } | null;
        connectedAccounts: {
          provider: string;
          providerAccountId: string;
          type: 'oidc' | 'oauth';
          label: string | null;
          /**
           * The address of their picture at the provider.
           */
          image: string | null;
          linkedAt: string;
          lastUsedAt: string | null;
          /**
           * Whether the provider let us keep tokens, which are not told.
           */
          holdsTokens: boolean;
          grantEndedAt: string | null;
          detailsUpdatedAt: string | null;
        }[];
        waitingConnections: {
          provider: string;
          providerAccountId: string;
          type: 'oidc' | 'oauth';
          name: string | null;
          label: string | null;
          image: string | null;
          email: string;
          expires: string;
        }[];
        sessions: {
          id: string;
          /**
           * The one that asked for this export.
           */
          current: boolean;
          ip: string | null;
          userAgent: string | null;
          createdAt: string;
          lastSeenAt: string;
          authenticatedAt: string;
          expires: string;
        }[];
        accessTokens: {
          id: string;
          name: string;
          scopes: string[];
          lastFour: string;
          /**
           * Whether it still gives access.
           */
          living: boolean;
          createdAt: string;
          authenticatedAt: string;
          expires: string;
          lastUsed: { at: string; ip: string | null; userAgent: string | null } | null;
        }[];
        /**
         * Let in, and not yet come for their token.
         */
        approvedPrograms: {
          clientName: string;
          scopes: string[];
          /**
           * Of the program.
           */
          ip: string | null;
          userAgent: string | null;
          createdAt: string;
          approvedAt: string;
          expires: string;
        }[];
        openRequests: {
          kind: string;
          /**
           * The number that a code was sent to, if one was.
           */
          phone: string | null;
          /**
           * The name given at a sign-up that waits for its mail to be answered.
           */
          signUpName: string | null;
          wrongTries: number;
          createdAt: string;
          expires: string;
        }[];
        activity: {
          id: string;
          kind: string;
          method: string | null;
          label: string | null;
          /**
           * How often within an hour, of failed tries.
           */
          count: number;
          ip: string | null;
          userAgent: string | null;
          at: string;
        }[];
        waitingJobs: {
          kind: string;
          /**
           * Of a mail.
           */
          to: string | null;
          subject: string | null;
          attempts: number;
          createdAt: string;
          nextTryAt: string;
        }[];
        counters: { counter: string; count: number; until: string | null }[];
      }>;
    };
    /**
     * Deletes this person's account for good.
     *
     * In a browser session only, not with an access token.
     */
    readonly deleteAccount: {
      /**
       * Deletes this person's account for good.
       *
       * In a browser session only, not with an access token.
       */
      mutate(
        input: { confirm: string },
        options?: CallOptions,
      ): Promise<{
        deleted: true;
        /**
         * Where the confirmation goes; `null` where no address was proven.
         */
        confirmationTo: string | null;
      }>;
    };
  };
}

/** How each is called: queries by GET, mutations by POST. */
export const KINDS = {
  session: {
    reauthenticate: 'mutation',
    signOut: 'mutation',
    signInWith: 'mutation',
    requestLink: 'mutation',
    confirmLink: 'mutation',
    signInWithCode: 'mutation',
    requestPhoneCode: 'mutation',
    signInWithPhoneCode: 'mutation',
    continueWithoutAddress: 'mutation',
    get: 'query',
    token: 'query',
    list: 'query',
    revoke: 'mutation',
    revokeOthers: 'mutation',
  },
  providers: { list: 'query', discover: 'query' },
  accounts: {
    list: 'query',
    link: 'mutation',
    unlink: 'mutation',
    inspect: 'mutation',
    pendingLink: 'query',
    resumeLink: 'mutation',
    denyLink: 'mutation',
  },
  email: {
    get: 'query',
    change: 'mutation',
    confirm: 'mutation',
    confirmWithCode: 'mutation',
    cancel: 'mutation',
    undo: 'mutation',
  },
  password: {
    signUp: 'mutation',
    signIn: 'mutation',
    get: 'query',
    set: 'mutation',
    change: 'mutation',
    remove: 'mutation',
    requestReset: 'mutation',
    reset: 'mutation',
  },
  phone: { get: 'query', set: 'mutation', verify: 'mutation', remove: 'mutation' },
  profile: { get: 'query', update: 'mutation', uploadPicture: 'mutation' },
  accessTokens: {
    list: 'query',
    create: 'mutation',
    current: 'query',
    revokeCurrent: 'mutation',
    revoke: 'mutation',
  },
  device: { start: 'mutation', poll: 'mutation', inspect: 'mutation', approve: 'mutation', deny: 'mutation' },
  activity: { list: 'query' },
  securityReview: { get: 'query', finish: 'mutation' },
  data: { export: 'mutation', deleteAccount: 'mutation' },
} as const;
