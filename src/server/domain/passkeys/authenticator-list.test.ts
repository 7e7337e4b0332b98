import { expect, it } from 'vitest';
import { AUTHENTICATOR_ICONS, AUTHENTICATORS } from './authenticator-list.ts';

it('names the common ones with an icon', () => {
  const iconOf = (name: string) => Object.values(AUTHENTICATORS).find((each) => each.name === name)?.icon;
  const names = ['Apple Passwords', 'Google Password Manager', 'Windows Hello', '1Password', 'Bitwarden'];
  for (const name of names) expect(Object.keys(AUTHENTICATOR_ICONS)).toContain(iconOf(name));
});

it('every icon belongs to an authenticator', () => {
  const used = new Set(Object.values(AUTHENTICATORS).map(({ icon }) => icon));
  for (const icon of Object.keys(AUTHENTICATOR_ICONS)) expect(used).toContain(icon);
});
