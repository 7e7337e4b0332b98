export const signUp = {
  title: 'Create an account',
  name: 'Name',
  missingName: 'Enter your name.',
  create: 'Create account',
  haveOne: 'Do you have an account?',
};
