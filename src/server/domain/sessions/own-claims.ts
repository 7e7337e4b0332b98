import type { Session } from '../../../shared/schemas/session.ts';
import { AppError } from '../../app-error.ts';
import { callHook } from '../../configuration/hooks.ts';
import type { Dependencies } from '../../dependencies.ts';

/** Only Foyer sets these, whether or not a token has them. */
const RESERVED: ReadonlySet<string> = new Set(
  [
    // RFC 7519, RFC 7800, RFC 8693 and RFC 9068.
    'iss sub aud exp nbf iat jti cnf act may_act scope client_id',
    // OpenID Connect.
    'sid auth_time nonce acr amr azp name email email_verified picture',
    'aal data roles token_use',
  ].flatMap((names) => names.split(' ')),
);

/**
 * Reserved claims are left out, and logged. Throws `UNAVAILABLE` when the function fails or takes over two
 * seconds, so that no token lacks a claim that a service decides by.
 */
export async function ownClaims(
  { configuration, log }: Pick<Dependencies, 'configuration' | 'log'>,
  session: Session,
): Promise<Readonly<Record<string, unknown>>> {
  const { claims } = configuration;
  if (!claims) return {};
  let answer: unknown;
  try {
    // A claim that is no JSON fails here, and not when the token is signed.
    answer = JSON.parse(JSON.stringify(await callHook(() => claims(session))));
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
      throw new TypeError('it must answer an object');
    }
  } catch (error) {
    log.error({ err: error }, 'claims of foyer.config.ts failed, so no session token is signed');
    throw new AppError('UNAVAILABLE', { cause: error });
  }
  const entries = Object.entries(answer);
  const reserved = entries.filter(([name]) => RESERVED.has(name)).map(([name]) => name);
  if (reserved.length > 0) {
    log.warn({ reserved }, 'claims of foyer.config.ts answered reserved claims, which are left out');
  }
  return Object.fromEntries(entries.filter(([name]) => !RESERVED.has(name)));
}
