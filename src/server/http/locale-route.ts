import { atBase } from '../../shared/base-path.ts';
import express, { type Express } from 'express';
import { toCallbackPath } from '../../shared/callback-url.ts';
import { DAY_MS } from '../../shared/limits.ts';
import { isLocale, type Locale } from '../../shared/locale.ts';
import type { AuthDependencies } from '../auth/auth-dependencies.ts';
import { requireSameOrigin } from './origin-check.ts';
import { sendError } from './request.ts';

export const LOCALE_COOKIE_MAX_AGE_MS = 365 * DAY_MS;
const MAX_BODY_BYTES = 4 * 1024;

export function localeCookie(deps: Pick<AuthDependencies, 'cookies' | 'now'>, locale: Locale): string {
  return deps.cookies.set('locale', locale, new Date(deps.now().getTime() + LOCALE_COOKIE_MAX_AGE_MS));
}

/** `POST /locale` with `locale` and, without scripts, `returnTo`: the language of this browser's pages. */
export function mountLocale(app: Express, deps: AuthDependencies): void {
  const { origin } = deps.settings;
  const readForm = express.urlencoded({ extended: false, limit: MAX_BODY_BYTES });
  app.post('/locale', requireSameOrigin(origin), readForm, (req, res) => {
    const { locale, returnTo } = (req.body ?? {}) as Readonly<Record<string, unknown>>;
    if (!isLocale(locale)) return sendError(req, res, 'INVALID_INPUT');
    res.set('Cache-Control', 'no-store').append('Set-Cookie', localeCookie(deps, locale));
    if (typeof returnTo !== 'string') return void res.status(204).end();
    res.redirect(303, toCallbackPath(returnTo, origin) ?? atBase(deps.settings, '/'));
  });
}
