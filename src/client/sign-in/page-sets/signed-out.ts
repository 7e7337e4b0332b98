import { CheckEmailPage } from '../check-email.tsx';
import { ForgotPasswordPage } from '../forgot-password.tsx';
import { SignUpPage } from '../sign-up.tsx';

/** The pages beside the sign-in page that most people meet. */
export const pages = {
  'sign-up': SignUpPage,
  'forgot-password': ForgotPasswordPage,
  'check-email': CheckEmailPage,
};
