import { createHmac } from 'node:crypto';
import type { ClientMetadata } from 'oidc-provider';
import type { Log } from '../../log/log-lines.ts';
import type { OidcProviderSettings, Settings } from '../../settings/settings.ts';
import { keptRegistrations } from './kept-registrations.ts';
import { startProvider, type RunningProvider } from './provider.ts';
import { DEMO_MARKS } from './marks.ts';
import { keptSigningKeys } from './signing-keys.ts';

const DEMO_PROVIDERS = [
  // One is trusted with addresses and one is not: the two cases of the linking policy.
  { id: 'demo-one', name: 'Demo One', portOffset: 1, trustEmail: true, isKnown: true },
  { id: 'demo-two', name: 'Demo Two', portOffset: 2, trustEmail: false, isKnown: true },
  // Not registered: an address of this domain or `foyer-server provider add` registers Foyer.
  { id: 'demo-three', name: 'Demo Three', portOffset: 3, trustEmail: false, isKnown: false },
] as const;

const CLIENT_ID = 'foyer';

interface DemoOptions {
  readonly settings: Pick<
    Settings,
    'port' | 'origin' | 'cookiePrefix' | 'authBasePath' | 'authSecret' | 'dataDir'
  >;
  readonly log: Log;
}

export interface DemoProviders {
  /** Foyer's settings at the known providers. */
  readonly providers: OidcProviderSettings[];
  readonly unknown: { readonly name: string; readonly issuer: string; readonly domain: string };
  /** The origins that answer WebFinger for the demo's domains, which do not exist. */
  readonly webFingerOrigins: ReadonlyMap<string, string>;
  close(): Promise<void>;
}

/** Uses the three ports above `PORT`. When one provider cannot start, stops the others and rejects. */
export async function startDemoProviders({ settings, log }: DemoOptions): Promise<DemoProviders> {
  const running: RunningProvider[] = [];
  const close = async () => {
    await Promise.all(running.map((provider) => provider.close()));
  };
  try {
    const providers: OidcProviderSettings[] = [];
    const webFingerOrigins = new Map<string, string>();
    let unknown: DemoProviders['unknown'] | undefined;
    for (const { id, name, portOffset, trustEmail, isKnown } of DEMO_PROVIDERS) {
      // RFC 2606 reserves `.example`, so nobody receives mail there.
      const domain = `${id}.example`;
      const clientSecret = deriveSecret(settings.authSecret, `client secret at ${id}`);
      const provider = await startProvider({
        id: `${settings.cookiePrefix}.${id}`,
        name,
        host: 'localhost',
        port: settings.port + portOffset,
        keys: keptSigningKeys(settings.dataDir, id),
        cookieSecret: deriveSecret(settings.authSecret, `cookies of ${id}`),
        clients: isKnown ? [demoClientOf(settings, id, clientSecret)] : [],
        domains: [domain],
        registrations: keptRegistrations(settings.dataDir, id),
        log,
      });
      running.push(provider);
      webFingerOrigins.set(domain, provider.issuer);
      if (!isKnown) {
        unknown = { name, issuer: provider.issuer, domain };
        continue;
      }
      providers.push({
        id,
        name,
        mark: DEMO_MARKS[id],
        issuer: provider.issuer,
        clientId: CLIENT_ID,
        clientSecret,
        domains: [domain],
        trustEmail,
      });
    }
    if (!unknown) throw new Error('one demo provider is to be found');
    return { providers, unknown, webFingerOrigins, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function demoClientOf(
  { origin, authBasePath }: DemoOptions['settings'],
  id: string,
  clientSecret: string,
): ClientMetadata {
  return {
    client_id: CLIENT_ID,
    client_name: `Foyer at ${new URL(origin).host}`,
    client_secret: clientSecret,
    redirect_uris: [`${origin}${authBasePath}/callback/${id}`],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    // Re-authentication checks `auth_time` of the ID token.
    require_auth_time: true,
  };
}

/** Both sides derive the secret, so nothing is stored. */
function deriveSecret(authSecret: string, purpose: string): string {
  return createHmac('sha256', authSecret).update(`foyer demo: ${purpose}`).digest('base64url');
}
