/** While an account at a provider waits to be connected. */
export const pendingLinkPages = {
  /** A provider has verified an address that another account here has. */
  accountExists: {
    title: 'You already have an account',
    /** `{}` is the address. */
    intro: (ways: string, provider: string) =>
      `{} has an account here. Sign in with ${ways} to connect ${provider} to it:`,
    byEmail: 'email',
    confirm: (provider: string) => `Sign in and connect ${provider}`,
  },

  /** A provider names an unverified address. `{}` is the address. */
  confirmAddress: {
    title: 'Confirm your address',
    intro: (provider: string) =>
      `${provider} says that {} is your address. Confirm it with a code to connect this account:`,
    send: 'Send me a code',
    confirm: (provider: string) => `Confirm and connect ${provider}`,
    without: 'Continue without this address',
    withoutHint: (provider: string) => `${provider} is then your only sign-in method here.`,
    overTitle: 'Start again',
  },

  /** Connects the waiting account after its user has signed in and agrees. */
  resumeLink: {
    seeSignInMethods: 'See your sign-in methods',
    question: (provider: string) => `Connect ${provider}?`,
    provider: 'Provider',
    nameThere: 'Name there',
    accountThere: 'Account ID there',
    /** `{}` is the address of the user's account here. */
    toAccount: 'It will be connected to your account {}.',
    onlyYours:
      'Connect it only if it is your own. Anyone who can sign in with it can then use your account here.',
    connect: 'Connect',
    deny: 'Don’t connect',
    nothingTitle: 'Nothing left to connect',
    signedIn: 'You are signed in.',
    signedInAs: (email: string) => `You are signed in as ${email}.`,
    nothing:
      'There is nothing to connect in this browser. It is already done, it took too long, or you started in another browser.',
    refusedTitle: (provider: string) => `${provider} was not connected`,
    somebodyElseTitle: 'You signed in as somebody else',
    /** `{}` is the signed-in user. */
    somebodyElse: 'You are signed in as {}.',
    /** `{}` is the address of the right account. */
    onlyTo: (provider: string) => `${provider} can be connected only to the account of {}.`,
    anotherUser: 'another person',
    signOut: 'Sign out and try again',
    goOn: 'Continue without connecting',
  },
};
