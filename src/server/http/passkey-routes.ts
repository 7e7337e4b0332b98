import type { Express } from 'express';
import type { Dependencies } from '../dependencies.ts';
import { sendError } from './request.ts';

const CACHED_SECONDS = 3600;
const MANAGE_PASSKEYS_PATH = '/account/sign-in-methods';

/**
 * What browsers and password managers read about passkeys. Cookies are neither read nor set.
 *
 * - `/.well-known/webauthn`: the other origins at which passkeys of this host work (WebAuthn Level 3, 5.11.1).
 * - `/.well-known/passkey-endpoints`: where a person creates and manages them (W3C, "A Well-Known URL for Relying Party Passkey Endpoints").
 */
export function mountPasskeyRoutes(app: Express, { settings }: Pick<Dependencies, 'settings'>): void {
  const { origin, relatedOrigins } = settings;
  const page = new URL(MANAGE_PASSKEYS_PATH, origin).href;
  const cached = `public, max-age=${CACHED_SECONDS}`;

  app.get('/.well-known/webauthn', (req, res) => {
    if (relatedOrigins.length === 0) return sendError(req, res, 'NOT_FOUND');
    res.set('Cache-Control', cached).json({ origins: relatedOrigins });
  });

  app.get('/.well-known/passkey-endpoints', (_req, res) => {
    res.set('Cache-Control', cached).json({ enroll: page, manage: page });
  });
}
