import { CheckEmailPage } from '../check-email.tsx';
import { ForgotPasswordPage } from '../forgot-password.tsx';
import { SignUpPage } from '../sign-up.tsx';

export const pages = {
  'sign-up': SignUpPage,
  'forgot-password': ForgotPasswordPage,
  'check-email': CheckEmailPage,
};
