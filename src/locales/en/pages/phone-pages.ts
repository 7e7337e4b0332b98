import { phoneSignIn } from './phone-sign-in.ts';

/** What the page for sign-in by phone says, in English. */
export const phonePages = {
  phoneSignIn,
};
