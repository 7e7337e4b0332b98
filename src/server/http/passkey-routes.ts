import { atBase } from '../../shared/base-path.ts';
import type { Express } from 'express';
import type { Dependencies } from '../dependencies.ts';
import { AUTHENTICATOR_ICONS } from '../domain/passkeys/authenticator-list.ts';
import { AUTHENTICATOR_ICON_PATH } from '../domain/passkeys/authenticators.ts';
import { sendError } from './request.ts';

const CACHED_SECONDS = 3600;
const ICON_STYLE = '<style>path{fill:#1f2421}@media(prefers-color-scheme:dark){path{fill:#eef2ef}}</style>';
const MANAGE_PASSKEYS_PATH = '/account/sign-in-methods';

/**
 * Read by browsers and password managers, without cookies.
 * - `/.well-known/webauthn`: other origins at which passkeys of this host work (WebAuthn Level 3, 5.11.1).
 * - `/.well-known/passkey-endpoints`: W3C, "A Well-Known URL for Relying Party Passkey Endpoints".
 * - `/authenticator-icons/<name>.svg`: from here, so that no other site learns what somebody uses.
 */
export function mountPasskeyRoutes(app: Express, { settings }: Pick<Dependencies, 'settings'>): void {
  const { origin, relatedOrigins } = settings;
  const page = new URL(atBase(settings, MANAGE_PASSKEYS_PATH), origin).href;
  const cached = `public, max-age=${CACHED_SECONDS}`;

  app.get('/.well-known/webauthn', (req, res) => {
    if (relatedOrigins.length === 0) return sendError(req, res, 'NOT_FOUND');
    res.set('Cache-Control', cached).json({ origins: relatedOrigins });
  });

  app.get('/.well-known/passkey-endpoints', (_req, res) => {
    res.set('Cache-Control', cached).json({ enroll: page, manage: page });
  });

  app.get(`${AUTHENTICATOR_ICON_PATH}/:name.svg`, (req, res) => {
    const icon = iconOf(req.params.name);
    if (icon === null) return sendError(req, res, 'NOT_FOUND');
    res.set({
      'Cache-Control': cached,
      // For a browser that opens the address itself.
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    });
    res.type('svg').send(icon);
  });
}

function iconOf(name: string): string | null {
  const shapes = Object.hasOwn(AUTHENTICATOR_ICONS, name) ? AUTHENTICATOR_ICONS[name] : undefined;
  if (!shapes) return null;
  const paths = shapes.map(({ path, color }) => {
    const fill = color === null ? '' : ` style="fill:${color}"`;
    return `<path${fill} d="${path}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${ICON_STYLE}${paths.join('')}</svg>`;
}
