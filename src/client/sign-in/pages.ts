import type { ComponentType } from 'react';
import {
  SIGNED_OUT_PATHS,
  type SignedOutPageName,
  type SignedOutPathName,
} from '../../shared/signed-out-page.ts';
import {
  loadErrorTexts,
  loadMailedLinkTexts,
  loadPendingLinkTexts,
  loadPhoneTexts,
  loadSignedOutTexts,
  withTexts,
} from '../language/texts.ts';

const firstPage = async () => ({ pages: { 'sign-in': (await import('./sign-in.tsx')).SignInPage } });
const signedOut = withTexts(() => import('./page-sets/signed-out.ts'), loadSignedOutTexts);
const pendingLink = withTexts(() => import('./page-sets/pending-link.ts'), loadPendingLinkTexts);
const mailedLinks = withTexts(() => import('./page-sets/mailed-links.ts'), loadMailedLinkTexts);
const resetPassword = withTexts(() => import('./page-sets/reset-password.ts'), loadMailedLinkTexts);
const phonePages = withTexts(() => import('./page-sets/phone.ts'), loadPhoneTexts);
const publicPages = withTexts(() => import('./page-sets/public.ts'), loadErrorTexts);

/** The set of each page, which is one file. Only the sign-in page says nothing but the first words. */
const PAGE_SETS = {
  'sign-in': firstPage,
  'phone-sign-in': phonePages,
  'sign-up': signedOut,
  'forgot-password': signedOut,
  'check-email': signedOut,
  'account-exists': pendingLink,
  'confirm-address': pendingLink,
  confirm: mailedLinks,
  'reset-password': resetPassword,
  'confirm-email': mailedLinks,
  'undo-email': mailedLinks,
  'stop-second-factor-removal': mailedLinks,
  'sign-out': publicPages,
  error: publicPages,
  goodbye: publicPages,
  'not-found': publicPages,
} satisfies { [Name in SignedOutPageName]: () => Promise<{ pages: Record<Name, ComponentType> }> };

export async function loadPage(name: SignedOutPageName): Promise<ComponentType> {
  const load: () => Promise<{ pages: Partial<Record<SignedOutPageName, ComponentType>> }> = PAGE_SETS[name];
  const page = (await load()).pages[name];
  if (!page) throw new Error(`no page ${name}`);
  return page;
}

/** The page of an address; `undefined` when it is no signed-out page. */
export function pageNameOf(address: string): SignedOutPathName | undefined {
  const path = address.replace(/[?#].*$/s, '');
  const names = Object.keys(SIGNED_OUT_PATHS) as SignedOutPathName[];
  return names.find((name) => SIGNED_OUT_PATHS[name] === path);
}
