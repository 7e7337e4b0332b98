import { checkConfiguration, ConfigurationFaults } from '../../server/configuration/check-configuration.ts';
import { SettingsError } from '../../server/settings/settings.ts';

/** All that production needs. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  APP_ORIGIN: 'https://accounts.example.com',
  AUTH_SECRET: 'Zx3vQ8rT1mK6pW9sB4nD7fG2hJ5kL0cY',
  MONGODB_URI: 'mongodb://a,b/foyer?replicaSet=rs0',
  SMTP_URL: 'smtps://user:pass@mail.example.com',
  MAIL_FROM: 'Accounts <accounts@example.com>',
};

/** The faults of the settings that `read` reads. */
export function settingFaultsOf(read: () => unknown): SettingsError['faults'] {
  try {
    read();
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
  return [];
}

/** What to do about each fault. */
export const remediesOf = (read: () => unknown): string[] =>
  settingFaultsOf(read).map(({ variable, wrong, remedy }) => `${variable} ${wrong}. ${remedy}`);

/** The faults of a default export of `foyer.config.ts`, each with its place. */
export function declarationFaultsOf(...declared: Parameters<typeof checkConfiguration>): string[] {
  try {
    checkConfiguration(...declared);
  } catch (error) {
    if (error instanceof ConfigurationFaults)
      return error.faults.map(({ path, message }) => [...path, message].join(' '));
    throw error;
  }
  return [];
}
