import { PhoneSignInPage } from '../phone/phone-sign-in.tsx';

export const pages = { 'phone-sign-in': PhoneSignInPage };
