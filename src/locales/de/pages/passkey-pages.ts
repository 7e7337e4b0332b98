import type { PasskeyPagesTexts } from '../../texts.ts';

export const passkeyPages: PasskeyPagesTexts = {
  passkeySignIn: {
    cancelled:
      'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder melden Sie sich auf andere Weise an.',
    failed: 'Dieser Browser konnte hier keinen Passkey verwenden. Melden Sie sich auf andere Weise an.',
  },
};
