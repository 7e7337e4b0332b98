import type { CDPSession, Page } from '@playwright/test';

interface VirtualAuthenticatorOptions {
  /** Whether it asks for a fingerprint, a face or a PIN, and the person gives it. */
  readonly verifiesUser?: boolean;
  /** Whether its passkeys may be on several devices (backup eligible), and are (backup state). */
  readonly isSynced?: boolean;
  /** Whether the person answers at once. */
  readonly answers?: boolean;
}

interface StoredCredential {
  readonly credentialId: string;
  readonly isResidentCredential: boolean;
  readonly rpId?: string;
  readonly privateKey: string;
  readonly userHandle?: string;
  readonly signCount: number;
}

export interface VirtualAuthenticator {
  readonly credentials: () => Promise<readonly StoredCredential[]>;
  /** The events of the browser's signals: ids of deleted credentials, and names of changed ones. */
  readonly deleted: readonly string[];
  readonly updated: readonly { readonly name?: string; readonly displayName?: string }[];
  /** Whether the person answers at once from now on. */
  readonly answer: (answers: boolean) => Promise<void>;
  readonly verifyUser: (verifies: boolean) => Promise<void>;
  /** Answers with wrong flags, which no honest authenticator does. */
  readonly lie: (bits: { isBadUV?: boolean; isBadUP?: boolean; isBogusSignature?: boolean }) => Promise<void>;
  readonly setCounter: (signCount: number) => Promise<void>;
  readonly copyTo: (page: Page) => Promise<VirtualAuthenticator>;
}

/** Gives the page a platform authenticator (CTAP2) of the browser's own test interface. */
export async function addAuthenticator(
  page: Page,
  { verifiesUser = true, isSynced = false, answers = true }: VirtualAuthenticatorOptions = {},
): Promise<VirtualAuthenticator> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: verifiesUser,
      automaticPresenceSimulation: answers,
      defaultBackupEligibility: isSynced,
      defaultBackupState: isSynced,
    },
  });
  return authenticatorOf(protocol, authenticatorId);
}

function authenticatorOf(protocol: CDPSession, authenticatorId: string): VirtualAuthenticator {
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
  const credentials = async () =>
    (await protocol.send('WebAuthn.getCredentials', { authenticatorId })).credentials as StoredCredential[];
  return {
    credentials,
    deleted,
    updated,
    answer: async (enabled) => {
      await protocol.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
    verifyUser: async (isUserVerified) => {
      await protocol.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    lie: async (bits) => {
      await protocol.send('WebAuthn.setResponseOverrideBits', { authenticatorId, ...bits });
    },
    setCounter: async (signCount) => {
      const [credential] = await credentials();
      if (!credential) throw new Error('There is no passkey.');
      await protocol.send('WebAuthn.removeCredential', {
        authenticatorId,
        credentialId: credential.credentialId,
      });
      await protocol.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: { ...credential, signCount },
      });
    },
    copyTo: async (page) => {
      const other = await page.context().newCDPSession(page);
      await other.send('WebAuthn.enable', { enableUI: false });
      const added = await other.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
      for (const credential of await credentials())
        await other.send('WebAuthn.addCredential', { authenticatorId: added.authenticatorId, credential });
      return authenticatorOf(other, added.authenticatorId);
    },
  };
}

/** The sign-in page does not offer passkeys in its field, so that only the button uses one. */
export async function withoutAutofill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
}

/** The browser never creates a passkey without asking, so a page offers it. */
export async function withoutConditionalCreation(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.getClientCapabilities = () =>
      Promise.resolve({ conditionalCreate: false } as unknown as PublicKeyCredentialClientCapabilities);
  });
}
