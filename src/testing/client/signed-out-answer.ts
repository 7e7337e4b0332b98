import {
  accountOf,
  errorStepOf,
  pageOf,
  type SignedOutPath,
  type Visit,
} from '../../server/pages/page-of-address.ts';
import { plainBrand } from '../../shared/brand.ts';
import { landingOf } from '../../shared/callback-url.ts';
import type { Locale } from '../../shared/locale.ts';
import { addressOf, readParameters, type SignedOutPage } from '../../shared/signed-out-page.ts';
import type { Answers } from './render-app.tsx';

export type PageDetails = Partial<
  Pick<
    SignedOutPage,
    'brand' | 'failedForm' | 'completedForm' | 'hasOutbox' | 'lastUsed' | 'offersPhone' | 'phoneSignIn'
  >
> &
  Partial<Pick<Visit, 'goodbye' | 'mustEnrol'>>;

/** The data of a signed-out page, or its redirect (`server/pages/signed-out-pages.ts`). */
export async function answerSignedOut(
  address: string,
  answers: Answers,
  locale: Locale,
  { goodbye = null, mustEnrol = false, ...details }: PageDetails = {},
): Promise<SignedOutPage | { readonly redirectTo: string }> {
  const { origin } = location;
  const { pathname } = new URL(address, origin);
  const brand = details.brand ?? plainBrand(origin);
  const site = { origin, basePath: '', appUrl: brand.appUrl };
  const parameters = readParameters(address, site);
  const readPendingLink = async () => (await answers.accounts?.pendingLink?.()) ?? null;
  const readPendingSignIn = async () => (await answers.session?.pending?.()) ?? null;
  const isSignedIn = Boolean(await orNull(async () => answers.session?.get?.()));
  const shown = await pageOf(pathname as SignedOutPath, {
    parameters,
    basePath: '',
    isSignedIn,
    mustEnrol,
    landing: landingOf(site),
    readPendingSignIn,
    readPendingLink,
    pendingLinkOrNull: () => orNull(readPendingLink),
    goodbye,
  });
  if ('redirectTo' in shown) return shown;
  const { parameters: shownParameters = parameters, ...parts } = shown;
  const pendingSignIn = parts.name === 'second-factor' ? await readPendingSignIn() : null;
  return {
    ...parts,
    ...errorStepOf(shownParameters),
    address: addressOf(pathname, shownParameters),
    origin,
    basePath: '',
    locale,
    brand,
    providers: (await answers.providers?.list?.()) ?? [],
    isSignedIn,
    hasOutbox: false,
    account: await accountOf(shown.name, () => readAccount(answers)),
    failedForm: null,
    completedForm: null,
    ...(pendingSignIn && { pendingSignIn }),
    ...details,
  };
}

/** As the server does it for the pages that name the person. */
async function readAccount({ session, email }: Answers): Promise<SignedOutPage['account']> {
  try {
    const own = await session?.get?.();
    const status = own && (await email?.get?.());
    return own && status ? { user: own.user, email: status } : null;
  } catch {
    return 'unknown';
  }
}

/** While the database does not answer, the server shows the page as to somebody who is signed out. */
async function orNull<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch {
    return null;
  }
}
