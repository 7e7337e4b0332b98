import type { UserDocument } from '../database/collections.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Mail } from '../mail/mail.ts';
import { enqueueJob } from './jobs.ts';

/** Mails the owner of an account about a change to it, as a job; nobody, where no address is proven. */
export async function notifyByMail(
  deps: Pick<Dependencies, 'collections' | 'now' | 'settings' | 'vault'>,
  user: UserDocument,
  mail: (about: { to: string; origin: string; at: Date }) => Mail,
): Promise<void> {
  if (user.email === undefined || user.emailVerified === null) return;
  const { origin } = deps.settings;
  await enqueueJob(deps, { kind: 'mail', mail: mail({ to: user.email, origin, at: deps.now() }) });
}
