import { ErrorPage } from '../error.tsx';
import { GoodbyePage } from '../goodbye.tsx';
import { NotFoundPage } from '../not-found.tsx';
import { SignOutPage } from '../sign-out.tsx';

export const pages = {
  'sign-out': SignOutPage,
  error: ErrorPage,
  goodbye: GoodbyePage,
  'not-found': NotFoundPage,
};
