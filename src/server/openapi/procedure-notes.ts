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
  "session.revoke": {"doc":"Ends one of this person's sessions; ending the one that asks is signing out.","errors":["NOT_FOUND"]},
  "session.revokeOthers": {"doc":"Ends all of this person's sessions but the one that asks; with an access token, all of them.","errors":["SessionRequired"]},
  "session.get": {"doc":"Who is signed in, or `null`.","errors":[]},
  "session.token": {"doc":"A signed token about this session, for a service that cannot ask us: five minutes, one audience.","errors":[]},
  "session.signInWith": {"doc":"Starts a provider's sign-in: the address to navigate to.","errors":["Signin","OAuthSignin","Callback","OAuthAccountNotLinked","EmailSignin","CredentialsSignin","SessionRequired","AccessDenied","Verification","LAST_SIGN_IN_METHOD","ACCOUNT_BELONGS_TO_OTHER","REAUTHENTICATION_FAILED","EMAIL_KEPT","INVALID_INPUT","NOT_FOUND","RATE_LIMITED","UNAVAILABLE"]},
  "session.requestLink": {"doc":"Mails a link and a code.","errors":["EmailSignin","AccessDenied","INVALID_INPUT","RATE_LIMITED"]},
  "session.confirmLink": {"doc":"Signs in by the link's token, once.","errors":["AccessDenied","Verification","EMAIL_KEPT","INVALID_INPUT"]},
  "session.signInWithCode": {"doc":"Signs in by the mail's code, once.","errors":["AccessDenied","Verification","CODE_INVALID","CODE_DEAD","EMAIL_KEPT","INVALID_INPUT"]},
  "session.requestPhoneCode": {"doc":"Sends a code to a verified number, where `PHONE_SIGN_IN` is on.","errors":["PHONE_SEND_FAILED","NOT_FOUND","RATE_LIMITED"]},
  "session.signInWithPhoneCode": {"doc":"Signs in by the text message's code, once.","errors":["AccessDenied","Verification","CODE_INVALID","CODE_DEAD","INVALID_INPUT","NOT_FOUND"]},
  "session.continueWithoutAddress": {"doc":"Signs in with the provider account that waits in this browser, without the address that it names.","errors":["OAuthAccountNotLinked","AccessDenied","Verification","LINK_EXPIRED","EMAIL_KEPT"]},
  "session.reauthenticate": {"doc":"Shows again who is there, by a code to their address or number, their password or a connected provider, so that sensitive things may be done.","errors":["Signin","OAuthSignin","Callback","OAuthAccountNotLinked","EmailSignin","CredentialsSignin","SessionRequired","AccessDenied","Verification","CODE_INVALID","CODE_DEAD","LAST_SIGN_IN_METHOD","ACCOUNT_BELONGS_TO_OTHER","REAUTHENTICATION_FAILED","PASSWORD_WRONG","EMAIL_KEPT","PHONE_SEND_FAILED","INVALID_INPUT","NOT_FOUND","RATE_LIMITED","UNAVAILABLE"]},
  "session.signOut": {"doc":"Ends this session; without one it has nothing to do.","errors":[]},
  "providers.list": {"doc":"The ways to sign in, in display order. To an access token without `accounts:read` none of them is linked.","errors":[]},
  "providers.discover": {"doc":"The provider that signs the people of this address's domain in, or `null`; asks the domain itself where that is allowed.","errors":["RATE_LIMITED"]},
  "accounts.list": {"doc":"This person's connections to identity providers.","errors":[]},
  "accounts.link": {"doc":"Starts connecting a provider: the address to navigate to.","errors":["Signin","OAuthSignin","Callback","OAuthAccountNotLinked","EmailSignin","CredentialsSignin","SessionRequired","AccessDenied","Verification","LAST_SIGN_IN_METHOD","ACCOUNT_BELONGS_TO_OTHER","REAUTHENTICATION_FAILED","EMAIL_KEPT","INVALID_INPUT","NOT_FOUND","RATE_LIMITED","UNAVAILABLE"]},
  "accounts.unlink": {"doc":"Removes a connection, never the last way to sign in; answers the new list.","errors":["LAST_SIGN_IN_METHOD","NOT_FOUND"]},
  "accounts.inspect": {"doc":"Asks the provider whether our grant still holds.","errors":["NOT_FOUND"]},
  "accounts.pendingLink": {"doc":"The provider sign-in that waits in this browser for its person to show who they are, or `null`.","errors":[]},
  "accounts.resumeLink": {"doc":"Connects what waits to the person who is signed in now.","errors":["OAuthAccountNotLinked","SessionRequired","ACCOUNT_BELONGS_TO_OTHER","LINK_EXPIRED","NOT_FOUND"]},
  "email.get": {"doc":"The address, and the one that waits for its proof.","errors":[]},
  "email.change": {"doc":"Mails a link and a code to another address, or the first one. The answer is the same for somebody else's.","errors":["EmailSignin","SessionRequired","INVALID_INPUT","RATE_LIMITED"]},
  "email.confirm": {"doc":"By the link's token; the address is this person's then, and the one before may undo it.","errors":["EMAIL_LINK_INVALID","EMAIL_TAKEN"]},
  "email.confirmWithCode": {"doc":"The same by the code of the same mail.","errors":["CODE_INVALID","CODE_DEAD","EMAIL_TAKEN"]},
  "email.cancel": {"doc":"Takes the wanted address back: its link and code are dead.","errors":["SessionRequired"]},
  "email.undo": {"doc":"Puts a former address back, by the link that it got, and signs out everywhere. Whoever undoes signs in with it then.","errors":["EMAIL_TAKEN","EMAIL_UNDO_INVALID"]},
  "password.signUp": {"doc":"Mails a link and a code, with which `session.confirmLink` and `session.signInWithCode` finish the sign-up.","errors":["EmailSignin","AccessDenied","INVALID_INPUT","RATE_LIMITED","UNAVAILABLE"]},
  "password.signIn": {"doc":"Signs in by address and password.","errors":["CredentialsSignin","AccessDenied","INVALID_INPUT","RATE_LIMITED","UNAVAILABLE"]},
  "password.get": {"doc":"Whether this person has a password, and what they may do with it.","errors":[]},
  "password.set": {"doc":"Sets the first password.","errors":["PASSWORD_EXISTS","ADDRESS_REQUIRED","INVALID_INPUT","UNAVAILABLE"]},
  "password.change": {"doc":"Changes the password, signs every other device out and gives this one a new session.","errors":["PASSWORD_WRONG","INVALID_INPUT","NOT_FOUND","RATE_LIMITED","UNAVAILABLE"]},
  "password.remove": {"doc":"Removes the password, never the last way to sign in.","errors":["LAST_SIGN_IN_METHOD","NOT_FOUND"]},
  "password.requestReset": {"doc":"Mails a link to choose a new password.","errors":["EmailSignin","AccessDenied","RATE_LIMITED"]},
  "password.reset": {"doc":"Sets a new password by that link and signs out everywhere; the person signs in with it then.","errors":["AccessDenied","Verification","RESET_LINK_INVALID","INVALID_INPUT","RATE_LIMITED","UNAVAILABLE"]},
  "phone.get": {"doc":"The verified number, and the one that waits for its code.","errors":[]},
  "phone.set": {"doc":"Sends a code to a number.","errors":["PHONE_SEND_FAILED","RATE_LIMITED"]},
  "phone.verify": {"doc":"Gives the code back; the number is this person's then.","errors":["SessionRequired","CODE_INVALID","CODE_DEAD"]},
  "phone.remove": {"doc":"Removes the number; where it signs in, never the last way to.","errors":["LAST_SIGN_IN_METHOD","NOT_FOUND"]},
  "profile.get": {"doc":"Name, picture, language and address of the person.","errors":[]},
  "profile.update": {"doc":"Changes the given fields and leaves the others.","errors":["PICTURE_TOO_LARGE","PICTURE_UNSUPPORTED","PICTURE_UNREADABLE","PICTURE_NOT_FETCHED","NOT_FOUND","RATE_LIMITED","UNAVAILABLE"]},
  "profile.uploadPicture": {"doc":"The body is the picture itself: PNG, JPEG or WebP, cut to a square out of its middle.","errors":["PICTURE_TOO_LARGE","PICTURE_UNSUPPORTED","PICTURE_UNREADABLE","NOT_FOUND","RATE_LIMITED","UNAVAILABLE"]},
  "accessTokens.list": {"doc":"This person's access tokens, newest first: the living, and for a month the expired. Never a token itself.","errors":[]},
  "accessTokens.create": {"doc":"Makes an access token and tells it, this once.","errors":["SessionRequired","TOO_MANY_ACCESS_TOKENS","INVALID_INPUT","RATE_LIMITED"]},
  "accessTokens.current": {"doc":"What the access token that asks is and may do, and whose it is. Throws `ACCESS_TOKEN_INVALID` without one.","errors":["ACCESS_TOKEN_INVALID"]},
  "accessTokens.revokeCurrent": {"doc":"Ends the access token that asks: a program signs itself out. Throws `ACCESS_TOKEN_INVALID` without one.","errors":["ACCESS_TOKEN_INVALID","NOT_FOUND"]},
  "accessTokens.revoke": {"doc":"Ends an access token at once; answers what it was. Not for fresh sessions alone: whoever fears for a token should end it now.","errors":["NOT_FOUND"]},
  "device.start": {"doc":"A program asks to be let in. It shows the code and the address, and polls with the other code.","errors":["RATE_LIMITED"]},
  "device.poll": {"doc":"The access token of a program that was let in, this once. Until somebody decides it fails with `AUTHORIZATION_PENDING`, and `retryAfter` says when to ask again.","errors":["TOO_MANY_ACCESS_TOKENS","AUTHORIZATION_PENDING","SLOW_DOWN","AUTHORIZATION_DENIED","DEVICE_CODE_EXPIRED","INVALID_INPUT","RATE_LIMITED"]},
  "device.inspect": {"doc":"Which program waits under a code, where it asked from and what it wants; what a person reads before they decide. Five wrong codes are too many.","errors":["USER_CODE_INVALID","RATE_LIMITED"]},
  "device.approve": {"doc":"Lets the program in that waits under this code: its access token lives 90 days and counts among this person's.","errors":["TOO_MANY_ACCESS_TOKENS","USER_CODE_INVALID","RATE_LIMITED"]},
  "device.deny": {"doc":"Turns it away. Not for fresh sessions alone: saying no should be the easiest.","errors":["USER_CODE_INVALID","RATE_LIMITED"]},
  "activity.list": {"doc":"What happened to this account, newest first.","errors":["INVALID_INPUT"]},
  "data.export": {"doc":"Everything that is stored about this person, as one object.","errors":["RATE_LIMITED"]},
  "data.deleteAccount": {"doc":"Deletes this person's account for good.","errors":["SessionRequired","WORDS_DIFFER","RATE_LIMITED"]},
};
