import type { ObjectId } from 'mongodb';
import type { UserDocument } from '../../server/database/user-documents.ts';
import { makeAdministrator } from './administrators.ts';
import { aSignedInUser } from './signed-in-users.ts';
import type { TestApp } from '../app/test-app.ts';

export const REASON = 'Ticket 4711';

export type TestImpersonation = Awaited<ReturnType<typeof beginImpersonation>>;

/** An administrator who acts as a person. `ownToken` is the cookie of the administrator's own session. */
export async function beginImpersonation(app: TestApp, minutes = 60) {
  const administrator = await makeAdministrator(app);
  const person = await aSignedInUser(app);
  app.mailbox.clear();
  const ownToken = administrator.agent.cookies.get('foyer.session') ?? '';
  const session = await administrator.client.users.impersonate.mutate({
    id: person.id,
    reason: REASON,
    minutes,
  });
  return { administrator, person, ownToken, session };
}

export async function changeUser(
  { deps }: TestApp,
  _id: ObjectId,
  set: Partial<UserDocument>,
): Promise<void> {
  await deps.collections.users.updateOne({ _id }, { $set: set });
}
