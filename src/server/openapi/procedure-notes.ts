// Written by `npm run docs:procedures` from the routers' docstrings and the errors that their code makes; a test compares them.

import type { ErrorCode } from '../../shared/errors.ts';

interface ProcedureNote {
  readonly doc: string;
  readonly errors: readonly ErrorCode[];
}

/** What each router is about. */
// prettier-ignore
export const ROUTER_NOTES: Readonly<Record<string, string>> = {
  "accessTokens": "What scripts sign in with. A token may look at the list if it was let, and at itself, and end itself; it makes none and ends no other: one that leaked could make itself last, or stop what else there is.",
  "device": "How a program without a browser gets an access token: its person lets it in from a browser of theirs (RFC 8628).",
};

/** Of each procedure its docstring, and the codes of its own that it may fail with. */
// prettier-ignore
export const PROCEDURE_NOTES: Readonly<Record<string, ProcedureNote>> = {
  "session.list": {"doc":"Where this person is signed in: the session that asks first, then the one seen last.","errors":[]},
  "session.revoke": {"doc":"Ends one of this person's sessions; ending the one that asks is signing out.","errors":["SessionRequired","ACCESS_TOKEN_INVALID","NOT_FOUND"]},
  "session.revokeOthers": {"doc":"Ends all of this person's sessions but the one that asks; with an access token, all of them.","errors":["SessionRequired","ACCESS_TOKEN_INVALID","NOT_FOUND"]},
  "session.get": {"doc":"Who is signed in, or `null`.","errors":[]},
  "session.token": {"doc":"A signed token about this session, for a service that cannot ask us: five minutes, one audience.","errors":[]},
  "session.signInWith": {"doc":"Starts a provider's sign-in: the address to navigate to.","errors":["Signin","OAuthSignin","Callback","OAuthAccountNotLinked","EmailSignin","CredentialsSignin","SessionRequired","AccessDenied","Verification","ACCOUNT_BELONGS_TO_OTHER","REAUTHENTICATION_FAILED","EMAIL_KEPT","ACCESS_TOKEN_INVALID","INVALID_INPUT","NOT_FOUND","RATE_LIMITED","UNAVAILABLE"]},
  "session.requestLink": {"doc":"Mails a link and a code.","errors":["EmailSignin","AccessDenied","INVALID_INPUT","RATE_LIMITED"]},
  "session.confirmLink": {"doc":"Signs in by the link's token, once.","errors":["AccessDenied","Verification","EMAIL_KEPT","INVALID_INPUT"]},
  "session.signInWithCode": {"doc":"Signs in by the mail's code, once.","errors":["AccessDenied","Verification","CODE_INVALID","CODE_DEAD","EMAIL_KEPT","INVALID_INPUT"]},
  "session.requestPhoneCode": {"doc":"Sends a code to a verified number, where `PHONE_SIGN_IN` is on.","errors":["PHONE_SEND_FAILED","NOT_FOUND","RATE_LIMITED"]},
  "session.signInWithPhoneCode": {"doc":"Signs in by the text message's code, once.","errors":["AccessDenied","CODE_INVALID","CODE_DEAD","INVALID_INPUT","NOT_FOUND"]},
  "session.continueWithoutAddress": {"doc":"Signs in with the provider account that waits in this browser, without the address that it names.","errors":["OAuthAccountNotLinked","AccessDenied","LINK_EXPIRED","EMAIL_KEPT"]},
  "session.reauthenticate": {"doc":"Shows again who is there, by a code to their address or number, their password or a connected provider, so that sensitive things may be done.","errors":["Signin","OAuthSignin","Callback","OAuthAccountNotLinked","EmailSignin","CredentialsSignin","SessionRequired","AccessDenied","Verification","CODE_INVALID","CODE_DEAD","ACCOUNT_BELONGS_TO_OTHER","REAUTHENTICATION_FAILED","PASSWORD_WRONG","EMAIL_KEPT","PHONE_SEND_FAILED","ACCESS_TOKEN_INVALID","INVALID_INPUT","NOT_FOUND","RATE_LIMITED","UNAVAILABLE"]},
  "session.signOut": {"doc":"Ends this session; without one it has nothing to do.","errors":[]},
  "providers.list": {"doc":"The ways to sign in, in display order. To an access token without `accounts:read` none of them is linked.","errors":[]},
  "providers.discover": {"doc":"The provider that signs the people of this address's domain in, or `null`; asks the domain itself where that is allowed.","errors":["RATE_LIMITED"]},
  "accounts.list": {"doc":"This person's connections to identity providers.","errors":[]},
  "accounts.link": {"doc":"Starts connecting a provider: the address to navigate to.","errors":["Signin","OAuthSignin","Callback","OAuthAccountNotLinked","EmailSignin","CredentialsSignin","SessionRequired","AccessDenied","Verification","ACCOUNT_BELONGS_TO_OTHER","REAUTHENTICATION_FAILED","EMAIL_KEPT","ACCESS_TOKEN_INVALID","INVALID_INPUT","NOT_FOUND","RATE_LIMITED","UNAVAILABLE"]},
  "accounts.unlink": {"doc":"Removes a connection, never the last way to sign in; answers the new list.","errors":["SessionRequired","LAST_SIGN_IN_METHOD","ACCESS_TOKEN_INVALID","NOT_FOUND"]},
  "accounts.inspect": {"doc":"Asks the provider whether our grant still holds.","errors":["NOT_FOUND"]},
  "accounts.pendingLink": {"doc":"The provider sign-in that waits in this browser for its person to show who they are, or `null`.","errors":[]},
  "accounts.resumeLink": {"doc":"Connects what waits to the person who is signed in now.","errors":["OAuthAccountNotLinked","SessionRequired","ACCOUNT_BELONGS_TO_OTHER","LINK_EXPIRED","ACCESS_TOKEN_INVALID","NOT_FOUND"]},
  "email.get": {"doc":"The address, and the one that waits for its proof.","errors":[]},
  "email.change": {"doc":"Mails a link and a code to another address, or the first one. The answer is the same for somebody else's.","errors":["EmailSignin","SessionRequired","INVALID_INPUT","RATE_LIMITED"]},
  "email.confirm": {"doc":"By the link's token; the address is this person's then, and the one before may undo it.","errors":["SessionRequired","EMAIL_LINK_INVALID","EMAIL_TAKEN","ACCESS_TOKEN_INVALID"]},
  "email.confirmWithCode": {"doc":"The same by the code of the same mail.","errors":["SessionRequired","CODE_INVALID","CODE_DEAD","EMAIL_TAKEN","ACCESS_TOKEN_INVALID"]},
  "email.cancel": {"doc":"Takes the wanted address back: its link and code are dead.","errors":["SessionRequired"]},
  "email.undo": {"doc":"Puts a former address back, by the link that it got, and signs out everywhere. Whoever undoes signs in with it then.","errors":["EMAIL_TAKEN","EMAIL_UNDO_INVALID"]},
  "password.signUp": {"doc":"Mails a link and a code, with which `session.confirmLink` and `session.signInWithCode` finish the sign-up.","errors":["EmailSignin","AccessDenied","INVALID_INPUT","RATE_LIMITED","UNAVAILABLE"]},
  "password.signIn": {"doc":"Signs in by address and password.","errors":["CredentialsSignin","AccessDenied","INVALID_INPUT","RATE_LIMITED","UNAVAILABLE"]},
  "password.get": {"doc":"Whether this person has a password, and what they may do with it.","errors":[]},
  "password.set": {"doc":"Sets the first password.","errors":["SessionRequired","PASSWORD_EXISTS","ADDRESS_REQUIRED","ACCESS_TOKEN_INVALID","INVALID_INPUT","UNAVAILABLE"]},
  "password.change": {"doc":"Changes the password, signs every other device out and gives this one a new session.","errors":["SessionRequired","PASSWORD_WRONG","ACCESS_TOKEN_INVALID","INVALID_INPUT","NOT_FOUND","RATE_LIMITED","UNAVAILABLE"]},
  "password.remove": {"doc":"Removes the password, never the last way to sign in.","errors":["SessionRequired","LAST_SIGN_IN_METHOD","ACCESS_TOKEN_INVALID","NOT_FOUND"]},
  "password.requestReset": {"doc":"Mails a link to choose a new password.","errors":["EmailSignin","AccessDenied","RATE_LIMITED"]},
  "password.reset": {"doc":"Sets a new password by that link and signs out everywhere; the person signs in with it then.","errors":["AccessDenied","Verification","RESET_LINK_INVALID","INVALID_INPUT","RATE_LIMITED","UNAVAILABLE"]},
  "phone.get": {"doc":"The verified number, and the one that waits for its code.","errors":[]},
  "phone.set": {"doc":"Sends a code to a number.","errors":["PHONE_SEND_FAILED","RATE_LIMITED"]},
  "phone.verify": {"doc":"Gives the code back; the number is this person's then.","errors":["SessionRequired","CODE_INVALID","CODE_DEAD"]},
  "phone.remove": {"doc":"Removes the number; where it signs in, never the last way to.","errors":["SessionRequired","LAST_SIGN_IN_METHOD","ACCESS_TOKEN_INVALID","NOT_FOUND"]},
  "profile.get": {"doc":"Name, picture, language and address of the person.","errors":[]},
  "profile.update": {"doc":"Changes the given fields and leaves the others.","errors":["SessionRequired","ACCESS_TOKEN_INVALID","PICTURE_TOO_LARGE","PICTURE_UNSUPPORTED","PICTURE_UNREADABLE","PICTURE_NOT_FETCHED","NOT_FOUND","RATE_LIMITED","UNAVAILABLE"]},
  "profile.uploadPicture": {"doc":"The body is the picture itself: PNG, JPEG or WebP, cut to a square out of its middle.","errors":["SessionRequired","ACCESS_TOKEN_INVALID","PICTURE_TOO_LARGE","PICTURE_UNSUPPORTED","PICTURE_UNREADABLE","NOT_FOUND","RATE_LIMITED","UNAVAILABLE"]},
  "accessTokens.list": {"doc":"This person's access tokens, newest first: the living, and for a month the expired. Never a token itself.","errors":[]},
  "accessTokens.create": {"doc":"Makes an access token and tells it, this once.","errors":["SessionRequired","ACCESS_TOKEN_INVALID","TOO_MANY_ACCESS_TOKENS","INVALID_INPUT","RATE_LIMITED"]},
  "accessTokens.current": {"doc":"What the access token that asks is and may do, and whose it is. Throws `ACCESS_TOKEN_INVALID` without one.","errors":["ACCESS_TOKEN_INVALID"]},
  "accessTokens.revokeCurrent": {"doc":"Ends the access token that asks: a program signs itself out. Throws `ACCESS_TOKEN_INVALID` without one.","errors":["SessionRequired","ACCESS_TOKEN_INVALID","NOT_FOUND"]},
  "accessTokens.revoke": {"doc":"Ends an access token at once; answers what it was. Not for fresh sessions alone: whoever fears for a token should end it now.","errors":["SessionRequired","ACCESS_TOKEN_INVALID","NOT_FOUND"]},
  "device.start": {"doc":"A program asks to be let in. It shows the code and the address, and polls with the other code.","errors":["RATE_LIMITED"]},
  "device.poll": {"doc":"The access token of a program that was let in, this once. Until somebody decides it fails with `AUTHORIZATION_PENDING`, and `retryAfter` says when to ask again.","errors":["ACCESS_TOKEN_INVALID","TOO_MANY_ACCESS_TOKENS","AUTHORIZATION_PENDING","SLOW_DOWN","AUTHORIZATION_DENIED","DEVICE_CODE_EXPIRED","INVALID_INPUT","RATE_LIMITED"]},
  "device.inspect": {"doc":"Which program waits under a code, where it asked from and what it wants; what a person reads before they decide. Five wrong codes are too many.","errors":["USER_CODE_INVALID","RATE_LIMITED"]},
  "device.approve": {"doc":"Lets the program in that waits under this code: its access token lives 90 days and counts among this person's.","errors":["TOO_MANY_ACCESS_TOKENS","USER_CODE_INVALID","RATE_LIMITED"]},
  "device.deny": {"doc":"Turns it away. Not for fresh sessions alone: saying no should be the easiest.","errors":["USER_CODE_INVALID","RATE_LIMITED"]},
  "activity.list": {"doc":"What happened to this account, newest first.","errors":["INVALID_INPUT"]},
  "securityReview.get": {"doc":"After a reset of the password: what was added to the account in the 30 days before it, or later. `null` when there is nothing to look at.","errors":[]},
  "securityReview.finish": {"doc":"Says that this person has looked at what was added, and keeps what is left.","errors":["SessionRequired","OTHER_SIGN_IN_REQUIRED","ACCESS_TOKEN_INVALID"]},
  "data.export": {"doc":"Everything that is stored about this person, as one object.","errors":["RATE_LIMITED"]},
  "data.deleteAccount": {"doc":"Deletes this person's account for good.","errors":["SessionRequired","WORDS_DIFFER","RATE_LIMITED"]},
};

interface FieldNotes {
  readonly input: Readonly<Record<string, string>>;
  readonly output: Readonly<Record<string, string>>;
}

/** What the schemas say of their fields, by path as in plain-fields.ts. */
// prettier-ignore
export const FIELD_NOTES: Readonly<Record<string, FieldNotes>> = {
  "session.list": {"input":{},"output":{"[].id":"Names it to `session.revoke`; it is not the token and opens nothing.","[].current":"It is the one that asks.","[].device.browser":"As its maker calls it: `Firefox`, `Microsoft Edge`; or the program, `curl`.","[].device.system":"`Windows`, `macOS`, `Android`, … Without a version: browsers have frozen the one they send.","[].ip":"Where it signed in from.","[].lastSeenAt":"Written every few minutes at most.","[].expires":"When it ends unless it is used before."}},
  "session.get": {"input":{},"output":{"user.email":"The address this person has proven to own, never a claimed one.","user.image":"Where the picture is served, a path on our origin.","authenticatedAt":"When this person last proved who they are in this session; sensitive mutations need it to be recent."}},
  "session.requestLink": {"input":{},"output":{"resendAfter":"Seconds to wait before asking again."}},
  "session.confirmLink": {"input":{},"output":{"session.user.email":"The address this person has proven to own, never a claimed one.","session.user.image":"Where the picture is served, a path on our origin.","session.authenticatedAt":"When this person last proved who they are in this session; sensitive mutations need it to be recent.","signUp":"With a mail that a sign-up with a password had asked for: whether the password counts from now on. It is left out when the mail was answered in another browser than the one where it was chosen; then this person may set one now."}},
  "session.signInWithCode": {"input":{},"output":{"session.user.email":"The address this person has proven to own, never a claimed one.","session.user.image":"Where the picture is served, a path on our origin.","session.authenticatedAt":"When this person last proved who they are in this session; sensitive mutations need it to be recent.","signUp":"With a mail that a sign-up with a password had asked for: whether the password counts from now on. It is left out when the mail was answered in another browser than the one where it was chosen; then this person may set one now."}},
  "session.requestPhoneCode": {"input":{"country":"ISO 3166-1 alpha-2, for a number that does not begin with `+`."},"output":{"resendAfter":"Seconds to wait before asking again."}},
  "session.signInWithPhoneCode": {"input":{"country":"ISO 3166-1 alpha-2, for a number that does not begin with `+`."},"output":{"session.user.email":"The address this person has proven to own, never a claimed one.","session.user.image":"Where the picture is served, a path on our origin.","session.authenticatedAt":"When this person last proved who they are in this session; sensitive mutations need it to be recent.","signUp":"With a mail that a sign-up with a password had asked for: whether the password counts from now on. It is left out when the mail was answered in another browser than the one where it was chosen; then this person may set one now."}},
  "session.continueWithoutAddress": {"input":{},"output":{"session.user.email":"The address this person has proven to own, never a claimed one.","session.user.image":"Where the picture is served, a path on our origin.","session.authenticatedAt":"When this person last proved who they are in this session; sensitive mutations need it to be recent.","signUp":"With a mail that a sign-up with a password had asked for: whether the password counts from now on. It is left out when the mail was answered in another browser than the one where it was chosen; then this person may set one now."}},
  "session.reauthenticate": {"input":{},"output":{"phone":"The number as people write it."}},
  "providers.list": {"input":{},"output":{"[].signInUrl":"Auth.js's own sign-in action for this provider: a form post with the CSRF token works there.","[].linked":"Whether the signed-in person has connected it; `false` for a signed-out one."}},
  "providers.discover": {"input":{},"output":{"name":"For \"Continue with …\": the configured name; the address's own domain for a provider that the domain named."}},
  "accounts.list": {"input":{},"output":{"[].label":"What the person is called at the provider: their address or name there, else the account's id.","[].image":"Their picture there, where we serve it: a path on our origin.","[].status":"`ended`: the provider has withdrawn what it had granted; signing in with it once connects it again.","[].canUnlink":"`false` when this is the only way left to sign in."}},
  "accounts.unlink": {"input":{},"output":{"[].label":"What the person is called at the provider: their address or name there, else the account's id.","[].image":"Their picture there, where we serve it: a path on our origin.","[].status":"`ended`: the provider has withdrawn what it had granted; signing in with it once connects it again.","[].canUnlink":"`false` when this is the only way left to sign in."}},
  "accounts.inspect": {"input":{},"output":{"status":"What the provider says of our grant now; `unknown` when it gave us nothing to ask with, or did not answer."}},
  "accounts.pendingLink": {"input":{},"output":{"label":"How the person is called at the provider.","email":"The address that the provider names.","methods":"`null` until the address is proven: whether it is known here is nobody's business before."}},
  "email.get": {"input":{},"output":{"email":"`null` without one.","pending":"The address that a link and a code went to and that waits for one of them."}},
  "email.change": {"input":{},"output":{"resendAfter":"Seconds to wait before asking again."}},
  "email.confirm": {"input":{},"output":{"email":"`null` without one.","pending":"The address that a link and a code went to and that waits for one of them."}},
  "email.confirmWithCode": {"input":{},"output":{"email":"`null` without one.","pending":"The address that a link and a code went to and that waits for one of them."}},
  "email.cancel": {"input":{},"output":{"email":"`null` without one.","pending":"The address that a link and a code went to and that waits for one of them."}},
  "password.signUp": {"input":{},"output":{"resendAfter":"Seconds to wait before asking again."}},
  "password.signIn": {"input":{},"output":{"session.user.email":"The address this person has proven to own, never a claimed one.","session.user.image":"Where the picture is served, a path on our origin.","session.authenticatedAt":"When this person last proved who they are in this session; sensitive mutations need it to be recent.","signUp":"With a mail that a sign-up with a password had asked for: whether the password counts from now on. It is left out when the mail was answered in another browser than the one where it was chosen; then this person may set one now."}},
  "password.get": {"input":{},"output":{"changedAt":"When it was set or changed; `null` without one.","canSet":"`false` while no address is proven: a password is typed together with one.","canRemove":"`false` when this is the only way left to sign in, or there is none."}},
  "password.set": {"input":{},"output":{"changedAt":"When it was set or changed; `null` without one.","canSet":"`false` while no address is proven: a password is typed together with one.","canRemove":"`false` when this is the only way left to sign in, or there is none."}},
  "password.change": {"input":{},"output":{"changedAt":"When it was set or changed; `null` without one.","canSet":"`false` while no address is proven: a password is typed together with one.","canRemove":"`false` when this is the only way left to sign in, or there is none."}},
  "password.remove": {"input":{},"output":{"changedAt":"When it was set or changed; `null` without one.","canSet":"`false` while no address is proven: a password is typed together with one.","canRemove":"`false` when this is the only way left to sign in, or there is none."}},
  "password.requestReset": {"input":{},"output":{"resendAfter":"Seconds to wait before asking again."}},
  "phone.get": {"input":{},"output":{"phone":"The verified number, or `null`.","phone.e164":"E.164.","phone.country":"ISO 3166-1 alpha-2; `null` for numbers of no country.","pending":"A number that a code was sent to and that waits for it; E.164 and as people write it."}},
  "phone.set": {"input":{"country":"ISO 3166-1 alpha-2, for a number that does not begin with `+`."},"output":{"resendAfter":"Seconds to wait before asking again."}},
  "phone.verify": {"input":{},"output":{"phone":"The verified number, or `null`.","phone.e164":"E.164.","phone.country":"ISO 3166-1 alpha-2; `null` for numbers of no country.","pending":"A number that a code was sent to and that waits for it; E.164 and as people write it."}},
  "phone.remove": {"input":{},"output":{"phone":"The verified number, or `null`.","phone.e164":"E.164.","phone.country":"ISO 3166-1 alpha-2; `null` for numbers of no country.","pending":"A number that a code was sent to and that waits for it; E.164 and as people write it."}},
  "profile.get": {"input":{},"output":{"image":"Where the picture is served, a path on our origin."}},
  "profile.update": {"input":{"image":"The picture of a connection; one's own is uploaded by `profile.uploadPicture`."},"output":{"image":"Where the picture is served, a path on our origin."}},
  "profile.uploadPicture": {"input":{},"output":{"image":"Where the picture is served, a path on our origin."}},
  "accessTokens.list": {"input":{},"output":{"[].hint":"How it begins and ends, for telling one from another: `foyer_pat_…4fQz`.","[].lastUsed":"To within a few minutes.","[].lastUsed.device.browser":"As its maker calls it: `Firefox`, `Microsoft Edge`; or the program, `curl`.","[].lastUsed.device.system":"`Windows`, `macOS`, `Android`, … Without a version: browsers have frozen the one they send."}},
  "accessTokens.create": {"input":{"name":"What its owner will know it by.","expires":"A year from now at most."},"output":{"token":"The secret. It is told this once and stored nowhere.","accessToken.hint":"How it begins and ends, for telling one from another: `foyer_pat_…4fQz`.","accessToken.lastUsed":"To within a few minutes.","accessToken.lastUsed.device.browser":"As its maker calls it: `Firefox`, `Microsoft Edge`; or the program, `curl`.","accessToken.lastUsed.device.system":"`Windows`, `macOS`, `Android`, … Without a version: browsers have frozen the one they send."}},
  "accessTokens.current": {"input":{},"output":{"hint":"How it begins and ends, for telling one from another: `foyer_pat_…4fQz`.","lastUsed":"To within a few minutes.","lastUsed.device.browser":"As its maker calls it: `Firefox`, `Microsoft Edge`; or the program, `curl`.","lastUsed.device.system":"`Windows`, `macOS`, `Android`, … Without a version: browsers have frozen the one they send.","userId":"Whose it is."}},
  "device.start": {"input":{"clientName":"What the person will read: the program, and where it runs."},"output":{"deviceCode":"The program's own secret, for `device.poll`.","userCode":"What the person compares or types: `BCDF-GHJK`.","verificationUri":"The page on which they do.","verificationUriComplete":"The same with the code in it.","expires":"When both codes are over.","interval":"Seconds to wait between two polls."}},
  "device.poll": {"input":{},"output":{"token":"The secret. It is told this once and stored nowhere.","accessToken.hint":"How it begins and ends, for telling one from another: `foyer_pat_…4fQz`.","accessToken.lastUsed":"To within a few minutes.","accessToken.lastUsed.device.browser":"As its maker calls it: `Firefox`, `Microsoft Edge`; or the program, `curl`.","accessToken.lastUsed.device.system":"`Windows`, `macOS`, `Android`, … Without a version: browsers have frozen the one they send."}},
  "device.inspect": {"input":{},"output":{"clientName":"What the program calls itself.","ip":"Where it asked from.","sameAddress":"Whether that is the address that this browser has, too.","device.browser":"As its maker calls it: `Firefox`, `Microsoft Edge`; or the program, `curl`.","device.system":"`Windows`, `macOS`, `Android`, … Without a version: browsers have frozen the one they send.","tokenDays":"Days that its access token would live."}},
  "activity.list": {"input":{},"output":{"events[].method":"`email-link`, `email-code`, `phone-code`, `password`, or a provider's id; `null` where none played a part.","events[].methodName":"How the provider is called, where `method` is one.","events[].label":"How the person knows what it was about: their name at the provider, a token's name, a device's.","events[].count":"How many times within the hour from `at`: of failed tries alone, else 1.","events[].device.browser":"As its maker calls it: `Firefox`, `Microsoft Edge`; or the program, `curl`.","events[].device.system":"`Windows`, `macOS`, `Android`, … Without a version: browsers have frozen the one they send.","nextCursor":"For the page after this one; `null` when there is none."}},
  "securityReview.get": {"input":{},"output":{"since":"What was added from then on is listed.","additions":"Newest first; never empty.","additions[].name":"What the provider is called.","additions[].label":"What the person is called at the provider: their address or name there, else the account's id.","additions[].canRemove":"`false` when this is the only way left to sign in."}},
  "data.export": {"input":{},"output":{"profile.pictureFrom":"The connection whose picture is shown, and its address there; `null` for one's own, or for none.","email.wanted":"The address of a change that is not confirmed yet.","email.former":"Addresses of before, which can be put back until they expire.","approvedPrograms":"Let in, and not yet come for their token."}},
  "data.deleteAccount": {"input":{},"output":{"confirmationTo":"Where the confirmation goes; `null` where no address was proven."}},
};
