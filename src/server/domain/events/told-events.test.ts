import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { deletionWords } from '../../../locales/en/deletion-words.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import { beginImpersonation } from '../../../testing/users/impersonations.ts';
import { aPersonWithPassword, OTHER_PASSWORD, PASSWORD } from '../../../testing/sign-in/passwords.ts';
import { aNumber, verifyNumber } from '../../../testing/sign-in/phones.ts';
import { actorOf } from '../../../testing/users/sessions.ts';
import { aSignedInUser } from '../../../testing/users/signed-in-users.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import type { EventContent } from '../../../shared/schemas/events.ts';
import { updateUser } from '../administration/user-changes.ts';
import { createUser } from '../administration/user-creation.ts';
import { setRoles } from '../administration/roles.ts';
import { resumeUser, suspendUser } from '../administration/suspensions.ts';
import { NO_REQUEST } from '../rules/request-context.ts';

const it = testWith();
const SERVER = { kind: 'server' } as const;

async function toldOf({ deps }: TestApp, subject: ObjectId): Promise<EventContent[]> {
  const events = deps.collections.events.find({ subject }).sort({ sequence: 1 });
  return (await events.toArray()).map(({ type, data }) => ({ type, data }) as EventContent);
}

const ended = (which: 'one' | 'others', sessionId: ObjectId) => ({
  type: 'session.ended',
  data: { which, sessionId: sessionId.toHexString() },
});
const ALL_ENDED = { type: 'session.ended', data: { which: 'all', sessionId: null } };
const created = (sessionId: ObjectId, ...methods: string[]) => ({
  type: 'session.created',
  data: { sessionId: sessionId.toHexString(), methods, clientId: null },
});
const method = (type: 'added' | 'removed', name: 'password' | 'phone') => ({
  type: `method.${type}`,
  data: { method: name, provider: null, id: null },
});
const updated = (...changed: string[]) => ({ type: 'user.updated', data: { changed } });
const emailChanged = (verified: boolean) => ({ type: 'email.changed', data: { verified } });

describe('the events of a person (security.md 48)', () => {
  it('from a sign-up with a password to the deletion of the account', async ({ app }) => {
    const { email, agent } = await aPersonWithPassword(app);
    const { user, session: first } = await actorOf(app.deps, agent);
    const client = app.client(agent);
    await client.profile.update.mutate({ name: 'Grace' });
    const number = aNumber();
    await verifyNumber(app, agent, number);
    await verifyNumber(app, agent, number);
    await verifyNumber(app, agent, aNumber());
    await client.phone.remove.mutate();
    await client.password.change.mutate({ current: PASSWORD, password: OTHER_PASSWORD });
    const { session: second } = await actorOf(app.deps, agent);
    await client.password.remove.mutate();
    await client.session.signOut.mutate();
    await app.signInByMail(email, agent);
    const { session: third } = await actorOf(app.deps, agent);
    await app.signInByMail(email, agent);
    const { session: fourth } = await actorOf(app.deps, agent);
    await client.session.revokeOthers.mutate();
    await client.data.deleteAccount.mutate({ confirm: deletionWords });
    expect(await toldOf(app, user._id)).toEqual([
      { type: 'user.created', data: { by: 'sign-up' } },
      created(first._id, 'email-code'),
      updated('name'),
      method('added', 'phone'),
      updated('phone'),
      updated('phone'),
      method('removed', 'phone'),
      updated('phone'),
      ALL_ENDED,
      created(second._id, 'email-code'),
      method('removed', 'password'),
      ended('one', second._id),
      created(third._id, 'email-code'),
      created(fourth._id, 'email-code'),
      ended('one', third._id),
      ended('others', fourth._id),
      ALL_ENDED,
      { type: 'user.deleted', data: {} },
    ]);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  it('whom an administrator invites, changes, suspends and resumes', async ({ app }) => {
    const invited = uniqueEmail();
    const { id } = await createUser(app.deps, SERVER, { email: invited, emailVerified: false }, NO_REQUEST);
    const give = (...roles: string[]) => setRoles(app.deps, SERVER, { id, roles }, NO_REQUEST);
    await give();
    await app.signInByMail(invited);
    const until = new Date(Date.now() + 60_000).toISOString();
    const change = { id, name: 'Grace', email: uniqueEmail() };
    await updateUser(app.deps, SERVER, change, NO_REQUEST);
    await updateUser(app.deps, SERVER, change, NO_REQUEST);
    await give('administrator');
    await give('administrator');
    const another = await aSignedInUser(app);
    await setRoles(app.deps, SERVER, { id: another.id, roles: ['administrator'] }, NO_REQUEST);
    await suspendUser(app.deps, SERVER, { id, reason: 'Spam', until }, NO_REQUEST);
    await resumeUser(app.deps, SERVER, { id }, NO_REQUEST);
    await resumeUser(app.deps, SERVER, { id }, NO_REQUEST);
    const told = await toldOf(app, new ObjectId(id));
    expect(told.filter(({ type }) => type !== 'session.created')).toEqual([
      { type: 'user.created', data: { by: 'administrator' } },
      emailChanged(true),
      updated('name'),
      emailChanged(true),
      ALL_ENDED,
      { type: 'roles.changed', data: { added: ['administrator'], removed: [] } },
      { type: 'user.suspended', data: { until } },
      ALL_ENDED,
      { type: 'user.resumed', data: {} },
    ]);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  it('of an impersonation name the administrator and the session', async ({ app }) => {
    const { administrator, person } = await beginImpersonation(app);
    const { session } = await actorOf(app.deps, administrator.agent);
    await administrator.client.session.endImpersonation.mutate();
    const impersonation = {
      administratorId: administrator.userId.toHexString(),
      sessionId: session._id.toHexString(),
    };
    expect((await toldOf(app, person.userId)).slice(2)).toEqual([
      created(session._id),
      { type: 'impersonation.started', data: impersonation },
      { type: 'impersonation.ended', data: impersonation },
      ended('one', session._id),
    ]);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });
});
