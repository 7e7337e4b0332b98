import { phoneSignIn } from './phone-sign-in.ts';
import type { PhonePagesTexts } from '../../texts.ts';

/** What the page for sign-in by phone says, in German. */
export const phonePages: PhonePagesTexts = {
  phoneSignIn,
};
