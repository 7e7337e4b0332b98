import type { SecurityTexts } from './security-words.ts';

const named = (method: string, label: string | null) => (label === null ? method : `${method} (${label})`);

/** What a person hears about changes to their account. */
export const security: SecurityTexts = {
  'sign-in': ({ host }) => ({
    title: `New sign-in at ${host}`,
    what: 'Your account was signed in to on a device that had not been used for it before.',
    advice: 'If this was not you, end that session, then look at your ways to sign in.',
  }),
  'account-linked': ({ host, method, label }) => ({
    title: `${method} was connected at ${host}`,
    what: `You can now sign in with ${named(method, label)}.`,
    advice: 'If this was not you, remove it and sign out your other devices.',
  }),
  'account-unlinked': ({ host, method, label }) => ({
    title: `${method} was removed at ${host}`,
    what: `${named(method, label)} no longer signs in to your account.`,
    advice: 'If this was not you, sign in another way and look at what else has changed.',
  }),
  'password-set': ({ host }) => ({
    title: `A password was set at ${host}`,
    what: 'You can now sign in with your address and a password.',
    advice: 'If this was not you, remove it and sign out your other devices.',
  }),
  'password-changed': ({ host }) => ({
    title: `Your password was changed at ${host}`,
    what: 'Your password was replaced by another, and every other device was signed out.',
    advice: 'If this was not you, choose a new one at once: that signs everybody out.',
  }),
  'password-reset': ({ host }) => ({
    title: `A new password was chosen at ${host}`,
    what: 'It was chosen by a link that was sent to this address. Every device was signed out, and every access token revoked.',
    advice:
      'If this was not you, somebody can read your mail: choose another password there first, then here.',
  }),
  'password-removed': ({ host }) => ({
    title: `Your password was removed at ${host}`,
    what: 'You sign in by a link to this address, or with a connected account.',
    advice: 'If this was not you, sign in and look at what else has changed.',
  }),
  'phone-verified': ({ host }) => ({
    title: `A phone number was added at ${host}`,
    what: 'You can now show with it that it’s you.',
    advice: 'If this was not you, remove it and sign out your other devices.',
  }),
  'phone-removed': ({ host }) => ({
    title: `Your phone number was removed at ${host}`,
    what: 'It is no longer part of your account.',
    advice: 'If this was not you, look at what else has changed and sign out your other devices.',
  }),
  // A number is passed on when its contract ends, so this need not be anybody's fault.
  'phone-taken': ({ host, label }) => ({
    title: `Your phone number is no longer yours at ${host}`,
    what: `Somebody else has shown that messages to ${
      label === null ? 'your number' : `the number ending in ${label}`
    } reach them, so it was removed from your account.`,
    advice:
      'If you still have this number, verify it again; then ask your phone company whether somebody moved it.',
  }),
  // Its mail goes to that address.
  'email-added': ({ host }) => ({
    title: `This is your address at ${host} now`,
    what: 'This address was confirmed for your account. You sign in with it from now on, and what happens to your account is written to it.',
    advice: 'If this was not you, sign in and look at what else has changed.',
  }),
  // To the address that was there before, whose button undoes it.
  'email-changed': ({ host, label }) => ({
    title: `Your e-mail address was changed at ${host}`,
    what: `${
      label === null ? 'Another address' : label
    } is the address of your account now. This one no longer signs in.`,
    advice:
      'If this was not you, undo it within seven days: your account gets this address back, and everybody is signed out. The page asks before it does so. If it was you, there is nothing to do.',
  }),
  'email-change-undone': ({ host, label }) => ({
    title: `A change of e-mail address was undone at ${host}`,
    what: `${
      label === null ? 'The address before' : label
    } is the address of your account again. Everybody was signed out, and the password and whatever was added since the change were removed.`,
    advice:
      'Sign in by a link to that address and remove ways to sign in that you do not know. If somebody else can read your mail, choose another password there first.',
  }),
  'access-token-created': ({ host, label }) => ({
    title: `An access token was made at ${host}`,
    what: `Whoever has ${
      label === null ? 'the token' : `the token “${label}”`
    } can act for you, as far as its scopes allow.`,
    advice: 'If this was not you, revoke it and sign out your other devices.',
  }),
  'account-deleted': ({ host }) => ({
    title: `Your account at ${host} was deleted`,
    what: 'It cannot be signed in to any more, and what was stored about you is being removed.',
    advice: 'If this was not you, write to whoever runs the site.',
  }),
  'security-review-due': ({ host }) => ({
    title: `Check what was added to your account at ${host}`,
    what: 'Your password was reset, and your account was signed in to after that. A reset removes no other way to sign in.',
    advice:
      'Check your account and remove what you do not know: whoever added it can sign in with it. Keep what is yours.',
  }),
  'unproven-methods-removed': ({ host }) => ({
    title: `Your address is confirmed at ${host}`,
    what: 'There was already an account with your address, made by somebody who had not shown that it is theirs. Now that you have, every way to sign in that was added before and every session was removed.',
    advice: 'If some of them were yours, add them again.',
  }),
};
