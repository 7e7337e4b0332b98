import { saveState } from '../faults/saved-state.ts';
import { addAuthenticator, waitForNextCode } from '../sign-in/authenticator-apps.ts';
import type { HttpAgent } from '../app/http-agent.ts';
import type { IdentityProvider } from '../providers/identity-provider.ts';
import { createPasskey } from '../sign-in/passkeys.ts';
import { signUpWithPassword } from '../sign-in/passwords.ts';
import { aNumber, verifyNumber } from '../sign-in/phones.ts';
import { startProviderVisits } from '../providers/provider-visits.ts';
import type { TestApp } from '../app/test-app.ts';
import { uniqueEmail } from '../run/unique-name.ts';
import { userAt } from './signed-in-users.ts';

export type EnrolledUser = Awaited<ReturnType<typeof enrolUser>>;
export type WholeEnrolledUser = Awaited<ReturnType<typeof enrolWholeUser>>;

/** A person with two-step verification. Their password is `PASSWORD`. */
export async function enrolUser(app: TestApp, email = uniqueEmail()) {
  return enrolIn(app, email, await signUpWithPassword(app, email));
}

/** The same with every sign-in method that this server offers. */
export async function enrolWholeUser(app: TestApp, provider: IdentityProvider) {
  const { email, home, ...methods } = await aWholeUser(app, provider);
  return { ...(await enrolIn(app, email, home)), ...methods };
}

/** A person with these methods, without two-step verification. `login` is the one at the provider. */
export async function aWholeUser(app: TestApp, provider: IdentityProvider) {
  const email = uniqueEmail();
  const login = email.split('@')[0] ?? '';
  const phone = aNumber();
  const home = await signUpWithPassword(app, email);
  await verifyNumber(app, home, phone);
  await home.request(await startProviderVisits(app).visitProvider(home, provider, { login, email }, true));
  const passkey = await createPasskey(app, home);
  return { email, login, phone, passkey, home };
}

/**
 * Answers the same person in each test of a file, with everything as it was when they had enrolled. To enrol
 * takes longer than most tests.
 */
export function keepWholeUser() {
  let kept: { readonly person: WholeEnrolledUser; readonly restore: () => Promise<void> } | null = null;
  return async (app: TestApp, provider: IdentityProvider): Promise<WholeEnrolledUser> => {
    if (kept) {
      await kept.restore();
      return kept.person;
    }
    const firstAgent = app.agents.length;
    const person = await enrolWholeUser(app, provider);
    kept = { person, restore: await saveState(app, app.agents.slice(firstAgent)) };
    return person;
  };
}

/** `home` is the browser in which the second factor is set up. Its session is at level 2 then. */
async function enrolIn(app: TestApp, email: string, home: HttpAgent) {
  /** A browser that signed in before. Its session is at level 1. */
  const older = await app.signInByMail(email);
  const { authenticator, setUpWith, recoveryCodes } = await addAuthenticator(app, home);
  const { _id } = await userAt(app, email);
  return { userId: _id, email, authenticator, setUpWith, recoveryCodes, home, older };
}

/** Gives the next code of the person in this browser. */
export function completeIn(app: TestApp, agent: HttpAgent, { authenticator }: EnrolledUser) {
  waitForNextCode(app);
  return app.client(agent).session.completeSignIn.mutate({ code: authenticator.code() });
}
