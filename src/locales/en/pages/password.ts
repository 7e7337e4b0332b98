/** Password fields, wherever one is typed or chosen. */
export const password = {
  label: 'Password',
  newLabel: 'New password',
  /** What the field says of a password that is to be chosen. */
  advice: (characters: number) =>
    `${characters} characters or more. A few unrelated words are easy to remember.`,
  show: 'Show',
  hide: 'Hide',
  showField: (label: string) => `Show ${label.toLowerCase()}`,
  hideField: (label: string) => `Hide ${label.toLowerCase()}`,
  capsLock: 'Caps Lock is on.',
  strengths: ['Weak', 'Fair', 'Good', 'Strong'] as readonly [string, string, string, string],
  strength: (strength: string) => `Strength: ${strength.toLowerCase()}.`,
  tooShort: (characters: number, least: number) => `${characters} of at least ${least} characters.`,
  missing: 'Enter your password.',
  missingNew: 'Choose a password.',
};
