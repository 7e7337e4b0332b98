export const phonePages = {
  /** `{}` is the number. */
  phoneSignIn: {
    title: 'Sign in by phone',
    intro: 'We send a code to the phone number that you verified in your account.',
    country: 'Country',
    chooseCountry: 'Choose a country',
    number: 'Phone number',
    missing: 'Enter your phone number.',
    sendCode: 'Send a code',
    otherWay: 'Sign in another way',
    codeTitle: 'Check your phone',
    sent: 'We sent a code to {}.',
    noMessage: 'No message? Only a number that is verified in an account gets one.',
    useAnotherNumber: 'Use another number',
  },
};
