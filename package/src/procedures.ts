// Generated. `npm run generate` writes it from the router.
import type { IndexedData, OwnScope, Permission, ProfileData, ProfileDataChanges, Role, SessionData, UserData, UserDataChanges } from './config.ts';
import type { EventType, FoyerEvent } from './events.ts';

/** Every code with which Foyer answers a failure. */
export type ErrorCode = 'Signin' | 'OAuthSignin' | 'OAuthCallback' | 'OAuthCreateAccount'
  | 'EmailCreateAccount' | 'Callback' | 'OAuthAccountNotLinked' | 'EmailSignin' | 'CredentialsSignin'
  | 'SessionRequired' | 'Configuration' | 'AccessDenied' | 'Verification' | 'CODE_INVALID' | 'CODE_DEAD'
  | 'CODE_OTHER_BROWSER' | 'PROOF_OF_WORK_REQUIRED' | 'SESSION_NOT_FRESH' | 'REAUTHENTICATION_FAILED'
  | 'OTHER_SIGN_IN_REQUIRED' | 'SECURITY_REVIEW_CHANGED' | 'LAST_SIGN_IN_METHOD' | 'ACCOUNT_BELONGS_TO_OTHER'
  | 'LINK_EXPIRED' | 'LINK_CHANGED' | 'WORDS_DIFFER' | 'PASSWORD_WRONG' | 'PASSWORD_EXISTS'
  | 'ADDRESS_REQUIRED' | 'RESET_LINK_INVALID' | 'PASSKEY_INVALID' | 'PASSKEY_UNKNOWN' | 'PASSKEY_OTHER_HOST'
  | 'PASSKEY_EXISTS' | 'TOO_MANY_PASSKEYS' | 'SECOND_FACTOR_REQUIRED' | 'SECOND_FACTOR_INVALID'
  | 'SIGN_IN_EXPIRED' | 'TOTP_ENROLMENT_EXPIRED' | 'TOTP_CODE_WRONG' | 'TOO_MANY_AUTHENTICATOR_APPS'
  | 'SECOND_FACTOR_OFF' | 'LAST_SECOND_FACTOR' | 'REMOVAL_LINK_INVALID' | 'EMAIL_LINK_INVALID' | 'EMAIL_TAKEN'
  | 'EMAIL_UNDO_INVALID' | 'EMAIL_KEPT' | 'PHONE_TOO_SHORT' | 'PHONE_TOO_LONG' | 'PHONE_NOT_A_NUMBER'
  | 'PHONE_INVALID_COUNTRY' | 'PHONE_NOT_ALLOWED' | 'PHONE_SEND_FAILED' | 'ACCESS_TOKEN_INVALID'
  | 'ACCESS_TOKEN_REFUSED' | 'SCOPE_MISSING' | 'TOO_MANY_ACCESS_TOKENS' | 'ACCOUNT_SUSPENDED'
  | 'ADMISSION_REFUSED' | 'ADMISSION_UNKNOWN' | 'ADMINISTRATOR_REQUIRED' | 'PERMISSION_MISSING'
  | 'LAST_ADMINISTRATOR' | 'ADMINISTRATOR_PROTECTED' | 'METHODS_UNCONFIRMED' | 'SERVICE_KEY_INVALID'
  | 'SERVICE_KEY_REFUSED' | 'TOO_MANY_SERVICE_KEYS' | 'EXTERNAL_ID_TAKEN' | 'IMPERSONATION_REFUSED'
  | 'EVENT_CURSOR_EXPIRED' | 'TOO_MANY_WEBHOOKS' | 'WEBHOOK_SET_BY_ENVIRONMENT'
  | 'WEBHOOK_SET_BY_ADMINISTRATOR' | 'WEBHOOK_DISABLED' | 'TOO_MANY_EVENTS' | 'AUTHORIZATION_DENIED'
  | 'DEVICE_CODE_EXPIRED' | 'USER_CODE_INVALID' | 'OAUTH_CLIENT_UNKNOWN' | 'OAUTH_REDIRECT_UNKNOWN'
  | 'PICTURE_TOO_LARGE' | 'PICTURE_UNSUPPORTED' | 'PICTURE_UNREADABLE' | 'PICTURE_NOT_FETCHED'
  | 'INVALID_INPUT' | 'NOT_FOUND' | 'RATE_LIMITED' | 'UNAVAILABLE' | 'INTERNAL' | 'WRONG_HOST'
  | 'FOREIGN_ORIGIN' | 'THIS_MACHINE_ONLY' | 'UNSUPPORTED_MEDIA_TYPE' | 'PAYLOAD_TOO_LARGE'
  | 'MALFORMED_REQUEST' | 'METHOD_NOT_ALLOWED';

/** The codes with which any call can fail. */
export type CommonErrorCode = 'RATE_LIMITED' | 'SERVICE_KEY_INVALID' | 'SERVICE_KEY_REFUSED' | 'UNAVAILABLE'
  | 'INTERNAL' | 'MALFORMED_REQUEST' | 'UNSUPPORTED_MEDIA_TYPE' | 'PAYLOAD_TOO_LARGE' | 'METHOD_NOT_ALLOWED'
  | 'FOREIGN_ORIGIN' | 'WRONG_HOST';

/** What may be wrong with a field of an input. */
export type IssueKey = 'address-too-long' | 'address-invalid' | 'address-yours' | 'address-domain-refused'
  | 'return-address-too-long' | 'return-address-foreign' | 'provider-id-invalid' | 'link-incomplete'
  | 'code-incomplete' | 'id-invalid' | 'scopes-missing' | 'expiry-too-late' | 'expiry-over' | 'cursor-invalid'
  | 'scope-twice' | 'scope-unknown' | 'user-code-incomplete' | 'name-missing' | 'name-too-long'
  | 'name-not-one-line' | 'password-missing' | 'password-not-text' | 'password-too-short'
  | 'password-too-long' | 'password-common' | 'password-repetitive' | 'password-site' | 'password-personal'
  | 'password-breached' | 'phone-too-short' | 'phone-too-long' | 'phone-not-a-number'
  | 'phone-country-unknown' | 'phone-country-not-allowed' | 'phone-extension' | 'phone-not-allowed'
  | 'nothing-to-change' | 'event-types-missing' | 'event-type-twice' | 'webhook-url-invalid'
  | 'webhook-url-insecure' | 'webhook-url-not-public' | 'time-range-empty' | 'other';

/** What an access token may be allowed at Foyer itself. */
export type FoyerScope = 'profile:read' | 'profile:write' | 'email:read' | 'phone:read' | 'accounts:read'
  | 'sessions:read' | 'sessions:write' | 'activity:read' | 'tokens:read';

/** What an access token may be allowed: at Foyer, or at the application (`access.scopes` of `foyer.config.ts`). */
export type Scope = ScopeWith<OwnScope>;

/** Foyer's scopes and others. */
export type ScopeWith<Others extends string> = FoyerScope | Others;

/** What a service key may be allowed. */
export type ServiceScope = 'users:read' | 'users:write' | 'roles:write' | 'sessions:write' | 'users:import'
  | 'events:read' | 'webhooks:write';

export interface CallOptions {
  /** Gives the call up; it rejects with the signal's reason then. */
  readonly signal?: AbortSignal | undefined;
}

/** The procedures, by router and name. */
export interface Procedures {
  readonly session: {
    readonly list: {
      /**
       * Lists the sessions of this person: the one that asks first, then by last use. With an access token: scope `sessions:read`.
       * @throws `ACCESS_TOKEN_INVALID`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SCOPE_MISSING`
       */
      query(input?: undefined, options?: CallOptions): Promise<ListedSession[]>;
    };
    readonly revoke: {
      /**
       * Ends one of the sessions of this person. If it is the session of this call, the person is signed out. With an access token: scope `sessions:write`.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SCOPE_MISSING`, `NOT_FOUND`
       */
      mutate(input: {
        /** The id of the session. */
        id: string;
      }, options?: CallOptions): Promise<{
        /** The id of the session. */
        id: string;
        /** Whether it was the session that asked. That one is signed out now. */
        current: boolean;
      }>;
    };
    readonly revokeOthers: {
      /**
       * Ends all sessions of this person but the one that asks. With an access token it ends all of them. With an access token: scope `sessions:write`.
       * @throws `ACCESS_TOKEN_INVALID`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SCOPE_MISSING`, `NOT_FOUND`
       */
      mutate(input?: undefined, options?: CallOptions): Promise<{
        /** How many sessions were ended. */
        revoked: number;
      }>;
    };
    readonly get: {
      /**
       * Who is signed in, or `null`. With an access token: scope `profile:read`.
       * @throws `ACCESS_TOKEN_INVALID`, `SCOPE_MISSING`
       */
      query(input?: undefined, options?: CallOptions): Promise<Session | null>;
    };
    readonly token: {
      /**
       * Signs a token about this session for a service that cannot ask Foyer. It is valid for five minutes and for one audience. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`
       */
      query(input: {
        /** The service that is to accept the token, as it names itself: printable ASCII without spaces, such as its URL. */
        audience: string;
      }, options?: CallOptions): Promise<{
        /** The signed token: a JWT (RFC 7519) with the header `alg` `EdDSA` (Ed25519) and `typ` `foyer-session+jwt`, and the claims of `SessionTokenClaims`. Its `iss` is the URL of this server, and the public keys are at `/.well-known/jwks.json`. */
        token: string;
        /** When it expires. */
        expires: string;
      }>;
    };
    readonly signInWith: {
      /**
       * Starts the sign-in with an identity provider. Answers the address to navigate to. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `Signin`, `OAuthSignin`, `Configuration`
       */
      mutate(input: {
        /** The id of the identity provider. */
        provider: string;
        /** Where the person wants to go: a path of this site, or a URL at the origin of `APP_URL`. */
        callbackUrl?: string | undefined;
      }, options?: CallOptions): Promise<Navigation>;
    };
    readonly requestLink: {
      /**
       * Sends a mail with a link and a code to an address. The link works in any browser. The code works only in the browser that asked, or with the `codeRequest` of the answer. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `AccessDenied`, `LINK_EXPIRED`, `LINK_CHANGED`, `OAuthAccountNotLinked`, `RATE_LIMITED`, `PROOF_OF_WORK_REQUIRED`, `EmailSignin`
       */
      mutate(input: {
        /** The email address. */
        email: string;
        /** Where the person wants to go: a path of this site, or a URL at the origin of `APP_URL`. */
        callbackUrl?: string | undefined;
        /** The waiting account that the page asks to connect, so that the mail names it too. This call connects nothing. */
        connect?: LinkConsentInput | undefined;
      }, options?: CallOptions): Promise<SentLink>;
    };
    readonly confirmLink: {
      /**
       * Signs in with the token of the link in the mail. It works once. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `ACCOUNT_SUSPENDED`, `AccessDenied`, `ADMISSION_REFUSED`, `ADMISSION_UNKNOWN`, `Verification`, `EMAIL_KEPT`
       */
      mutate(input: {
        /** The email address. */
        email: string;
        /** The token of the link in the mail. */
        token: string;
        /** Where the person wants to go: a path of this site, or a URL at the origin of `APP_URL`. */
        callbackUrl?: string | undefined;
      }, options?: CallOptions): Promise<SignInResult>;
    };
    readonly signInWithCode: {
      /**
       * Signs in with the code of the mail, in the browser that asked for it. It works once. With `connect` it then connects the waiting account that the person was shown. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `ACCOUNT_SUSPENDED`, `AccessDenied`, `ADMISSION_REFUSED`, `ADMISSION_UNKNOWN`, `CODE_INVALID`, `CODE_DEAD`, `CODE_OTHER_BROWSER`, `RATE_LIMITED`, `PROOF_OF_WORK_REQUIRED`, `Verification`, `EMAIL_KEPT`
       */
      mutate(input: {
        /** The email address. */
        email: string;
        /** The code of the mail. */
        code: string;
        /** From the answer of `session.requestLink` or `password.signUp`, for programs without cookies. */
        codeRequest?: string | undefined;
        /** Where the person wants to go: a path of this site, or a URL at the origin of `APP_URL`. */
        callbackUrl?: string | undefined;
        /** The waiting account that the person was shown when they pressed “Connect”. It is connected after the sign-in. */
        connect?: LinkConsentInput | undefined;
      }, options?: CallOptions): Promise<SignInResult>;
    };
    readonly requestPhoneCode: {
      /**
       * Sends a code to a verified phone number, where `PHONE_SIGN_IN` is on. The code works only in the browser that asked, or with the `codeRequest` of the answer. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `NOT_FOUND`, `PHONE_TOO_SHORT`, `PHONE_TOO_LONG`, `PHONE_NOT_A_NUMBER`, `PHONE_INVALID_COUNTRY`, `PHONE_NOT_ALLOWED`, `RATE_LIMITED`, `PROOF_OF_WORK_REQUIRED`
       */
      mutate(input: PhoneNumberInput, options?: CallOptions): Promise<{
        /** The number in E.164. */
        e164: string;
        /** The number as people write it. */
        international: string;
        /** Seconds to wait before asking again. */
        resendAfter: number;
        /** The code works only with this secret, which a program without cookies sends with the code. Browsers get it in a cookie instead. */
        codeRequest?: string;
      }>;
    };
    readonly signInWithPhoneCode: {
      /**
       * Signs in with the code of the text message, in the browser that asked for it. It works once. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `ACCOUNT_SUSPENDED`, `NOT_FOUND`, `PHONE_TOO_SHORT`, `PHONE_TOO_LONG`, `PHONE_NOT_A_NUMBER`, `PHONE_INVALID_COUNTRY`, `PHONE_NOT_ALLOWED`, `CODE_INVALID`, `CODE_DEAD`, `CODE_OTHER_BROWSER`, `RATE_LIMITED`, `PROOF_OF_WORK_REQUIRED`, `AccessDenied`, `ADMISSION_REFUSED`, `ADMISSION_UNKNOWN`, `Verification`
       */
      mutate(input: {
        /** The number, as a person types it. */
        phone: string;
        /** ISO 3166-1 alpha-2, for a number that does not begin with `+`. */
        country?: string | undefined;
        /** The code of the text message. */
        code: string;
        /** From the answer of `session.requestPhoneCode`, for programs without cookies. */
        codeRequest?: string | undefined;
        /** Where the person wants to go: a path of this site, or a URL at the origin of `APP_URL`. */
        callbackUrl?: string | undefined;
      }, options?: CallOptions): Promise<SignInResult>;
    };
    readonly continueWithoutAddress: {
      /**
       * Signs in with the provider account that waits in this browser, without the address that the provider names. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `ACCOUNT_SUSPENDED`, `AccessDenied`, `ADMISSION_REFUSED`, `ADMISSION_UNKNOWN`, `LINK_EXPIRED`, `LINK_CHANGED`, `OAuthAccountNotLinked`, `Verification`
       */
      mutate(input: LinkConsentInput, options?: CallOptions): Promise<SignInResult>;
    };
    readonly beginPasskey: {
      /**
       * Makes a challenge for a passkey. The answer is the same for everybody who signs in, because no address is asked for. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `RATE_LIMITED`, `SessionRequired`, `SIGN_IN_EXPIRED`, `IMPERSONATION_REFUSED`
       */
      mutate(input: void | {
        /** `sign-in` if it is left out. `verify`: for `session.reauthenticate`. `second-factor`: for `session.completeSignIn`. A challenge works for its purpose only. */
        purpose?: 'sign-in' | 'verify' | 'second-factor' | undefined;
      }, options?: CallOptions): Promise<{
        /** For `PublicKeyCredential.parseRequestOptionsFromJSON`. */
        options: PasskeyRequestOptions;
      }>;
    };
    readonly signInWithPasskey: {
      /**
       * Signs in with a passkey. It is two factors at once, so no second step follows. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `ACCOUNT_SUSPENDED`, `PASSKEY_INVALID`, `PASSKEY_UNKNOWN`, `PASSKEY_OTHER_HOST`, `AccessDenied`, `ADMISSION_REFUSED`, `ADMISSION_UNKNOWN`, `RATE_LIMITED`
       */
      mutate(input: {
        /** What the browser answered to `session.beginPasskey`. */
        passkey: PasskeyAuthenticationInput;
        /** Where the person wants to go: a path of this site, or a URL at the origin of `APP_URL`. */
        callbackUrl?: string | undefined;
      }, options?: CallOptions): Promise<SignInResult>;
    };
    readonly pending: {
      /**
       * The sign-in that waits for its second factor in this browser, or `null`. In a browser session only, not with an access token.
       * @throws `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`
       */
      query(input?: undefined, options?: CallOptions): Promise<PendingSignIn | null>;
    };
    readonly completeSignIn: {
      /**
       * Gives the second factor: finishes the sign-in that waits in this browser, or makes its session fresh. It works once, and five answers may be wrong. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `ACCOUNT_SUSPENDED`, `SIGN_IN_EXPIRED`, `SECOND_FACTOR_INVALID`, `PASSKEY_INVALID`, `PASSKEY_UNKNOWN`, `PASSKEY_OTHER_HOST`, `RATE_LIMITED`, `SessionRequired`, `ADMISSION_REFUSED`, `ADMISSION_UNKNOWN`
       */
      mutate(input: {
        /** The code that the authenticator app shows now. */
        code: string;
        /** Whether this browser is not asked for the second factor for 30 days. */
        trustBrowser?: boolean | undefined;
      } | {
        /** One of the recovery codes. */
        recoveryCode: string;
        /** Whether this browser is not asked for the second factor for 30 days. */
        trustBrowser?: boolean | undefined;
      } | {
        /** What the browser answered to `session.beginPasskey`. */
        passkey: PasskeyAuthenticationInput;
        /** Whether this browser is not asked for the second factor for 30 days. */
        trustBrowser?: boolean | undefined;
      }, options?: CallOptions): Promise<CompletedSignIn | {
        /** The session is fresh: the person verified who they are. */
        status: 'fresh';
        /** When the person verified who they are. */
        authenticatedAt: string;
        /** Where to go after a verification at a provider. */
        callbackUrl: string;
      }>;
    };
    readonly endImpersonation: {
      /**
       * Ends acting as another person. Answers the own session of the administrator, which this browser has again, or `null` when that was ended, too. In any other session it changes nothing. In a browser session only, not with an access token.
       * @throws `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`
       */
      mutate(input?: undefined, options?: CallOptions): Promise<Session | null>;
    };
    readonly reauthenticate: {
      /**
       * Makes this session fresh, which sensitive procedures need. The person verifies who they are by password, by a passkey, by a connected identity provider, or in two steps by a code: `email` or `phone` sends it, `code` gives it back. The newest code counts. A person with a second factor then gives it to `session.completeSignIn`. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `NOT_FOUND`, `RATE_LIMITED`, `EmailSignin`, `PHONE_SEND_FAILED`, `CODE_INVALID`, `CODE_DEAD`, `PASSWORD_WRONG`, `SIGN_IN_EXPIRED`, `PASSKEY_INVALID`, `PASSKEY_UNKNOWN`, `PASSKEY_OTHER_HOST`, `Signin`, `OAuthSignin`, `Configuration`
       */
      mutate(input: {
        /** Sends a code to the email address of this person. */
        method: 'email';
      } | {
        /** Sends a code to the verified phone number of this person. */
        method: 'phone';
      } | {
        /** Gives back the newest code that was sent. */
        method: 'code';
        /** The code. */
        code: string;
      } | {
        /** Verifies by password. */
        method: 'password';
        /** The password. */
        password: string;
      } | {
        /** Verifies by a connected identity provider. */
        method: 'provider';
        /** The id of the identity provider. */
        provider: string;
        /** Where the person returns to: a path of this site, or a URL at the origin of `APP_URL`. */
        callbackUrl?: string | undefined;
      } | {
        /** Verifies by a passkey. */
        method: 'passkey';
        /** What the browser answered to `session.beginPasskey` with the purpose `verify`. */
        passkey: PasskeyAuthenticationInput;
      }, options?: CallOptions): Promise<{
        /** A mail with a code was sent. */
        status: 'code-sent';
        /** The address that gets the mail. */
        email: string;
        /** Seconds to wait before asking again. */
        resendAfter: number;
      } | {
        /** A text message with a code was sent. */
        status: 'text-sent';
        /** The number as people write it. */
        phone: string;
        /** Seconds to wait before asking again. */
        resendAfter: number;
      } | {
        /** The person goes to the identity provider and comes back. */
        status: 'navigate';
        /** The address to navigate to. */
        url: string;
      } | {
        /** The first factor is right. `session.completeSignIn` makes the session fresh. */
        status: 'second-factor';
      } | {
        /** The session is fresh. */
        status: 'fresh';
        /** When the person verified who they are. */
        authenticatedAt: string;
      }>;
    };
    readonly signOut: {
      /**
       * Ends this session. Without a session it does nothing. In a browser session only, not with an access token.
       * @throws `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`
       */
      mutate(input?: undefined, options?: CallOptions): Promise<{
        /** Always `true`. */
        signedOut: true;
      }>;
    };
  };
  readonly providers: {
    readonly list: {
      /**
       * Lists the identity providers that are offered, in the order in which they are shown. To an access token without `accounts:read` none of them is linked. Anyone may call it.
       * @throws `ACCESS_TOKEN_INVALID`
       */
      query(input?: undefined, options?: CallOptions): Promise<IdentityProvider[]>;
    };
    readonly discover: {
      /**
       * Finds the identity provider for an email address by its domain, or `null`. Where the settings allow it, Foyer asks the domain by WebFinger. Anyone may call it.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `RATE_LIMITED`
       */
      query(input: {
        /** The email address. */
        email: string;
      }, options?: CallOptions): Promise<{
        /** The id of the identity provider. */
        id: string;
        /** Its name for a button: the configured name, or the domain of the address where the domain named the provider. */
        name: string;
        /** Its logo for a button, or `null` where Foyer has none or the domain named the provider. */
        mark: ProviderMark | null;
        /** The sign-in action of Auth.js for this provider. It takes a form post with the CSRF token. */
        signInUrl: string;
      } | null>;
    };
  };
  readonly accounts: {
    readonly list: {
      /**
       * Lists the connections of this person to identity providers. With an access token: scope `accounts:read`.
       * @throws `ACCESS_TOKEN_INVALID`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SCOPE_MISSING`
       */
      query(input?: undefined, options?: CallOptions): Promise<AccountList>;
    };
    readonly link: {
      /**
       * Starts to connect an identity provider. Answers the address to navigate to. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `Signin`, `OAuthSignin`, `Configuration`
       */
      mutate(input: {
        /** The id of the identity provider. */
        provider: string;
        /** Where the person returns to: a path of this site, or a URL at the origin of `APP_URL`. */
        callbackUrl?: string | undefined;
      }, options?: CallOptions): Promise<Navigation>;
    };
    readonly unlink: {
      /**
       * Disconnects an account, but never the last sign-in method. Returns the accounts that stay. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `LAST_SIGN_IN_METHOD`, `NOT_FOUND`
       */
      mutate(input: {
        /** The id of the identity provider. */
        provider: string;
        /** The account at the identity provider. */
        providerAccountId: string;
      }, options?: CallOptions): Promise<AccountList>;
    };
    readonly inspect: {
      /**
       * Asks the identity provider whether the grant of a connection is still valid. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `SessionRequired`, `IMPERSONATION_REFUSED`, `ACCESS_TOKEN_REFUSED`, `NOT_FOUND`, `RATE_LIMITED`
       */
      mutate(input: {
        /** The id of the identity provider. */
        provider: string;
        /** The account at the identity provider. */
        providerAccountId: string;
      }, options?: CallOptions): Promise<{
        /** What the identity provider says of the grant. `unknown`: there is no token to ask with, or it did not answer. */
        status: 'connected' | 'ended' | 'unknown';
      }>;
    };
    readonly pendingLink: {
      /**
       * The provider account that waits in this browser until its person has shown who they are, or `null`. In a browser session only, not with an access token.
       * @throws `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`
       */
      query(input?: undefined, options?: CallOptions): Promise<PendingLink | null>;
    };
    readonly resumeLink: {
      /**
       * Connects the waiting provider account to the person who is signed in, who was shown it and agrees. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `LINK_EXPIRED`, `LINK_CHANGED`, `OAuthAccountNotLinked`, `ACCOUNT_BELONGS_TO_OTHER`, `NOT_FOUND`
       */
      mutate(input: LinkConsentInput, options?: CallOptions): Promise<{
        /** `already-linked`: the account was connected before. */
        outcome: 'linked' | 'already-linked';
        /** Where the person wanted to go: a path of this site, or a URL at the origin of `APP_URL`. */
        callbackUrl: string;
      }>;
    };
    readonly denyLink: {
      /**
       * Drops the waiting provider account without connecting it, and revokes the tokens of the provider. It needs no session. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `LINK_EXPIRED`, `LINK_CHANGED`
       */
      mutate(input: LinkConsentInput, options?: CallOptions): Promise<{
        /** Always `true`. */
        denied: true;
        /** Where the person wanted to go: a path of this site, or a URL at the origin of `APP_URL`. */
        callbackUrl: string;
      }>;
    };
  };
  readonly email: {
    readonly get: {
      /**
       * The email address of this person, and the new one that waits for its confirmation. With an access token: scope `email:read`.
       * @throws `ACCESS_TOKEN_INVALID`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SCOPE_MISSING`
       */
      query(input?: undefined, options?: CallOptions): Promise<EmailStatus>;
    };
    readonly change: {
      /**
       * Sends a mail with a link and a code to a new address. The answer is the same for an address of somebody else. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `RATE_LIMITED`, `EmailSignin`
       */
      mutate(input: {
        /** The new address. */
        email: string;
      }, options?: CallOptions): Promise<{
        /** The new address. */
        email: string;
        /** When the link and the code expire. */
        expires: string;
        /** Seconds to wait before asking again. */
        resendAfter: number;
      }>;
    };
    readonly confirm: {
      /**
       * Confirms the new address with the token of the link in the mail. The former address gets a link that undoes the change. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `EMAIL_LINK_INVALID`, `EMAIL_TAKEN`
       */
      mutate(input: {
        /** The token of the link in the mail. */
        token: string;
      }, options?: CallOptions): Promise<EmailStatus>;
    };
    readonly confirmWithCode: {
      /**
       * Confirms the new address with the code of the mail. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `CODE_INVALID`, `CODE_DEAD`, `CODE_OTHER_BROWSER`, `EMAIL_TAKEN`
       */
      mutate(input: {
        /** The code of the mail. */
        code: string;
      }, options?: CallOptions): Promise<EmailStatus>;
    };
    readonly cancel: {
      /**
       * Drops the new address that waits. Its link and its code stop working. In a browser session only, not with an access token.
       * @throws `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`
       */
      mutate(input?: undefined, options?: CallOptions): Promise<EmailStatus>;
    };
    readonly undo: {
      /**
       * Restores a former address with the token of the link that was sent to it, and signs out everywhere. It signs nobody in. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `ACCOUNT_SUSPENDED`, `EMAIL_UNDO_INVALID`, `EMAIL_TAKEN`
       */
      mutate(input: {
        /** The token of the link in the mail. */
        token: string;
      }, options?: CallOptions): Promise<{
        /** The address that is restored. */
        email: string;
      }>;
    };
  };
  readonly password: {
    readonly signUp: {
      /**
       * Sends a mail with a link and a code. `session.confirmLink` or `session.signInWithCode` finishes the sign-up. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `AccessDenied`, `RATE_LIMITED`, `PROOF_OF_WORK_REQUIRED`, `EmailSignin`
       */
      mutate(input: {
        /** The email address. */
        email: string;
        /** The new password. */
        password: string;
        /** The name of the person. They may add it later. */
        name?: string | undefined;
        /** Where the person returns to: a path of this site, or a URL at the origin of `APP_URL`. */
        callbackUrl?: string | undefined;
      }, options?: CallOptions): Promise<SentLink>;
    };
    readonly signIn: {
      /**
       * Signs in with email address and password. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `ACCOUNT_SUSPENDED`, `CredentialsSignin`, `AccessDenied`, `ADMISSION_REFUSED`, `ADMISSION_UNKNOWN`, `RATE_LIMITED`, `PROOF_OF_WORK_REQUIRED`
       */
      mutate(input: {
        /** The email address. */
        email: string;
        /** The password. */
        password: string;
        /** Where the person returns to: a path of this site, or a URL at the origin of `APP_URL`. */
        callbackUrl?: string | undefined;
      }, options?: CallOptions): Promise<SignInResult>;
    };
    readonly get: {
      /**
       * Whether this person has a password, and what they can do with it. With an access token: scope `accounts:read`.
       * @throws `ACCESS_TOKEN_INVALID`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SCOPE_MISSING`
       */
      query(input?: undefined, options?: CallOptions): Promise<PasswordStatus>;
    };
    readonly set: {
      /**
       * Sets the first password. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `PASSWORD_EXISTS`, `ADDRESS_REQUIRED`
       */
      mutate(input: {
        /** The new password. */
        password: string;
      }, options?: CallOptions): Promise<PasswordStatus>;
    };
    readonly change: {
      /**
       * Changes the password, signs out every other device and gives this browser a new session. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `NOT_FOUND`, `PASSWORD_WRONG`, `RATE_LIMITED`
       */
      mutate(input: {
        /** The password until now. */
        current: string;
        /** The new password. */
        password: string;
      }, options?: CallOptions): Promise<PasswordStatus>;
    };
    readonly remove: {
      /**
       * Removes the password, but never the last sign-in method. In a browser session only, not with an access token.
       * @throws `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `LAST_SIGN_IN_METHOD`, `NOT_FOUND`
       */
      mutate(input?: undefined, options?: CallOptions): Promise<PasswordStatus>;
    };
    readonly requestReset: {
      /**
       * Sends a mail with a link to choose a new password. The answer is the same for known and unknown addresses. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `AccessDenied`, `RATE_LIMITED`, `PROOF_OF_WORK_REQUIRED`, `EmailSignin`
       */
      mutate(input: {
        /** The email address. */
        email: string;
      }, options?: CallOptions): Promise<{
        /** The address that gets the mail. */
        email: string;
        /** Seconds to wait before asking again. */
        resendAfter: number;
      }>;
    };
    readonly reset: {
      /**
       * Sets a new password with the token of the reset mail, and ends all sessions. It does not sign in. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `ACCOUNT_SUSPENDED`, `AccessDenied`, `RESET_LINK_INVALID`
       */
      mutate(input: {
        /** The email address. */
        email: string;
        /** The token of the link in the mail. */
        token: string;
        /** The new password. */
        password: string;
      }, options?: CallOptions): Promise<{
        /** The address to sign in with. */
        email: string;
      }>;
    };
  };
  readonly passkeys: {
    readonly list: {
      /**
       * The passkeys of this person. In a browser session only, not with an access token.
       * @throws `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`
       */
      query(input?: undefined, options?: CallOptions): Promise<PasskeyList>;
    };
    readonly begin: {
      /**
       * Makes a challenge for a new passkey. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `TOO_MANY_PASSKEYS`, `RATE_LIMITED`
       */
      mutate(input: void | {
        /** Whether the browser creates it without asking, after a sign-in by password (`mediation: conditional`). Presence and verification of the person are then not asked for. */
        conditional?: boolean | undefined;
      }, options?: CallOptions): Promise<{
        /** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
        options: PasskeyCreationOptions;
      }>;
    };
    readonly finish: {
      /**
       * Stores the new passkey. It is a sign-in method from now on. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `PASSKEY_INVALID`, `PASSKEY_EXISTS`, `TOO_MANY_PASSKEYS`
       */
      mutate(input: {
        /** What the browser answered. */
        credential: PasskeyRegistrationInput;
        /** Without it, the name of the authenticator or of the device. */
        name?: string | undefined;
      }, options?: CallOptions): Promise<PasskeyList>;
    };
    readonly rename: {
      /**
       * Renames a passkey. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `NOT_FOUND`
       */
      mutate(input: {
        /** The id of the passkey. */
        id: string;
        /** The new name. */
        name: string;
      }, options?: CallOptions): Promise<PasskeyList>;
    };
    readonly remove: {
      /**
       * Removes a passkey, but never the last sign-in method. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `NOT_FOUND`, `LAST_SIGN_IN_METHOD`, `LAST_SECOND_FACTOR`
       */
      mutate(input: {
        /** The id of the passkey. */
        id: string;
      }, options?: CallOptions): Promise<PasskeyList>;
    };
  };
  readonly secondFactor: {
    readonly get: {
      /**
       * The state of two-step verification: authenticator apps, recovery codes, trusted browsers. In a browser session only, not with an access token.
       * @throws `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`
       */
      query(input?: undefined, options?: CallOptions): Promise<SecondFactorStatus>;
    };
    readonly beginTotp: {
      /**
       * Makes the secret of a new authenticator app. It does not count before `secondFactor.confirmTotp`. In a browser session only, not with an access token.
       * @throws `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `SECOND_FACTOR_OFF`, `TOO_MANY_AUTHENTICATOR_APPS`
       */
      mutate(input?: undefined, options?: CallOptions): Promise<{
        /** Send it back to `secondFactor.confirmTotp`. It is sealed, and valid for 15 minutes in this session. */
        enrolment: string;
        /** The secret to type into an authenticator app: Base32 (RFC 4648). */
        secret: string;
        /** The same as an `otpauth:` address, for a QR code that the page draws. */
        uri: string;
      }>;
    };
    readonly confirmTotp: {
      /**
       * Adds the authenticator app after its first code. The first one turns two-step verification on, and answers recovery codes. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `TOTP_ENROLMENT_EXPIRED`, `TOTP_CODE_WRONG`, `TOO_MANY_AUTHENTICATOR_APPS`, `SECOND_FACTOR_OFF`, `RATE_LIMITED`
       */
      mutate(input: {
        /** From `secondFactor.beginTotp`. */
        enrolment: string;
        /** The code that the authenticator app shows now. */
        code: string;
        /** A name for the authenticator app. */
        name?: string | undefined;
      }, options?: CallOptions): Promise<{
        /** The state after it. */
        status: SecondFactorStatus;
        /** Ten codes, which are shown only now; `null` when the person has some already. */
        recoveryCodes: string[] | null;
      }>;
    };
    readonly renameTotp: {
      /**
       * Renames an authenticator app. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `NOT_FOUND`
       */
      mutate(input: {
        /** The id of the authenticator app. */
        id: string;
        /** The new name. */
        name: string;
      }, options?: CallOptions): Promise<SecondFactorStatus>;
    };
    readonly removeTotp: {
      /**
       * Removes an authenticator app. Without any, two-step verification is off. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SECOND_FACTOR_REQUIRED`, `NOT_FOUND`, `LAST_SECOND_FACTOR`
       */
      mutate(input: {
        /** The id of the authenticator app. */
        id: string;
      }, options?: CallOptions): Promise<SecondFactorStatus>;
    };
    readonly createRecoveryCodes: {
      /**
       * Makes ten new recovery codes. The old ones no longer work. In a browser session only, not with an access token.
       * @throws `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SECOND_FACTOR_REQUIRED`, `NOT_FOUND`
       */
      mutate(input?: undefined, options?: CallOptions): Promise<{
        /** The state after it. */
        status: SecondFactorStatus;
        /** Ten codes. They are shown only now. */
        recoveryCodes: string[];
      }>;
    };
    readonly endTrust: {
      /**
       * Ends the trust in a browser: its next sign-in asks for the second factor. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `NOT_FOUND`
       */
      mutate(input: {
        /** The id of the trusted browser. */
        id: string;
      }, options?: CallOptions): Promise<SecondFactorStatus>;
    };
    readonly stopRemoval: {
      /**
       * Stops the operator’s removal of the second factors with the token of the link in its mail. It signs nobody in. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `REMOVAL_LINK_INVALID`
       */
      mutate(input: {
        /** The token of the link in the mail. */
        token: string;
      }, options?: CallOptions): Promise<{
        /** Always `true`. */
        stopped: true;
      }>;
    };
    readonly cancelRemoval: {
      /**
       * Stops the operator’s removal of this person’s second factors. In a browser session only, not with an access token.
       * @throws `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `NOT_FOUND`
       */
      mutate(input?: undefined, options?: CallOptions): Promise<SecondFactorStatus>;
    };
    readonly removeNow: {
      /**
       * Carries out the operator’s removal of this person’s second factors at once: with a passkey or a recovery code, nobody has to wait. In a browser session only, not with an access token.
       * @throws `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SECOND_FACTOR_REQUIRED`, `NOT_FOUND`
       */
      mutate(input?: undefined, options?: CallOptions): Promise<SecondFactorStatus>;
    };
  };
  readonly phone: {
    readonly get: {
      /**
       * The verified phone number, and the one that waits for its code. With an access token: scope `phone:read`.
       * @throws `ACCESS_TOKEN_INVALID`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SCOPE_MISSING`
       */
      query(input?: undefined, options?: CallOptions): Promise<PhoneStatus>;
    };
    readonly set: {
      /**
       * Sends a code to a phone number. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `PHONE_TOO_SHORT`, `PHONE_TOO_LONG`, `PHONE_NOT_A_NUMBER`, `PHONE_INVALID_COUNTRY`, `PHONE_NOT_ALLOWED`, `RATE_LIMITED`, `PHONE_SEND_FAILED`
       */
      mutate(input: PhoneNumberInput, options?: CallOptions): Promise<{
        /** The number in E.164. */
        e164: string;
        /** The number as people write it. */
        international: string;
        /** Seconds to wait before asking again. */
        resendAfter: number;
      }>;
    };
    readonly verify: {
      /**
       * Verifies the phone number with the code of the text message. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `CODE_INVALID`, `CODE_DEAD`, `CODE_OTHER_BROWSER`
       */
      mutate(input: {
        /** The code of the text message. */
        code: string;
      }, options?: CallOptions): Promise<PhoneStatus>;
    };
    readonly remove: {
      /**
       * Removes the phone number, but never the last sign-in method. In a browser session only, not with an access token.
       * @throws `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `LAST_SIGN_IN_METHOD`, `NOT_FOUND`
       */
      mutate(input?: undefined, options?: CallOptions): Promise<PhoneStatus>;
    };
  };
  readonly profile: {
    readonly get: {
      /**
       * The name, picture, language and address of this person. With an access token: scope `profile:read`.
       * @throws `ACCESS_TOKEN_INVALID`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SCOPE_MISSING`
       */
      query(input?: undefined, options?: CallOptions): Promise<Profile>;
    };
    readonly fields: {
      /**
       * The own fields of the application that this person may read, as `foyer.config.ts` declares them. With an access token: scope `profile:read`.
       * @throws `ACCESS_TOKEN_INVALID`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SCOPE_MISSING`
       */
      query(input?: undefined, options?: CallOptions): Promise<OwnField[]>;
    };
    readonly update: {
      /**
       * Changes the given fields. A field that is left out stays as it is, and `null` clears it. With an access token: scope `profile:write`.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SCOPE_MISSING`, `NOT_FOUND`, `RATE_LIMITED`, `PICTURE_NOT_FETCHED`
       */
      mutate(input: {
        /** The new name; `null` removes it. */
        name?: string | null | undefined;
        /** The connected account whose picture is shown; `null` removes the picture. `profile.uploadPicture` takes a file. */
        image?: {
          /** The id of the identity provider. */
          provider: string;
          /** The account at the identity provider. */
          providerAccountId: string;
        } | null | undefined;
        /** The language of pages and mails. */
        locale?: 'en' | 'de' | 'ar' | undefined;
      }, options?: CallOptions): Promise<Profile>;
    };
    readonly setData: {
      /**
       * Changes own fields of the application. A field that is left out stays as it is, and `null` removes its value. With an access token: scope `profile:write`.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SCOPE_MISSING`, `RATE_LIMITED`
       */
      mutate(input: {
        /** The fields to change. `null` removes a value. The others stay. */
        data: ProfileDataChanges;
      }, options?: CallOptions): Promise<Profile>;
    };
    readonly uploadPicture: {
      /**
       * Sets the picture of this person. The body is the file itself, a PNG, JPEG or WebP. Foyer cuts a square out of its middle. With an access token: scope `profile:write`.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SCOPE_MISSING`, `RATE_LIMITED`, `PICTURE_TOO_LARGE`, `PICTURE_UNSUPPORTED`, `PICTURE_UNREADABLE`, `NOT_FOUND`
       */
      mutate(input: Blob | Uint8Array, options?: CallOptions): Promise<Profile>;
    };
  };
  readonly accessTokens: {
    readonly list: {
      /**
       * Lists the access tokens of this person, newest first, also those that expired within the last month. It never answers a token itself. With an access token: scope `tokens:read`.
       * @throws `ACCESS_TOKEN_INVALID`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SCOPE_MISSING`
       */
      query(input?: undefined, options?: CallOptions): Promise<AccessToken[]>;
    };
    readonly ownScopes: {
      /**
       * Lists the scopes of the application that an access token may have beside those of Foyer, as `foyer.config.ts` declares them. In a browser session only, not with an access token.
       * @throws `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`
       */
      query(input?: undefined, options?: CallOptions): Promise<{
        /** The scope: `orders:write`. */
        name: string;
        /** What the token may do, by language. */
        label: Record<string, string>;
        /** One sentence more, by language; `null` without one. */
        description: Record<string, string> | null;
      }[]>;
    };
    readonly create: {
      /**
       * Creates an access token. This answer is the only one that has the token itself. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `RATE_LIMITED`, `TOO_MANY_ACCESS_TOKENS`
       */
      mutate(input: {
        /** A name by which its owner will know it. */
        name: string;
        /** What the token may do: at least one scope, each once. */
        scopes: Scope[];
        /** When it expires: a year from now at most. */
        expires: string;
      }, options?: CallOptions): Promise<NewAccessToken>;
    };
    readonly current: {
      /**
       * Returns the scopes, the expiry and the user of the access token of this call. Anyone may call it.
       * @throws `ACCESS_TOKEN_INVALID`
       */
      query(input?: undefined, options?: CallOptions): Promise<{
        /** The id of the access token. It gives no access. */
        id: string;
        /** The name that its owner gave it. */
        name: string;
        /** How the token begins and ends, to tell one from another: `foyer_pat_…4fQz`. */
        hint: string;
        /** What the token may do. A scope that is no longer declared is left out: it allows nothing. */
        scopes: Scope[];
        /** When it was created. */
        createdAt: string;
        /** When it expires. */
        expires: string;
        /** Whether it has expired. */
        expired: boolean;
        /** Its last use, to within a few minutes; `null` before the first. */
        lastUsed: {
          /** When it was used. */
          at: string;
          /** The IP address that used it; `null` where it is not known. */
          ip: string | null;
          /** The program that used it. */
          device: Device;
        } | null;
        /** The id of the user who owns the token. */
        userId: string;
      }>;
    };
    readonly revokeCurrent: {
      /**
       * Revokes the access token that makes this call. This is how a script signs out. Anyone may call it.
       * @throws `ACCESS_TOKEN_INVALID`, `NOT_FOUND`
       */
      mutate(input?: undefined, options?: CallOptions): Promise<RevokedAccessToken>;
    };
    readonly revoke: {
      /**
       * Revokes an access token at once. It needs no fresh session, so that a token which leaked can be revoked without delay. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `SessionRequired`, `IMPERSONATION_REFUSED`, `ACCESS_TOKEN_REFUSED`, `NOT_FOUND`
       */
      mutate(input: {
        /** The id of the access token. */
        id: string;
      }, options?: CallOptions): Promise<RevokedAccessToken>;
    };
  };
  readonly device: {
    readonly inspect: {
      /**
       * Returns the device request for a user code: app name and whether it is verified, network address and scopes. A session may send few wrong codes. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `USER_CODE_INVALID`, `RATE_LIMITED`
       */
      mutate(input: UserCodeInput, options?: CallOptions): Promise<{
        /** The code that the device shows. */
        userCode: string;
        /** The app name that the device sent, which is not verified; that of `app`, where there is one. */
        clientName: string;
        /** The declared app that signs in; `null` for a program that gets an access token. */
        app: {
          /** The id of the OAuth client. */
          id: string;
          /** The name of the app. It is verified: the application declares it. */
          name: string;
        } | null;
        /** What the program may do. A declared app may also have scopes of OpenID Connect, such as `profile`. */
        scopes: Scope[];
        /** The IP address from which it asked. */
        ip: string | null;
        /** Whether this browser has the same IP address. */
        sameAddress: boolean;
        /** The device, as its program describes itself. */
        device: Device;
        /** When it asked. */
        createdAt: string;
        /** When its code expires. */
        expires: string;
        /** For how many days it has access at most. */
        tokenDays: number;
      }>;
    };
    readonly approve: {
      /**
       * Approves the device that waits under this code. It gets an access token of this person for 90 days; a declared app gets a session. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `USER_CODE_INVALID`, `RATE_LIMITED`, `TOO_MANY_ACCESS_TOKENS`
       */
      mutate(input: UserCodeInput, options?: CallOptions): Promise<DeviceDecision>;
    };
    readonly deny: {
      /**
       * Denies the device that waits under this code. It needs no fresh session. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `USER_CODE_INVALID`, `RATE_LIMITED`
       */
      mutate(input: UserCodeInput, options?: CallOptions): Promise<DeviceDecision>;
    };
  };
  readonly authorizations: {
    readonly inspect: {
      /**
       * Returns which app asks to sign this person in, and what it may know and do. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `OAUTH_CLIENT_UNKNOWN`, `OAUTH_REDIRECT_UNKNOWN`
       */
      query(input: AuthorizationInput, options?: CallOptions): Promise<{
        /** The person has to continue or cancel on the page `/continue`. */
        next: 'confirm';
        /** The app that asks. */
        app: {
          /** The id of the OAuth client. */
          id: string;
          /** The name of the app. */
          name: string;
        };
        /** Where the answer goes. */
        leadsTo: {
          /** A program that listens on this device, or one that has registered a scheme for itself (RFC 8252). */
          kind: 'loopback' | 'scheme';
          /** The IP address and the port, or the scheme: `127.0.0.1:51004`, `com.example.notes`. */
          address: string;
        };
        /** What the app may know and do: scopes of OpenID Connect, and of the application. */
        scopes: string[];
      } | {
        /** Nothing to confirm. `/oauth/authorize` says what comes next, such as a new sign-in, or an answer to the app. */
        next: 'authorize';
      }>;
    };
    readonly approve: {
      /**
       * Signs this person in to the app: returns the address of the app with an authorization code. It checks the request and the session again. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `OAUTH_CLIENT_UNKNOWN`, `OAUTH_REDIRECT_UNKNOWN`, `RATE_LIMITED`
       */
      mutate(input: AuthorizationInput, options?: CallOptions): Promise<AuthorizationDecision>;
    };
    readonly deny: {
      /**
       * Returns the address of the app that tells it that the person cancelled. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `OAUTH_CLIENT_UNKNOWN`, `OAUTH_REDIRECT_UNKNOWN`
       */
      mutate(input: AuthorizationInput, options?: CallOptions): Promise<AuthorizationDecision>;
    };
  };
  readonly activity: {
    readonly list: {
      /**
       * Lists what happened to this account, newest first. With an access token: scope `activity:read`.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SCOPE_MISSING`
       */
      query(input: void | {
        /** `nextCursor` of the page before. */
        cursor?: string | undefined;
        /** How many events the page has at most. */
        limit?: number | undefined;
        /** Lists only events of these kinds. */
        kinds?: ('sign-in' | 'client-sign-in' | 'sign-in-failed' | 'first-factor-passed' | 'sign-out'
          | 're-authentication' | 're-authentication-failed' | 'account-linked' | 'account-unlinked'
          | 'password-set' | 'password-changed' | 'password-reset' | 'password-removed' | 'passkey-added'
          | 'passkey-removed' | 'authenticator-app-added' | 'authenticator-app-removed'
          | 'recovery-codes-created' | 'recovery-code-used' | 'second-factor-removal-requested'
          | 'second-factor-removal-stopped' | 'second-factor-removed' | 'unverified-methods-removed'
          | 'security-review-due' | 'security-review-finished' | 'email-change-requested' | 'email-added'
          | 'email-changed' | 'email-change-undone' | 'phone-verified' | 'phone-removed' | 'phone-taken'
          | 'session-revoked' | 'sessions-revoked' | 'browser-trusted' | 'browser-trust-ended'
          | 'client-token-reused' | 'access-token-created' | 'access-token-revoked' | 'data-exported'
          | 'account-deleted' | 'account-created' | 'account-suspended' | 'account-resumed' | 'roles-changed'
          | 'profile-changed-by-administrator' | 'sessions-ended-by-administrator' | 'impersonation-started'
          | 'impersonation-ended')[] | undefined;
      }, options?: CallOptions): Promise<ActivityPage>;
    };
  };
  readonly securityReview: {
    readonly get: {
      /**
       * After a reset of the password: what was added to the account in the 30 days before it, or later. For an account that an import or a service key set up, in a session that began with a mail: everything. Or that the password is known from a data breach. `null` when there is nothing to review. In a browser session only, not with an access token.
       * @throws `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`
       */
      query(input?: undefined, options?: CallOptions): Promise<SecurityReview | null>;
    };
    readonly finish: {
      /**
       * Finishes the security review. The remaining additions stay. `SECURITY_REVIEW_CHANGED` when the list has changed since it was answered. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `OTHER_SIGN_IN_REQUIRED`, `SECURITY_REVIEW_CHANGED`
       */
      mutate(input: {
        /** `listed` of the `securityReview.get` whose list the person has seen. */
        listed: string;
      }, options?: CallOptions): Promise<{
        /** Always `true`. */
        finished: true;
      }>;
    };
  };
  readonly data: {
    readonly export: {
      /**
       * Exports everything that is stored about this person, as one object. In a browser session only, not with an access token.
       * @throws `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `RATE_LIMITED`
       */
      mutate(input?: undefined, options?: CallOptions): Promise<{
        /** The name of this format. */
        format: 'foyer-data-export';
        /** The version of this format. */
        version: 1;
        /** The address of this site: its origin and its base path. */
        site: string;
        /** When it was exported. */
        exportedAt: string;
        /** The person. */
        profile: {
          /** The id of the user. */
          id: string;
          /** The name of the person. */
          name: string | null;
          /** The language of pages and mails. */
          language: string;
          /** The connected account whose picture is shown; `null` for an uploaded picture or none. */
          pictureFrom: {
            /** The connected account. */
            connection: string;
            /** The address of the picture at the identity provider. */
            address: string;
          } | null;
          /** The id that a former system gave, or `null`. */
          externalId: string | null;
          /** The roles of the person. */
          roles: Role[];
          /** The own fields of the application, as they are stored. */
          data: Record<string, unknown>;
          /** The suspension of the account, or `null`. */
          suspension: Suspension | null;
          /** When the person last signed in, as far as it is recorded. */
          lastSignInAt: string | null;
          /** When the person last used a session, within the hour, as far as it is recorded. */
          lastActiveAt: string | null;
          /** When an import or an application last set the account up, unless the person has confirmed it. */
          vouchedAt: string | null;
          /** When the account was created. */
          createdAt: string;
          /** When it last changed. */
          updatedAt: string;
        };
        /** The pictures that are stored. */
        pictures: {
          /** The connected account that the picture comes from, or `upload`. */
          source: string;
          /** Whether it is the picture that is shown. */
          shown: boolean;
          /** The media type. */
          type: 'image/webp';
          /** The picture itself. */
          base64: string;
          /** When it was stored. */
          createdAt: string;
        }[];
        /** The email address; `null` without one. */
        email: {
          /** The email address. */
          address: string | null;
          /** When the person proved that it is theirs. */
          verifiedAt: string | null;
          /** The new address of a change that is not confirmed yet. */
          wanted: {
            /** The new address. */
            address: string;
            /** How many wrong codes were entered. */
            wrongTries: number;
            /** When the change expires. */
            expires: string;
          } | null;
          /** Former addresses, which can be restored until they expire. */
          former: {
            /** The former address. */
            address: string;
            /** When it was changed. */
            changedAt: string;
            /** Until when it can be restored. */
            expires: string;
          }[];
        } | null;
        /** The password; `null` without one. */
        password: {
          /** When the password was set or changed. The password itself is stored as a hash and is not exported. */
          changedAt: string;
          /** When a sign-in found it in a list of breached passwords; `null` otherwise. */
          breachedAt: string | null;
        } | null;
        /** The verified phone number; `null` without one. */
        phone: {
          /** The number in E.164. */
          e164: string;
          /** When it was verified. */
          verifiedAt: string;
        } | null;
        /** The passkeys. */
        passkeys: {
          /** The id of the credential. Its key is not exported. */
          id: string;
          /** The name that the person chose, or that of the authenticator. */
          name: string;
          /** The host to which it belongs. */
          host: string;
          /** The AAGUID of the authenticator; all zero when it does not say. */
          model: string;
          /** Whether it may be on several devices. */
          synced: boolean;
          /** How the browser reaches it. */
          transports: string[];
          /** The signature counter of its last use. */
          counter: number;
          /** When it was created. */
          createdAt: string;
          /** When it was last used. */
          lastUsedAt: string | null;
        }[];
        /** The random handle under which authenticators keep the passkeys; `null` before the first one. */
        passkeyHandle: string | null;
        /** The authenticator apps. */
        authenticatorApps: {
          /** The id of the authenticator app. Its secret is not exported. */
          id: string;
          /** The name that the person gave it. */
          name: string;
          /** How far its clock is ahead of ours. */
          clockDriftSeconds: number;
          /** When it was set up. */
          createdAt: string;
          /** When it was last used. */
          lastUsedAt: string | null;
        }[];
        /** The recovery codes; `null` without any. */
        recoveryCodes: {
          /** How many are not used yet. The codes themselves are stored as hashes and are not exported. */
          left: number;
          /** When they were created. */
          createdAt: string;
        } | null;
        /** The browsers that are not asked for the second factor. */
        trustedBrowsers: {
          /** The id of the trusted browser. */
          id: string;
          /** What the browser called itself. */
          userAgent: string | null;
          /** When the person chose not to be asked there. */
          createdAt: string;
          /** When it is asked again. */
          expires: string;
        }[];
        /** A removal of the second factors by the operator, which waits; otherwise `null`. */
        secondFactorRemoval: {
          /** The reason that the operator gave. */
          reason: string;
          /** When the operator asked for it. */
          requestedAt: string;
          /** When the second factors are removed. */
          runsAt: string;
        } | null;
        /** Sign-ins and verifications that wait for the second factor, or have just expired. */
        pendingSignIns: {
          /** Whether it becomes a session, or verifies the person in a session. */
          purpose: 'sign-in' | 'verify';
          /** The session that is verified; `null` for a sign-in. */
          sessionId: string | null;
          /** How the person proved who they are, oldest first. */
          proofs: Proof[];
          /** What the identity provider said, when the sign-in was by one. */
          connection: {
            /** The id of the identity provider. */
            provider: string;
            /** The account at the identity provider. */
            providerAccountId: string;
            /** The address or name of the person there. */
            label: string | null;
            /** The address of their picture there. */
            image: string | null;
            /** Whether tokens of the identity provider are stored. They are not exported. */
            holdsTokens: boolean;
          } | null;
          /** How many wrong answers were given. */
          wrongTries: number;
          /** The IP address that passed the first step. */
          ip: string | null;
          /** What the browser called itself. */
          userAgent: string | null;
          /** When the first step was passed. */
          createdAt: string;
          /** When it expires. */
          expires: string;
        }[];
        /** Challenges for passkeys that were made for the person and not used yet. */
        passkeyChallenges: {
          /** `create`, `verify` or `second-factor`. */
          purpose: string;
          /** The host to which the passkey belongs. */
          host: string;
          /** The session in which it was asked for. */
          sessionId: string | null;
          /** When it expires. */
          expires: string;
        }[];
        /** What is to be reviewed after a reset of the password; `null` when there is nothing. */
        securityReview: {
          /** What was added from then on is to be reviewed. */
          since: string;
          /** When a mail listed it; `null` before. */
          toldAt: string | null;
        } | null;
        /** The accounts at identity providers that are connected. */
        connectedAccounts: {
          /** The id of the identity provider. */
          provider: string;
          /** The account at the identity provider. */
          providerAccountId: string;
          /** The protocol of the identity provider. */
          type: 'oidc' | 'oauth';
          /** The address or name of the person there. */
          label: string | null;
          /** The address of their picture there. */
          image: string | null;
          /** When the account was connected. */
          linkedAt: string;
          /** When the person last signed in with it. */
          lastUsedAt: string | null;
          /** Whether tokens of the identity provider are stored. They are not exported. */
          holdsTokens: boolean;
          /** When the identity provider withdrew the grant. */
          grantEndedAt: string | null;
          /** When name and picture were last updated. */
          detailsUpdatedAt: string | null;
        }[];
        /** Provider accounts that wait to be connected. */
        waitingConnections: {
          /** The id of the identity provider. */
          provider: string;
          /** The account at the identity provider. */
          providerAccountId: string;
          /** The protocol of the identity provider. */
          type: 'oidc' | 'oauth';
          /** The name of the person there. */
          name: string | null;
          /** The address or name of the person there. */
          label: string | null;
          /** The address of their picture there. */
          image: string | null;
          /** The address that the identity provider names. */
          email: string;
          /** When it stops waiting. */
          expires: string;
        }[];
        /** The sessions. */
        sessions: {
          /** The id of the session. */
          id: string;
          /** Whether it is the session that asked for this export. */
          current: boolean;
          /** The IP address that signed in. */
          ip: string | null;
          /** What the browser called itself. */
          userAgent: string | null;
          /** When the person signed in. */
          createdAt: string;
          /** When it was last used. */
          lastSeenAt: string;
          /** When the person last verified who they are. */
          authenticatedAt: string;
          /** How the person proved who they are, oldest first. */
          proofs: Proof[];
          /** The app that has this session; `null` for a browser. */
          app: {
            /** The id of the app. */
            clientId: string;
            /** What the app may know and do. */
            scopes: string[];
            /** The services that its access tokens are for. */
            resources: string[];
          } | null;
          /** When it expires. */
          expires: string;
        }[];
        /** The access tokens. */
        accessTokens: {
          /** The id of the access token. */
          id: string;
          /** The name that its owner gave it. */
          name: string;
          /** What the token may do. */
          scopes: string[];
          /** Its last four characters. */
          lastFour: string;
          /** Whether it still gives access. */
          living: boolean;
          /** When it was created. */
          createdAt: string;
          /** When the person last verified who they are before they created it. */
          authenticatedAt: string;
          /** How the person proved who they are, oldest first. */
          proofs: Proof[];
          /** When it expires. */
          expires: string;
          /** Its last use. */
          lastUsed: {
            /** When it was used. */
            at: string;
            /** The IP address that used it. */
            ip: string | null;
            /** What the program called itself. */
            userAgent: string | null;
          } | null;
        }[];
        /** Devices that were approved and have not fetched their access token yet. */
        approvedPrograms: {
          /** The app name that the device sent. It is not verified. */
          clientName: string;
          /** What its access token may do. */
          scopes: string[];
          /** The IP address of the device. */
          ip: string | null;
          /** Its `User-Agent` header. */
          userAgent: string | null;
          /** When it asked. */
          createdAt: string;
          /** When the person approved it. */
          approvedAt: string;
          /** How the person proved who they are, oldest first. */
          proofs: Proof[];
          /** When the approval expires. */
          expires: string;
        }[];
        /** Sign-ins to apps within the last day. */
        authorizedClients: {
          /** The id of the app. */
          clientId: string;
          /** What the app may know and do. */
          scopes: string[];
          /** The services that its access tokens are for. */
          resources: string[];
          /** The IP address of the browser. */
          ip: string | null;
          /** What the browser called itself. */
          userAgent: string | null;
          /** When the person signed in to the app. */
          createdAt: string;
          /** How the person proved who they are, oldest first. */
          proofs: Proof[];
          /** When the sign-in of the app could be finished at the latest. */
          expires: string;
        }[];
        /** The ids of the apps that the person has signed in to. */
        usedApps: string[];
        /** Links and codes that were sent and not used yet. */
        openRequests: {
          /** What was asked for. */
          kind: string;
          /** The number that a code was sent to, if one was. */
          phone: string | null;
          /** The name given at a sign-up that is not confirmed yet. */
          signUpName: string | null;
          /** How many wrong codes were entered. */
          wrongTries: number;
          /** When it was asked for. */
          createdAt: string;
          /** When it expires. */
          expires: string;
        }[];
        /** What happened to the account. */
        activity: {
          /** The id of the event. */
          id: string;
          /** What happened. */
          kind: string;
          /** The sign-in method. */
          method: string | null;
          /** What it was about. */
          label: string | null;
          /** How often it happened within an hour, for failed tries. */
          count: number;
          /** The IP address from which it was done. */
          ip: string | null;
          /** What the browser called itself. */
          userAgent: string | null;
          /** The id of the session in which it was done. */
          sessionId: string | null;
          /** When it happened. */
          at: string;
        }[];
        /** What applications were told in the last 30 days. */
        events: FoyerEvent[];
        /** What Foyer still has to do for the person. */
        waitingJobs: {
          /** What is still to be done. */
          kind: string;
          /** The receiver, of a mail. */
          to: string | null;
          /** The subject, of a mail. */
          subject: string | null;
          /** How often it was tried. */
          attempts: number;
          /** When it was planned. */
          createdAt: string;
          /** When it is tried next; `null` after it was given up. */
          nextTryAt: string | null;
        }[];
        /** Counters of rate limits. */
        counters: {
          /** What is counted. */
          counter: string;
          /** How often it happened. */
          count: number;
          /** When the counter starts again. */
          until: string | null;
        }[];
      }>;
    };
    readonly deleteAccount: {
      /**
       * Deletes the account of this person. It cannot be undone. In a browser session only, not with an access token.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `WORDS_DIFFER`, `LAST_ADMINISTRATOR`
       */
      mutate(input: {
        /** The words that the person has to type. */
        confirm: string;
      }, options?: CallOptions): Promise<{
        /** Always `true`. */
        deleted: true;
        /** The address that gets a confirmation; `null` where none was verified. */
        confirmationTo: string | null;
      }>;
    };
  };
  readonly users: {
    readonly list: {
      /**
       * Lists people: search, filters, order and pages. With a service key: scope `users:read`. In the session of an administrator, too.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`, `RATE_LIMITED`
       */
      query(input: void | {
        /** The beginnings of words of the name or of the email address. Each word must be found; case and accents do not matter. */
        search?: string | undefined;
        /** Only people with this role. */
        role?: Role | undefined;
        /** Only people in this state. */
        state?: 'active' | 'invited' | 'suspended' | undefined;
        /** Only people with a passkey, or with an authenticator app, so that a sign-in asks for a second factor. For administrators only. */
        method?: 'passkey' | 'totp' | undefined;
        /** Only people whose account was created then or later. */
        createdAfter?: string | undefined;
        /** Only people whose account was created before. */
        createdBefore?: string | undefined;
        /** Only people with these values in own fields that are declared `indexed`. */
        data?: IndexedData | undefined;
        /** `created`: the newest first. `name`: in the order of the names; people without a name come last. With `search` it is always `name`. */
        sort?: 'created' | 'name' | undefined;
        /** Whether the order is the other way round: the oldest first, or the names from the end. People without a name still come last. */
        reversed?: boolean | undefined;
        /** `nextCursor` of the page before. */
        cursor?: string | undefined;
        /** How many people the page has at most. */
        limit?: number | undefined;
      }, options?: CallOptions): Promise<{
        /** The people. */
        people: User[];
        /** The `cursor` of the next page; `null` on the last one. */
        nextCursor: string | null;
      }>;
    };
    readonly get: {
      /**
       * Returns one person. With a service key: scope `users:read`. In the session of an administrator, too.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`, `NOT_FOUND`
       */
      query(input: UserIdInput, options?: CallOptions): Promise<User>;
    };
    readonly getMany: {
      /**
       * Up to 100 people by their ids, in one read. Unknown ids are left out. With a service key: scope `users:read`. In the session of an administrator, too.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`, `RATE_LIMITED`
       */
      query(input: {
        /** The ids of the users, 100 at most. */
        ids: string[];
      }, options?: CallOptions): Promise<{
        /** The people, in the order of the ids. Unknown ids are left out. */
        people: User[];
      }>;
    };
    readonly create: {
      /**
       * Creates a person: with an invitation by mail, or with an address that the caller has checked. With a service key: scope `users:write`. In the session of an administrator, too.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`, `EMAIL_TAKEN`, `EMAIL_KEPT`, `EXTERNAL_ID_TAKEN`, `ADMINISTRATOR_PROTECTED`, `METHODS_UNCONFIRMED`, `RATE_LIMITED`
       */
      mutate(input: {
        /** The email address. */
        email: string;
        /** Whether the caller has checked that the address is the person’s. Otherwise they get an invitation by mail, and opening it proves the address. */
        emailVerified?: boolean | undefined;
        /** The name; `null` for none. */
        name?: string | null | undefined;
        /** The language of pages and mails. */
        locale?: 'en' | 'de' | 'ar' | undefined;
        /** The id that the application gives. It is unique. */
        externalId?: string | undefined;
        /** The roles. A service key needs `roles:write`. */
        roles?: Role[] | undefined;
        /** Values of own fields. */
        data?: UserDataChanges | undefined;
        /** Why; the audit log keeps it. */
        reason?: string | undefined;
      }, options?: CallOptions): Promise<User>;
    };
    readonly update: {
      /**
       * Changes the name, the language or the address of a person. The former address gets a link that undoes it. With a service key: scope `users:write`. In the session of an administrator, too.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`, `NOT_FOUND`, `EMAIL_TAKEN`, `EMAIL_KEPT`, `ADMINISTRATOR_PROTECTED`, `RATE_LIMITED`
       */
      mutate(input: {
        /** The id of the user. */
        id: string;
        /** The name; `null` for none. */
        name?: string | null | undefined;
        /** The language of pages and mails. */
        locale?: 'en' | 'de' | 'ar' | undefined;
        /** The new address. The former one gets a mail with a link that undoes the change. */
        email?: string | undefined;
        /** Why; the audit log keeps it. */
        reason?: string | undefined;
      }, options?: CallOptions): Promise<User>;
    };
    readonly setData: {
      /**
       * Changes own fields of a person, as far as the caller may write them. With a service key: scope `users:write`. In the session of an administrator, too.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`, `NOT_FOUND`, `ADMINISTRATOR_PROTECTED`
       */
      mutate(input: {
        /** The id of the user. */
        id: string;
        /** The fields to change. `null` removes a value. The others stay. */
        data: UserDataChanges;
        /** Why; the audit log keeps it. */
        reason?: string | undefined;
      }, options?: CallOptions): Promise<User>;
    };
    readonly setRoles: {
      /**
       * Sets the roles of a person. A grave role, such as `administrator`, signs them out everywhere. A service key can neither give nor take the role `administrator`. With a service key: scope `roles:write`. In the session of an administrator, too.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`, `NOT_FOUND`, `LAST_ADMINISTRATOR`, `ADMINISTRATOR_PROTECTED`, `METHODS_UNCONFIRMED`
       */
      mutate(input: {
        /** The id of the user. */
        id: string;
        /** All roles that the person then has. */
        roles: Role[];
        /** With a grave role: removes the sign-in methods that the person has not confirmed. Only for administrators. */
        removeUnconfirmed?: boolean | undefined;
        /** Why; the audit log keeps it. */
        reason?: string | undefined;
      }, options?: CallOptions): Promise<User>;
    };
    readonly suspend: {
      /**
       * Suspends a person. Their sessions and access tokens end at once and for good. With a service key: scope `users:write`. In the session of an administrator, too.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`, `NOT_FOUND`, `LAST_ADMINISTRATOR`, `ADMINISTRATOR_PROTECTED`
       */
      mutate(input: {
        /** The id of the user. */
        id: string;
        /** Why. The person reads it. */
        reason: string;
        /** When it ends by itself; `null`: when somebody ends it. */
        until?: string | null | undefined;
        /** Also revokes the service keys that this person made. Only for administrators. */
        endServiceKeys?: boolean | undefined;
      }, options?: CallOptions): Promise<User>;
    };
    readonly resume: {
      /**
       * Ends a suspension. The person can sign in again. With a service key: scope `users:write`. In the session of an administrator, too.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`, `NOT_FOUND`, `ADMINISTRATOR_PROTECTED`
       */
      mutate(input: {
        /** The id of the user. */
        id: string;
        /** Why; the audit log keeps it. */
        reason?: string | undefined;
      }, options?: CallOptions): Promise<User>;
    };
    readonly endSessions: {
      /**
       * Ends all sessions of a person. With a service key: scope `sessions:write`. In the session of an administrator, too.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`, `NOT_FOUND`, `ADMINISTRATOR_PROTECTED`
       */
      mutate(input: ReasonedUserInput, options?: CallOptions): Promise<User>;
    };
    readonly removeSecondFactor: {
      /**
       * Asks for the removal of the second factors of a person, which runs in 24 hours unless they stop it. With a service key: scope `users:write`. In the session of an administrator, too.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`, `NOT_FOUND`, `ADMINISTRATOR_PROTECTED`
       */
      mutate(input: ReasonedUserInput, options?: CallOptions): Promise<{
        /** When the second factors are removed, unless the person stops it. */
        runsAt: string;
      }>;
    };
    readonly delete: {
      /**
       * Deletes a person with everything that Foyer stores of them. With a service key: scope `users:write`. In the session of an administrator, too.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`, `NOT_FOUND`, `LAST_ADMINISTRATOR`, `ADMINISTRATOR_PROTECTED`
       */
      mutate(input: ReasonedUserInput, options?: CallOptions): Promise<{
        /** The id of the deleted user. */
        id: string;
      }>;
    };
    readonly inspect: {
      /**
       * How a person signs in, where they are signed in, and their access tokens. In the session of an administrator only.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `NOT_FOUND`
       */
      query(input: UserIdInput, options?: CallOptions): Promise<{
        /** The sign-in methods and second factors. */
        signInMethods: UserMethod[];
        /** The removal of the second factors that waits; `null` without one. */
        secondFactorRemoval: {
          /** When the second factors are removed, unless the person stops it. */
          runsAt: string;
          /** Why. */
          reason: string;
        } | null;
        /** Where the person is signed in. */
        devices: ListedSession[];
        /** The access tokens of the person. */
        accessTokens: AccessToken[];
        /** How many service keys work that the person made. */
        serviceKeys: number;
      }>;
    };
    readonly activity: {
      /**
       * Lists what happened to the account of a person, newest first. In the session of an administrator only.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `NOT_FOUND`
       */
      query(input: {
        /** The id of the user. */
        id: string;
        /** `nextCursor` of the page before. */
        cursor?: string | undefined;
        /** How many events the page has at most. */
        limit?: number | undefined;
      }, options?: CallOptions): Promise<ActivityPage>;
    };
    readonly import: {
      /**
       * Creates up to 500 people of a former system, with their password hashes and other sign-in methods. A person with a known external id stays as they are. With a service key: scope `users:import`. In the session of an administrator, too.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`, `RATE_LIMITED`
       */
      mutate(input: {
        /** The people, 500 at most. When one is malformed, none is imported. */
        people: ImportedUserInput[];
        /** Checks everything and writes nothing. */
        dryRun?: boolean | undefined;
      }, options?: CallOptions): Promise<{
        /** How many people were created. */
        created: number;
        /** How many were imported before. They stay as they are, and deleted ones stay deleted. */
        existing: number;
        /** The people who were not imported. */
        refused: {
          /** The position in `people`, from 0. */
          index: number;
          /** The external id. */
          externalId: string;
          /** Why, for programs. */
          reason: 'repeated' | 'email-taken' | 'email-reserved' | 'email-domain-refused' | 'phone-taken'
            | 'phone-invalid' | 'provider-unknown' | 'account-taken' | 'passkey-taken' | 'passkey-other-host'
            | 'passkey-handle-missing' | 'passkey-invalid' | 'password-hash-unknown'
            | 'password-hash-too-expensive' | 'role-unknown' | 'role-refused' | 'data-invalid' | 'taken';
          /** Why, as an English sentence. */
          message: string;
        }[];
      }>;
    };
    readonly export: {
      /**
       * All people, in pages, as `users.import` takes them. No secrets are among them. With a service key: scope `users:read`. In the session of an administrator, too.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`, `RATE_LIMITED`
       */
      mutate(input: void | {
        /** `nextCursor` of the page before. */
        cursor?: string | undefined;
        /** How many people the page has at most. */
        limit?: number | undefined;
      }, options?: CallOptions): Promise<{
        /** The people, in the order in which Foyer stored them. */
        people: ExportedUser[];
        /** The `cursor` of the next page; `null` on the last one. */
        nextCursor: string | null;
      }>;
    };
    readonly impersonate: {
      /**
       * Lets an administrator act as a person, for an hour at most. This browser gets a session of that person; `session.endImpersonation` ends it. In the session of an administrator only.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `NOT_FOUND`, `ADMINISTRATOR_PROTECTED`, `ACCOUNT_SUSPENDED`
       */
      mutate(input: {
        /** The id of the user. */
        id: string;
        /** Why. The person reads it. */
        reason: string;
        /** How long it lasts at most. */
        minutes?: number | undefined;
      }, options?: CallOptions): Promise<Session>;
    };
  };
  readonly serviceKeys: {
    readonly list: {
      /**
       * Lists the service keys, newest first, also those that ended within the last month. In the session of an administrator only.
       * @throws `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`
       */
      query(input?: undefined, options?: CallOptions): Promise<ServiceKey[]>;
    };
    readonly create: {
      /**
       * Creates a service key. This answer is the only one that has the key itself. In the session of an administrator only.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `TOO_MANY_SERVICE_KEYS`
       */
      mutate(input: {
        /** A name that says which application has it. */
        name: string;
        /** What the key may do: at least one scope, each once. */
        scopes: ServiceScope[];
        /** When it expires: a year from now at most. */
        expires: string;
        /** The IP addresses and networks (CIDR) that may use it; empty: any address. */
        allowedAddresses?: string[] | undefined;
      }, options?: CallOptions): Promise<{
        /** The service key itself. No later answer has it: Foyer stores its hash only. */
        key: string;
        /** The new service key as the list shows it. */
        serviceKey: ServiceKey;
      }>;
    };
    readonly revoke: {
      /**
       * Revokes a service key at once. In the session of an administrator only.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `NOT_FOUND`
       */
      mutate(input: {
        /** The id of the service key. */
        id: string;
      }, options?: CallOptions): Promise<{
        /** The id of the service key. */
        id: string;
      }>;
    };
  };
  readonly audit: {
    readonly list: {
      /**
       * Lists what administrators, service keys and commands on the server did, newest first. In the session of an administrator only.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`
       */
      query(input: void | {
        /** Only entries about this user, service key or job. */
        subject?: string | undefined;
        /** Only entries of this administrator or service key. */
        actor?: string | undefined;
        /** Only these actions. */
        actions?: ('user-created' | 'user-updated' | 'user-data-changed' | 'user-roles-changed'
          | 'user-suspended' | 'user-resumed' | 'user-sessions-ended' | 'user-second-factor-removal-requested'
          | 'user-deleted' | 'user-imported' | 'user-impersonated' | 'user-impersonation-ended'
          | 'users-exported' | 'service-key-created' | 'service-key-revoked' | 'webhook-created'
          | 'webhook-updated' | 'webhook-enabled' | 'webhook-disabled' | 'webhook-secret-rotated'
          | 'webhook-tested' | 'webhook-replayed' | 'webhook-deleted' | 'job-retried' | 'job-discarded'
          | 'credentials-ended')[] | undefined;
        /** Only entries of actors of this kind. */
        actorKind?: 'administrator' | 'service-key' | 'server' | undefined;
        /** Only entries of then or later. */
        from?: string | undefined;
        /** Only entries before. */
        until?: string | undefined;
        /** `nextCursor` of the page before. */
        cursor?: string | undefined;
        /** How many entries the page has at most. */
        limit?: number | undefined;
      }, options?: CallOptions): Promise<{
        /** The entries, newest first. */
        entries: AuditEntry[];
        /** The `cursor` of the next page; `null` on the last one. */
        nextCursor: string | null;
      }>;
    };
    readonly get: {
      /**
       * Shows one entry of the audit log. In the session of an administrator only.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `NOT_FOUND`
       */
      query(input: {
        /** The id of the entry. */
        id: string;
      }, options?: CallOptions): Promise<AuditEntry>;
    };
  };
  readonly administration: {
    readonly overview: {
      /**
       * Counts for the first page of the console: people, sign-ins by method, failures, waiting mails. In the session of an administrator only.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`
       */
      query(input: void | {
        /** How many days the period has, with today, counted by day. `1`: the last 24 hours, counted by hour. */
        days?: number | undefined;
      }, options?: CallOptions): Promise<{
        /** How many people there are. A large number is an estimate of the database. */
        people: number;
        /** How many of them are suspended. */
        suspended: number;
        /** How many of them are administrators who can sign in. */
        administrators: number;
        /** How many of them have a passkey; `null` where counting takes too long. */
        withPasskey: number | null;
        /** How many of them have an authenticator app, so that a sign-in asks for a second factor; `null` where counting takes too long. */
        withSecondFactor: number | null;
        /** The days of the period. */
        days: number;
        /** The beginning of the first hour or day of the period. */
        since: string;
        /** New people. The method is `import` for imported ones, else empty. */
        signUps: OverviewCount[];
        /** Sign-ins by method. */
        signIns: OverviewCount[];
        /** Failed sign-ins by method. */
        failures: OverviewCount[];
        /** How many different people used a session in each hour or day. Some were deleted since. */
        active: {
          /** The beginning of the hour, or of the day (UTC). */
          at: string;
          /** How often, or how many people. */
          count: number;
        }[];
        /** How many different people used a session in the whole period. */
        activePeople: number;
        /** The sums of the period before, of the same length: it ends as many days before this hour. */
        before: {
          /** New people. */
          signUps: number;
          /** Sign-ins. */
          signIns: number;
          /** Failed sign-ins. */
          failures: number;
          /** Different people who used a session. */
          activePeople: number;
        };
        /** How many mails wait to be sent. */
        waitingMails: number;
        /** How many jobs were given up. */
        failedJobs: number;
      }>;
    };
    readonly checklist: {
      /**
       * What an operator sets up for production, and whether it works now. In the session of an administrator only.
       * @throws `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`
       */
      query(input?: undefined, options?: CallOptions): Promise<{
        /** Sending of mails. */
        mail: {
          /** `open`: it is not set up. `broken`: it is set up, and does not work. */
          state: 'done' | 'open' | 'broken';
          /** Whether mails go to the outbox, because no mail server is set. */
          isOutbox: boolean;
          /** How many mails have failed for ten minutes and are tried again; at most 100. */
          waiting: number;
          /** How many mails were given up in the last day; at most 100. */
          givenUp: number;
        };
        /** Identity providers. */
        provider: {
          /** `open`: it is not set up. `broken`: it is set up, and does not work. */
          state: 'done' | 'open' | 'broken';
          /** How many identity providers there are, without those of the demo. */
          count: number;
          /** The names of those whose discovery document cannot be read. */
          unreachable: string[];
        };
        /** The brand. */
        brand: {
          /** `open`: it is not set up. `broken`: it is set up, and does not work. */
          state: 'done' | 'open' | 'broken';
          /** Whether the application has a name. */
          hasName: boolean;
          /** Whether there is a logo. */
          hasLogo: boolean;
          /** Whether there is a colour of its own. */
          hasAccent: boolean;
        };
        /** The second factor of administrators. */
        secondFactor: {
          /** `open`: it is not set up. `broken`: it is set up, and does not work. */
          state: 'done' | 'open' | 'broken';
          /** Whether administrators must have a second factor. */
          isDemanded: boolean;
          /** How many administrators have none. */
          without: number;
        };
        /** The database, and whether it can be backed up while Foyer runs. */
        backup: {
          /** `open`: it is not set up. `broken`: it is set up, and does not work. */
          state: 'done' | 'open' | 'broken';
          /** The kind of database. Foyer cannot know whether somebody makes backups. */
          database: 'embedded' | 'single' | 'replica-set' | 'sharded';
          /** Whether a backup was restored and what was issued before it still works. */
          hasOpenRestore: boolean;
        };
        /** Webhook endpoints. */
        webhook: {
          /** `open`: it is not set up. `broken`: it is set up, and does not work. */
          state: 'done' | 'open' | 'broken';
          /** How many endpoints are enabled. */
          enabled: number;
          /** How many endpoints fail, or were disabled because they failed. */
          failing: number;
        };
        /** The proxy before Foyer, as seen in this request. */
        proxy: {
          /** `open`: it is not set up. `broken`: it is set up, and does not work. */
          state: 'done' | 'open' | 'broken';
          /** What this request shows. `plain-http`: the origin is not https. `not-trusted`: it has `X-Forwarded-For`, and `TRUST_PROXY` is off. `no-header`: it has none. `too-many-trusted`: it passed fewer proxies than `TRUST_PROXY` says. `unknown-sender`: it came from an address that `TRUST_PROXY` does not name. */
          problem: 'plain-http' | 'not-trusted' | 'no-header' | 'too-many-trusted' | 'unknown-sender' | null;
        };
      }>;
    };
    readonly sendTestMail: {
      /**
       * Sends a mail to the verified address of the administrator, and says whether it was taken. In the session of an administrator only.
       * @throws `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `RATE_LIMITED`
       */
      mutate(input?: undefined, options?: CallOptions): Promise<{
        /** The verified address of the administrator; `null` when there is none, and nothing was sent. */
        to: string | null;
        /** Whether it went to the outbox, because no mail server is set. */
        isOutbox: boolean;
        /** Why the mail server did not take it, without addresses; `null`: it took the mail. */
        failure: string | null;
      }>;
    };
    readonly failedJobs: {
      /**
       * Lists the jobs that were given up, newest first. In the session of an administrator only.
       * @throws `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`
       */
      query(input?: undefined, options?: CallOptions): Promise<FailedJob[]>;
    };
    readonly retryJob: {
      /**
       * Lets a job that was given up run again. In the session of an administrator only.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `NOT_FOUND`
       */
      mutate(input: {
        /** The id of the job. */
        id: string;
      }, options?: CallOptions): Promise<{
        /** The id of the job. */
        id: string;
      }>;
    };
    readonly retryJobs: {
      /**
       * Lets several jobs that were given up run again. Those that were not given up stay as they are. In the session of an administrator only.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`
       */
      mutate(input: {
        /** The ids of the jobs. */
        ids: string[];
      }, options?: CallOptions): Promise<{
        /** How many of them run again. The others were not given up any more. */
        count: number;
      }>;
    };
    readonly discardJob: {
      /**
       * Deletes a job that was given up. It is never done. In the session of an administrator only.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `NOT_FOUND`
       */
      mutate(input: {
        /** The id of the job. */
        id: string;
      }, options?: CallOptions): Promise<{
        /** The id of the job. */
        id: string;
      }>;
    };
    readonly configuration: {
      /**
       * The roles and own fields that `foyer.config.ts` declares, for the forms of the console. In the session of an administrator only.
       * @throws `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`
       */
      query(input?: undefined, options?: CallOptions): Promise<{
        /** The roles that a person can have. `administrator` is always among them. */
        roles: {
          /** The role. */
          name: string;
          /** What it allows. */
          permissions: Permission[];
          /** Whether it needs that the person has confirmed everything on the account. */
          isGrave: boolean;
        }[];
        /** The own fields of the application. */
        fields: DeclaredField[];
      }>;
    };
    readonly settings: {
      /**
       * The identity providers, the sign-in methods and the settings in force, without any secret. In the session of an administrator only.
       * @throws `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`
       */
      query(input?: undefined, options?: CallOptions): Promise<{
        /** The identity providers, in their order on pages. */
        identityProviders: {
          /** The id of the identity provider. */
          id: string;
          /** The name on its button. */
          name: string;
          /** Its issuer, or the address of a self-hosted installation; `null` when it has neither. */
          issuer: string | null;
          /** The email domains whose people sign in with it. */
          domains: string[];
          /** Whether its `email_verified` verifies an address. */
          trustsEmail: boolean;
          /** Whether it is a demo provider, where any name signs in. */
          isDemo: boolean;
          /** `false`: somebody’s email address led to it, and only such people see it. */
          isListed: boolean;
        }[];
        /** The other sign-in methods that people can use. */
        signInMethods: ('email' | 'password' | 'passkey' | 'phone')[];
        /** The settings in force. No secret is among the values. */
        groups: {
          /** The group. */
          name: 'serving' | 'brand' | 'storage' | 'messages' | 'webhooks' | 'sign-in';
          /** Its settings, without those of providers and clients. */
          settings: {
            /** The name of the setting. */
            name: string;
            /** Whether there is a value, of the operator or by default. */
            isSet: boolean;
            /** The value; `null` when there is none, and for every secret. */
            value: string | null;
          }[];
        }[];
      }>;
    };
    readonly brand: {
      /**
       * What the brand studio begins with: the brand of the settings. In the session of an administrator only.
       * @throws `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`
       */
      query(input?: undefined, options?: CallOptions): Promise<{
        /** `APP_NAME`; empty when it is not set. */
        name: string;
        /** The colours of buttons and links. */
        accent: {
          /** A colour like `#1f6a57`. */
          light: string;
          /** The colour of the dark scheme. Empty: it is made from the light one. */
          dark: string;
        };
        /** A length like `10px`. */
        radius: string;
        /** The names of its files. */
        files: {
          /** The logo. */
          logo: string[];
          /** The logo for dark screens. */
          'logo-dark': string[];
          /** The font. */
          font: string[];
        };
        /** The words that the studio changes, in every language. */
        words: {
          /** The language. */
          locale: 'en' | 'de' | 'ar';
          /** The folder and the key of the word. */
          word: 'words/signIn.title' | 'words/signIn.submit' | 'words/common.continueWith'
            | 'words/signIn.newHere' | 'words/signIn.createAccount' | 'mails/signIn.title'
            | 'mails/signIn.button';
          /** What people read, with placeholders. */
          text: string;
        }[];
      }>;
    };
    readonly checkBrand: {
      /**
       * Checks a draft of a brand as the start of Foyer checks `BRAND_DIR`, and answers its colours. Nothing is stored. In the session of an administrator only.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`
       */
      mutate(input: BrandDraftInput, options?: CallOptions): Promise<{
        /** Why Foyer would not start with this brand. */
        faults: {
          /** The field of the draft. */
          field: 'name' | 'accent' | 'accent-dark' | 'radius' | 'logo' | 'logo-dark' | 'font' | 'words';
          /** The language of a word. */
          locale?: 'en' | 'de' | 'ar';
          /** The folder and the key of a word. */
          word?: string;
          /** What is wrong. */
          kind: 'name' | 'colour' | 'contrast' | 'length' | 'size' | 'unknown' | 'format' | 'svg' | 'words';
          /** What is wrong exactly, in English, as the start of Foyer says it. */
          wrong: string;
        }[];
        /** The values of the design tokens. */
        tokens: {
          /** The light scheme. */
          light: Record<string, string>;
          /** The dark scheme. */
          dark: Record<string, string>;
        };
        /** Every pair of colours that must have a contrast. */
        contrasts: {
          /** The scheme. */
          scheme: 'light' | 'dark';
          /** The token of the text or mark. */
          front: string;
          /** The token behind it. */
          back: string;
          /** The contrast ratio of WCAG 2.2, from 1 to 21, rounded down. */
          contrast: number;
          /** The required ratio. */
          least: number;
          /** Whether people can tell them apart. */
          isEnough: boolean;
        }[];
        /** The lines of `.env` that the folder cannot hold. */
        environment: string[];
      }>;
    };
    readonly brandFolder: {
      /**
       * The files of `BRAND_DIR` for a draft of a brand. Nothing is stored. In the session of an administrator only.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`
       */
      mutate(input: BrandDraftInput, options?: CallOptions): Promise<{
        /** The files of the folder. */
        files: {
          /** Inside `BRAND_DIR`. */
          path: string;
          /** In base64. */
          content: string;
        }[];
        /** The lines of `.env` that the folder cannot hold. */
        environment: string[];
      }>;
    };
  };
  readonly events: {
    readonly list: {
      /**
       * Lists events from a cursor on, for an application that follows them. With a service key: scope `events:read`. In the session of an administrator, too.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`, `RATE_LIMITED`, `EVENT_CURSOR_EXPIRED`
       */
      query(input: void | {
        /** `cursor` of the answer before. Without it: `from`. */
        after?: string | undefined;
        /** Where a list without `after` begins: at the oldest event that is kept, or after the newest. */
        from?: 'oldest' | 'now' | undefined;
        /** Only these types. Keep them while you follow with `after`. */
        types?: EventType[] | undefined;
        /** Only events about this person. */
        subject?: string | undefined;
        /** How many events are read at most. With `types`, the answer may have fewer. */
        limit?: number | undefined;
      }, options?: CallOptions): Promise<{
        /** The events. Those about one person stand in the order of `sequence`. */
        events: FoyerEvent[];
        /** The `after` of the next call, also when there is no event yet. */
        cursor: string;
        /** Whether the next call has more at once. Otherwise wait a moment. */
        hasMore: boolean;
      }>;
    };
  };
  readonly webhooks: {
    readonly list: {
      /**
       * Lists the webhook endpoints, oldest first. With a service key: scope `webhooks:write`. In the session of an administrator, too.
       * @throws `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`
       */
      query(input?: undefined, options?: CallOptions): Promise<WebhookEndpoint[]>;
    };
    readonly create: {
      /**
       * Adds a webhook endpoint. This answer is the only one that has its secret. With a service key: scope `webhooks:write`. In the session of an administrator, too.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`, `RATE_LIMITED`, `TOO_MANY_WEBHOOKS`
       */
      mutate(input: {
        /** Where events are sent: https; in development also http to this machine. */
        url: string;
        /** What the endpoint is for. */
        description?: string | null | undefined;
        /** The types that it receives; `null`: all, also future ones. */
        types?: EventType[] | null | undefined;
      }, options?: CallOptions): Promise<WebhookWithSecret>;
    };
    readonly update: {
      /**
       * Changes the address, the description or the types of a webhook endpoint. With a service key: scope `webhooks:write`. In the session of an administrator, too.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`, `RATE_LIMITED`, `NOT_FOUND`, `WEBHOOK_SET_BY_ADMINISTRATOR`, `WEBHOOK_SET_BY_ENVIRONMENT`
       */
      mutate(input: {
        /** The id of the endpoint. `environment`: the one that `WEBHOOK_URL` sets. */
        id: string;
        /** Where events are sent: https; in development also http to this machine. */
        url?: string | undefined;
        /** What the endpoint is for. */
        description?: string | null | undefined;
        /** The types that it receives; `null`: all, also future ones. */
        types?: EventType[] | null | undefined;
      }, options?: CallOptions): Promise<WebhookEndpoint>;
    };
    readonly enable: {
      /**
       * Enables a webhook endpoint. Deliveries that wait are sent at once, the first 1,000 of them. With a service key: scope `webhooks:write`. In the session of an administrator, too.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`, `RATE_LIMITED`, `NOT_FOUND`, `WEBHOOK_SET_BY_ADMINISTRATOR`
       */
      mutate(input: WebhookIdInput, options?: CallOptions): Promise<WebhookEndpoint>;
    };
    readonly disable: {
      /**
       * Disables a webhook endpoint. Events of the time until it is enabled are not handed to it; `webhooks.replay` sends them. With a service key: scope `webhooks:write`. In the session of an administrator, too.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`, `RATE_LIMITED`, `NOT_FOUND`, `WEBHOOK_SET_BY_ADMINISTRATOR`
       */
      mutate(input: WebhookIdInput, options?: CallOptions): Promise<WebhookEndpoint>;
    };
    readonly rotateSecret: {
      /**
       * Makes a new secret. The secret before it signs, too, for 24 hours. An older one ends at once. With a service key: scope `webhooks:write`. In the session of an administrator, too.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`, `RATE_LIMITED`, `NOT_FOUND`, `WEBHOOK_SET_BY_ADMINISTRATOR`, `WEBHOOK_SET_BY_ENVIRONMENT`
       */
      mutate(input: WebhookIdInput, options?: CallOptions): Promise<WebhookWithSecret>;
    };
    readonly delete: {
      /**
       * Deletes a webhook endpoint and its deliveries. With a service key: scope `webhooks:write`. In the session of an administrator, too.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`, `RATE_LIMITED`, `NOT_FOUND`, `WEBHOOK_SET_BY_ADMINISTRATOR`, `WEBHOOK_SET_BY_ENVIRONMENT`
       */
      mutate(input: WebhookIdInput, options?: CallOptions): Promise<{
        /** The id of the endpoint. */
        id: string;
      }>;
    };
    readonly sendTest: {
      /**
       * Sends an event of the type `webhook.test` now, and answers what the endpoint answered. With a service key: scope `webhooks:write`. In the session of an administrator, too.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`, `RATE_LIMITED`, `NOT_FOUND`, `WEBHOOK_DISABLED`
       */
      mutate(input: WebhookIdInput, options?: CallOptions): Promise<WebhookDeliveryDetails>;
    };
    readonly listDeliveries: {
      /**
       * Lists the deliveries of a webhook endpoint, newest first. With a service key: scope `webhooks:write`. In the session of an administrator, too.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`, `RATE_LIMITED`, `NOT_FOUND`
       */
      query(input: {
        /** The id of the endpoint. `environment`: the one that `WEBHOOK_URL` sets. */
        id: string;
        /** Only deliveries in this state. */
        state?: 'waiting' | 'delivered' | 'failed' | undefined;
        /** `nextCursor` of the page before. */
        cursor?: string | undefined;
        /** How many deliveries the page has at most. */
        limit?: number | undefined;
      }, options?: CallOptions): Promise<{
        /** The deliveries, newest first. */
        deliveries: WebhookDelivery[];
        /** The `cursor` of the next page; `null` on the last one. */
        nextCursor: string | null;
      }>;
    };
    readonly getDelivery: {
      /**
       * A delivery with its last requests and answers. With a service key: scope `webhooks:write`. In the session of an administrator, too.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`, `NOT_FOUND`
       */
      query(input: DeliveryIdInput, options?: CallOptions): Promise<WebhookDeliveryDetails>;
    };
    readonly replayDelivery: {
      /**
       * Sends a delivery again, whatever its state. With a service key: scope `webhooks:write`. In the session of an administrator, too.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`, `RATE_LIMITED`, `NOT_FOUND`, `WEBHOOK_DISABLED`
       */
      mutate(input: DeliveryIdInput, options?: CallOptions): Promise<WebhookDelivery>;
    };
    readonly failedDeliveries: {
      /**
       * Counts the deliveries that were given up, by endpoint. Endpoints without one are left out. With a service key: scope `webhooks:write`. In the session of an administrator, too.
       * @throws `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`, `RATE_LIMITED`
       */
      query(input?: undefined, options?: CallOptions): Promise<{
        /** The id of the endpoint. */
        endpointId: string;
        /** How many of its deliveries were given up, without tests; counted up to 1,000. */
        count: number;
      }[]>;
    };
    readonly replayFailed: {
      /**
       * Sends the deliveries of a webhook endpoint again that were given up, the newest 1,000, without tests. With a service key: scope `webhooks:write`. In the session of an administrator, too.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`, `RATE_LIMITED`, `NOT_FOUND`, `WEBHOOK_DISABLED`
       */
      mutate(input: WebhookIdInput, options?: CallOptions): Promise<ScheduledReplay>;
    };
    readonly replay: {
      /**
       * Sends the events of a time range again to a webhook endpoint, those of its types. With a service key: scope `webhooks:write`. In the session of an administrator, too.
       * @throws `INVALID_INPUT`, `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SessionRequired`, `IMPERSONATION_REFUSED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`, `ADMINISTRATOR_REQUIRED`, `SCOPE_MISSING`, `SERVICE_KEY_INVALID`, `RATE_LIMITED`, `NOT_FOUND`, `WEBHOOK_DISABLED`, `TOO_MANY_EVENTS`
       */
      mutate(input: {
        /** The id of the endpoint. `environment`: the one that `WEBHOOK_URL` sets. */
        id: string;
        /** The first moment of the range. */
        from: string;
        /** The moment after the range. */
        to: string;
      }, options?: CallOptions): Promise<ScheduledReplay>;
    };
  };
}

/** The codes with which each procedure can fail, beside `CommonErrorCode`. */
export interface ProcedureErrors {
  readonly 'session.list': RefusalErrors['signed-in'] | 'SCOPE_MISSING';
  readonly 'session.revoke': RefusalErrors['signed-in'] | 'INVALID_INPUT' | 'SCOPE_MISSING' | 'NOT_FOUND';
  readonly 'session.revokeOthers': RefusalErrors['signed-in'] | 'SCOPE_MISSING' | 'NOT_FOUND';
  readonly 'session.get': RefusalErrors['public'] | 'SCOPE_MISSING';
  readonly 'session.token': RefusalErrors['session'] | 'INVALID_INPUT';
  readonly 'session.signInWith': RefusalErrors['public'] | 'INVALID_INPUT' | 'ACCESS_TOKEN_REFUSED' | 'Signin'
    | 'OAuthSignin' | 'Configuration';
  readonly 'session.requestLink': RefusalErrors['public'] | 'INVALID_INPUT' | 'ACCESS_TOKEN_REFUSED'
    | 'AccessDenied' | 'LINK_EXPIRED' | 'LINK_CHANGED' | 'OAuthAccountNotLinked' | 'RATE_LIMITED'
    | 'PROOF_OF_WORK_REQUIRED' | 'EmailSignin';
  readonly 'session.confirmLink': RefusalErrors['public'] | 'INVALID_INPUT' | 'ACCESS_TOKEN_REFUSED'
    | 'ACCOUNT_SUSPENDED' | 'AccessDenied' | 'ADMISSION_REFUSED' | 'ADMISSION_UNKNOWN' | 'Verification'
    | 'EMAIL_KEPT';
  readonly 'session.signInWithCode': RefusalErrors['public'] | 'INVALID_INPUT' | 'ACCESS_TOKEN_REFUSED'
    | 'ACCOUNT_SUSPENDED' | 'AccessDenied' | 'ADMISSION_REFUSED' | 'ADMISSION_UNKNOWN' | 'CODE_INVALID'
    | 'CODE_DEAD' | 'CODE_OTHER_BROWSER' | 'RATE_LIMITED' | 'PROOF_OF_WORK_REQUIRED' | 'Verification'
    | 'EMAIL_KEPT';
  readonly 'session.requestPhoneCode': RefusalErrors['public'] | 'INVALID_INPUT' | 'ACCESS_TOKEN_REFUSED'
    | 'NOT_FOUND' | 'PHONE_TOO_SHORT' | 'PHONE_TOO_LONG' | 'PHONE_NOT_A_NUMBER' | 'PHONE_INVALID_COUNTRY'
    | 'PHONE_NOT_ALLOWED' | 'RATE_LIMITED' | 'PROOF_OF_WORK_REQUIRED';
  readonly 'session.signInWithPhoneCode': RefusalErrors['public'] | 'INVALID_INPUT' | 'ACCESS_TOKEN_REFUSED'
    | 'ACCOUNT_SUSPENDED' | 'NOT_FOUND' | 'PHONE_TOO_SHORT' | 'PHONE_TOO_LONG' | 'PHONE_NOT_A_NUMBER'
    | 'PHONE_INVALID_COUNTRY' | 'PHONE_NOT_ALLOWED' | 'CODE_INVALID' | 'CODE_DEAD' | 'CODE_OTHER_BROWSER'
    | 'RATE_LIMITED' | 'PROOF_OF_WORK_REQUIRED' | 'AccessDenied' | 'ADMISSION_REFUSED' | 'ADMISSION_UNKNOWN'
    | 'Verification';
  readonly 'session.continueWithoutAddress': RefusalErrors['public'] | 'INVALID_INPUT'
    | 'ACCESS_TOKEN_REFUSED' | 'ACCOUNT_SUSPENDED' | 'AccessDenied' | 'ADMISSION_REFUSED'
    | 'ADMISSION_UNKNOWN' | 'LINK_EXPIRED' | 'LINK_CHANGED' | 'OAuthAccountNotLinked' | 'Verification';
  readonly 'session.beginPasskey': RefusalErrors['public'] | 'INVALID_INPUT' | 'ACCESS_TOKEN_REFUSED'
    | 'RATE_LIMITED' | 'SessionRequired' | 'SIGN_IN_EXPIRED' | 'IMPERSONATION_REFUSED';
  readonly 'session.signInWithPasskey': RefusalErrors['public'] | 'INVALID_INPUT' | 'ACCESS_TOKEN_REFUSED'
    | 'ACCOUNT_SUSPENDED' | 'PASSKEY_INVALID' | 'PASSKEY_UNKNOWN' | 'PASSKEY_OTHER_HOST' | 'AccessDenied'
    | 'ADMISSION_REFUSED' | 'ADMISSION_UNKNOWN' | 'RATE_LIMITED';
  readonly 'session.pending': RefusalErrors['public'] | 'ACCESS_TOKEN_REFUSED';
  readonly 'session.completeSignIn': RefusalErrors['public'] | 'INVALID_INPUT' | 'ACCESS_TOKEN_REFUSED'
    | 'ACCOUNT_SUSPENDED' | 'SIGN_IN_EXPIRED' | 'SECOND_FACTOR_INVALID' | 'PASSKEY_INVALID'
    | 'PASSKEY_UNKNOWN' | 'PASSKEY_OTHER_HOST' | 'RATE_LIMITED' | 'SessionRequired' | 'ADMISSION_REFUSED'
    | 'ADMISSION_UNKNOWN';
  readonly 'session.endImpersonation': RefusalErrors['public'] | 'ACCESS_TOKEN_REFUSED';
  readonly 'session.reauthenticate': RefusalErrors['enrolment'] | 'INVALID_INPUT' | 'NOT_FOUND'
    | 'RATE_LIMITED' | 'EmailSignin' | 'PHONE_SEND_FAILED' | 'CODE_INVALID' | 'CODE_DEAD' | 'PASSWORD_WRONG'
    | 'SIGN_IN_EXPIRED' | 'PASSKEY_INVALID' | 'PASSKEY_UNKNOWN' | 'PASSKEY_OTHER_HOST' | 'Signin'
    | 'OAuthSignin' | 'Configuration';
  readonly 'session.signOut': RefusalErrors['public'] | 'ACCESS_TOKEN_REFUSED';
  readonly 'providers.list': RefusalErrors['public'];
  readonly 'providers.discover': RefusalErrors['public'] | 'INVALID_INPUT' | 'RATE_LIMITED';
  readonly 'accounts.list': RefusalErrors['signed-in'] | 'SCOPE_MISSING';
  readonly 'accounts.link': RefusalErrors['fresh'] | 'INVALID_INPUT' | 'Signin' | 'OAuthSignin'
    | 'Configuration';
  readonly 'accounts.unlink': RefusalErrors['fresh'] | 'INVALID_INPUT' | 'LAST_SIGN_IN_METHOD' | 'NOT_FOUND';
  readonly 'accounts.inspect': RefusalErrors['signed-in'] | 'INVALID_INPUT' | 'ACCESS_TOKEN_REFUSED'
    | 'NOT_FOUND' | 'RATE_LIMITED';
  readonly 'accounts.pendingLink': RefusalErrors['public'] | 'ACCESS_TOKEN_REFUSED';
  readonly 'accounts.resumeLink': RefusalErrors['fresh'] | 'INVALID_INPUT' | 'LINK_EXPIRED' | 'LINK_CHANGED'
    | 'OAuthAccountNotLinked' | 'ACCOUNT_BELONGS_TO_OTHER' | 'NOT_FOUND';
  readonly 'accounts.denyLink': RefusalErrors['public'] | 'INVALID_INPUT' | 'ACCESS_TOKEN_REFUSED'
    | 'LINK_EXPIRED' | 'LINK_CHANGED';
  readonly 'email.get': RefusalErrors['signed-in'] | 'SCOPE_MISSING';
  readonly 'email.change': RefusalErrors['fresh'] | 'INVALID_INPUT' | 'RATE_LIMITED' | 'EmailSignin';
  readonly 'email.confirm': RefusalErrors['session'] | 'INVALID_INPUT' | 'EMAIL_LINK_INVALID' | 'EMAIL_TAKEN';
  readonly 'email.confirmWithCode': RefusalErrors['session'] | 'INVALID_INPUT' | 'CODE_INVALID' | 'CODE_DEAD'
    | 'CODE_OTHER_BROWSER' | 'EMAIL_TAKEN';
  readonly 'email.cancel': RefusalErrors['session'];
  readonly 'email.undo': RefusalErrors['public'] | 'INVALID_INPUT' | 'ACCESS_TOKEN_REFUSED'
    | 'ACCOUNT_SUSPENDED' | 'EMAIL_UNDO_INVALID' | 'EMAIL_TAKEN';
  readonly 'password.signUp': RefusalErrors['public'] | 'INVALID_INPUT' | 'ACCESS_TOKEN_REFUSED'
    | 'AccessDenied' | 'RATE_LIMITED' | 'PROOF_OF_WORK_REQUIRED' | 'EmailSignin';
  readonly 'password.signIn': RefusalErrors['public'] | 'INVALID_INPUT' | 'ACCESS_TOKEN_REFUSED'
    | 'ACCOUNT_SUSPENDED' | 'CredentialsSignin' | 'AccessDenied' | 'ADMISSION_REFUSED' | 'ADMISSION_UNKNOWN'
    | 'RATE_LIMITED' | 'PROOF_OF_WORK_REQUIRED';
  readonly 'password.get': RefusalErrors['signed-in'] | 'SCOPE_MISSING';
  readonly 'password.set': RefusalErrors['fresh'] | 'INVALID_INPUT' | 'PASSWORD_EXISTS' | 'ADDRESS_REQUIRED';
  readonly 'password.change': RefusalErrors['fresh'] | 'INVALID_INPUT' | 'NOT_FOUND' | 'PASSWORD_WRONG'
    | 'RATE_LIMITED';
  readonly 'password.remove': RefusalErrors['fresh'] | 'LAST_SIGN_IN_METHOD' | 'NOT_FOUND';
  readonly 'password.requestReset': RefusalErrors['public'] | 'INVALID_INPUT' | 'ACCESS_TOKEN_REFUSED'
    | 'AccessDenied' | 'RATE_LIMITED' | 'PROOF_OF_WORK_REQUIRED' | 'EmailSignin';
  readonly 'password.reset': RefusalErrors['public'] | 'INVALID_INPUT' | 'ACCESS_TOKEN_REFUSED'
    | 'ACCOUNT_SUSPENDED' | 'AccessDenied' | 'RESET_LINK_INVALID';
  readonly 'passkeys.list': RefusalErrors['enrolment'];
  readonly 'passkeys.begin': RefusalErrors['fresh-enrolment'] | 'INVALID_INPUT' | 'TOO_MANY_PASSKEYS'
    | 'RATE_LIMITED';
  readonly 'passkeys.finish': RefusalErrors['fresh-enrolment'] | 'INVALID_INPUT' | 'PASSKEY_INVALID'
    | 'PASSKEY_EXISTS' | 'TOO_MANY_PASSKEYS';
  readonly 'passkeys.rename': RefusalErrors['session'] | 'INVALID_INPUT' | 'NOT_FOUND';
  readonly 'passkeys.remove': RefusalErrors['fresh'] | 'INVALID_INPUT' | 'NOT_FOUND' | 'LAST_SIGN_IN_METHOD'
    | 'LAST_SECOND_FACTOR';
  readonly 'secondFactor.get': RefusalErrors['enrolment'];
  readonly 'secondFactor.beginTotp': RefusalErrors['fresh-enrolment'] | 'SECOND_FACTOR_OFF'
    | 'TOO_MANY_AUTHENTICATOR_APPS';
  readonly 'secondFactor.confirmTotp': RefusalErrors['fresh-enrolment'] | 'INVALID_INPUT'
    | 'TOTP_ENROLMENT_EXPIRED' | 'TOTP_CODE_WRONG' | 'TOO_MANY_AUTHENTICATOR_APPS' | 'SECOND_FACTOR_OFF'
    | 'RATE_LIMITED';
  readonly 'secondFactor.renameTotp': RefusalErrors['session'] | 'INVALID_INPUT' | 'NOT_FOUND';
  readonly 'secondFactor.removeTotp': RefusalErrors['strong'] | 'INVALID_INPUT' | 'NOT_FOUND'
    | 'LAST_SECOND_FACTOR';
  readonly 'secondFactor.createRecoveryCodes': RefusalErrors['strong'] | 'NOT_FOUND';
  readonly 'secondFactor.endTrust': RefusalErrors['session'] | 'INVALID_INPUT' | 'NOT_FOUND';
  readonly 'secondFactor.stopRemoval': RefusalErrors['public'] | 'INVALID_INPUT' | 'ACCESS_TOKEN_REFUSED'
    | 'REMOVAL_LINK_INVALID';
  readonly 'secondFactor.cancelRemoval': RefusalErrors['session'] | 'NOT_FOUND';
  readonly 'secondFactor.removeNow': RefusalErrors['strong'] | 'NOT_FOUND';
  readonly 'phone.get': RefusalErrors['signed-in'] | 'SCOPE_MISSING';
  readonly 'phone.set': RefusalErrors['fresh'] | 'INVALID_INPUT' | 'PHONE_TOO_SHORT' | 'PHONE_TOO_LONG'
    | 'PHONE_NOT_A_NUMBER' | 'PHONE_INVALID_COUNTRY' | 'PHONE_NOT_ALLOWED' | 'RATE_LIMITED'
    | 'PHONE_SEND_FAILED';
  readonly 'phone.verify': RefusalErrors['session'] | 'INVALID_INPUT' | 'CODE_INVALID' | 'CODE_DEAD'
    | 'CODE_OTHER_BROWSER';
  readonly 'phone.remove': RefusalErrors['fresh'] | 'LAST_SIGN_IN_METHOD' | 'NOT_FOUND';
  readonly 'profile.get': RefusalErrors['signed-in'] | 'SCOPE_MISSING';
  readonly 'profile.fields': RefusalErrors['signed-in'] | 'SCOPE_MISSING';
  readonly 'profile.update': RefusalErrors['signed-in'] | 'INVALID_INPUT' | 'SCOPE_MISSING' | 'NOT_FOUND'
    | 'RATE_LIMITED' | 'PICTURE_NOT_FETCHED';
  readonly 'profile.setData': RefusalErrors['signed-in'] | 'INVALID_INPUT' | 'SCOPE_MISSING' | 'RATE_LIMITED';
  readonly 'profile.uploadPicture': RefusalErrors['signed-in'] | 'INVALID_INPUT' | 'SCOPE_MISSING'
    | 'RATE_LIMITED' | 'PICTURE_TOO_LARGE' | 'PICTURE_UNSUPPORTED' | 'PICTURE_UNREADABLE' | 'NOT_FOUND';
  readonly 'accessTokens.list': RefusalErrors['signed-in'] | 'SCOPE_MISSING';
  readonly 'accessTokens.ownScopes': RefusalErrors['session'];
  readonly 'accessTokens.create': RefusalErrors['fresh'] | 'INVALID_INPUT' | 'RATE_LIMITED'
    | 'TOO_MANY_ACCESS_TOKENS';
  readonly 'accessTokens.current': RefusalErrors['public'];
  readonly 'accessTokens.revokeCurrent': RefusalErrors['public'] | 'NOT_FOUND';
  readonly 'accessTokens.revoke': RefusalErrors['signed-in'] | 'INVALID_INPUT' | 'ACCESS_TOKEN_REFUSED'
    | 'NOT_FOUND';
  readonly 'device.inspect': RefusalErrors['session'] | 'INVALID_INPUT' | 'USER_CODE_INVALID'
    | 'RATE_LIMITED';
  readonly 'device.approve': RefusalErrors['fresh'] | 'INVALID_INPUT' | 'USER_CODE_INVALID' | 'RATE_LIMITED'
    | 'TOO_MANY_ACCESS_TOKENS';
  readonly 'device.deny': RefusalErrors['session'] | 'INVALID_INPUT' | 'USER_CODE_INVALID' | 'RATE_LIMITED';
  readonly 'authorizations.inspect': RefusalErrors['session'] | 'INVALID_INPUT' | 'OAUTH_CLIENT_UNKNOWN'
    | 'OAUTH_REDIRECT_UNKNOWN';
  readonly 'authorizations.approve': RefusalErrors['session'] | 'INVALID_INPUT' | 'OAUTH_CLIENT_UNKNOWN'
    | 'OAUTH_REDIRECT_UNKNOWN' | 'RATE_LIMITED';
  readonly 'authorizations.deny': RefusalErrors['session'] | 'INVALID_INPUT' | 'OAUTH_CLIENT_UNKNOWN'
    | 'OAUTH_REDIRECT_UNKNOWN';
  readonly 'activity.list': RefusalErrors['signed-in'] | 'INVALID_INPUT' | 'SCOPE_MISSING';
  readonly 'securityReview.get': RefusalErrors['session'];
  readonly 'securityReview.finish': RefusalErrors['session'] | 'INVALID_INPUT' | 'OTHER_SIGN_IN_REQUIRED'
    | 'SECURITY_REVIEW_CHANGED';
  readonly 'data.export': RefusalErrors['fresh'] | 'RATE_LIMITED';
  readonly 'data.deleteAccount': RefusalErrors['fresh'] | 'INVALID_INPUT' | 'WORDS_DIFFER'
    | 'LAST_ADMINISTRATOR';
  readonly 'users.list': RefusalErrors['service'] | 'INVALID_INPUT' | 'RATE_LIMITED';
  readonly 'users.get': RefusalErrors['service'] | 'INVALID_INPUT' | 'NOT_FOUND';
  readonly 'users.getMany': RefusalErrors['service'] | 'INVALID_INPUT' | 'RATE_LIMITED';
  readonly 'users.create': RefusalErrors['service'] | 'INVALID_INPUT' | 'EMAIL_TAKEN' | 'EMAIL_KEPT'
    | 'EXTERNAL_ID_TAKEN' | 'ADMINISTRATOR_PROTECTED' | 'METHODS_UNCONFIRMED' | 'RATE_LIMITED';
  readonly 'users.update': RefusalErrors['service'] | 'INVALID_INPUT' | 'NOT_FOUND' | 'EMAIL_TAKEN'
    | 'EMAIL_KEPT' | 'ADMINISTRATOR_PROTECTED' | 'RATE_LIMITED';
  readonly 'users.setData': RefusalErrors['service'] | 'INVALID_INPUT' | 'NOT_FOUND'
    | 'ADMINISTRATOR_PROTECTED';
  readonly 'users.setRoles': RefusalErrors['service'] | 'INVALID_INPUT' | 'NOT_FOUND' | 'LAST_ADMINISTRATOR'
    | 'ADMINISTRATOR_PROTECTED' | 'METHODS_UNCONFIRMED';
  readonly 'users.suspend': RefusalErrors['service'] | 'INVALID_INPUT' | 'NOT_FOUND' | 'LAST_ADMINISTRATOR'
    | 'ADMINISTRATOR_PROTECTED';
  readonly 'users.resume': RefusalErrors['service'] | 'INVALID_INPUT' | 'NOT_FOUND'
    | 'ADMINISTRATOR_PROTECTED';
  readonly 'users.endSessions': RefusalErrors['service'] | 'INVALID_INPUT' | 'NOT_FOUND'
    | 'ADMINISTRATOR_PROTECTED';
  readonly 'users.removeSecondFactor': RefusalErrors['service'] | 'INVALID_INPUT' | 'NOT_FOUND'
    | 'ADMINISTRATOR_PROTECTED';
  readonly 'users.delete': RefusalErrors['service'] | 'INVALID_INPUT' | 'NOT_FOUND' | 'LAST_ADMINISTRATOR'
    | 'ADMINISTRATOR_PROTECTED';
  readonly 'users.inspect': RefusalErrors['administrator'] | 'INVALID_INPUT' | 'NOT_FOUND';
  readonly 'users.activity': RefusalErrors['administrator'] | 'INVALID_INPUT' | 'NOT_FOUND';
  readonly 'users.import': RefusalErrors['service'] | 'INVALID_INPUT' | 'RATE_LIMITED';
  readonly 'users.export': RefusalErrors['service'] | 'INVALID_INPUT' | 'RATE_LIMITED';
  readonly 'users.impersonate': RefusalErrors['administrator'] | 'INVALID_INPUT' | 'NOT_FOUND'
    | 'ADMINISTRATOR_PROTECTED' | 'ACCOUNT_SUSPENDED';
  readonly 'serviceKeys.list': RefusalErrors['administrator'];
  readonly 'serviceKeys.create': RefusalErrors['administrator'] | 'INVALID_INPUT' | 'TOO_MANY_SERVICE_KEYS';
  readonly 'serviceKeys.revoke': RefusalErrors['administrator'] | 'INVALID_INPUT' | 'NOT_FOUND';
  readonly 'audit.list': RefusalErrors['administrator'] | 'INVALID_INPUT';
  readonly 'audit.get': RefusalErrors['administrator'] | 'INVALID_INPUT' | 'NOT_FOUND';
  readonly 'administration.overview': RefusalErrors['administrator'] | 'INVALID_INPUT';
  readonly 'administration.checklist': RefusalErrors['administrator'];
  readonly 'administration.sendTestMail': RefusalErrors['administrator'] | 'RATE_LIMITED';
  readonly 'administration.failedJobs': RefusalErrors['administrator'];
  readonly 'administration.retryJob': RefusalErrors['administrator'] | 'INVALID_INPUT' | 'NOT_FOUND';
  readonly 'administration.retryJobs': RefusalErrors['administrator'] | 'INVALID_INPUT';
  readonly 'administration.discardJob': RefusalErrors['administrator'] | 'INVALID_INPUT' | 'NOT_FOUND';
  readonly 'administration.configuration': RefusalErrors['administrator'];
  readonly 'administration.settings': RefusalErrors['administrator'];
  readonly 'administration.brand': RefusalErrors['administrator'];
  readonly 'administration.checkBrand': RefusalErrors['administrator'] | 'INVALID_INPUT';
  readonly 'administration.brandFolder': RefusalErrors['administrator'] | 'INVALID_INPUT';
  readonly 'events.list': RefusalErrors['service'] | 'INVALID_INPUT' | 'RATE_LIMITED'
    | 'EVENT_CURSOR_EXPIRED';
  readonly 'webhooks.list': RefusalErrors['service'];
  readonly 'webhooks.create': RefusalErrors['service'] | 'INVALID_INPUT' | 'RATE_LIMITED'
    | 'TOO_MANY_WEBHOOKS';
  readonly 'webhooks.update': RefusalErrors['service'] | 'INVALID_INPUT' | 'RATE_LIMITED' | 'NOT_FOUND'
    | 'WEBHOOK_SET_BY_ADMINISTRATOR' | 'WEBHOOK_SET_BY_ENVIRONMENT';
  readonly 'webhooks.enable': RefusalErrors['service'] | 'INVALID_INPUT' | 'RATE_LIMITED' | 'NOT_FOUND'
    | 'WEBHOOK_SET_BY_ADMINISTRATOR';
  readonly 'webhooks.disable': RefusalErrors['service'] | 'INVALID_INPUT' | 'RATE_LIMITED' | 'NOT_FOUND'
    | 'WEBHOOK_SET_BY_ADMINISTRATOR';
  readonly 'webhooks.rotateSecret': RefusalErrors['service'] | 'INVALID_INPUT' | 'RATE_LIMITED' | 'NOT_FOUND'
    | 'WEBHOOK_SET_BY_ADMINISTRATOR' | 'WEBHOOK_SET_BY_ENVIRONMENT';
  readonly 'webhooks.delete': RefusalErrors['service'] | 'INVALID_INPUT' | 'RATE_LIMITED' | 'NOT_FOUND'
    | 'WEBHOOK_SET_BY_ADMINISTRATOR' | 'WEBHOOK_SET_BY_ENVIRONMENT';
  readonly 'webhooks.sendTest': RefusalErrors['service'] | 'INVALID_INPUT' | 'RATE_LIMITED' | 'NOT_FOUND'
    | 'WEBHOOK_DISABLED';
  readonly 'webhooks.listDeliveries': RefusalErrors['service'] | 'INVALID_INPUT' | 'RATE_LIMITED'
    | 'NOT_FOUND';
  readonly 'webhooks.getDelivery': RefusalErrors['service'] | 'INVALID_INPUT' | 'NOT_FOUND';
  readonly 'webhooks.replayDelivery': RefusalErrors['service'] | 'INVALID_INPUT' | 'RATE_LIMITED'
    | 'NOT_FOUND' | 'WEBHOOK_DISABLED';
  readonly 'webhooks.failedDeliveries': RefusalErrors['service'] | 'RATE_LIMITED';
  readonly 'webhooks.replayFailed': RefusalErrors['service'] | 'INVALID_INPUT' | 'RATE_LIMITED' | 'NOT_FOUND'
    | 'WEBHOOK_DISABLED';
  readonly 'webhooks.replay': RefusalErrors['service'] | 'INVALID_INPUT' | 'RATE_LIMITED' | 'NOT_FOUND'
    | 'WEBHOOK_DISABLED' | 'TOO_MANY_EVENTS';
}

/** The codes with which a call is refused before its procedure runs, by what the caller needs. */
interface RefusalErrors {
  readonly 'public': 'ACCESS_TOKEN_INVALID';
  readonly 'signed-in': 'ACCESS_TOKEN_INVALID' | 'SessionRequired' | 'IMPERSONATION_REFUSED';
  readonly 'session': 'ACCESS_TOKEN_INVALID' | 'ACCESS_TOKEN_REFUSED' | 'SessionRequired'
    | 'IMPERSONATION_REFUSED';
  readonly 'fresh': 'ACCESS_TOKEN_INVALID' | 'ACCESS_TOKEN_REFUSED' | 'SessionRequired'
    | 'IMPERSONATION_REFUSED' | 'SESSION_NOT_FRESH' | 'SECOND_FACTOR_REQUIRED';
  readonly 'strong': 'ACCESS_TOKEN_INVALID' | 'ACCESS_TOKEN_REFUSED' | 'SessionRequired'
    | 'IMPERSONATION_REFUSED' | 'SECOND_FACTOR_REQUIRED';
  readonly 'enrolment': 'ACCESS_TOKEN_INVALID' | 'ACCESS_TOKEN_REFUSED' | 'SessionRequired'
    | 'IMPERSONATION_REFUSED';
  readonly 'fresh-enrolment': 'ACCESS_TOKEN_INVALID' | 'ACCESS_TOKEN_REFUSED' | 'SessionRequired'
    | 'IMPERSONATION_REFUSED' | 'SESSION_NOT_FRESH' | 'SECOND_FACTOR_REQUIRED';
  readonly 'administrator': 'ACCESS_TOKEN_INVALID' | 'ACCESS_TOKEN_REFUSED' | 'SessionRequired'
    | 'IMPERSONATION_REFUSED' | 'SESSION_NOT_FRESH' | 'SECOND_FACTOR_REQUIRED' | 'ADMINISTRATOR_REQUIRED';
  readonly 'service': 'ACCESS_TOKEN_INVALID' | 'ACCESS_TOKEN_REFUSED' | 'SessionRequired'
    | 'IMPERSONATION_REFUSED' | 'SESSION_NOT_FRESH' | 'SECOND_FACTOR_REQUIRED' | 'ADMINISTRATOR_REQUIRED'
    | 'SCOPE_MISSING' | 'SERVICE_KEY_INVALID';
}

/** The codes with which a call of this procedure can fail: `ErrorCodeOf<'accounts.unlink'>`. */
export type ErrorCodeOf<Path extends keyof ProcedureErrors> = ProcedureErrors[Path] | CommonErrorCode;

/** How each is called: queries by GET, mutations by POST. */
export const KINDS = {
  session: { query: ['list', 'get', 'token', 'pending'], mutation: ['revoke', 'revokeOthers', 'signInWith', 'requestLink', 'confirmLink', 'signInWithCode', 'requestPhoneCode', 'signInWithPhoneCode', 'continueWithoutAddress', 'beginPasskey', 'signInWithPasskey', 'completeSignIn', 'endImpersonation', 'reauthenticate', 'signOut'] },
  providers: { query: ['list', 'discover'], mutation: [] },
  accounts: { query: ['list', 'pendingLink'], mutation: ['link', 'unlink', 'inspect', 'resumeLink', 'denyLink'] },
  email: { query: ['get'], mutation: ['change', 'confirm', 'confirmWithCode', 'cancel', 'undo'] },
  password: { query: ['get'], mutation: ['signUp', 'signIn', 'set', 'change', 'remove', 'requestReset', 'reset'] },
  passkeys: { query: ['list'], mutation: ['begin', 'finish', 'rename', 'remove'] },
  secondFactor: { query: ['get'], mutation: ['beginTotp', 'confirmTotp', 'renameTotp', 'removeTotp', 'createRecoveryCodes', 'endTrust', 'stopRemoval', 'cancelRemoval', 'removeNow'] },
  phone: { query: ['get'], mutation: ['set', 'verify', 'remove'] },
  profile: { query: ['get', 'fields'], mutation: ['update', 'setData', 'uploadPicture'] },
  accessTokens: { query: ['list', 'ownScopes', 'current'], mutation: ['create', 'revokeCurrent', 'revoke'] },
  device: { query: [], mutation: ['inspect', 'approve', 'deny'] },
  authorizations: { query: ['inspect'], mutation: ['approve', 'deny'] },
  activity: { query: ['list'], mutation: [] },
  securityReview: { query: ['get'], mutation: ['finish'] },
  data: { query: [], mutation: ['export', 'deleteAccount'] },
  users: { query: ['list', 'get', 'getMany', 'inspect', 'activity'], mutation: ['create', 'update', 'setData', 'setRoles', 'suspend', 'resume', 'endSessions', 'removeSecondFactor', 'delete', 'import', 'export', 'impersonate'] },
  serviceKeys: { query: ['list'], mutation: ['create', 'revoke'] },
  audit: { query: ['list', 'get'], mutation: [] },
  administration: { query: ['overview', 'checklist', 'failedJobs', 'configuration', 'settings', 'brand'], mutation: ['sendTestMail', 'retryJob', 'retryJobs', 'discardJob', 'checkBrand', 'brandFolder'] },
  events: { query: ['list'], mutation: [] },
  webhooks: { query: ['list', 'listDeliveries', 'getDelivery', 'failedDeliveries'], mutation: ['create', 'update', 'enable', 'disable', 'rotateSecret', 'delete', 'sendTest', 'replayDelivery', 'replayFailed', 'replay'] },
} as const;

export type AccessToken = {
  /** The id of the access token. It gives no access. */
  id: string;
  /** The name that its owner gave it. */
  name: string;
  /** How the token begins and ends, to tell one from another: `foyer_pat_…4fQz`. */
  hint: string;
  /** What the token may do. A scope that is no longer declared is left out: it allows nothing. */
  scopes: Scope[];
  /** When it was created. */
  createdAt: string;
  /** When it expires. */
  expires: string;
  /** Whether it has expired. */
  expired: boolean;
  /** Its last use, to within a few minutes; `null` before the first. */
  lastUsed: {
    /** When it was used. */
    at: string;
    /** The IP address that used it; `null` where it is not known. */
    ip: string | null;
    /** The program that used it. */
    device: Device;
  } | null;
};

export type Account = {
  /** The id of the identity provider. */
  provider: string;
  /** The protocol of the identity provider. */
  type: 'oidc' | 'oauth';
  /** The subject: what identifies the account at the identity provider. */
  providerAccountId: string;
  /** The address or name of the person at the identity provider. The id follows where two accounts at one provider have the same. */
  label: string;
  /** Whether `label` is the account id, because no name is stored. The next sign-in with the account stores it. */
  labelIsId: boolean;
  /** The path on this origin that serves the picture of the account, or `null`. */
  image: string | null;
  /** `ended`: the identity provider has withdrawn the grant. The next sign-in with the account renews it. */
  status: 'connected' | 'ended';
  /** When the account was connected. */
  linkedAt: string;
  /** When the person last signed in with it. */
  lastUsedAt: string | null;
  /** `false` when this is the only sign-in method. */
  canUnlink: boolean;
};

export type AccountList = Account[];

export type Activity = {
  /** The id of the event. */
  id: string;
  /** What happened. */
  kind: ActivityKind;
  /** The sign-in method: `email-link`, `email-code`, `phone-code`, `password`, `passkey`, `totp`, `recovery-code` or the id of an identity provider. Two steps are joined: `password + totp`. `null` where none was used. */
  method: string | null;
  /** The name of the identity provider, where `method` has one. */
  methodName: string | null;
  /** What it was about, in words that the person knows: their name at the provider, the name of a token, device, passkey or authenticator app; for `recovery-code-used`, how many codes are left. */
  label: string | null;
  /** How often it happened within an hour from `at`. Only failed tries are counted together; otherwise 1. */
  count: number;
  /** The device from which it was done. */
  device: Device;
  /** Whether it was done in the session that asks, or was the sign-in that made this session. */
  thisDevice: boolean;
  /** The IP address from which it was done; `null` where it is not known. */
  ip: string | null;
  /** When it happened. */
  at: string;
};

export type ActivityKind = 'sign-in' | 'client-sign-in' | 'sign-in-failed' | 'first-factor-passed'
  | 'sign-out' | 're-authentication' | 're-authentication-failed' | 'account-linked' | 'account-unlinked'
  | 'password-set' | 'password-changed' | 'password-reset' | 'password-removed' | 'passkey-added'
  | 'passkey-removed' | 'authenticator-app-added' | 'authenticator-app-removed' | 'recovery-codes-created'
  | 'recovery-code-used' | 'second-factor-removal-requested' | 'second-factor-removal-stopped'
  | 'second-factor-removed' | 'unverified-methods-removed' | 'security-review-due'
  | 'security-review-finished' | 'email-change-requested' | 'email-added' | 'email-changed'
  | 'email-change-undone' | 'phone-verified' | 'phone-removed' | 'phone-taken' | 'session-revoked'
  | 'sessions-revoked' | 'browser-trusted' | 'browser-trust-ended' | 'client-token-reused'
  | 'access-token-created' | 'access-token-revoked' | 'data-exported' | 'account-deleted' | 'account-created'
  | 'account-suspended' | 'account-resumed' | 'roles-changed' | 'profile-changed-by-administrator'
  | 'sessions-ended-by-administrator' | 'impersonation-started' | 'impersonation-ended';

export type ActivityPage = {
  /** The events, newest first. */
  events: Activity[];
  /** The `cursor` of the next page; `null` on the last one. */
  nextCursor: string | null;
};

export type AuditEntry = {
  /** The id of the entry. */
  id: string;
  /** When it was done. */
  at: string;
  /** Who did it. */
  actor: {
    /** Who did it. `server`: a command on the server. */
    kind: 'administrator' | 'service-key' | 'server';
    /** The id of the administrator or the service key. */
    id: string | null;
    /** Their name at that time. */
    name: string | null;
    /** The path on this origin that serves the present picture of the administrator, or `null`. */
    image: string | null;
    /** Whether the administrator or the service key is no longer stored. */
    isGone: boolean;
  };
  /** What was done. */
  action: 'user-created' | 'user-updated' | 'user-data-changed' | 'user-roles-changed' | 'user-suspended'
    | 'user-resumed' | 'user-sessions-ended' | 'user-second-factor-removal-requested' | 'user-deleted'
    | 'user-imported' | 'user-impersonated' | 'user-impersonation-ended' | 'users-exported'
    | 'service-key-created' | 'service-key-revoked' | 'webhook-created' | 'webhook-updated'
    | 'webhook-enabled' | 'webhook-disabled' | 'webhook-secret-rotated' | 'webhook-tested'
    | 'webhook-replayed' | 'webhook-deleted' | 'job-retried' | 'job-discarded' | 'credentials-ended';
  /** What it was done to; `null` for nothing in particular. */
  subject: {
    /** What it was done to. */
    kind: 'user' | 'service-key' | 'job' | 'webhook';
    /** Its id. */
    id: string;
    /** Its present name: of the person (or their address), the service key or the endpoint (its URL); `null` when it has none or is gone. */
    name: string | null;
    /** The path on this origin that serves the present picture of the person, or `null`. */
    image: string | null;
    /** Whether the person, the service key or the endpoint is no longer stored; of a job `true`. */
    isGone: boolean;
  } | null;
  /** The reason that was given. */
  reason: string | null;
  /** The changed values before. `(hidden)`: an own field that administrators may not read. */
  before: Record<string, unknown> | null;
  /** The changed values after. `(hidden)`: an own field that administrators may not read. */
  after: Record<string, unknown> | null;
  /** The IP address from which it was done. */
  ip: string | null;
};

export type AuthorizationDecision = {
  /** Where the browser goes next: to the app with its answer, or to `/oauth/authorize` when something else is missing now, such as a new sign-in. */
  url: string;
};

export type AuthorizationInput = {
  /** The query of `/oauth/authorize`, as the client sent it, without the question mark. */
  request: string;
};

export type BrandDraftInput = {
  /** `APP_NAME`. Empty: the host. */
  name: string;
  /** `null`: the colours of the present brand. */
  accent: {
    /** A colour like `#1f6a57`. */
    light: string;
    /** The colour of the dark scheme. Empty: it is made from the light one. */
    dark: string;
  } | null;
  /** A length like `10px`; `null`: that of the present brand. */
  radius: string | null;
  /** What replaces files of the present brand; an empty list removes them. */
  files: {
    /** The logo: an SVG or WebP for pages, and a PNG, which mails need. `null`: those of the present brand. */
    logo: {
      /** Its ending says the format. */
      name: string;
      /** In base64. */
      content: string;
    }[] | null;
    /** The logo for dark screens, in the same formats. `null`: those of the present brand. */
    'logo-dark': {
      /** Its ending says the format. */
      name: string;
      /** In base64. */
      content: string;
    }[] | null;
    /** The font: one WOFF2. `null`: those of the present brand. */
    font: {
      /** Its ending says the format. */
      name: string;
      /** In base64. */
      content: string;
    }[] | null;
  };
  /** Words that differ from the present brand. Foyer’s own word, or none, removes an override. */
  words: {
    /** The language. */
    locale: 'en' | 'de' | 'ar';
    /** The folder and the key of the word. */
    word: 'words/signIn.title' | 'words/signIn.submit' | 'words/common.continueWith' | 'words/signIn.newHere'
      | 'words/signIn.createAccount' | 'mails/signIn.title' | 'mails/signIn.button';
    /** What people read, with placeholders. */
    text: string;
  }[];
};

export type CompletedSignIn = {
  /** The person is signed in. */
  status: 'signed-in';
  /** The new session; `null` when this person must set up a second factor first (`SECOND_FACTOR`). */
  session: Session | null;
  /** Where to go now: a path of this site, or a URL at the origin of `APP_URL`. */
  callbackUrl: string;
  /** Whether the password of a sign-up is set now. `password-left-out`: the mail was opened in another browser than the one that chose the password. */
  signUp?: 'password-set' | 'password-left-out';
  /** Only with `connect`. `not-connected`: the sign-in is valid, and `accounts.pendingLink` says what waits now. */
  connected?: 'linked' | 'already-linked' | 'not-connected';
  /** After a sign-in by password or mail of somebody without a passkey, to whom a page may offer one. */
  offerPasskey?: true;
};

export type DeclaredField = {
  /** The key of the value in `data`. */
  name: string;
  /** The name on pages, by language. English is always there. */
  label: Record<string, string>;
  /** How a page lets people enter a value. `json`: any other value. */
  input: 'text' | 'number' | 'boolean' | 'choice' | 'json';
  /** The values of a choice; otherwise empty. */
  choices: string[];
  /** Whether administrators may read it. */
  isReadable: boolean;
  /** Whether administrators may change it. */
  isWritable: boolean;
  /** Whether `users.list` can filter by it. */
  isIndexed: boolean;
};

export type DeliveryIdInput = {
  /** The id of the delivery. */
  id: string;
};

export type Device = {
  /** The browser or program, as its maker calls it: `Firefox`, `Microsoft Edge`, `curl`; `null` where it is not known. */
  browser: string | null;
  /** The operating system: `Windows`, `macOS`, `Android`. It has no version, because browsers do not send the real one. */
  system: string | null;
  /** The kind of device. */
  kind: 'desktop' | 'phone' | 'tablet' | 'script' | 'unknown';
};

export type DeviceDecision = {
  /** The app name that the device sent, which is not verified; that of the declared app, where there is one. */
  clientName: string;
  /** The id of the declared app, which gets a session; `null` for a program that gets an access token. */
  app: string | null;
  /** When the person decided. */
  decidedAt: string;
};

export type EmailStatus = {
  /** The email address; `null` without one. */
  email: string | null;
  /** Whether the person has verified that it is theirs. */
  verified: boolean;
  /** The new address that waits for its link or its code. */
  pending: {
    /** The new address. */
    email: string;
    /** When its link and its code expire. */
    expires: string;
  } | null;
};

export type ExportedUser = {
  /** The external id; the id of the user where there is none. */
  externalId: string;
  /** The email address. */
  email?: string;
  /** Whether the person has verified that it is theirs. */
  emailVerified: boolean;
  /** The name. */
  name?: string;
  /** The language of pages and mails. */
  locale: 'en' | 'de' | 'ar';
  /** The verified phone number (E.164). */
  phone?: string;
  /** The connections to identity providers. */
  accounts?: {
    /** The id of an identity provider of this Foyer, such as `google`. */
    provider: string;
    /** The subject: the id of the person at the provider. */
    providerAccountId: string;
  }[];
  /** The roles, without `administrator` and other grave ones. */
  roles?: Role[];
  /** The own fields that the caller may read. */
  data?: UserData;
  /** When the account was created. */
  createdAt: string;
};

export type FailedJob = {
  /** The id of the job. */
  id: string;
  /** What it does: `mail`, `revoke-grant`, `release-phone`, `unfinished-sign-in`. */
  kind: string;
  /** The user whom it concerns; `null` when none is known. */
  userId: string | null;
  /** How often it was tried. */
  attempts: number;
  /** Why the last attempt failed, without addresses. */
  failure: string;
  /** When it was decided. */
  createdAt: string;
  /** When it was given up. */
  failedAt: string;
};

export type IdentityProvider = {
  /** The id of the identity provider. */
  id: string;
  /** Its name for a button. */
  name: string;
  /** Its logo for a button, or `null` where Foyer has none. Show the first letter of the name then. */
  mark: ProviderMark | null;
  /** Its protocol. */
  type: 'oidc' | 'oauth' | 'email';
  /** The sign-in action of Auth.js for this provider. It takes a form post with the CSRF token. */
  signInUrl: string;
  /** Whether the person who is signed in has connected it; `false` when nobody is. */
  linked: boolean;
};

export type Impersonation = {
  /** The id of the administrator who acts as this person. */
  administratorId: string;
  /** The name of that administrator. */
  administratorName: string | null;
  /** Why. */
  reason: string;
};

export type ImportedUserInput = {
  /** The id in the former system. A person with this id is imported once. */
  externalId: string;
  /** The email address. */
  email?: string | undefined;
  /** Whether the former system has checked that the address is theirs. */
  emailVerified?: boolean | undefined;
  /** The name. */
  name?: string | undefined;
  /** The language of pages and mails. */
  locale?: 'en' | 'de' | 'ar' | undefined;
  /** A phone number (E.164) that the former system has verified. */
  phone?: string | undefined;
  /** The hash of the password, in a form of the guide “Import people”. */
  passwordHash?: string | undefined;
  /** The connections to identity providers. Each subject belongs to one person. */
  accounts?: {
    /** The id of an identity provider of this Foyer, such as `google`. */
    provider: string;
    /** The subject: the id of the person at the provider. */
    providerAccountId: string;
  }[] | undefined;
  /** The authenticator apps. */
  totp?: {
    /** The secret in Base32. The codes have six digits, change every 30 seconds and use SHA-1. */
    secret: string;
    /** The name of the authenticator app. */
    name?: string | undefined;
  }[] | undefined;
  /** The passkeys. */
  passkeys?: {
    /** The id of the credential, base64url. */
    id: string;
    /** The public key as COSE, base64url. */
    publicKey: string;
    /** The signature counter of its last use. */
    counter?: number | undefined;
    /** How the browser reaches it. */
    transports?: string[] | undefined;
    /** The model of the authenticator. */
    aaguid?: string | undefined;
    /** Whether it is backup eligible: it may be on several devices. */
    synced: boolean;
    /** The host that it was created for. It must be that of this Foyer. */
    rpId: string;
    /** The name of the passkey. */
    name?: string | undefined;
  }[] | undefined;
  /** The user handle that all passkeys were created with, base64url. */
  passkeyHandle?: string | undefined;
  /** The roles. A service key needs `roles:write`. */
  roles?: Role[] | undefined;
  /** Values of own fields. */
  data?: UserDataChanges | undefined;
  /** When the account was created. */
  createdAt?: string | undefined;
};

export type LinkConsentInput = {
  /** The id of the waiting sign-in. */
  id: string;
  /** The id of the identity provider. */
  provider: string;
  /** The account at the identity provider. */
  providerAccountId: string;
};

export type ListedSession = {
  /** The id for `session.revoke`. It is not the session token and gives no access. */
  id: string;
  /** Whether it is the session that asks. */
  current: boolean;
  /** Whether it is an administrator who acts as this person; it has no device and no address. */
  byAdministrator: boolean;
  /** The app that signed in by OAuth; `null` for a browser. */
  app: {
    /** The id of the OAuth client. */
    id: string;
    /** The name of the app. */
    name: string;
    /** The id of the session in which the person signed in to the app. When the person ends that one by `session.revoke`, this one ends, too. */
    authorizedBy: string;
  } | null;
  /** The device that signed in. */
  device: Device;
  /** The IP address that signed in. */
  ip: string | null;
  /** When the person signed in. */
  createdAt: string;
  /** When it was last used, to within a few minutes. */
  lastSeenAt: string;
  /** When it ends unless it is used before. */
  expires: string;
};

export type Navigation = {
  /** The address to navigate to. The answer sets the cookies that the callback checks. */
  url: string;
};

export type NewAccessToken = {
  /** The access token itself. No later answer has it: Foyer stores its hash only. */
  token: string;
  /** The new access token as the list shows it. */
  accessToken: AccessToken;
};

export type OverviewCount = {
  /** The beginning of the hour, or of the day (UTC). */
  at: string;
  /** How often, or how many people. */
  count: number;
  /** The sign-in method; empty where there is none. */
  method: string;
  /** The name of the identity provider, where `method` is one. */
  methodName: string | null;
};

export type OwnField = {
  /** The key in `data`. */
  name: string;
  /** The name on pages, by language. It always has `en`, which every other language falls back to. */
  label: Record<string, string>;
  /** Whether the person may change it with `profile.setData`. */
  isWritable: boolean;
  /** The input that fits its values; `none` for lists and objects. */
  input: 'text' | 'number' | 'boolean' | 'choice' | 'none';
  /** The values, with the input `choice`. */
  choices?: string[];
  /** How many characters a text has at least. */
  minLength?: number;
  /** How many characters a text has at most. */
  maxLength?: number;
  /** The smallest number. */
  minimum?: number;
  /** The largest number. */
  maximum?: number;
  /** Whether a number is an integer. */
  isInteger?: boolean;
};

export type Passkey = {
  /** The id of the credential, base64url. */
  id: string;
  /** The name that the person chose, or that of the authenticator. */
  name: string;
  /** What keeps the passkey, by its AAGUID; `null` when it is not known. */
  authenticator: {
    /** Its name, such as `iCloud Keychain`. */
    name: string;
    /** The path on this origin that serves its icon, or `null`. */
    icon: string | null;
  } | null;
  /** Whether it is on several devices. Otherwise it is on one device only. */
  synced: boolean;
  /** The host to which it belongs (`rpId`). */
  host: string;
  /** `false`: it belongs to another host than the current one, so it does not sign in. */
  usable: boolean;
  /** When it was created. */
  createdAt: string;
  /** When it was last used, or `null`. */
  lastUsedAt: string | null;
  /** `false` when this is the only sign-in method. */
  canRemove: boolean;
};

export type PasskeyAuthenticationInput = {
  /** The id of the credential, base64url. */
  id: string;
  /** The same id. */
  rawId: string;
  /** Always `public-key`. */
  type: 'public-key';
  /** Whether the authenticator is part of the device. */
  authenticatorAttachment?: 'platform' | 'cross-platform' | null | undefined;
  /** `clientExtensionResults` of the browser. Foyer reads only `credProps`. */
  clientExtensionResults: {
    
  };
  /** The answer of the authenticator. */
  response: {
    /** Base64url. */
    clientDataJSON: string;
    /** Base64url. */
    authenticatorData: string;
    /** Base64url. */
    signature: string;
    /** Base64url. */
    userHandle?: string | null | undefined;
  };
};

export type PasskeyCreationOptions = {
  /** Base64url. It works once, in this session and browser. */
  challenge: string;
  /** Milliseconds. */
  timeout: number;
  /** The site. */
  rp: {
    /** The host. */
    id: string;
    /** The name of the site. */
    name: string;
  };
  /** The person. */
  user: {
    /** A random handle of the person, base64url. It is no id of Foyer’s. */
    id: string;
    /** The address of the person, or their name. */
    name: string;
    /** The name of the person, or their address. */
    displayName: string;
  };
  /** The algorithms, best first. */
  pubKeyCredParams: {
    /** COSE algorithm: -8, -7 or -257. */
    alg: number;
    /** Always `public-key`. */
    type: 'public-key';
  }[];
  /** The passkeys that the person has already. */
  excludeCredentials: PasskeyDescriptor[];
  /** What the authenticator must do. */
  authenticatorSelection: {
    /** Always `required`. */
    residentKey: 'required';
    /** Always `true`. */
    requireResidentKey: true;
    /** Always `required`. */
    userVerification: 'required';
  };
  /** Always `none`. */
  attestation: 'none';
  /** What the browser is asked beside it. */
  extensions: {
    /** Always `true`. */
    credProps: true;
  };
};

export type PasskeyDescriptor = {
  /** The id of a credential, base64url. */
  id: string;
  /** Always `public-key`. */
  type: 'public-key';
  /** How the browser reaches it. */
  transports?: string[];
};

export type PasskeyList = {
  /** Newest first. */
  passkeys: Passkey[];
  /** For `PublicKeyCredential.signalAllAcceptedCredentials` and `signalCurrentUserDetails`, which tell the browser what is valid; `null` before the first passkey. */
  signals: {
    /** The host. */
    rpId: string;
    /** The handle of the person, base64url. */
    userId: string;
    /** As in `passkeys.begin`. */
    name: string;
    /** As in `passkeys.begin`. */
    displayName: string;
    /** All passkeys of this host. */
    allAcceptedCredentialIds: string[];
  } | null;
};

export type PasskeyRegistrationInput = {
  /** The id of the credential, base64url. */
  id: string;
  /** The same id. */
  rawId: string;
  /** Always `public-key`. */
  type: 'public-key';
  /** Whether the authenticator is part of the device. */
  authenticatorAttachment?: 'platform' | 'cross-platform' | null | undefined;
  /** `clientExtensionResults` of the browser. Foyer reads only `credProps`. */
  clientExtensionResults: {
    
  };
  /** The answer of the authenticator. */
  response: {
    /** Base64url. */
    clientDataJSON: string;
    /** Base64url. */
    attestationObject: string;
    /** Base64url. It is not read. */
    authenticatorData?: string | undefined;
    /** How the browser reaches it. */
    transports?: string[] | undefined;
    /** It is not read. */
    publicKeyAlgorithm?: number | undefined;
    /** It is not read. */
    publicKey?: string | undefined;
  };
};

export type PasskeyRequestOptions = {
  /** Base64url. It works once, in this browser. */
  challenge: string;
  /** Milliseconds. */
  timeout: number;
  /** The host to which passkeys belong. */
  rpId: string;
  /** Empty: any passkey of this site. */
  allowCredentials: PasskeyDescriptor[];
  /** Always `required`. */
  userVerification: 'required';
};

export type PasswordStatus = {
  /** When the password was set or changed; `null` without one. */
  changedAt: string | null;
  /** `false` where there is a password, or no verified address: a password is typed together with one. */
  canSet: boolean;
  /** `false` when this is the only sign-in method, or there is no password. */
  canRemove: boolean;
};

export type PendingLink = {
  /** The id of the waiting sign-in. It gives no access. */
  id: string;
  /** The id of the identity provider. */
  provider: string;
  /** The name of the identity provider. */
  providerName: string;
  /** The account at the identity provider. */
  providerAccountId: string;
  /** The user name or name at the identity provider, never an email address; `null` where it names none. */
  label: string | null;
  /** The address that the identity provider names. It does not identify the account, because a provider may claim any address. */
  email: string;
  /** The sign-in methods of the owner of that address. `null` until the address is verified: before that, nobody learns whether it is known. */
  methods: SignInMethod[] | null;
  /** Where the person wanted to go: a path of this site, or a URL at the origin of `APP_URL`. */
  callbackUrl: string;
};

export type PendingSignIn = {
  /** `verify`: this person is signed in and verifies who they are. */
  purpose: 'sign-in' | 'verify';
  /** The second factors of this person. */
  methods: ('totp' | 'passkey' | 'recovery-code')[];
  /** How many more answers may be wrong. */
  triesLeft: number;
  /** Whether `trustBrowser` has an effect. */
  mayTrustBrowser: boolean;
  /** When the person must begin again. */
  expires: string;
};

export type Phone = {
  /** The number in E.164. */
  e164: string;
  /** ISO 3166-1 alpha-2; `null` for a number of no country. */
  country: string | null;
  /** The calling code of the country, without `+`. */
  callingCode: string;
  /** The digits after the calling code. */
  nationalNumber: string;
  /** The number as people in its country write it. */
  national: string;
  /** The number as people in other countries write it. */
  international: string;
  /** When it was verified. */
  verifiedAt: string;
};

export type PhoneNumberInput = {
  /** The number, as a person types it. */
  phone: string;
  /** ISO 3166-1 alpha-2, for a number that does not begin with `+`. */
  country?: string | undefined;
};

export type PhoneStatus = {
  /** The verified number, or `null`. */
  phone: Phone | null;
  /** The number that a code was sent to and that waits for it, or `null`. */
  pending: {
    /** The number in E.164. */
    e164: string;
    /** The number as people write it. */
    international: string;
  } | null;
  /** Whether a verified number is a sign-in method here (`PHONE_SIGN_IN`). */
  signsIn: boolean;
};

export type Profile = {
  /** The id of the user. */
  id: string;
  /** The name of the person. */
  name: string | null;
  /** The email address. */
  email: string | null;
  /** Whether the person has verified that it is theirs. */
  emailVerified: boolean;
  /** The path on this origin that serves the picture, or `null`. */
  image: string | null;
  /** The language of pages and mails. */
  locale: 'en' | 'de' | 'ar';
  /** The own fields of the application that the person may read (`profile.fields`). */
  data: ProfileData;
  /** When the account was created. */
  createdAt: string;
};

export type Proof = {
  /** `password`, `email-link`, `email-code`, `phone-code`, `passkey`, `totp`, `recovery-code`, or the id of an identity provider. */
  method: string;
  /** What the proof rests on. `possession`: an authenticator app or a recovery code. `multi-factor`: a passkey with user verification, or a provider that the operator trusts with it. */
  factor: 'knowledge' | 'inbox' | 'phone' | 'provider' | 'possession' | 'multi-factor';
  /** When it was given. */
  at: string;
};

export type ProviderMark = {
  /** The shapes of the logo, from the back to the front. */
  shapes: {
    /** The `d` of an SVG path in a box of 24 by 24 (`viewBox="0 0 24 24"`). */
    path: string;
    /** Its colour as `#rrggbb`, or `null` for the colour of the text around it. */
    color: string | null;
  }[];
} | {
  /** The path of an SVG or PNG image on this origin. */
  image: string;
};

export type ReasonedUserInput = {
  /** The id of the user. */
  id: string;
  /** Why. The audit log keeps it, and the person reads it. */
  reason: string;
};

export type RevokedAccessToken = {
  /** The id of the revoked access token. */
  id: string;
};

export type ScheduledReplay = {
  /** How many events are sent again. */
  count: number;
};

export type SecondFactorStatus = {
  /** The setting `SECOND_FACTOR` of the operator. */
  policy: 'off' | 'optional' | 'administrators' | 'everyone';
  /** Whether this setting demands a second factor of this person. */
  isDemanded: boolean;
  /** Whether a sign-in asks for a second factor. */
  isOn: boolean;
  /** Whether this person must set up a second factor first. Until then their session allows nothing else. */
  mustEnrol: boolean;
  /** Oldest first. */
  authenticatorApps: {
    /** The id of the authenticator app. */
    id: string;
    /** The name that the person gave it. */
    name: string;
    /** When it was set up. */
    createdAt: string;
    /** When it was last used, or `null`. */
    lastUsedAt: string | null;
  }[];
  /** How many passkeys of this host the person has. Each of them is a second factor, too. */
  passkeys: number;
  /** How many recovery codes are not used yet. */
  recoveryCodesLeft: number;
  /** When the recovery codes were made, or `null`. */
  recoveryCodesCreatedAt: string | null;
  /** The browsers that do not ask for the second factor. */
  trustedBrowsers: {
    /** The id for `secondFactor.endTrust`. */
    id: string;
    /** Whether it is the browser that asks. */
    current: boolean;
    /** The browser. */
    device: Device;
    /** When the person chose not to be asked there. */
    createdAt: string;
    /** When it is asked again. */
    expires: string;
  }[];
  /** A removal of all second factors by the operator, which waits; otherwise `null`. */
  removal: {
    /** When the operator asked for it. */
    requestedAt: string;
    /** When the second factors are removed unless the person stops it. */
    runsAt: string;
    /** The reason that the operator gave. */
    reason: string;
  } | null;
};

export type SecurityReview = {
  /** `password-reset`: the password was reset. `vouched`: an import or a service key set the account up. `password-breached`: the password is known from a data breach. A change of it ends the review. */
  reason: 'password-reset' | 'vouched' | 'password-breached';
  /** What was added from then on is listed; when the breach was found. */
  since: string;
  /** A digest of everything that is confirmed with the list. `securityReview.finish` takes it. */
  listed: string;
  /** What was added, newest first; empty only for a breached password. */
  additions: SecurityReviewAddition[];
};

export type SecurityReviewAddition = {
  /** An account at an identity provider was connected. */
  kind: 'connection';
  /** The id of the identity provider. */
  provider: string;
  /** The name of the identity provider. */
  name: string;
  /** The address or name of the person there, otherwise the account id. */
  label: string;
  /** The account at the identity provider. */
  providerAccountId: string;
  /** When it was added. */
  addedAt: string;
  /** `false` when this is the only sign-in method. */
  canRemove: boolean;
} | {
  /** A phone number was verified. */
  kind: 'phone';
  /** The number as people write it. */
  international: string;
  /** When it was added. */
  addedAt: string;
  /** `false` when this is the only sign-in method. */
  canRemove: boolean;
} | {
  /** A passkey was created. */
  kind: 'passkey';
  /** The id of the passkey. */
  id: string;
  /** The name of the passkey. */
  name: string;
  /** When it was created. */
  addedAt: string;
  /** `false` when this is the only sign-in method. */
  canRemove: boolean;
} | {
  /** A password was set. */
  kind: 'password';
  /** When it was set. */
  addedAt: string;
} | {
  /** An authenticator app was added. */
  kind: 'authenticator-app';
  /** The name of the app. */
  name: string;
  /** When it was added. */
  addedAt: string;
};

export type SentLink = {
  /** The address that gets the mail. */
  email: string;
  /** Seconds to wait before asking again. */
  resendAfter: number;
  /** The code works only with this secret, which a program without cookies sends with the code. Browsers get it in a cookie instead. */
  codeRequest?: string;
};

export type ServiceKey = {
  /** The id of the service key. It gives no access. */
  id: string;
  /** The name that its maker gave it. */
  name: string;
  /** How the key begins and ends: `foyer_sk_…4fQz`. */
  hint: string;
  /** What the key may do. */
  scopes: ServiceScope[];
  /** The IP addresses and networks that may use it; empty: any address. */
  allowedAddresses: string[];
  /** When it was created. */
  createdAt: string;
  /** Who created it; `null`: a command on the server. */
  createdBy: {
    /** The id of the administrator. */
    id: string;
    /** Their name; `null` without one, or when the person is deleted. */
    name: string | null;
    /** `false`: the person is suspended, deleted, or no administrator any more. */
    isAdministrator: boolean;
  } | null;
  /** When it expires. */
  expires: string;
  /** Whether it works, and why not. */
  state: 'active' | 'expired' | 'revoked';
  /** Its last use, to within a few minutes; `null` before the first. */
  lastUsed: {
    /** When it was used. */
    at: string;
    /** The IP address that used it; `null` where it is not known. */
    ip: string | null;
  } | null;
};

export type Session = {
  /** The person who is signed in. */
  user: SessionUser;
  /** When the session ends unless it is used before. */
  expires: string;
  /** When this person last verified who they are in this session. Sensitive procedures need it to be recent. */
  authenticatedAt: string;
  /** How this person has verified who they are in this session, oldest first. */
  proofs: Proof[];
  /** The methods as in the claim `amr` (RFC 8176): `pwd`, `otp`, `sms`, `pop`, `user`, and `mfa` at level 2. Mail and providers have no value there. */
  amr: string[];
  /** The level: 2 with a passkey, or with two different factors of which one is an authenticator app or a recovery code; otherwise 1. */
  aal: 1 | 2;
  /** The roles of this person. */
  roles: Role[];
  /** What these roles allow, as declared in `foyer.config.ts`. */
  permissions: Permission[];
  /** Set while an administrator acts as this person; otherwise `null`. */
  impersonation: Impersonation | null;
  /** Whether the request came with the cookie of a browser session or with an access token. */
  via: {
    /** A browser session. */
    kind: 'cookie';
  } | {
    /** An access token of this person. */
    kind: 'access-token';
    /** The id of the access token. It gives no access. */
    id: string;
    /** The name that its owner gave it. */
    name: string;
    /** What the token may do. */
    scopes: Scope[];
  };
};

export type SessionUser = {
  /** The id of the user. */
  id: string;
  /** The name of the person. */
  name: string | null;
  /** The address that this person has verified to own, never a claimed one. */
  email: string | null;
  /** The path on this origin that serves the picture, or `null`. */
  image: string | null;
  /** The own fields of the application that `foyer.config.ts` puts into the session. */
  data: SessionData;
};

export type SignInMethod = {
  /** The id of the identity provider, or `email`. */
  id: string;
  /** The name for a button. */
  name: string;
  /** The protocol of the identity provider, or `email`. */
  type: 'oidc' | 'oauth' | 'email';
};

export type SignInResult = CompletedSignIn | {
  /** Nobody is signed in yet. `session.completeSignIn` finishes it in this browser. */
  status: 'second-factor';
  /** The page that asks for the second factor. */
  callbackUrl: string;
};

export type Suspension = {
  /** Why, in words that the person reads. */
  reason: string;
  /** Since when. */
  at: string;
  /** When it ends by itself; `null`: when somebody ends it. */
  until: string | null;
};

export type User = {
  /** The id of the user. */
  id: string;
  /** The id that a former system gave, or `null`. */
  externalId: string | null;
  /** The name of the person. */
  name: string | null;
  /** The email address. */
  email: string | null;
  /** Whether the person has verified that it is theirs. */
  emailVerified: boolean;
  /** The verified phone number (E.164), or `null`. */
  phone: string | null;
  /** The path on this origin that serves the picture, or `null`. */
  image: string | null;
  /** The language of pages and mails. */
  locale: 'en' | 'de' | 'ar';
  /** The roles of the person. */
  roles: Role[];
  /** `active`; `invited`: the address is not verified yet; `suspended`: they cannot sign in. */
  state: 'active' | 'invited' | 'suspended';
  /** The suspension, while there is one. */
  suspension: Suspension | null;
  /** The own fields of the application that the caller may read. */
  data: UserData;
  /** When the account was created. */
  createdAt: string;
  /** When the person last signed in; `null`: not since it is recorded. */
  lastSignInAt: string | null;
};

export type UserCodeInput = {
  /** The code that the device shows. */
  userCode: string;
};

export type UserIdInput = {
  /** The id of the user. */
  id: string;
};

export type UserMethod = {
  /** The kind of sign-in method or second factor. */
  kind: 'email' | 'password' | 'phone' | 'passkey' | 'provider' | 'authenticator-app' | 'recovery-codes';
  /** The name of the identity provider, the passkey or the authenticator app; `null` for others. */
  name: string | null;
  /** The address, the number, the name at the provider, or how many recovery codes are left. */
  label: string | null;
  /** When it was added or verified; `null` where it is not recorded. */
  addedAt: string | null;
  /** When it was last used; `null` where it is not recorded. */
  lastUsedAt: string | null;
  /** `false`: somebody else put it on the account, and the person has not confirmed it. */
  isConfirmed: boolean;
};

export type WebhookAttempt = {
  /** When the request was sent. */
  at: string;
  /** Why it was sent. */
  trigger: 'schedule' | 'replay' | 'test';
  /** How long the answer took, in milliseconds. */
  durationMs: number;
  /** The HTTP status; `null` without an answer. */
  status: number | null;
  /** Why there was no answer: `timeout`, `address`, `insecure`, `network`, or `secret` (no secret of the endpoint can be opened); `null` with an answer. */
  error: string | null;
  /** The headers that were sent. The signature is hidden. */
  requestHeaders: Record<string, string>;
  /** The headers of the answer. Cookies are hidden. */
  responseHeaders: Record<string, string>;
  /** The beginning of the answer. Of older attempts than the last five, the answer is not kept, and this is empty. */
  responseBody: string;
};

export type WebhookDelivery = {
  /** The id of the delivery: `<endpoint>:<event>`. */
  id: string;
  /** The id of the event, or of the test. */
  eventId: string;
  /** The type of the event. */
  type: 'user.created' | 'user.updated' | 'user.suspended' | 'user.resumed' | 'user.deleted' | 'email.changed'
    | 'session.created' | 'session.ended' | 'method.added' | 'method.removed' | 'second_factor.changed'
    | 'roles.changed' | 'impersonation.started' | 'impersonation.ended' | 'webhook.test';
  /** The id of the person; `null` for a test. */
  subject: string | null;
  /** `failed`: no attempt follows by itself. */
  state: 'waiting' | 'delivered' | 'failed';
  /** How many requests were sent. */
  attemptCount: number;
  /** The HTTP status of the last answer; `null` without an answer. */
  lastStatus: number | null;
  /** When the event was handed to the endpoint. */
  createdAt: string;
  /** When the next request is due; `null`: none is. */
  nextAttemptAt: string | null;
};

export type WebhookDeliveryDetails = {
  /** The delivery as the list shows it. */
  delivery: WebhookDelivery;
  /** The body of each request: the event as JSON. */
  body: string;
  /** The last requests, oldest first. */
  attempts: WebhookAttempt[];
};

export type WebhookEndpoint = {
  /** The id of the endpoint. `environment`: the one that `WEBHOOK_URL` sets. */
  id: string;
  /** Where events are sent. */
  url: string;
  /** What the endpoint is for. */
  description: string | null;
  /** The types that it receives; `null`: all. */
  types: EventType[] | null;
  /** When it was added. */
  createdAt: string;
  /** The secrets that sign, newest first: two while they are rotated. */
  secrets: {
    /** How the secret begins and ends: `whsec_…b2s=`. */
    hint: string;
    /** When a replaced secret stops signing; `null`: it is the current one. */
    expires: string | null;
  }[];
  /** Whether events are sent. */
  state: 'enabled' | 'disabled';
  /** Why not: by an administrator or service key, by an answer 410, or after five days of failure. */
  disabledBy: 'administrator' | 'gone' | 'failing' | null;
  /** Since when no delivery succeeded; `null`: the last one did. */
  failingSince: string | null;
};

export type WebhookIdInput = {
  /** The id of the endpoint. `environment`: the one that `WEBHOOK_URL` sets. */
  id: string;
};

export type WebhookWithSecret = {
  /** The endpoint as the list shows it. */
  endpoint: WebhookEndpoint;
  /** The secret, `whsec_` and base64 (Standard Webhooks). No later answer has it. */
  secret: string;
};
