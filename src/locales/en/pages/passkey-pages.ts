export const passkeyPages = {
  /** On the sign-in page and the sign-up page. These words are loaded after the page. */
  passkeySignIn: {
    cancelled: 'No passkey was used. Try again, or sign in another way.',
    failed: 'This browser could not use a passkey here. Sign in another way.',
  },
};
