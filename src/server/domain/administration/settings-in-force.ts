import type {
  ConfiguredProvider,
  SettingGroupName,
  SettingInForce,
  SettingsInForce,
} from '../../../shared/schemas/settings.ts';
import type { Dependencies } from '../../dependencies.ts';
import { issuerOfProvider, type IdentityProvider } from '../../identity-providers/registry.ts';
import { SETTINGS_CATALOGUE } from '../../settings/catalogue.ts';
import { isDemoProvider } from '../../settings/oidc-providers.ts';
import type { Settings } from '../../settings/settings.ts';

/** Has no secret: what the catalogue does not show is only said to be set or not. */
export async function describeSettings({
  settings,
  identityProviders,
}: Pick<Dependencies, 'settings' | 'identityProviders'>): Promise<SettingsInForce> {
  await identityProviders.refreshForList();
  return {
    identityProviders: identityProviders.list().map(describeProvider),
    signInMethods: ['email', 'password', 'passkey', ...(settings.phoneSignIn ? (['phone'] as const) : [])],
    groups: (Object.keys(SETTINGS_CATALOGUE) as SettingGroupName[]).map((name) => ({
      name,
      settings: describeGroup(settings, name),
    })),
  };
}

function describeProvider(provider: IdentityProvider): ConfiguredProvider {
  const { id, name, domains, trustEmail, listed } = provider;
  return {
    id,
    name,
    issuer: issuerOfProvider(provider),
    domains: [...domains],
    trustsEmail: trustEmail,
    isDemo: isDemoProvider(id),
    isListed: listed,
  };
}

function describeGroup(settings: Settings, name: SettingGroupName): SettingInForce[] {
  return Object.entries(SETTINGS_CATALOGUE[name]).map(([setting, entry]) => {
    if ('isSet' in entry) return { name: setting, isSet: entry.isSet(settings), value: null };
    const value = textOf(entry.shows(settings));
    return { name: setting, isSet: value !== '', value: value || null };
  });
}

/** As an operator writes it. Empty: not set. */
function textOf(value: string | number | boolean | readonly string[] | null): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'object' ? value.join(', ') : String(value);
}
