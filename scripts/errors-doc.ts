import { NEXT_STEPS, type ErrorPlace } from '../src/shared/errors/entry.ts';
import { ERRORS, type ErrorCode } from '../src/shared/errors/catalogue.ts';

/** The causes of each code, for operators and developers. A new code does not compile without its cause. */
const CAUSES: Readonly<Record<ErrorCode, string>> = {
  Signin: 'A form without a valid CSRF token, or a provider id that is not configured.',
  OAuthSignin:
    'The provider’s discovery document could not be fetched, or the authorization request not be made.',
  OAuthCallback:
    'The person cancelled at the provider; state, nonce, PKCE or `iss` did not match; or the tokens were refused.',
  OAuthCreateAccount: 'The database refused the user or the connection of a provider’s first sign-in.',
  EmailCreateAccount: 'The database refused the user of a first sign-in by mail.',
  Callback: 'Anything else that failed after the identity was verified, for example storing the session.',
  OAuthAccountNotLinked: 'The provider proved an address that another user has verified already.',
  EmailSignin: 'The mail server refused the mail or the connection, or the address was no address.',
  CredentialsSignin: 'A wrong name or a wrong password.',
  SessionRequired: 'A page or a procedure that needs a session, without one.',
  Configuration:
    'Auth.js cannot use the configuration, for example a provider without endpoints. The log names it.',
  AccessDenied: '`SIGN_IN_DOMAINS` is set, and the person has verified no address of these domains.',
  Verification:
    'The link, or another mail to the same address, was used; the link was mistyped, or is older than 24 hours.',
  CODE_INVALID: 'A wrong six-digit code.',
  CODE_DEAD:
    'The fifth wrong code, or, where the browser is new to the account, too many wrong codes for this address today; a link in the same mail still works.',
  CODE_OTHER_BROWSER:
    'A code that was typed in another browser than the one that asked for it, or given without the `codeRequest` of its request.',
  SESSION_NOT_FRESH: 'A sensitive change more than 10 minutes after the last proof of who it is.',
  LAST_SIGN_IN_METHOD: 'The removal of the only sign-in method.',
  ACCOUNT_BELONGS_TO_OTHER: 'Connecting a provider account of another user.',
  LINK_EXPIRED: 'Finishing a connection that was finished before, or that started too long ago.',
  LINK_CHANGED:
    'The person agreed to connect an account, and meanwhile another account is pending in this browser.',
  REAUTHENTICATION_FAILED:
    'The provider came back with another account, or from a session of its own that is not new.',
  PASSWORD_WRONG: 'A signed-in person typed a wrong current password.',
  PASSWORD_EXISTS: 'Setting a first password when the user has one.',
  ADDRESS_REQUIRED: 'Setting a password without a verified address.',
  RESET_LINK_INVALID:
    'The link, or another one to the same address, was used; the link was mistyped, or is older than an hour.',
  PROOF_OF_WORK_REQUIRED:
    'A flood of guesses, mails or texts: an unknown caller must solve `challenge` first (docs/proof-of-work.md).',
  EMAIL_LINK_INVALID:
    'The link was used, replaced by a newer one, cancelled or mistyped, is older than 24 hours, or was meant for another user than the one signed in.',
  EMAIL_TAKEN:
    'The address was verified, and another user had it by then; or the old address of an undone change has another owner.',
  EMAIL_UNDO_INVALID:
    'The link was used or mistyped, an earlier change was undone with it, it is older than seven days, or the user is gone.',
  EMAIL_KEPT:
    'A proof of an address that a user changed away from within seven days, with which a new user would begin.',
  OTHER_SIGN_IN_REQUIRED:
    'Confirming what was added to the account, in a session that was made by something on that list.',
  SECURITY_REVIEW_CHANGED:
    'Confirming what was added to the account, when the list has changed since it was shown.',
  PASSKEY_INVALID:
    'An answer of an authenticator that cannot be verified: a challenge of another browser or another purpose, one that is used or older than 15 minutes, a wrong origin, host or signature, no user verification, or a signature counter that went back.',
  PASSKEY_UNKNOWN: 'A passkey that nobody here has, or, in a session, the passkey of another person.',
  PASSKEY_OTHER_HOST: 'A passkey of an earlier host of `APP_ORIGIN`.',
  PASSKEY_EXISTS: 'Creating a passkey whose credential id belongs to an account already.',
  TOO_MANY_PASSKEYS: 'The user already has 20 passkeys.',
  SECOND_FACTOR_REQUIRED:
    'A sensitive change of a person with a second factor, without level 2 in the last ten minutes; or a request to an application that demands level 2 (`requireLevel`).',
  SECOND_FACTOR_INVALID: 'A wrong or used code of an authenticator app, or a wrong or used recovery code.',
  SIGN_IN_EXPIRED:
    'The second step of a sign-in that is older than ten minutes, had five wrong answers, was finished or overtaken already, or began in another browser.',
  TOTP_ENROLMENT_EXPIRED:
    'A set-up of an authenticator app that began more than 15 minutes ago or in another session.',
  TOTP_CODE_WRONG: 'A wrong code in the set-up of an authenticator app.',
  TOO_MANY_AUTHENTICATOR_APPS: 'The user already has five authenticator apps.',
  SECOND_FACTOR_OFF: 'Setting up an authenticator app while `SECOND_FACTOR` is `off`.',
  LAST_SECOND_FACTOR:
    'The removal of the only second factor of a person of whom `SECOND_FACTOR` demands one.',
  REMOVAL_LINK_INVALID:
    'The link was used or mistyped, the removal was cancelled or carried out, or the user is gone.',
  PHONE_TOO_SHORT: 'A number with fewer digits than its country has.',
  PHONE_TOO_LONG: 'A number with more digits than its country has, or an input over 250 characters.',
  PHONE_NOT_A_NUMBER: 'Letters, other text, or digits that match no pattern of the country.',
  PHONE_INVALID_COUNTRY: 'A national number without its country, or a calling code that nobody has.',
  PHONE_NOT_ALLOWED:
    'A premium-rate, shared-cost, company-wide, pager or voicemail number, one with an extension, or of a country that `PHONE_COUNTRIES` leaves out.',
  PHONE_SEND_FAILED: 'The gateway of `SMS_URL` refused the message or could not be reached, three times.',
  ACCOUNT_SUSPENDED: 'A sign-in of a suspended person, after a right proof.',
  ADMISSION_REFUSED: '`admit` of `foyer.config.ts` refused with no code of its own.',
  ADMISSION_UNKNOWN:
    '`admit` of `foyer.config.ts` failed or took more than two seconds. Nobody is admitted then.',
  ADMINISTRATOR_REQUIRED: 'A call of a person without the role `administrator`.',
  PERMISSION_MISSING:
    '`requirePermission` and `checkPermission` of the package: no role of this person has the permission.',
  LAST_ADMINISTRATOR: 'Taking away the role or the account of the only administrator who can sign in.',
  METHODS_UNCONFIRMED:
    'A grave role for somebody with sign-in methods or an address that an import or a service key brought, and that the person has not confirmed.',
  ADMINISTRATOR_PROTECTED:
    'A service key that acts on an administrator, or an administrator who acts as another one.',
  SERVICE_KEY_INVALID:
    'A service key that is unknown, expired or revoked, or that is used from an address which its list leaves out.',
  SERVICE_KEY_REFUSED: 'A call with a service key that needs a person.',
  TOO_MANY_SERVICE_KEYS: 'There are 50 valid service keys already.',
  EVENT_CURSOR_EXPIRED:
    'Events are kept for 30 days, and the application asked for older ones. Or the operator restored a backup since the cursor was made.',
  TOO_MANY_WEBHOOKS: 'There are 20 webhook endpoints already.',
  WEBHOOK_SET_BY_ADMINISTRATOR:
    'A service key changes a webhook endpoint that an administrator or a command on the server made, or changed last.',
  WEBHOOK_SET_BY_ENVIRONMENT: 'A change of the endpoint that `WEBHOOK_URL` sets.',
  WEBHOOK_DISABLED: 'A test or a replay for an endpoint that is disabled.',
  TOO_MANY_EVENTS: 'A replay of a time range with more than 10,000 events.',
  EXTERNAL_ID_TAKEN: 'Creating a person with the external id of another one.',
  IMPERSONATION_REFUSED:
    'A call that an administrator may not make while they act as another person: credentials, address, phone, connections, tokens, codes, export, deletion.',
  ACCESS_TOKEN_INVALID:
    'An `Authorization` header that is not one `Bearer` with an access token of ours, or a token that expired, was revoked, or whose user is gone.',
  ACCESS_TOKEN_REFUSED:
    'A call with an access token that needs a browser session: signing in, credentials, access tokens.',
  SCOPE_MISSING: 'The access token was made without the scope that the procedure needs; `scope` names it.',
  TOO_MANY_ACCESS_TOKENS: 'The user already has 50 valid access tokens.',
  AUTHORIZATION_DENIED:
    'The person denied the program, or signed out everywhere or deleted their account after approving it.',
  DEVICE_CODE_EXPIRED: 'A device code that is expired, used or unknown.',
  USER_CODE_INVALID: 'A user code that is mistyped, ten minutes old, or decided already.',
  OAUTH_CLIENT_UNKNOWN:
    'An authorization request whose `client_id` is missing or is no declared client. It never redirects.',
  OAUTH_REDIRECT_UNKNOWN:
    'An authorization request whose `redirect_uri` is missing or is not declared for the client, to the letter. It never redirects.',
  PICTURE_TOO_LARGE: 'An upload above 2 MB, or a picture of more than 24 megapixels.',
  PICTURE_UNSUPPORTED: 'An upload whose content is no PNG, JPEG or WebP, whatever its name says.',
  PICTURE_UNREADABLE: 'A picture that ends too early or cannot be decoded.',
  PICTURE_NOT_FETCHED:
    'The provider’s picture is somewhere we do not go, could not be fetched in time, or is no picture that is taken here.',
  WORDS_DIFFER: 'Deleting an account without the words to be typed, in one of the languages.',
  INVALID_INPUT: 'An input that its schema refuses; `issues` names the fields.',
  NOT_FOUND: 'No such address, procedure or thing; and whatever belongs to somebody else.',
  RATE_LIMITED: 'A limit was used up; `retryAfter` says for how many seconds.',
  UNAVAILABLE:
    'The database does not answer, or more passwords wait to be checked than the server can take. Nobody is signed out by it.',
  INTERNAL: 'A fault of the server. The log has it under the request id.',
  WRONG_HOST: 'The `Host` header is not the one of `APP_ORIGIN`.',
  FOREIGN_ORIGIN: '`Origin` or `Sec-Fetch-Site` names another site, or a cookie came without either.',
  THIS_MACHINE_ONLY: 'The outbox of a development server, asked for from another machine or through a proxy.',
  UNSUPPORTED_MEDIA_TYPE: 'A mutation whose body is not application/json.',
  PAYLOAD_TOO_LARGE: 'A body or a batch above the limit.',
  MALFORMED_REQUEST: 'A path, a body or a batch that cannot be read.',
  METHOD_NOT_ALLOWED: 'A method that the address does not take; `Allow` names those it does.',
};

const PLACES: Readonly<Record<ErrorPlace, string>> = {
  'sign-in': 'sign-in page',
  error: 'error page',
  form: 'beside the form',
  answer: 'the answer alone',
};

/** docs/errors.md, from the catalogue in src/shared/errors. */
export function renderErrorsDoc(): string {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  return `# Error codes

Made from \`src/shared/errors\` by \`npm run generate\`. Every failure has one of these ${codes.length} codes: on the page
(\`/sign-in?error=CODE\`, \`/error?error=CODE\`, with \`requestId\`), in a procedure's answer and in every other answer
(\`error.data\`: \`{ appCode, requestId, issues?, retryAfter?, scope?, challenge? }\`), and in the log beside the same request id.

| code | status | procedure error | shown on |
| --- | --- | --- | --- |
${codes.map((code) => `| [${code}](#${code.toLowerCase()}) | ${ERRORS[code].status} | ${ERRORS[code].procedure} | ${PLACES[ERRORS[code].place]} |`).join('\n')}

${codes.map(section).join('\n\n')}
`;
}

function section(code: ErrorCode): string {
  const { next } = ERRORS[code];
  return `## ${code}

${CAUSES[code]} Next: ${NEXT_STEPS[next].label} (\`${next}\`).`;
}
