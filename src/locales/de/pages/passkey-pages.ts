import type { PasskeyPagesTexts } from '../../texts.ts';

export const passkeyPages: PasskeyPagesTexts = {
  passkeySignIn: {
    signIn: 'Mit Passkey anmelden',
    cancelled:
      'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder melden Sie sich auf andere Weise an.',
    failed: 'Dieser Browser konnte hier keinen Passkey verwenden. Melden Sie sich auf andere Weise an.',
    signUp: 'Mit Passkey registrieren',
  },
};
