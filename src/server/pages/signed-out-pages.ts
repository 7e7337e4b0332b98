import { atBase } from '../../shared/base-path.ts';
import type { Express, Request, Response } from 'express';
import type { Locale } from '../../shared/locale.ts';
import { CONSOLE_PATH, landingOf } from '../../shared/callback-url.ts';
import type { Provider } from '../../shared/schemas/providers.ts';
import { defaultCountry, namePhoneCountries, type PhoneCountry } from '../../shared/phone-countries.ts';
import {
  addressOf,
  readParameters,
  SIGNED_OUT_PATHS,
  type CompletedForm,
  type FailedForm,
  type PhoneSignIn,
  type SignedOutPage,
  type SignedOutPageName,
  type SignedOutParameters,
} from '../../shared/signed-out-page.ts';
import { brandOf, callbackSiteOf } from '../brand/brand.ts';
import type { AuthDependencies } from '../auth/auth-dependencies.ts';
import { isDatabaseUnavailable } from '../database/errors.ts';
import { listProviders } from '../domain/providers/providers.ts';
import { serverPageTexts } from '../locale-texts.ts';
import { hasAdministrator } from '../domain/authority/administrators.ts';
import { html } from '../http/html.ts';
import { readGoodbye } from '../http/goodbye-cookie.ts';
import { OPERATOR_COMMAND } from '../process/operator-command.ts';
import { localeOfRequest, varyByLocale } from '../http/request.ts';
import type { Settings } from '../settings/settings.ts';
import { pageContextOf } from '../trpc/context.ts';
import { returnToOwnSession } from '../trpc/own-session.ts';
import { appRouter } from '../trpc/router.ts';
import type { ClientDocuments } from './documents.ts';
import {
  accountOf,
  errorStepOf,
  pageOf,
  type ShownPage,
  type SignedOutPath,
  type Visit,
} from './page-of-address.ts';

interface SignedOutVisit extends Visit {
  readonly readAccount: () => Promise<SignedOutPage['account']>;
  /** As a proof names the method. */
  readonly lastUsed: string | undefined;
}

interface SentPage extends ShownPage, Pick<SignedOutPage, 'failedForm' | 'completedForm'> {
  readonly path: string;
}

/** Sends a signed-out page. `failedForm` or `completedForm` is the form that led here. */
export type SendSignedOutPage = (
  req: Request,
  res: Response,
  name: SignedOutPageName,
  details?: {
    readonly parameters?: SignedOutParameters;
    readonly failedForm?: FailedForm;
    readonly completedForm?: CompletedForm;
  },
) => Promise<void>;

/** Renders the signed-out pages, which need no script. Returns the function that shows a form's result. */
export function mountSignedOutPages(
  app: Express,
  deps: AuthDependencies,
  documents: ClientDocuments,
): SendSignedOutPage {
  const { origin, basePath } = deps.settings;
  const brand = brandOf(deps.settings);
  const site = callbackSiteOf(deps.settings);
  const hasOutbox = deps.settings.mode !== 'production' && deps.settings.smtpUrl === null;
  const visitOf = async (req: Request, res: Response): Promise<SignedOutVisit> => {
    const context = pageContextOf(deps, req, res);
    const caller = appRouter.createCaller(context);
    const readPendingLink = () => caller.accounts.pendingLink();
    return {
      parameters: readParameters(req.originalUrl, site),
      // While the database does not answer, a form is better than a refusal.
      isSignedIn: await orWithoutDatabase(false, async () => (await context.session()) !== null),
      mustEnrol: await orWithoutDatabase(false, async () => (await context.enrolmentSession()) !== null),
      basePath,
      landing: landingOf(site),
      readPendingSignIn: () => orWithoutDatabase('unknown', () => caller.session.pending()),
      readPendingLink,
      pendingLinkOrNull: () => orWithoutDatabase(null, readPendingLink),
      goodbye: readGoodbye(context.cookies),
      lastUsed: context.cookies['last-used'],
      readAccount: () =>
        orWithoutDatabase('unknown', async () => {
          const session = await caller.session.get();
          return session && { user: session.user, email: await caller.email.get() };
        }),
    };
  };

  /** Only for the demo, in which people try Foyer on their own machine. */
  const needsAdministrator = async () =>
    deps.settings.demo && !(await orWithoutDatabase(true, () => hasAdministrator(deps)));

  /** An expired impersonation's pages lead to `/sign-in`, which restores the administrator's session. */
  const isBackInOwnSession = (req: Request, res: Response) =>
    orWithoutDatabase(false, async () => (await returnToOwnSession(pageContextOf(deps, req, res))) !== null);

  async function send(
    req: Request,
    res: Response,
    { isSignedIn, readAccount, ...visit }: SignedOutVisit,
    { path, parameters = visit.parameters, ...parts }: SentPage,
  ): Promise<void> {
    varyByLocale(res);
    // Personal, secret or typed content is neither cached nor compressed: beside an address that anybody
    // chose, the compressed size could reveal the rest (BREACH).
    const account = await accountOf(parts.name, readAccount);
    const pendingSignIn = parts.name === 'second-factor' ? await visit.readPendingSignIn() : null;
    const isPrivate =
      parts.pendingLink !== null ||
      parts.failedForm !== null ||
      parts.completedForm !== null ||
      parts.confirmationTo !== undefined ||
      account !== null ||
      pendingSignIn !== null ||
      isSignedIn ||
      parameters.token !== undefined;
    res.set('Cache-Control', isPrivate ? 'private, no-store, no-transform' : 'private, no-cache');
    const providers = await listProviders(deps, null);
    const lastUsed = parts.name === 'sign-in' && lastUsedAmong(providers, visit.lastUsed);
    const document = await documents.signedOut({
      ...parts,
      ...errorStepOf(parameters),
      address: addressOf(atBase(site, path), parameters),
      isSignedIn,
      account,
      origin,
      basePath,
      locale: localeOfRequest(req),
      brand,
      providers,
      hasOutbox,
      ...(lastUsed && { lastUsed }),
      ...(deps.settings.phoneSignIn && { offersPhone: true }),
      ...(parts.name === 'phone-sign-in' && { phoneSignIn: phoneSignInOf(deps.settings, req) }),
      ...(pendingSignIn !== null && pendingSignIn !== 'unknown' && { pendingSignIn }),
    });
    const isFirstPage = parts.name === 'sign-in' && !isSignedIn;
    const note = isFirstPage && (await needsAdministrator()) ? administratorNote(localeOfRequest(req)) : '';
    res.type('html').send(document.replace('</body>', () => `${note}</body>`));
  }

  for (const path of new Set<SignedOutPath>(Object.values(SIGNED_OUT_PATHS))) {
    if (path === SIGNED_OUT_PATHS['phone-sign-in'] && !deps.settings.phoneSignIn) continue;
    app.get(path, async (req, res) => {
      const visit = await visitOf(req, res);
      const hasSession = visit.isSignedIn || visit.mustEnrol;
      if (path === SIGNED_OUT_PATHS['sign-in'] && !hasSession && (await isBackInOwnSession(req, res))) {
        res.set('Cache-Control', 'private, no-store');
        return res.redirect(303, atBase(site, CONSOLE_PATH));
      }
      const shown = await pageOf(path, visit);
      if ('redirectTo' in shown) {
        res.set('Cache-Control', 'private, no-store');
        return res.redirect(303, shown.redirectTo);
      }
      await send(req, res, visit, { path, ...shown, failedForm: null, completedForm: null });
    });
  }

  return async (req, res, name, { parameters = {}, failedForm = null, completedForm = null } = {}) => {
    const path = name === 'not-found' ? req.path : SIGNED_OUT_PATHS[name];
    const visit = { ...(await visitOf(req, res)), parameters };
    await send(req, res, visit, { path, name, pendingLink: null, failedForm, completedForm });
  };
}

/** Outside the root of the page, so the browser keeps the note when it takes the page over. */
function administratorNote(locale: Locale): string {
  const { noAdministrator } = serverPageTexts(locale);
  return html`<aside>
    <p>${noAdministrator}</p>
    <p dir="ltr"><code>${OPERATOR_COMMAND} admin grant ada@example.com</code></p>
  </aside>`.toString();
}

/** `otherwise` while the database does not answer. */
async function orWithoutDatabase<Value, Otherwise>(
  otherwise: Otherwise,
  read: () => Promise<Value>,
): Promise<Value | Otherwise> {
  try {
    return await read();
  } catch (error) {
    if (isDatabaseUnavailable(error)) return otherwise;
    throw error;
  }
}

const countries = new Map<Locale, readonly PhoneCountry[]>();

/** Cached, because naming and sorting the countries takes a millisecond. */
function countriesIn(locale: Locale): readonly PhoneCountry[] {
  let named = countries.get(locale);
  if (!named) {
    named = namePhoneCountries([locale]).countries;
    countries.set(locale, named);
  }
  return named;
}

/** The countries whose numbers may sign in, and the one of the browser's languages. */
function phoneSignInOf(
  { mode, smsUrl, phoneCountries }: Pick<Settings, 'mode' | 'smsUrl' | 'phoneCountries'>,
  req: Request,
): PhoneSignIn {
  const allowed = countriesIn(localeOfRequest(req)).filter(
    ({ country }) => phoneCountries?.includes(country) ?? true,
  );
  const ofBrowser = defaultCountry(req.acceptsLanguages());
  const isAllowed = allowed.some(({ country }) => country === ofBrowser);
  // The operator's list begins with the country where most people are.
  const first = allowed.find(({ country }) => country === phoneCountries?.[0]);
  return {
    countries: allowed,
    country: isAllowed ? ofBrowser : (first?.country ?? null),
    hasOutbox: mode !== 'production' && smsUrl === null,
  };
}

const WAYS: ReadonlyMap<string | undefined, string> = new Map([
  ['email-link', 'email'],
  ['email-code', 'email'],
  ['password', 'password'],
  ['passkey', 'passkey'],
  ['phone-code', 'phone'],
]);

/** Anybody can write a cookie, so only the names of methods and offered providers count. */
function lastUsedAmong(providers: readonly Provider[], method: string | undefined): string | undefined {
  return WAYS.get(method) ?? providers.find(({ id }) => id === method)?.id;
}
