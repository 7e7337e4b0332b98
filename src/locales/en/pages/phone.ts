import { plural } from '../plural.ts';

export const phone = {
  title: 'Phone',
  hint: 'Use it to verify that it’s you.',
  isVerified: 'Your phone number is verified.',
  isRemoved: 'Your phone number is removed.',
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
  countriesFound: (count: number, first: string) =>
    plural(count, { one: `${first}.`, other: `${count} countries, first ${first}.` }),
  /** `{}` is the number. */
  textSent: 'A text message with a code went to {}.',
  verify: 'Verify',
  another: 'Use another number',
  removeTitle: 'Remove your phone number?',
  removeWarning: (number: string) =>
    `${number} can no longer verify that it’s you. You can add it again at any time.`,
};
