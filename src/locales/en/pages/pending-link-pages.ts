/** What the pages say while an account at a provider waits to be connected, in English. */
export const pendingLinkPages = {
  /** A provider has verified an address that somebody here has already. */
  accountExists: {
    title: 'You already have an account',
    /** `{}` is the address. */
    intro: (ways: string, provider: string) =>
      `{} has an account here. Sign in with ${ways} to connect ${provider} to it:`,
    byEmail: 'email',
    confirm: (provider: string) => `Sign in and connect ${provider}`,
  },

  /** An address that a provider names and does not prove. `{}` is where it stands. */
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

  /** Connecting the provider's sign-in that waits until its person has shown who they are and agrees. */
  resumeLink: {
    seeSignInMethods: 'See your sign-in methods',
    question: (provider: string) => `Connect ${provider}?`,
    provider: 'Provider',
    nameThere: 'Name there',
    accountThere: 'Account ID there',
    /** `{}` is the address of the person's account here. */
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
    /** `{}` is whoever is signed in. */
    somebodyElse: 'You are signed in as {}.',
    /** `{}` is the address of the right account. */
    onlyTo: (provider: string) => `${provider} can be connected only to the account of {}.`,
    anotherUser: 'another person',
    signOut: 'Sign out and try again',
    goOn: 'Continue without connecting',
  },
};
