import type { LinkConsent } from '../../shared/schemas/accounts.ts';
import type { HttpAgent } from './http-agent.ts';
import type { TestApp } from './test-app.ts';

/** A consent to what waits nowhere, as a page sends it that was left open too long. */
export const STALE_CONSENT: LinkConsent = {
  id: '0'.repeat(24),
  provider: 'gone',
  providerAccountId: 'gone',
};

/** What the page sends when this browser's person agrees to what it shows; a stale consent where nothing waits. */
export async function consentIn(app: TestApp, agent: HttpAgent): Promise<LinkConsent> {
  const pending = await app.client(agent).accounts.pendingLink.query();
  if (!pending) return STALE_CONSENT;
  const { id, provider, providerAccountId } = pending;
  return { id, provider, providerAccountId };
}
