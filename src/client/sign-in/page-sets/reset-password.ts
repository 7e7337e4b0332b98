import { ResetPasswordPage } from '../reset-password.tsx';

/** Apart from the other pages of mailed links, which need no field for a new password. */
export const pages = {
  'reset-password': ResetPasswordPage,
};
