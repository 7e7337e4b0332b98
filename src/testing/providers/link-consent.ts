import type { LinkConsent } from '../../shared/schemas/accounts.ts';
import type { HttpAgent } from '../app/http-agent.ts';
import type { TestApp } from '../app/test-app.ts';

/** A consent from an old page to an account that no longer waits. */
const STALE_CONSENT: LinkConsent = {
  id: '0'.repeat(24),
  provider: 'gone',
  providerAccountId: 'gone',
};

/** The consent to the account that waits in this browser, or a stale one. */
export async function consentIn(app: TestApp, agent: HttpAgent): Promise<LinkConsent> {
  const pending = await app.client(agent).accounts.pendingLink.query();
  if (!pending) return STALE_CONSENT;
  const { id, provider, providerAccountId } = pending;
  return { id, provider, providerAccountId };
}
