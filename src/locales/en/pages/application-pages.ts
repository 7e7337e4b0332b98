import type { Scope } from '../../../shared/scopes.ts';
import { plural } from '../plural.ts';
import type { ActivityGroup } from '../../../shared/activity-groups.ts';
import type { Activity } from '../../../shared/schemas/activity.ts';
import { deletionWords } from '../deletion-words.ts';

/** Scopes by subject, each with what it allows. */
interface ScopeGroup {
  readonly title: string;
  readonly scopes: readonly (readonly [Scope, string])[];
}

export interface ActivityFacts {
  /** As the sentences name it; `null`: none. */
  readonly method: string | null;
  readonly label: string | null;
  readonly count: number;
}

const withMethod = (method: string | null) => (method === null ? '' : ` with ${method}`);
const named = (label: string | null) => (label === null ? '' : `: ${label}`);
const ending = (digits: string | null) => (digits === null ? '' : ` ending in ${digits}`);

const events: Readonly<Record<Activity['kind'], (facts: ActivityFacts) => string>> = {
  'sign-in': ({ method }) => `Signed in${withMethod(method)}`,
  'sign-in-failed': ({ method, count }) =>
    plural(count, {
      one: `An attempt to sign in${withMethod(method)} failed`,
      other: `${count} attempts to sign in${withMethod(method)} failed within an hour`,
    }),
  'sign-out': () => 'Signed out',
  're-authentication': ({ method }) => `Verified${withMethod(method)} that it’s you`,
  're-authentication-failed': ({ method, count }) =>
    plural(count, {
      one: `An attempt to verify${withMethod(method)} that it’s you failed`,
      other: `${count} attempts to verify${withMethod(method)} that it’s you failed within an hour`,
    }),
  'session-revoked': ({ label }) => `Another device was signed out${named(label)}`,
  'sessions-revoked': () => 'All other devices were signed out',
  'account-linked': ({ method, label }) => `${method ?? 'An account'} was connected${named(label)}`,
  'account-unlinked': ({ method, label }) => `${method ?? 'An account'} was removed${named(label)}`,
  'password-set': () => 'A password was set',
  'password-changed': () => 'The password was changed, and other devices were signed out',
  'password-reset': () => 'The password was reset by a link, and all devices were signed out',
  'password-removed': () => 'The password was removed',
  'passkey-added': ({ label }) => `A passkey was added${named(label)}`,
  'passkey-removed': ({ label }) => `A passkey was removed${named(label)}`,
  'authenticator-app-added': ({ label }) => `An authenticator app was added${named(label)}`,
  'authenticator-app-removed': ({ label }) => `An authenticator app was removed${named(label)}`,
  'recovery-codes-created': () => 'New recovery codes were created',
  'recovery-code-used': ({ label }) =>
    plural(Number(label), {
      one: 'A recovery code was used, and one is left',
      other: `A recovery code was used, and ${Number(label)} are left`,
    }),
  'first-factor-passed': ({ method }) =>
    `Somebody passed the first step of a sign-in${withMethod(method)}, but not the second step`,
  'browser-trusted': () => 'This browser was trusted: for 30 days, it is not asked for the second step',
  'browser-trust-ended': ({ label }) => `The trust in a browser was ended${named(label)}`,
  'second-factor-removal-requested': ({ label }) =>
    `The operator asked for the removal of two-step verification in 24 hours${named(label)}`,
  'second-factor-removal-stopped': () => 'The removal of two-step verification was stopped',
  'second-factor-removed': () => 'Two-step verification was removed',
  'unverified-methods-removed': () =>
    'The address was confirmed for the first time, and sign-in methods from before were removed',
  'security-review-due': () =>
    'After the password was reset, we showed and mailed a list of recent additions',
  'security-review-finished': () => 'The recent additions were confirmed',
  'email-change-requested': ({ label }) => `A new email address was requested${named(label)}`,
  'email-added': ({ label }) => `The email address was added${named(label)}`,
  'email-changed': ({ label }) => `The email address was changed${named(label)}`,
  'email-change-undone': ({ label }) => `The change of the email address was undone${named(label)}`,
  'phone-verified': ({ label }) => `A phone number${ending(label)} was added`,
  'phone-removed': ({ label }) => `The phone number${ending(label)} was removed`,
  'phone-taken': ({ label }) =>
    `The phone number${ending(label)} was removed: somebody else has shown that it is theirs`,
  'access-token-created': ({ label }) => `An access token was created${named(label)}`,
  'access-token-revoked': ({ label }) => `An access token was revoked${named(label)}`,
  'data-exported': () => 'The data of this account was downloaded',
  'account-deleted': () => 'The account was deleted',
  'account-created': () => 'The account was created by the operator of this site',
  'account-suspended': ({ label }) => `The account was suspended${named(label)}`,
  'account-resumed': () => 'The suspension of the account was ended',
  'roles-changed': ({ label }) => `The roles were changed${named(label)}`,
  'profile-changed-by-administrator': () => 'The profile was changed by the operator of this site',
  'sessions-ended-by-administrator': ({ label }) =>
    `All devices were signed out by the operator of this site${named(label)}`,
  'impersonation-started': ({ label }) => `An administrator began to act as you${named(label)}`,
  'impersonation-ended': () => 'An administrator stopped acting as you',
  'client-sign-in': ({ label }) => `Signed in to ${label ?? 'an app'}`,
  'client-token-reused': ({ label }) =>
    `${label ?? 'An app'} was signed out, because an old token of it was used again`,
};

const groups: Readonly<Record<ActivityGroup, string>> = {
  'sign-ins': 'Signing in and out',
  methods: 'Sign-in methods',
  contact: 'Email and phone',
  devices: 'Devices',
  'access-tokens': 'Access tokens',
  data: 'Your data',
  administration: 'By the operator',
};

export const applicationPages = {
  accessTokens: {
    nav: 'Access tokens',
    title: 'Access tokens',
    listTitle: 'Your tokens',
    listHint: 'A script uses an access token to act for you. It can do only what you allow.',
    developers: 'What you can call with a token',
    none: 'You have no access tokens.',
    /** `{}` is a link with the words of `procedures`. */
    noneMeaning: 'A script that has one can call {} for you.',
    procedures: 'the procedures of this site',
    created: 'Created',
    lastUsed: 'last used',
    neverUsed: 'not used yet',
    with: 'with',
    from: 'from',
    expires: 'Expires',
    expiredOn: 'Expired',
    expired: 'Expired',
    expiresSoon: 'Expires soon',
    revoke: 'Revoke',
    revokeOf: (name: string) => `Revoke ${name}`,
    remove: 'Remove',
    removeOf: (name: string) => `Remove ${name}`,
    revokeTitle: (name: string) => `Revoke “${name}”?`,
    revokeMeaning: 'Scripts that use it stop working at once. You cannot restore a revoked token.',
    revoked: (name: string) => `“${name}” is revoked. It no longer works.`,
    removed: (name: string) => `“${name}” is removed.`,
    goneAlready: (name: string) => `“${name}” was already revoked.`,
    newTitle: 'New token',
    newHint: 'It is shown only once, after you create it.',
    defaultName: (day: string) => `Token of ${day}`,
    name: 'Name',
    nameHint: 'What uses it, and where: “Nightly report on the office server”.',
    scopes: 'What may it do?',
    scopesHint: 'It can never sign in elsewhere, change how you sign in, or create other tokens.',
    presets: {
      readOnly: { name: 'Read only', meaning: 'See everything, change nothing.' },
      everything: {
        name: 'Everything',
        meaning: 'See and change everything that a token may in your account.',
      },
    },
    chooseByHand: 'Or choose by hand:',
    groups: [
      {
        title: 'Profile',
        scopes: [
          ['profile:read', 'See your name, picture, language and email address'],
          ['profile:write', 'Change your name, picture and language'],
        ],
      },
      {
        title: 'Email',
        scopes: [['email:read', 'See your address, and a change that is not confirmed yet']],
      },
      { title: 'Phone', scopes: [['phone:read', 'See your phone number']] },
      {
        title: 'Sign-in methods',
        scopes: [['accounts:read', 'See your connected accounts, and whether you have a password']],
      },
      {
        title: 'Devices',
        scopes: [
          ['sessions:read', 'See where you are signed in'],
          ['sessions:write', 'Sign devices out'],
        ],
      },
      { title: 'Activity', scopes: [['activity:read', 'See what happened to your account']] },
      {
        title: 'Access tokens',
        scopes: [['tokens:read', 'See your access tokens, never the tokens themselves']],
      },
    ] as readonly ScopeGroup[],
    ownScopes: 'In the applications of this site',
    nothingAllowed: 'This token can do nothing now. The application no longer uses its permissions.',
    expiry: 'When does it expire?',
    inDays: (days: number) =>
      days === 365 ? 'In a year' : plural(days, { one: `In ${days} day`, other: `In ${days} days` }),
    onADay: 'On a day',
    day: 'Last day',
    dayMissing: 'Choose a day.',
    create: 'Create token',
    madeTitle: (name: string) => `“${name}” is ready`,
    madeOnce: 'Copy it now: this is the only time it is shown. Keep it like a password.',
    token: 'Token',
    tryIt: 'Try it in a terminal',
    copy: 'Copy',
    copyToken: 'Copy token',
    copyCommand: 'Copy command',
    copied: 'Copied',
    notCopied: 'Your browser did not allow copying. Select the text and copy it yourself.',
    done: 'I have copied it',
  },

  /** The frame of the account's pages, and messages after a return from a provider. */
  account: {
    skip: 'Skip to content',
    navigation: 'Account',
    /** With the user's name or address. */
    menu: (name: string) => `Account menu of ${name}`,
    yourAccount: 'Your account',
    administration: 'Administration',
    back: (app: string) => `Back to ${app}`,
    offline: 'You are offline. This page updates when the connection is back.',
    notLoadedTitle: 'This page did not load',
    notLoaded: 'It opens by itself when the connection works again.',
    profile: 'Profile',
    signInMethods: 'Sign-in methods',
    signOut: 'Sign out',
    theAccount: 'The account',
    nothingChangedTitle: 'Nothing was changed',
    nothingChanged:
      'While you were at the provider, you were signed out here, or you signed in again. Try again.',
    notConnected: 'Not connected',
    connected: (provider: string) => `${provider} is connected. You can sign in with it from now on.`,
    connectedAlready: (provider: string) =>
      `${provider} was already connected to your account. Nothing has changed.`,
    connectedAgain: (provider: string) => `${provider} is connected again.`,
    verified: 'You have verified that it’s you. Now repeat what you wanted to do.',
  },

  activity: {
    nav: 'Activity',
    title: 'Activity',
    hint: 'What happened to your account in the last 180 days, newest first.',
    filter: 'Show',
    everything: 'Everything',
    groups,
    events,
    /** Named after “with”. */
    methods: {
      'email-link': 'a link by mail',
      'email-code': 'a code by mail',
      'phone-code': 'a code by text message',
      password: 'the password',
      passkey: 'a passkey',
      totp: 'a code of the authenticator app',
      'recovery-code': 'a recovery code',
    },
    list: 'Events',
    none: 'Nothing has happened yet.',
    noneOfThese: 'Nothing of this kind has happened.',
    loadMore: 'Load more',
    loadedMore: (count: number) => plural(count, { one: 'One more event.', other: `${count} more events.` }),
    thatIsAll: 'That is all.',
    notMe: 'Wasn’t me',
    notMeAbout: (event: string) => `Wasn’t me: ${event}`,
    secureTitle: 'Secure your account',
    secureIntro:
      'If somebody else used your account, these steps sign them out and keep them out. Nothing happens until you press a button.',
    secureAbout: 'What you did not recognise',
    step: (number: number, title: string) => `${number}. ${title}`,
    endSessions: 'Sign out all other devices',
    endSessionsMeaning:
      'All other sessions end at once. You stay signed in here. On your other devices, you sign in again.',
    endSessionsDone: 'No other device is signed in.',
    endSessionsButton: (count: number) =>
      plural(count, { one: 'Sign out the other device', other: `Sign out ${count} other devices` }),
    lookAtDevices: 'Look at them first',
    lookAtMethods: 'Check your sign-in methods',
    lookAtMethodsMeaning:
      'Remove what is not yours, and change what somebody else may know. We ask you before anything changes.',
    password: 'Password',
    passwordChanged: 'Set or last changed',
    noPassword: 'There is none.',
    connected: 'Connected accounts',
    /** Before the elapsed time. */
    since: 'connected',
    noneConnected: 'None is connected.',
    email: 'Email address',
    noEmail: 'None is confirmed.',
    phone: 'Phone number',
    noPhone: 'There is none.',
    tokens: 'Access tokens',
    noTokens: 'There are none.',
    /** Before the elapsed time. */
    made: 'created',
    goToMethods: 'Sign-in methods',
    goToProfile: 'Email and phone',
    goToTokens: 'Access tokens',
    finish: 'Done',
    finishMeaning:
      'When the other devices are signed out and everything above is yours, nobody else can use your account.',
    finishOthersLeft: 'Other devices are still signed in. Do step 1 first, unless they are all yours.',
    finishButton: 'Back to your activity',
  },

  /** Signing in to a program on this device, such as a native app (RFC 8252). */
  continueTo: {
    /** Before the name of the app is known. */
    loading: 'Sign in to an app',
    title: (app: string) => `Continue to ${app}?`,
    intro: (app: string) => `${app} wants to sign you in with this account.`,
    leadsTo: 'Leads to',
    loopback: 'A program on this device',
    scheme: 'An app on this device',
    learns: 'It may',
    /** By the scopes of OpenID Connect. */
    scopes: {
      openid: 'Know which account you have here',
      profile: 'See your name, picture and language',
      email: 'See your email address',
      phone: 'See your phone number',
      offline_access: 'Stay signed in until you sign it out',
    },
    warning: (app: string) =>
      `Continue only if you just started to sign in to ${app} on this device. Other programs on this device can open this page, too. Then you would sign them in to your account.`,
    approve: 'Continue',
    deny: 'Cancel',
    approvedTitle: (app: string) => `Go back to ${app}`,
    approved: (app: string) =>
      `If your browser asks, let it open ${app}, which finishes the sign-in. Then you can close this window.`,
    deniedTitle: 'You cancelled the sign-in',
    denied: (app: string) => `${app} gets no access to your account. You can close this window.`,
    openAgain: (app: string) => `Open ${app}`,
    refusedTitle: 'This sign-in cannot go on',
    toAccount: 'Go to your account',
  },

  developers: {
    title: 'For developers',
    intro: 'All procedures of this site. You can call them from your own programs.',
    document: 'As OpenAPI 3.1',
    makeToken: 'Create an access token',
    search: 'Search',
    searchHint: 'A name, a scope, an error code or words of the description.',
    found: (count: number) => plural(count, { one: `${count} procedure`, other: `${count} procedures` }),
    none: 'Nothing matches.',
    showAll: 'Show all',
    query: 'query',
    mutation: 'mutation',
    anyone: 'Anyone',
    signedIn: 'Anyone who is signed in',
    fresh: 'Signed in or verified within ten minutes',
    strong: 'Verified with a second factor within ten minutes',
    byToken: (person: string) => `${person}, or an access token with {}`,
    byAnyToken: (person: string) => `${person}, or any access token`,
    noToken: (person: string) => `${person}, but no access token`,
    details: 'Fields, errors and a command to try',
    input: 'Input',
    noInput: 'Nothing.',
    answer: 'Answer',
    field: 'Field',
    type: 'Type',
    whole: 'the whole value',
    optional: 'may be left out',
    when: 'where',
    errors: 'May fail with',
    tryIt: 'In a terminal',
    trouble: 'The description of the procedures could not be loaded.',
  },

  /** Giving an app on another device access to the account (RFC 8628). */
  device: {
    title: 'Connect a device',
    intro: 'An app on another device shows a code. Enter the code here to see what the app asks for.',
    code: 'Code',
    codeHint: 'Eight letters. Capital letters and the dash do not matter.',
    next: 'Continue',
    question: 'Allow this app?',
    compare: 'Does the app show this code?',
    account: 'You are signed in as',
    otherAccount: 'Not you? Use another account',
    program: 'App name',
    quoted: (name: string) => `“${name}”`,
    verified: 'This name is verified.',
    notVerified: 'App name sent by the device, not verified',
    askedFrom: 'Request from',
    sameAddress: 'the same network address as this browser',
    otherAddress: 'another network address than this browser',
    unknownAddress: 'an unknown address',
    asked: 'Requested',
    wants: 'Permissions',
    lasts: 'Access lasts',
    days: (days: number) =>
      plural(days, {
        one: `${days} day, or until you revoke it`,
        other: `${days} days, or until you revoke it`,
      }),
    daysOfApp: (days: number) =>
      plural(days, {
        one: `At most ${days} day, or until you sign it out`,
        other: `At most ${days} days, or until you sign it out`,
      }),
    warning:
      'Allow it only if you started it on a device that you have in front of you, just now. If somebody sent you this link or gave you the code, that person would get access to your account.',
    warningElsewhere:
      'The request came from another network than yours. Allow it only if you started it on a device that you have in front of you, just now. If somebody sent you this link or gave you the code, that person would get access to your account.',
    /** For a program without a declared client, such as `foyer login` on a server. */
    programWarning:
      'Allow it only if you started the app yourself, just now. If somebody sent you this link or gave you the code, that person would get access to your account.',
    programWarningElsewhere:
      'The request came from another network than yours. Allow it only if you started the app yourself on another device. If somebody sent you this link or gave you the code, that person would get access to your account.',
    approve: 'Allow',
    deny: 'Deny',
    otherCode: 'Enter another code',
    approvedTitle: 'The device is connected',
    approved: (name: string) => `“${name}” continues in a few seconds. You can close this page.`,
    tokensLater: 'Then you find it among your access tokens, where you can revoke its access.',
    listed: (name: string) => `“${name}” has access now. You can close this page.`,
    tokensHint: 'The app is in the list of your access tokens. You can revoke its access there.',
    toTokens: 'See your access tokens',
    /** A declared client is signed in as a device. */
    devicesLater: 'Then you find it among your devices, where you can sign it out.',
    signedIn: (name: string) => `${name} is signed in now. You can close this page.`,
    devicesHint: 'The app is in the list of your devices. You can sign it out there.',
    toDevices: 'See your devices',
    deniedTitle: 'The request was denied',
    denied: (name: string) => `“${name}” gets no access. You can close this page.`,
    notYours: 'Did you not start the app? Then somebody may be trying to get into your account.',
    secure: 'See what happened to your account',
  },

  devices: {
    nav: 'Devices',
    title: 'Devices',
    thisDevice: 'This device',
    list: 'Where you are signed in',
    listHint: 'A device that you sign out loses access at once.',
    /** When some of the others are apps, whose access tokens last this long. */
    listHintApps:
      'A device that you sign out loses access at once. An app may keep it for up to five minutes.',
    noOthers: 'You are signed in nowhere else.',
    activeNow: 'Active now',
    signedIn: 'Signed in',
    lastSeen: 'Last seen',
    /** Before and after the time. */
    expires: 'Ends',
    ifUnused: 'unless it is used',
    from: 'from',
    /** For a request from an unknown address. */
    unknownPlace: 'an unknown address',
    justNow: 'just now',
    deviceOn: (browser: string, system: string) => `${browser} on ${system}`,
    /** Instead of a device, while an administrator acts as the user. */
    administrator: 'Administrator of this site',
    beganToAct: 'Began to act as you',
    unknownDevice: 'Unknown device',
    signOut: 'Sign out',
    signOutOf: (device: string) => `Sign out ${device}`,
    /** An app, and the browser in which the user signed in to it. */
    appOn: (app: string, device: string) => `${app} · ${device}`,
    /** For a device in which the user signed in to apps. */
    endsApps: (apps: string) => `If you sign it out, you also sign out ${apps}.`,
    /** A device and the apps that ended with it. */
    signedOutAll: (names: string) => `${names} are signed out.`,
    signedOut: (device: string) => `${device} is signed out.`,
    signedOutAlready: (device: string) => `${device} was already signed out.`,
    revokeOthers: 'Sign out all others',
    revokeOthersTitle: (count: number) =>
      plural(count, { one: 'Sign out the other device?', other: `Sign out all ${count} other devices?` }),
    revokeOthersMeaning: (count: number) =>
      plural(count, {
        one: 'It is signed out at once and has to sign in again. You stay signed in here. Access tokens, which scripts use, keep working.',
        other:
          'They are signed out at once and have to sign in again. You stay signed in here. Access tokens, which scripts use, keep working.',
      }),
    /** When some of the others are apps. */
    revokeAllTitle: 'Sign out all other devices and apps?',
    revokedAll: 'All other devices and apps are signed out.',
    keepThem: 'Keep signed in',
    revokedOthers: (count: number) =>
      count === 0
        ? 'No other device was signed in.'
        : plural(count, {
            one: 'The other device is signed out.',
            other: `${count} other devices are signed out.`,
          }),
    notYours: 'Do you see a device that is not yours?',
    secureAccount: 'Secure your account',
  },

  email: {
    title: 'Email address',
    add: 'Add an email address',
    changeLabel: 'Change email address',
    confirmThis: 'Confirm this address',
    newAddress: 'New email address',
    firstAddress: 'Your email address',
    enterAddress: 'Enter the address.',
    explainChange: (current: string) =>
      `A mail with a link and a code goes there. Until you confirm it, ${current} stays your address.`,
    explainFirst: 'A mail with a link and a code goes there. It is yours here once you confirm it.',
    send: 'Send the mail',
    sentTo: 'A mail with a link and a code went to',
    waiting:
      'It becomes your address when you enter the code here, or open the link where you are signed in.',
    code: 'Code from the mail',
    confirm: 'Confirm',
    notConfirmed: 'Not confirmed',
    sendAgain: 'Send it again',
    sendNew: 'Send a new mail',
    sentAgain: 'A new mail is on its way. The older link and code no longer work.',
    changed: (address: string) => `Your email address is ${address} now.`,
    toldFormer:
      'We sent a mail to the old address. It can no longer sign in, but it can undo the change for seven days.',
    otherDevices: 'Your other devices stay signed in.',
    lookAtDevices: 'Look at them',
    cancelled: 'Your address stays as it is. The link and the code no longer work.',
  },

  impersonation: {
    label: 'Acting as another person',
    actingAs: (name: string) => `You act as ${name}.`,
    limits: (time: string) =>
      `It ends at ${time} at the latest. You see what they see, and you cannot change their account.`,
    end: 'End',
  },

  /** Development only: messages that were not sent. */
  outbox: {
    title: 'Outbox',
    hint: 'This server does not send mails and text messages. It keeps them here for you to read. The list updates by itself.',
    trouble: 'The outbox cannot be read right now. The page tries again automatically.',
    none: 'The outbox is not available on this server.',
    elsewhere: 'The outbox is shown only on the machine that runs this server.',
    empty: 'Nothing yet. Ask for a sign-in link, and it appears here.',
    messages: 'Messages',
    mail: 'Mail',
    textMessage: 'Text message',
    openLink: 'Open the link',
    asText: 'Show as plain text',
    asHtml: 'Show as HTML',
    messageAsHtml: 'The message as HTML',
    copyCode: 'Copy code',
    copied: 'Copied',
    messageId: (id: string) => `Message-ID: ${id}`,
  },

  /** The language of a user's pages and mails, in the profile. */
  ownLanguage: {
    hint: 'For these pages and for the mails you get.',
    change: 'Change language',
  },

  ownPassword: {
    title: 'Password',
    isSet: 'Your password is set. You can sign in with it from now on.',
    isChanged: 'Your password is changed, and every other device is signed out.',
    isRemoved: 'Your password is removed. You can no longer sign in with it.',
    leftOutTitle: 'You are signed in, without a password',
    leftOut:
      'The mail was opened in another browser than the one where you chose your password, so it was not kept.',
    none: 'You have no password.',
    needsAddress: 'Add an email address first. You enter it together with the password.',
    setOne: 'Set a password',
    currentLabel: 'Current password',
    missingCurrent: 'Enter your current password.',
    changedOn: (day: string) => `Last changed ${day}`,
    change: 'Change password',
    remove: 'Remove password',
    forgot: 'Forgot it?',
    set: 'Set password',
    removeTitle: 'Remove your password?',
    removeWarning: 'You can then no longer sign in here with it. You can set a new one at any time.',
  },

  /** Passkeys: among the sign-in methods, in "Verify it's you", and the page that offers one. */
  passkeys: {
    title: 'Passkeys',
    hint: 'You sign in with your fingerprint, your face or your screen lock. You need no password and no mail.',
    unsupported: 'This browser cannot create passkeys.',
    create: 'Create a passkey',
    created: (name: string) => `The passkey “${name}” was created. You can sign in with it from now on.`,
    exists: 'This device has a passkey for your account already.',
    notCreated: 'No passkey was created. Nothing was changed.',
    failed: 'This device could not create a passkey. It may need a screen lock first.',
    synced: 'Synced',
    thisDeviceOnly: 'This device only',
    createdOn: (day: string) => `Created ${day}`,
    lastUsedOn: (day: string) => `last used ${day}`,
    neverUsed: 'not used yet',
    otherHost: (host: string) => `It belongs to ${host}, an earlier address of this site. Create a new one.`,
    rename: 'Rename',
    renameOf: (name: string) => `Rename the passkey ${name}`,
    name: 'Name of the passkey',
    renamed: (name: string) => `The passkey is named “${name}” now.`,
    removeOf: (name: string) => `Remove the passkey ${name}`,
    removeTitle: (name: string) => `Remove the passkey “${name}”?`,
    removeWarning:
      'You can then no longer sign in with it. If your browser still offers it, delete it there, too.',
    removed: (name: string) => `The passkey “${name}” was removed. You can no longer sign in with it.`,
    verify: 'Use a passkey',
    notVerified: 'No passkey was used. Try again, or verify in another way.',
    offerTitle: 'Sign in faster next time',
    notNow: 'Not now',
  },

  phone: {
    title: 'Phone',
    hint: 'Use it to verify that it’s you.',
    isVerified: 'Your phone number is verified.',
    isRemoved: 'Your phone number is removed.',
    add: 'Add a phone number',
    since: (day: string) => `Since ${day}`,
    change: 'Change phone number',
    remove: 'Remove phone number',
    number: 'Phone number',
    missing: 'Enter your phone number.',
    /** `{}` is the number. */
    codeGoesTo: 'A code goes to {}',
    sendCode: 'Send a code',
    country: 'Country',
    chooseCountry: 'Choose or type',
    noSuchCountry: 'No such country',
    countriesFound: (count: number, first: string) =>
      plural(count, { one: `${first}.`, other: `${count} countries, first ${first}.` }),
    /** `{}` is the number. */
    textSent: 'A text message with a code went to {}.',
    verify: 'Verify',
    another: 'Use another number',
    removeTitle: 'Remove your phone number?',
    removeWarning: (number: string) =>
      `${number} can no longer verify that it’s you. You can add it again at any time.`,
  },

  picture: {
    title: 'Picture',
    add: 'Add a picture',
    change: 'Change picture',
    hint: 'Shown beside your name. Anyone who knows its address can see it.',
    upload: 'Upload a picture',
    useFrom: (provider: string) => `Use the one from ${provider}`,
    remove: 'Remove the picture',
    kinds: 'A PNG, JPEG or WebP file.',
    drop: 'You can also drop it here.',
  },

  profile: {
    title: 'Profile',
    security: 'Security',
    name: 'Name',
    nameHint: 'Apps and other people see it. You may leave it empty.',
    notSet: 'Not set',
    add: 'Add',
    addName: 'Add a name',
    changeName: 'Change name',
    notSaved: 'Not saved',
    notSavedYet: 'Not saved yet',
    savedWhenOnline: 'It is saved when the connection is back.',
    notConfirmedYet: (value: string) => `Not confirmed yet: ${value}`,
    enterCode: 'Enter the code',
  },

  securityReview: {
    title: 'Check your account',
    intro: (day: string) =>
      `Your password was reset. Other sign-in methods still work. Check what was added since ${day}, and remove what you do not know.`,
    listTitle: 'Added to your account',
    listHint: 'If you do not know one of these, somebody else may be able to sign in with it.',
    phone: 'Phone number',
    passkey: 'Passkey',
    password: 'Password',
    authenticatorApp: 'Authenticator app',
    addedOn: (day: string) => `Added on ${day}`,
    removePhone: (number: string) => `Remove ${number}`,
    removedPhone: (number: string) => `${number} was removed.`,
    allMine: 'All of this is mine',
    allMineMeaning: 'It stays, and we do not ask you about it again.',
    nothingLeft: 'There is nothing left to check.',
    finished: 'Thank you. What was added stays.',
    goOn: 'Continue',
    otherWay: 'Sign in another way',
    /** By the reason of the review. */
    notices: {
      'password-reset': (count: number) =>
        plural(count, {
          one: 'Your password was reset. One thing was added to your account shortly before that, or since.',
          other: `Your password was reset. ${count} things were added to your account shortly before that, or since.`,
        }),
      vouched: () =>
        'This site or its former system set your account up, with what is listed here. Remove what you do not know. If all of it is yours, say so: your other devices are then signed out.',
      'password-breached': () =>
        'Your password is known from a data breach. Attackers try such passwords first.',
    },
  },

  signInMethods: {
    title: 'Sign-in methods',
    list: 'How you sign in',
    listHint: 'With more than one, you can still sign in when another does not work.',
    emailLink: 'Link or code by mail',
    emailLinkHint: 'A mail with a link and a code, sent when you ask for it.',
    phoneCodeHint: 'A text message with a code, sent when you ask for it.',
    removed: (provider: string) => `${provider} was removed. You can no longer sign in with it.`,
    ended: 'Access ended at the provider',
    accountId: (id: string) => `Account ID ${id}`,
    connectedOn: (day: string) => `Connected ${day}`,
    lastUsedOn: (day: string) => `last used ${day}`,
    neverUsed: 'not used yet',
    reconnect: 'Reconnect',
    reconnectAccount: (provider: string, label: string) => `Reconnect ${provider} (${label})`,
    removeAccount: (provider: string, label: string) => `Remove ${provider} (${label})`,
    removeTitle: (provider: string) => `Remove ${provider}?`,
    removeWarning: (provider: string, label: string) =>
      `You can then no longer sign in here with ${label} at ${provider}. You can connect it again at any time.`,
    connect: 'Connect',
    connectProvider: (provider: string) => `Connect ${provider}`,
  },

  verify: {
    title: 'Verify it’s you',
    why: 'Nobody else should be able to do this on your device. Then you continue where you were.',
    notVerified: 'Not verified',
    noWay: 'There is no way to verify it here. Sign out, then sign in again.',
    signOut: 'Sign out',
    verify: 'Verify',
    sendToPhone: 'Send a code to my phone',
  },

  yourData: {
    title: 'Your data',
    exportTitle: 'Export your data',
    exportHint: 'Everything that is stored about you, in one JSON file that people and programs can read.',
    exportWhat:
      'Your profile, address and phone number, sign-in methods, sessions, access tokens and activity. Passwords and keys are not in it: nobody can sign in with this file.',
    download: 'Download',
    collecting: 'Collecting your data…',
    downloaded: (name: string) => `Downloaded as ${name}.`,
    deleteTitle: 'Delete your account',
    deleteHint: 'This happens at once and cannot be undone.',
    deleteOpen: 'Delete account',
    goesTitle: 'What is deleted',
    goes: [
      'Your profile and picture, your email address and phone number. The address and the number can be used for a new account at once.',
      'All sign-in methods and all sessions, on this device and all others.',
      'Your access tokens: scripts that use them stop working.',
      'Your connected accounts: we give up the access that you gave us. The accounts themselves stay.',
      'Your activity.',
    ],
    keptTitle: 'What is kept',
    keptMail: (email: string) => `The mail to ${email} that confirms the deletion, until it is sent.`,
    keptMessages: 'Messages about your account that are already on their way, for two days at most.',
    keptCounters: (minutes: number) =>
      plural(minutes, {
        one: `How many messages were sent to your address and number, for ${minutes} minute. So nobody can avoid the limits with a new account.`,
        other: `How many messages were sent to your address and number, for ${minutes} minutes. So nobody can avoid the limits with a new account.`,
      }),
    keptLogs:
      'The server’s log and backups, for as long as the people who run this site keep them. The log names an internal number and network addresses, never a name, email address or phone number.',
    downloadFirst: 'Download your data first if you want to keep it.',
    deletionWords,
    typeWords: (words: string) => `Type “${words}” to confirm`,
    wordsDiffer: 'These are not the words. Type them as they are shown.',
    deleteButton: 'Delete my account',
    deleting: 'Deleting your account…',
  },
};
