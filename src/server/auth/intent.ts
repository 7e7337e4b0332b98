import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { CHECK_COOKIE_MAX_AGE_MS } from '../../shared/limits.ts';
import type { Dependencies } from '../dependencies.ts';
import { deriveKey, hashToken, secretsOf } from '../crypto/secrets.ts';

/**
 * Why a signed-in user was sent to a provider. Bound to the browser (cookie), the session, the provider and
 * one flow (`state`), so nobody else's callback can link an account (GHSA-hc7v-rggr-4hvx).
 */
export type FlowIntent = Readonly<Omit<z.infer<typeof payloadSchema>, 'state'>>;

const payloadSchema = z.object({
  kind: z.enum(['link', 'reauthenticate']),
  provider: z.string(),
  userId: z.string(),
  sessionId: z.string(),
  /** A path of this site, or a URL of the application (`shared/callback-url.ts`). */
  callbackPath: z.string(),
  /** Seconds since 1970. */
  startedAt: z.number(),
  /** The hash. */
  state: z.string(),
});

type IntentDependencies = Pick<Dependencies, 'settings' | 'now'>;

const PURPOSE = 'flow intent';

export async function sealIntent(
  deps: IntentDependencies,
  intent: Omit<FlowIntent, 'startedAt'>,
  state: string,
): Promise<string> {
  const now = Math.floor(deps.now().getTime() / 1000);
  return new SignJWT({ ...intent, startedAt: now, state: hashToken(state) })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(now)
    .setExpirationTime(now + CHECK_COOKIE_MAX_AGE_MS / 1000)
    .sign(deriveKey(deps.settings.authSecret, PURPOSE));
}

/** `null` when the cookie is absent, expired, or of another flow. */
export async function openIntent(
  deps: IntentDependencies,
  cookie: string | undefined,
  flow: { provider: string; state: string | null },
): Promise<FlowIntent | null> {
  if (!cookie || flow.state === null) return null;
  for (const secret of secretsOf(deps.settings)) {
    const payload = await openPayload(deps, cookie, secret);
    if (!payload) continue;
    const { state, ...intent } = payload;
    return state === hashToken(flow.state) && intent.provider === flow.provider ? intent : null;
  }
  return null;
}

/** `null` when the cookie is forged, expired, of another form or sealed with another secret. */
async function openPayload(
  deps: IntentDependencies,
  cookie: string,
  secret: string,
): Promise<z.infer<typeof payloadSchema> | null> {
  try {
    const { payload } = await jwtVerify(cookie, deriveKey(secret, PURPOSE), {
      algorithms: ['HS256'],
      currentDate: deps.now(),
    });
    return payloadSchema.parse(payload);
  } catch {
    return null;
  }
}
