export const signUp = {
  title: 'Create an account',
  name: 'Name (optional)',
  create: 'Create account',
  haveOne: 'Do you have an account?',
  /** Each `{}` is a link. */
  agreeToBoth: 'By creating an account you agree to the {} and the {}.',
  agreeToTerms: 'By creating an account you agree to the {}.',
  agreeToPrivacy: 'By creating an account you agree to the {}.',
  privacy: 'Privacy policy',
};
