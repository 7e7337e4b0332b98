import { addressOf, at } from '../../base-path.ts';
import { ADD_PASSKEY_PATH } from '../../../shared/callback-url.ts';
import { DAY_MS } from '../../../shared/limits.ts';
import type { Session } from '../../../shared/schemas/session.ts';
import { tryStorage } from '../../storage.ts';
import {
  capabilitiesOf,
  createPasskey,
  hasPasskeys,
  hasScreenLock,
} from '../../features/passkeys/webauthn.ts';
import type { Caller } from '../../call.ts';

/** Milliseconds that the sign-in waits for a passkey that the browser creates without asking. */
const MOMENT_MS = 700;

/**
 * After a password, the browser may create a passkey without asking (conditional creation). Otherwise a page
 * offers it once a month in each browser, where this device can keep one.
 */
export async function nextAfterSignIn(
  callbackUrl: string,
  { proofs }: Pick<Session, 'proofs'>,
  { mutate }: Pick<Caller, 'mutate'>,
): Promise<string> {
  // A sign-up by passkey goes to that page already.
  if (!hasPasskeys() || callbackUrl.startsWith(at(ADD_PASSKEY_PATH))) return callbackUrl;
  const { conditionalCreate } = await capabilitiesOf();
  // The browser does it only when its password manager has just filled in the password.
  if (conditionalCreate === true && proofs.at(-1)?.method === 'password') {
    const isOver = new Promise((resolve) => setTimeout(resolve, MOMENT_MS));
    await Promise.race([createQuietly(mutate), isOver]);
    return callbackUrl;
  }
  if (wasOfferedLately() || !(await hasScreenLock())) return callbackUrl;
  noteOffer();
  return addressOf(ADD_PASSKEY_PATH, { callbackUrl });
}

/** Nobody asked for it, so a failure is no news. */
async function createQuietly(mutate: Caller['mutate']): Promise<void> {
  try {
    const { options } = await mutate('passkeys.begin', { conditional: true });
    const credential = await createPasskey(options, 'conditional');
    await mutate('passkeys.finish', { credential });
  } catch {
    // The person creates one when they want to.
  }
}

/** The time of the last offer, in milliseconds since 1970. */
const KEY = 'foyer.passkey-offered';
const OFFERED_EVERY_MS = 30 * DAY_MS;

function wasOfferedLately(): boolean {
  const age = Date.now() - Number(tryStorage(() => localStorage.getItem(KEY)) ?? 0);
  return age >= 0 && age < OFFERED_EVERY_MS;
}

function noteOffer(): void {
  tryStorage(() => localStorage.setItem(KEY, String(Date.now())));
}
