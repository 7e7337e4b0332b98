import { runDueJobs } from '../../server/domain/job-runner.ts';
import type { Mail } from '../../server/mail/mail.ts';
import type { HttpAgent } from '../app/http-agent.ts';
import type { TestApp } from '../app/test-app.ts';
import { uniqueEmail } from '../run/unique-name.ts';

/** A person who is signed in by mail, with their browser and procedures. */
export async function aUser(app: TestApp, address = uniqueEmail()) {
  const agent = await app.signInByMail(address);
  const { accounts, email, password, profile, session } = app.client(agent);
  return { agent, address, accounts, email, password, profile, session };
}

/** The mails to an address so far. */
export async function mailsOf(app: TestApp, address: string): Promise<Mail[]> {
  await runDueJobs(app.deps);
  return app.mailbox.messages.filter(({ to }) => to === address);
}

/** Link token and code of the newest mail to a new address. */
export function confirmationOf(app: TestApp, email: string): { token: string; code: string } {
  const mail = app.mailbox.last(email);
  const link = new URL(app.mailbox.linkOf(mail));
  if (link.pathname !== '/confirm-email') throw new Error(`no mail that confirms: "${mail.subject}"`);
  return { token: link.searchParams.get('token') ?? '', code: app.mailbox.codeOf(mail) };
}

/** Changes the address of the person in this browser, or adds their first. */
export async function changeEmail(app: TestApp, agent: HttpAgent, email: string): Promise<void> {
  const procedures = app.client(agent).email;
  await procedures.change.mutate({ email });
  await procedures.confirm.mutate({ token: confirmationOf(app, email).token });
}

/** The undo token of the newest mail to a former address about its change. */
export async function undoTokenOf(app: TestApp, former: string): Promise<string> {
  await runDueJobs(app.deps);
  for (const { to, text } of app.mailbox.messages.toReversed()) {
    const token = to === former ? /\/undo-email\?token=([\w-]+)/.exec(text)?.[1] : undefined;
    if (token !== undefined) return token;
  }
  throw new Error(`no mail to ${former} that undoes`);
}
