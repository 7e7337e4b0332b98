import type { HttpAgent } from '../app/http-agent.ts';
import { mailedToken } from '../app/mails.ts';
import type { TestApp } from '../app/test-app.ts';
import { uniqueEmail } from '../run/unique-name.ts';

/** A person who is signed in by mail, with their browser and procedures. */
export async function signedInByMail(app: TestApp, address = uniqueEmail()) {
  const agent = await app.signInByMail(address);
  const { accounts, email, password, profile, session } = app.client(agent);
  return { agent, address, accounts, email, password, profile, session };
}

/** Link token and code of the newest mail to a new address. */
export function confirmationOf(app: TestApp, email: string): { token: string; code: string } {
  const mail = app.mailbox.last(email);
  const link = new URL(app.mailbox.linkOf(mail));
  if (link.pathname !== '/confirm-email') throw new Error(`no mail that confirms: "${mail.subject}"`);
  return { token: app.mailbox.tokenOf(mail), code: app.mailbox.codeOf(mail) };
}

/** A person with an open change of their address. */
export async function withOpenChange(app: TestApp) {
  const person = await signedInByMail(app);
  const wanted = uniqueEmail();
  await person.email.change.mutate({ email: wanted });
  return { ...person, wanted, ...confirmationOf(app, wanted) };
}

/** Changes the address of the person in this browser, or adds their first. */
export async function changeEmail(app: TestApp, agent: HttpAgent, email: string): Promise<void> {
  const procedures = app.client(agent).email;
  await procedures.change.mutate({ email });
  await procedures.confirm.mutate({ token: confirmationOf(app, email).token });
}

/** The undo token of the newest mail to a former address about its change. */
export function undoTokenOf(app: TestApp, former: string): Promise<string> {
  return mailedToken(app, former, '/undo-email');
}
