import { z } from 'zod';

const settingGroupName = z.enum(['serving', 'brand', 'storage', 'messages', 'webhooks', 'sign-in']);
export type SettingGroupName = z.infer<typeof settingGroupName>;

const settingInForce = z.strictObject({
  name: z.string().describe('The name of the setting.'),
  isSet: z.boolean().describe('Whether there is a value, of the operator or by default.'),
  value: z.string().nullable().describe('The value; `null` when there is none, and for every secret.'),
});
export type SettingInForce = z.infer<typeof settingInForce>;

const configuredProvider = z.strictObject({
  id: z.string().describe('The id of the identity provider.'),
  name: z.string().describe('The name on its button.'),
  issuer: z
    .string()
    .nullable()
    .describe('Its issuer, or the address of a self-hosted installation; `null` when it has neither.'),
  domains: z.array(z.string()).describe('The email domains whose people sign in with it.'),
  trustsEmail: z.boolean().describe('Whether its `email_verified` verifies an address.'),
  isDemo: z.boolean().describe('Whether it is a demo provider, where any name signs in.'),
  isListed: z.boolean().describe('`false`: somebody’s email address led to it, and only such people see it.'),
});
export type ConfiguredProvider = z.infer<typeof configuredProvider>;

export const settingsOutput = z.strictObject({
  identityProviders: z.array(configuredProvider).describe('The identity providers, in their order on pages.'),
  signInMethods: z
    .array(z.enum(['email', 'password', 'passkey', 'phone']))
    .describe('The other sign-in methods that people can use.'),
  groups: z
    .array(
      z.strictObject({
        name: settingGroupName.describe('The group.'),
        settings: z.array(settingInForce).describe('Its settings, without those of providers and clients.'),
      }),
    )
    .describe('The settings in force. No secret is among the values.'),
});
export type SettingsInForce = z.infer<typeof settingsOutput>;
