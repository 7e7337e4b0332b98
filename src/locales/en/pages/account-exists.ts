/** A provider has proven an address that somebody here has already. */
export const accountExists = {
  title: 'You already have an account',
  /** `{}` is the address. */
  intro: (ways: string, provider: string) =>
    `{} has an account here. Sign in with ${ways} to connect ${provider} to it:`,
  byEmail: 'email',
  confirm: (provider: string) => `Sign in and connect ${provider}`,
};
