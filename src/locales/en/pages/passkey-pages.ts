/** What the ways by passkey on the signed-out pages say, in English. */
export const passkeyPages = {
  /** The ways by passkey on the sign-in page and the sign-up page. They are loaded after the page. */
  passkeySignIn: {
    signIn: 'Sign in with a passkey',
    cancelled: 'No passkey was used. Try again, or sign in another way.',
    failed: 'This browser could not use a passkey here. Sign in another way.',
    signUp: 'Sign up with a passkey',
  },
};
