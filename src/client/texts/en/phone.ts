export const phone = {
  title: 'Phone',
  hint: 'A second way to show that it is you.',
  isVerified: 'Your phone number is verified.',
  isRemoved: 'Your phone number is removed.',
  none: 'No phone number of yours is known here.',
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
  countryFound: (label: string) => `${label}.`,
  countriesFound: (count: number, first: string) => `${count} countries, first ${first}.`,
  /** `{}` is the number. */
  textSent: 'A text message with a code went to {}.',
  verify: 'Verify',
  another: 'Use another number',
  removeTitle: 'Remove your phone number?',
  removeWarning: (number: string) =>
    `${number} can no longer show that it is you. You can add it again at any time.`,
};
