import type { HttpAgent } from '../app/http-agent.ts';
import type { TestApp } from '../app/test-app.ts';
import { uniqueEmail } from '../run/unique-name.ts';

export const PASSWORD = 'lasagne by candlelight';
export const OTHER_PASSWORD = 'umbrella under the piano';

/** Signs a new person up with a password. Returns the signed-in browser. */
export async function signUpWithPassword(
  app: TestApp,
  email: string,
  { password = PASSWORD, name = 'Ada Lovelace', agent = app.agent() } = {},
): Promise<HttpAgent> {
  const trpc = app.client(agent);
  await trpc.password.signUp.mutate({ email, password, name });
  await trpc.session.signInWithCode.mutate({ email, code: app.mailbox.codeOf(app.mailbox.last(email)) });
  return agent;
}

/** The parameters of the link in the newest mail, which signs in or sets a new password. */
export function resetLinkOf(app: TestApp, email: string): { email: string; token: string } {
  const link = new URL(app.mailbox.linkOf(app.mailbox.last(email)));
  return { email: link.searchParams.get('email') ?? '', token: link.searchParams.get('token') ?? '' };
}

/** Sets a new password by a mailed link, in another browser. */
export async function resetPassword(app: TestApp, email: string, password = OTHER_PASSWORD): Promise<void> {
  const procedures = app.client(app.agent()).password;
  await procedures.requestReset.mutate({ email });
  await procedures.reset.mutate({ ...resetLinkOf(app, email), password });
}

/** A new person whose password is `PASSWORD`, signed in. */
export async function aPersonWithPassword(app: TestApp) {
  const email = uniqueEmail();
  return { email, agent: await signUpWithPassword(app, email) };
}
