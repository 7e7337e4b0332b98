import { ResetPasswordPage } from '../reset-password.tsx';

/** It has a field for a new password, which the other pages of mailed links do not need. */
export const pages = {
  'reset-password': ResetPasswordPage,
};
