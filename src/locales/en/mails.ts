import { RECOVERY_CODES_FEW } from '../../shared/limits.ts';
import { plural } from './plural.ts';
import type { SecurityTexts } from '../security-words.ts';

const because = (label: string | null) => (label === null ? '' : `, with this reason: “${label}”`);

const quoted = (label: string | null) => (label === null ? '' : ` “${label}”`);

const named = (method: string, label: string | null) => (label === null ? method : `${method} (${label})`);

const IGNORE_SIGN_IN =
  'If you did not ask for this, ignore this mail: nobody can sign in without the link or the code.';

export const mails = {
  security: {
    'passkey-added': ({ name, label }) => ({
      title: `A passkey was added at ${name}`,
      what: `You can now sign in with the passkey${quoted(label)}. It needs no password and no second step.`,
      advice: 'If this was not you, remove it and sign out your other devices.',
    }),
    'passkey-removed': ({ name, label }) => ({
      title: `A passkey was removed at ${name}`,
      what: `The passkey${quoted(label)} can no longer be used to sign in to your account.`,
      advice: 'If this was not you, sign in with another method and check what else has changed.',
    }),
    'authenticator-app-added': ({ name, label }) => ({
      title: `An authenticator app was added at ${name}`,
      what: `The authenticator app${quoted(label)} was added. When you sign in, we ask for a second step.`,
      advice: 'If this was not you, remove it and sign out your other devices.',
    }),
    'authenticator-app-removed': ({ name, label }) => ({
      title: `An authenticator app was removed at ${name}`,
      what: `The codes of the authenticator app${quoted(label)} no longer work. If you have no other authenticator app, signing in needs one step only.`,
      advice: 'If this was not you, change your password and sign out your other devices.',
    }),
    'recovery-codes-created': ({ name }) => ({
      title: `Recovery codes were created at ${name}`,
      what: 'There are ten new recovery codes for your account. Earlier ones no longer work.',
      advice: 'If this was not you, change your password and create new recovery codes.',
    }),
    'recovery-code-used': ({ name, label }) => {
      const count = Number(label);
      const few = 'Create new ones soon, and keep them in a safe place.';
      return {
        title: `A recovery code was used at ${name}`,
        what: [
          'Somebody gave one of your recovery codes as the second step.',
          plural(count, { one: 'One code is left.', other: `${count} codes are left.` }),
          ...(count <= RECOVERY_CODES_FEW ? [few] : []),
        ].join(' '),
        advice: 'If this was not you, change your password, then create new recovery codes.',
      };
    },
    'first-factor-passed': ({ name }) => ({
      title: `Somebody passed the first step of a sign-in at ${name}`,
      what: 'Somebody gave your password, or passed another first step, but not the second step. So nobody was signed in.',
      advice:
        'If this was not you, somebody knows your password or can read your mail: change your password. If you stopped halfway yourself, there is nothing to do.',
    }),
    'second-factor-removal-requested': ({ name, label }) => ({
      title: `Two-step verification will be turned off at ${name}`,
      what: `The operator of the site was asked to remove the second step from your account${
        label === null ? '' : `, with this reason: “${label}”`
      }. In 24 hours, your authenticator apps, recovery codes and trusted browsers are removed. Your passkeys stay, unless this site asks everybody for a second step: then they are removed, too.`,
      advice:
        'If you did not ask for this, stop it within 24 hours: somebody may be trying to get into your account. The page asks you first. If you asked for it, there is nothing to do.',
    }),
    'second-factor-removal-stopped': ({ name }) => ({
      title: `Two-step verification stays on at ${name}`,
      what: 'The operator’s removal of your second step was stopped. Nothing was removed.',
      advice:
        'If you have lost your second step and did not stop this, write to the people who run the site.',
    }),
    'second-factor-removed': ({ name, label }) => ({
      title: `Two-step verification was turned off at ${name}`,
      what: `All authenticator apps, recovery codes and trusted browsers were removed from your account. ${
        label === null ? 'Your passkeys still work.' : `These passkeys were removed, too: ${label}.`
      }`,
      advice: 'Sign in and set it up again. If you did not expect this, change your password, too.',
    }),
    // An invitation. Its button verifies the address.
    'account-created': ({ name }) => ({
      title: `You are invited to ${name}`,
      what: 'An account was created for this address. The button signs you in for the first time. It works once, within seven days.',
      advice: 'If you do not want the account, do nothing: nobody can use it without your mail.',
    }),
    'account-suspended': ({ name, label }) => ({
      title: `Your account at ${name} was suspended`,
      what: `You cannot sign in any more, and every device was signed out${because(label)}.`,
      advice: 'If you think that this is a mistake, write to the support of the site.',
    }),
    'account-resumed': ({ name }) => ({
      title: `Your account at ${name} can be used again`,
      what: 'The suspension was ended, and you can sign in again.',
      advice: 'If you have a question, write to the support of the site.',
    }),
    'roles-changed': ({ name, label }) => ({
      title: `Your roles at ${name} were changed`,
      what: label === null ? 'You have no roles now.' : `Your roles are now: ${label}.`,
      advice: 'If you did not expect this, write to the support of the site.',
    }),
    'sessions-ended-by-administrator': ({ name, label }) => ({
      title: `You were signed out everywhere at ${name}`,
      what: `The operator of the site signed out all your devices${because(label)}. You can sign in again.`,
      advice: 'If you did not expect this, write to the support of the site.',
    }),
    'impersonation-started': ({ name, label }) => ({
      title: `An administrator acts as you at ${name}`,
      what: `An administrator of the site uses your account for an hour at most${because(label)}. They see what you see, and they cannot change your account. You can sign them out in the list of your devices.`,
      advice: 'If you did not expect this, write to the support of the site.',
    }),
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
    // A number gets a new owner when its contract ends, so this need not be anybody's fault.
    'phone-taken': ({ name, label }) => ({
      title: `Your phone number is no longer yours at ${name}`,
      what: `Somebody else has shown that messages to ${
        label === null ? 'your number' : `the number ending in ${label}`
      } reach them, so it was removed from your account.`,
      advice:
        'If you still have this number, verify it again; then ask your phone company whether somebody moved it.',
    }),
    // Goes to the new address.
    'email-added': ({ name }) => ({
      title: `This is your address at ${name} now`,
      what: 'This address was confirmed for your account. You sign in with it from now on, and we write to it about your account.',
      advice: 'If this was not you, sign in and check what else has changed.',
    }),
    // Goes to the former address. The button undoes the change.
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
    'unverified-methods-removed': ({ name }) => ({
      title: `Your address is confirmed at ${name}`,
      what: 'Somebody had already created an account with your address, but had not confirmed the address. Now you have confirmed it. So all sign-in methods that were added before, and all sessions, were removed.',
      advice: 'If some of them were yours, add them again.',
    }),
  } satisfies SecurityTexts,
  /**
   * To an address that somebody says is theirs. These mails name nobody and repeat nothing that was typed, so
   * that nobody can send their own words to others.
   */
  confirmEmail: {
    title: (name: string) => `Confirm your address for ${name}`,
    lead: (name: string) =>
      `Somebody, hopefully you, wants to use this address for their account at ${name}. The link works where you are signed in to that account; anywhere else, enter the code on the page where the address was entered.`,
    button: 'Check and confirm',
    ignore:
      'If you did not ask for this, ignore this mail: nothing happens to your address. Do not share the code with anyone.',
  },
  addressTaken: {
    title: (name: string) => `Somebody wanted to use your address at ${name}`,
    sentences: [
      'They wanted to add it to another account than yours. Nothing was changed, and they did not learn that you have an account.',
      'If it was you, sign in to the account with this address, or change its address first. If not, there is nothing to do.',
    ],
    button: (name: string) => `Go to ${name}`,
  },
  /** In the mail to the former address. */
  undoChange: 'This was not me, undo it',
  /** To the administrator who asked for it. */
  test: {
    title: (name: string) => `A test mail from ${name}`,
    lead: (name: string) =>
      `An administrator of ${name} sent this mail to their own address, to see whether mails arrive.`,
    advice: 'It has arrived. There is nothing else to do.',
    button: 'Open the console',
  },
  /** To administrators. Names only the host of an endpoint: the rest of its address may be a secret. */
  webhookDisabled: {
    title: (name: string) => `A webhook of ${name} was disabled`,
    gone: (host: string) => `The endpoint at ${host} answered that it is gone (HTTP status 410).`,
    failing: (host: string, days: number) =>
      `The endpoint at ${host} took no event for ${days} days, although Foyer tried again and again.`,
    outcome: 'Foyer sends it no more events until somebody enables it.',
    advice:
      'When the endpoint works again, enable it. Deliveries that wait are sent then. The endpoint’s page can also send the events of the time between again.',
    button: 'See the endpoint',
  },
  webhookChanged: {
    title: (name: string) => `The webhooks of ${name} were changed`,
    changes: {
      'webhook-created': (host: string) => `An endpoint at ${host} was added. It receives events.`,
      'webhook-updated': (host: string) =>
        `The endpoint at ${host} was changed: its address, its description or its types of events.`,
      'webhook-enabled': (host: string) => `The endpoint at ${host} was enabled. It receives events.`,
      'webhook-disabled': (host: string) =>
        `The endpoint at ${host} was disabled. It receives no more events.`,
      'webhook-secret-rotated': (host: string) => `The endpoint at ${host} got a new secret.`,
      'webhook-deleted': (host: string) => `The endpoint at ${host} was deleted.`,
    },
    moved: (from: string, to: string) => `The endpoint at ${from} was moved to ${to}. Events go there now.`,
    actors: {
      administrator: 'administrator',
      'service-key': 'service key',
      server: 'command on the server',
    },
    by: 'By',
    named: (name: string, actor: string) => `${name} (${actor})`,
    advice:
      'If you do not know of this change, disable the endpoint and look into the audit log. Then revoke the service key, or sign the administrator out.',
    button: 'See the endpoints',
  },
  facts: {
    when: 'When',
    where: 'Where',
    how: 'How',
    /** In the plain text. */
    line: (label: string, value: string) => `${label}: ${value}`,
    place: (device: string, ip: string) => `${device}, ${ip}`,
    deviceOn: (browser: string, system: string) => `${browser} on ${system}`,
  },
  additions: {
    lead: 'This was added in the 30 days before the reset, or later:',
    connection: (provider: string, label: string, at: string) => `${provider} (${label}), ${at}`,
    phone: (digits: string, at: string) => `the phone number that ends in ${digits}, ${at}`,
    passkey: (name: string, at: string) => `the passkey “${name}”, ${at}`,
  },
  methods: {
    'email-link': 'link in a mail',
    'email-code': 'code in a mail',
    'phone-code': 'code in a text message',
    password: 'password',
    passkey: 'passkey',
    totp: 'code of an authenticator app',
    'recovery-code': 'recovery code',
    email: 'mail',
    phone: 'text message',
  },
  /** For `Intl`. */
  dateLocale: 'en-GB',
  buttons: {
    support: 'Contact support',
    activity: 'See your activity',
    checkAccount: 'Check your account',
    stopRemoval: 'Stop the removal',
    acceptInvitation: 'Sign in',
    devices: 'See your devices',
    choosePassword: 'Choose a new password',
    goTo: (name: string) => `Go to ${name}`,
  },
  orAddress: 'If the button does not work, open this address:',
  requestedFrom: (place: string, at: string) => `Requested from ${place}, ${at}.`,
  requestedAt: (at: string) => `Requested on ${at}.`,
  /** Ends every mail. It names the host, because people should check it. */
  footer: {
    reasons: {
      entered: (host: string) => `You get this mail because somebody entered this address at ${host}.`,
      account: (host: string) => `You get this mail because this is the address of an account at ${host}.`,
      formerAccount: (host: string) =>
        `You get this mail because this was the address of an account at ${host}.`,
    },
    openApp: (name: string) => `Open ${name}`,
    terms: 'Terms',
    privacy: 'Privacy',
    support: 'Help',
  },
  linkAndCode: {
    enterCode: 'Enter this code in the browser where you asked for it:',
    open: 'Open this link and press the button there:',
    orOpen: 'Or open this link and press the button there:',
    noCode:
      'There is no code in this mail, because wrong codes were entered for this address too often today. The link works in every browser.',
    validity: (hours: number) =>
      plural(hours, {
        one: `This mail works once, for ${hours} hour.`,
        other: `This mail works once, for ${hours} hours.`,
      }),
  },
  signIn: {
    title: (name: string) => `Sign in to ${name}`,
    lead: null as ((name: string) => string) | null,
    button: 'Sign in',
    ignore: IGNORE_SIGN_IN,
  },
  signInAndConnect: {
    title: (name: string, provider: string) => `Sign in and connect ${provider} at ${name}`,
    lead: (_name: string, provider: string) =>
      `The page where you asked for this shows an account at ${provider}. If you press “Connect” there, it can sign in to your account here from then on. Use the code only if you know that account and it is yours.`,
    button: 'Sign in',
    ignore:
      'If you did not ask for this, ignore this mail: nobody can sign in and nothing is connected without the link or the code.',
  },
  signUp: {
    title: (name: string) => `Confirm your address for ${name}`,
    lead: (name: string) =>
      `Somebody, hopefully you, is creating an account at ${name} with this address and has chosen a password for it. The password is kept only if you continue in the same browser. In another browser you are signed in without it, and you can choose one there.`,
    button: 'Confirm and sign in',
    ignore:
      'If you did not ask for this, ignore this mail: no account is created without the link or the code.',
  },
  alreadySignedUp: {
    title: (name: string) => `You already have an account at ${name}`,
    lead: (name: string) =>
      `Somebody, hopefully you, wanted to create a new account at ${name} with your address. You already have an account, and nothing was changed: the password that was entered is not yours. Sign in to your account with this mail. You find your password under your sign-in methods.`,
    button: 'Sign in',
    ignore: IGNORE_SIGN_IN,
  },
  reauthentication: {
    title: (name: string) => `Your code for ${name}`,
    enterCode: (minutes: number) =>
      plural(minutes, {
        one: `Enter this code where you were asked to verify that it’s you. It works once, for ${minutes} minute.`,
        other: `Enter this code where you were asked to verify that it’s you. It works once, for ${minutes} minutes.`,
      }),
    notAsked:
      'If you were not asked for one, somebody is using a device where you are signed in: sign out your other devices.',
  },
  passwordReset: {
    title: (name: string) => `Choose a new password for ${name}`,
    validity: (minutes: number) =>
      plural(minutes, {
        one: `The link works once, for ${minutes} minute. A new password signs you out everywhere.`,
        other: `The link works once, for ${minutes} minutes. A new password signs you out everywhere.`,
      }),
    ignore: 'If you did not ask for this, ignore this mail: your password stays as it is.',
  },
  noAccount: {
    title: (name: string) => `There is no account with this address at ${name}`,
    sentences: [
      'Somebody wanted to choose a new password for this address, but no account has this address.',
      'If it was you, you may have used another address here. If not, ignore this mail.',
    ],
  },
  /**
   * Plain GSM characters, otherwise the message costs twice. The purpose warns a person who was talked into
   * passing a code on.
   */
  sms: {
    code: (code: string, host: string, purpose: string) => `${code} is your code for ${host} ${purpose}.`,
    purposes: {
      verify: 'to add this number',
      reauthenticate: 'to verify that it is you',
      'sign-in': 'to sign in',
    },
    validity: (minutes: number) =>
      plural(minutes, {
        one: `It works for ${minutes} minute. Do not share it.`,
        other: `It works for ${minutes} minutes. Do not share it.`,
      }),
  },
};
