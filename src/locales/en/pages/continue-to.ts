/** Signing in to a program on this device, such as a native app (RFC 8252). */
export const continueTo = {
  /** Before the name of the app is known. */
  loading: 'Sign in to an app',
  title: (app: string) => `Continue to ${app}?`,
  intro: (app: string) => `${app} wants to sign you in with this account.`,
  leadsTo: 'Leads to',
  loopback: 'A program on this device',
  scheme: 'An app on this device',
  learns: 'It may',
  /** What an app may know by the scopes of OpenID Connect. */
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
};
