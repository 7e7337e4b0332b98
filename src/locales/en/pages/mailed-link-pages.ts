export const mailedLinkPages = {
  confirmEmail: {
    question: 'Use this address?',
    forAccount: (person: string) =>
      `It becomes the address of the account that you are signed in to: ${person}.`,
    formerEnds: (current: string) =>
      `From then on you sign in with it. We send a mail to ${current}, which can no longer sign in.`,
    use: 'Use this address',
    notNow: 'Not now',
    signInFirst: 'Sign in to confirm your address',
    whySignIn:
      'This link works in a browser that is signed in to the account it was asked for. So nobody can add your address to another account.',
    thenCode:
      'Sign in there, then open the link once more, or enter the code of the same mail in your profile.',
    deadTitle: 'This link no longer works',
    addressIs: (address: string) => `The address of your account is ${address}.`,
    toProfile: 'Go to your profile',
    doneTitle: 'Your address is confirmed',
    changed: (address: string) => `Your email address is ${address} now.`,
    toldFormer:
      'We sent a mail to the old address. It can no longer sign in, but it can undo the change for seven days.',
    otherDevices: 'Your other devices stay signed in.',
  },

  confirmSignIn: {
    title: (email: string) => `Continue as ${email}?`,
    intro: (host: string) =>
      `You are signing in to ${host}. If you did not ask for this, close the page and nothing happens.`,
    confirm: 'Continue',
    signedInAlready: 'You are already signed in.',
    signedInAlreadyAs: (email: string) => `You are already signed in as ${email}.`,
    toAccount: 'Go to your account',
    newLink: 'Ask for a new link',
  },

  /** For the mail that resets a password. `{}` is the address. */
  resetLink: {
    title: 'Choose a new password',
    forAddress: 'For {}. After this you are signed out everywhere, and sign in with the new password.',
    set: 'Set the new password',
    doneTitle: 'Your new password is set',
    done: 'You were signed out everywhere. Sign in with the new password.',
    deadTitle: 'This link no longer works',
    newLink: 'Ask for a new link',
  },

  stopRemoval: {
    question: 'Keep two-step verification on?',
    happened: (host: string) =>
      `The operator was asked to remove the second step from your account at ${host}. If you did not ask for this, stop it.`,
    yourself: 'If you have lost your second step and asked for it, close this page, and the removal goes on.',
    act: 'Stop the removal',
    doneTitle: 'Two-step verification stays on',
    done: 'The removal is stopped. Nothing was removed.',
    password: 'Somebody may know your password: choose a new one.',
    deadTitle: 'This link no longer works',
  },

  undoEmail: {
    question: 'Get your address back?',
    happened: (host: string) =>
      `The mail with this link went to the address that your account at ${host} had before it was changed. If it was not you who changed it, undo it:`,
    addressBack: 'Your account gets that address back.',
    signedOut: 'All devices are signed out, and access tokens are revoked.',
    removed:
      'The password is removed, and so is what was added since the change: connected accounts, a phone number, passkeys and authenticator apps.',
    yourself: 'If you changed it yourself, close this page, and nothing happens.',
    act: 'Undo the change',
    doneTitle: 'Your address is back',
    done: (address: string) =>
      `The address of your account is ${address} again, and all devices are signed out.`,
    nextTitle: 'Now secure your account',
    signInStep: 'Sign in by a link to this address, and remove sign-in methods that you do not know.',
    passwordStep: 'If you had a password, choose a new one, that you use nowhere else.',
    mailStep: 'If somebody else can read your mail, choose a new password there first.',
    signIn: 'Sign in',
    choosePassword: 'Choose a new password',
    deadTitle: 'This link no longer works',
  },
};
