import type { Page } from '@playwright/test';

export async function addAuthenticator(page: Page) {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const deleted: string[] = [];
  const updated: { name?: string; displayName?: string }[] = [];
  protocol.on('WebAuthn.credentialDeleted', ({ credentialId }) => deleted.push(credentialId));
  protocol.on('WebAuthn.credentialUpdated', ({ credential }) => {
    const { userName, userDisplayName } = credential;
    updated.push({
      ...(userName !== undefined && { name: userName }),
      ...(userDisplayName !== undefined && { displayName: userDisplayName }),
    });
  });
  return {
    credentials: async () =>
      (await protocol.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    /** From the browser's signals: ids of deleted credentials. */
    deleted,
    updated,
    verifyUser: async (isUserVerified: boolean) => {
      await protocol.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}

/** Only the button uses a passkey, not the field. */
export async function withoutAutofill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
}

/** The browser must ask before it creates a passkey. */
export async function withoutConditionalCreation(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.getClientCapabilities = () =>
      Promise.resolve({ conditionalCreate: false } as unknown as PublicKeyCredentialClientCapabilities);
  });
}
