import { ownPathOf } from '../base-path.ts';
import type { ComponentType } from 'react';
import {
  SIGNED_OUT_PATHS,
  type SignedOutPageName,
  type SignedOutPathName,
} from '../../shared/signed-out-page.ts';
import { ERROR_TEXTS, SIGNED_OUT_TEXTS, withTexts } from '../language/texts.ts';

/** One file has all pages of a set. */
export type PageSet<Name extends SignedOutPageName> = () => Promise<{ pages: Record<Name, ComponentType> }>;
const signedOut = withTexts(() => import('./page-sets/signed-out.ts'), SIGNED_OUT_TEXTS);
const publicPages = withTexts(() => import('./page-sets/public.ts'), ERROR_TEXTS);

/** The pages that most people meet. The sign-in page needs no words but the first ones. */
const PAGE_SETS = {
  'sign-in': async () => ({ pages: { 'sign-in': (await import('./sign-in.tsx')).SignInPage } }),
  'sign-up': signedOut,
  'forgot-password': signedOut,
  'check-email': signedOut,
  'sign-out': publicPages,
  error: publicPages,
  goodbye: publicPages,
  'not-found': publicPages,
} satisfies { [Name in SignedOutPageName]?: PageSet<Name> };

/** The first page does not name the files of these pages, because that would be part of its size. */
export type DeferredPageName = Exclude<SignedOutPageName, keyof typeof PAGE_SETS>;
type AnyPageSet = () => Promise<{ pages: Partial<Record<SignedOutPageName, ComponentType>> }>;

function isDeferred(name: SignedOutPageName): name is DeferredPageName {
  return !Object.hasOwn(PAGE_SETS, name);
}

export async function loadPage(name: SignedOutPageName): Promise<ComponentType> {
  const load: AnyPageSet = isDeferred(name)
    ? (await import('./deferred-page-sets.ts')).DEFERRED_PAGE_SETS[name]
    : PAGE_SETS[name];
  const page = (await load()).pages[name];
  if (!page) throw new Error(`no page ${name}`);
  return page;
}

/** `undefined` when no signed-out page has this address. */
export function pageNameOf(address: string): SignedOutPathName | undefined {
  const path = ownPathOf(address)?.replace(/[?#].*$/s, '');
  const names = Object.keys(SIGNED_OUT_PATHS) as SignedOutPathName[];
  return names.find((name) => SIGNED_OUT_PATHS[name] === path);
}
