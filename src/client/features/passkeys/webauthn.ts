import type {
  AuthenticationCredential,
  PasskeyCreationOptions,
  PasskeyList,
  PasskeyRequestOptions,
  RegistrationCredential,
} from '../../../shared/schemas/passkeys.ts';

/** WebAuthn by its JSON methods (WebAuthn Level 3, 5.1). Loaded on demand. */

/**
 * `cancelled`: the person closed the window, or the time is over; browsers do not say which.
 * `exists`: this authenticator has a passkey of the account. `ended`: a newer request replaced it.
 */
export type PasskeyRefusal = 'cancelled' | 'exists' | 'ended' | 'failed';

const REFUSALS: Readonly<Partial<Record<string, PasskeyRefusal>>> = {
  NotAllowedError: 'cancelled',
  InvalidStateError: 'exists',
  AbortError: 'ended',
};

export function refusalOf(error: unknown): PasskeyRefusal {
  return REFUSALS[(error as Partial<DOMException> | null)?.name ?? ''] ?? 'failed';
}

/** The constructor with the methods that this browser may lack. */
const browserOf = () =>
  (globalThis as { PublicKeyCredential?: Partial<typeof PublicKeyCredential> }).PublicKeyCredential;

export function hasPasskeys(): boolean {
  return browserOf()?.parseRequestOptionsFromJSON !== undefined;
}

let controller: AbortController | undefined;

/** The browser allows one request at a time, so a new one ends the old, such as autofill. */
function startRequest(): AbortSignal {
  endPasskeyRequest();
  controller = new AbortController();
  return controller.signal;
}

export function endPasskeyRequest(): void {
  controller?.abort();
}

/** `conditional`: without a window, after a password. Throws what the browser throws (`refusalOf`). */
export async function createPasskey(
  options: PasskeyCreationOptions,
  mediation?: 'conditional',
): Promise<RegistrationCredential> {
  const credential = await navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
      options as PublicKeyCredentialCreationOptionsJSON,
    ),
    signal: startRequest(),
    ...(mediation && { mediation }),
  });
  return toJson(credential);
}

/** `conditional`: as a list at the field for the address. Throws what the browser throws (`refusalOf`). */
export async function getPasskey(
  options: PasskeyRequestOptions,
  mediation?: 'conditional',
): Promise<AuthenticationCredential> {
  const credential = await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
      options as PublicKeyCredentialRequestOptionsJSON,
    ),
    signal: startRequest(),
    ...(mediation && { mediation }),
  });
  return toJson(credential);
}

/** The server checks the result, so its type is the one of the call. */
function toJson<Result>(credential: Credential | null): Result {
  return (credential as PublicKeyCredential).toJSON() as Result;
}

/** The browser may then hide or delete it. */
export function signalUnknownPasskey(rpId: string, credentialId: string): void {
  void browserOf()?.signalUnknownCredential?.({ rpId, credentialId }).catch(ignore);
}

export function signalPasskeys(signals: PasskeyList['signals']): void {
  if (!signals) return;
  const { rpId, userId, name, displayName, allAcceptedCredentialIds } = signals;
  const browser = browserOf();
  void browser?.signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds }).catch(ignore);
  void browser?.signalCurrentUserDetails?.({ rpId, userId, name, displayName }).catch(ignore);
}

/** A signal is a hint. The browser may not support it, or not have the passkey. */
function ignore(): void {}

/** Empty where the browser does not have `getClientCapabilities`. */
export async function capabilitiesOf(): Promise<Readonly<Record<string, boolean | undefined>>> {
  return (await browserOf()?.getClientCapabilities?.()) ?? {};
}

export async function hasAutofill(): Promise<boolean> {
  return (await browserOf()?.isConditionalMediationAvailable?.()) === true;
}

/** Whether this device can keep a passkey behind its screen lock. */
export async function hasScreenLock(): Promise<boolean> {
  return (await browserOf()?.isUserVerifyingPlatformAuthenticatorAvailable?.()) === true;
}
