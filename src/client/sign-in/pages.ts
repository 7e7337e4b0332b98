import type { ComponentType } from 'react';
import { SIGNED_OUT_PATHS, type SignedOutPageName } from '../../shared/signed-out-page.ts';
import { loadMailedLinkTexts, loadSignedOutTexts, withTexts } from '../language/texts.ts';

/** Each page is a chunk of its own. Only the sign-in page says nothing but the first words. */
const PAGES: Readonly<Record<SignedOutPageName, () => Promise<ComponentType>>> = {
  'sign-in': async () => (await import('./sign-in.tsx')).SignInPage,
  'sign-up': withTexts(async () => (await import('./sign-up.tsx')).SignUpPage, loadSignedOutTexts),
  'forgot-password': withTexts(
    async () => (await import('./forgot-password.tsx')).ForgotPasswordPage,
    loadSignedOutTexts,
  ),
  'check-email': withTexts(
    async () => (await import('./check-email.tsx')).CheckEmailPage,
    loadSignedOutTexts,
  ),
  'account-exists': withTexts(
    async () => (await import('./account-exists.tsx')).AccountExistsPage,
    loadSignedOutTexts,
  ),
  'confirm-address': withTexts(
    async () => (await import('./confirm-address.tsx')).ConfirmAddressPage,
    loadSignedOutTexts,
  ),
  confirm: withTexts(async () => (await import('./confirm.tsx')).ConfirmPage, loadMailedLinkTexts),
  'reset-password': withTexts(
    async () => (await import('./reset-password.tsx')).ResetPasswordPage,
    loadMailedLinkTexts,
  ),
  'confirm-email': withTexts(
    async () => (await import('./confirm-email.tsx')).ConfirmEmailPage,
    loadMailedLinkTexts,
  ),
  'undo-email': withTexts(async () => (await import('./undo-email.tsx')).UndoEmailPage, loadMailedLinkTexts),
};

export function loadPage(name: SignedOutPageName): Promise<ComponentType> {
  return PAGES[name]();
}

/** The page of an address; `undefined` when it is no signed-out page. */
export function pageNameOf(address: string): SignedOutPageName | undefined {
  const path = address.replace(/[?#].*$/s, '');
  const names = Object.keys(SIGNED_OUT_PATHS) as SignedOutPageName[];
  return names.find((name) => SIGNED_OUT_PATHS[name] === path);
}
