import type { SecurityTexts } from '../../security-words.ts';
import { administrationMails } from './administration-mails.ts';
import { secondFactorMails } from './second-factor-mails.ts';

const named = (method: string, label: string | null) => (label === null ? method : `${method} (${label})`);

/** The mails about changes to an account. */
export const security: SecurityTexts = {
  ...secondFactorMails,
  ...administrationMails,
  'sign-in': ({ name }) => ({
    title: `New sign-in at ${name}`,
    what: 'Somebody signed in to your account on a device that was not used for it before.',
    advice: 'If this was not you, end that session, then check your sign-in methods.',
  }),
  'account-linked': ({ name, method, label }) => ({
    title: `${method} was connected at ${name}`,
    what: `You can now sign in with ${named(method, label)}.`,
    advice: 'If this was not you, remove it and sign out your other devices.',
  }),
  'account-unlinked': ({ name, method, label }) => ({
    title: `${method} was removed at ${name}`,
    what: `${named(method, label)} can no longer be used to sign in to your account.`,
    advice: 'If this was not you, sign in with another method and check what else has changed.',
  }),
  'password-set': ({ name }) => ({
    title: `A password was set at ${name}`,
    what: 'You can now sign in with your address and a password.',
    advice: 'If this was not you, remove it and sign out your other devices.',
  }),
  'password-changed': ({ name }) => ({
    title: `Your password was changed at ${name}`,
    what: 'Your password was replaced by another, and every other device was signed out.',
    advice: 'If this was not you, choose a new one at once: that signs out all devices.',
  }),
  'password-reset': ({ name }) => ({
    title: `A new password was chosen at ${name}`,
    what: 'It was chosen by a link that was sent to this address. Every device was signed out, and every access token revoked.',
    advice:
      'If this was not you, somebody can read your mail: choose another password there first, then here.',
  }),
  'password-removed': ({ name }) => ({
    title: `Your password was removed at ${name}`,
    what: 'You sign in by a link to this address, or with a connected account.',
    advice: 'If this was not you, sign in and check what else has changed.',
  }),
  'phone-verified': ({ name }) => ({
    title: `A phone number was added at ${name}`,
    what: 'You can now use it to verify that it’s you.',
    advice: 'If this was not you, remove it and sign out your other devices.',
  }),
  'phone-removed': ({ name }) => ({
    title: `Your phone number was removed at ${name}`,
    what: 'It is no longer part of your account.',
    advice: 'If this was not you, check what else has changed and sign out your other devices.',
  }),
  // A number is passed on when its contract ends, so this need not be anybody's fault.
  'phone-taken': ({ name, label }) => ({
    title: `Your phone number is no longer yours at ${name}`,
    what: `Somebody else has shown that messages to ${
      label === null ? 'your number' : `the number ending in ${label}`
    } reach them, so it was removed from your account.`,
    advice:
      'If you still have this number, verify it again; then ask your phone company whether somebody moved it.',
  }),
  // Its mail goes to that address.
  'email-added': ({ name }) => ({
    title: `This is your address at ${name} now`,
    what: 'This address was confirmed for your account. You sign in with it from now on, and we write to it about your account.',
    advice: 'If this was not you, sign in and check what else has changed.',
  }),
  // To the address that was there before, whose button undoes it.
  'email-changed': ({ name, label }) => ({
    title: `Your email address was changed at ${name}`,
    what: `${
      label === null ? 'Another address' : label
    } is the address of your account now. This one can no longer be used to sign in.`,
    advice:
      'If this was not you, undo it within seven days: your account gets this address back, and all devices are signed out. The page asks you first. If it was you, there is nothing to do.',
  }),
  'email-change-undone': ({ name, label }) => ({
    title: `A change of email address was undone at ${name}`,
    what: `${
      label === null ? 'The address before' : label
    } is the address of your account again. All devices were signed out. The password and everything that was added since the change were removed.`,
    advice:
      'Sign in by a link to that address and remove sign-in methods that you do not know. If somebody else can read your mail, choose another password there first.',
  }),
  'client-sign-in': ({ name, label }) => ({
    title: `New sign-in to ${label ?? 'an app'} with your account at ${name}`,
    what: `Your account was used to sign in to ${label ?? 'an app'}. You see the app among your devices, where you can sign it out.`,
    advice: 'If this was not you, sign the app out, then check your sign-in methods.',
  }),
  'client-token-reused': ({ name, label }) => ({
    title: `${label ?? 'An app'} was signed out of your account at ${name}`,
    what: 'An old token of the app was used again. Somebody may have copied it, so the app was signed out.',
    advice: 'Sign in to the app again. If this happens again, check the device on which you use it.',
  }),
  'access-token-created': ({ name, label }) => ({
    title: `An access token was created at ${name}`,
    what: `Anyone who has ${
      label === null ? 'the token' : `the token “${label}”`
    } can act for you, as far as its scopes allow.`,
    advice: 'If this was not you, revoke it and sign out your other devices.',
  }),
  'account-deleted': ({ name }) => ({
    title: `Your account at ${name} was deleted`,
    what: 'Nobody can sign in to it any more, and what was stored about you is being removed.',
    advice: 'If this was not you, write to the people who run the site.',
  }),
  'security-review-due': ({ name }) => ({
    title: `Check what was added to your account at ${name}`,
    what: 'Your password was reset, and then somebody signed in to your account. A reset does not remove other sign-in methods.',
    advice:
      'Check your account and remove what you do not know: the person who added it can sign in with it. Keep what is yours.',
  }),
  'unproven-methods-removed': ({ name }) => ({
    title: `Your address is confirmed at ${name}`,
    what: 'Somebody had already created an account with your address, but had not confirmed the address. Now you have confirmed it. So all sign-in methods that were added before, and all sessions, were removed.',
    advice: 'If some of them were yours, add them again.',
  }),
};
