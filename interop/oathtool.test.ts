import { execFileSync } from 'node:child_process';
import { describe, expect } from 'vitest';
import { addAuthenticator } from '../src/testing/sign-in/authenticator-apps.ts';
import { it } from '../src/testing/app/fixture.ts';
import { skipWithout } from './skip-without.ts';

function oathtool(secret: string, now: Date, ...args: readonly string[]): string {
  const time = now.toISOString().replace('T', ' ').replace(/\..*$/, ' UTC');
  return execFileSync('oathtool', ['--totp', '--base32', `--now=${time}`, secret, ...args], {
    encoding: 'utf8',
  }).trim();
}

describe('oathtool of Debian', () => {
  it('shows codes that Foyer accepts', async ({ app, skip }) => {
    skipWithout({ skip }, 'oathtool');
    const agent = await app.signInByMail('oathtool@example.test');
    const { secondFactor } = app.client(agent);
    const { enrolment, secret } = await secondFactor.beginTotp.mutate();
    const code = oathtool(secret, app.deps.now());
    const { status } = await secondFactor.confirmTotp.mutate({ enrolment, code });
    expect(status.authenticatorApps).toHaveLength(1);
  });

  it('accepts the codes that Foyer accepts', async ({ app, skip }) => {
    skipWithout({ skip }, 'oathtool');
    const agent = await app.signInByMail('oathtool-checks@example.test');
    const { authenticator } = await addAuthenticator(app, agent);
    // Prints the number of the valid window, and fails for a wrong code.
    expect(oathtool(authenticator.secret, app.deps.now(), authenticator.code())).toBe('0');
  });
});
