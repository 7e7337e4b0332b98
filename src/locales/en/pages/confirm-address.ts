/** An address that a provider names and does not prove. `{}` is where it stands. */
export const confirmAddress = {
  title: 'Confirm your address',
  intro: (provider: string) =>
    `${provider} says that {} is your address. Confirm it with a code to connect this account:`,
  send: 'Send me a code',
  confirm: (provider: string) => `Confirm and connect ${provider}`,
  without: 'Continue without this address',
  withoutHint: (provider: string) => `${provider} is then your only sign-in method here.`,
  overTitle: 'Start again',
};
