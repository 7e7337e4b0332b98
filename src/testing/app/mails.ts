import { runDueJobs } from '../../server/domain/job-runner.ts';
import type { Mail } from '../../server/mail/mail.ts';
import type { TestApp } from './test-app.ts';

/** The mails to an address so far. */
export async function mailsOf(app: TestApp, address: string): Promise<Mail[]> {
  await runDueJobs(app.deps);
  return app.mailbox.messages.filter(({ to }) => to === address);
}

export async function subjectsTo(app: TestApp, address: string): Promise<string[]> {
  return (await mailsOf(app, address)).map(({ subject }) => subject);
}

/** The token of the newest link to this page that was mailed to an address. Sends what waits first. */
export async function mailedToken(app: TestApp, address: string, page: string): Promise<string> {
  const links = (await mailsOf(app, address)).flatMap(({ text }) =>
    [...text.matchAll(/^https?:\/\/\S+$/gm)].map(([link]) => new URL(link)),
  );
  const token = links.findLast(({ pathname }) => pathname === page)?.searchParams.get('token');
  if (token === null || token === undefined) throw new Error(`no mail to ${address} with a link to ${page}`);
  return token;
}
