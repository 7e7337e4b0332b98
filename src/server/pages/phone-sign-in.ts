import type { Request } from 'express';
import type { Locale } from '../../shared/locale.ts';
import { defaultCountry, namePhoneCountries, type PhoneCountry } from '../../shared/phone-countries.ts';
import type { PhoneSignIn } from '../../shared/signed-out-page.ts';
import { localeOfRequest } from '../http/request.ts';
import type { Settings } from '../settings/settings.ts';

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
export function phoneSignInOf(
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
