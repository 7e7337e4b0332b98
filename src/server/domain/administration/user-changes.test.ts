import { describe, expect } from 'vitest';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { completeIn, enrolUser } from '../../../testing/users/enrolled-user.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import {
  anAdministrator,
  aSignedInUser,
  applicationWith,
  mailedLinkTo,
  auditOf,
  NO_ORIGIN,
  readUser,
} from '../../../testing/users/signed-in-users.ts';
import { beginSignIn } from '../../../testing/sign-in/second-step.ts';
import { SHOP_CONFIGURATION } from '../../../testing/users/own-fields.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { setUserData, updateUser } from './user-changes.ts';
import { createUser } from './user-creation.ts';

const SERVER = { kind: 'server' } as const;
const it = testWith({ configuration: SHOP_CONFIGURATION });

describe('users.update', () => {
  it('changes name and language, which the next request has', async ({ app }) => {
    const administrator = await anAdministrator(app);
    const person = await aSignedInUser(app);
    const { users } = app.client(administrator.agent);
    const input = { id: person.id, name: 'José García', locale: 'ar' as const, reason: 'Asked by phone' };
    expect(await users.update.mutate(input)).toMatchObject({ name: 'José García', locale: 'ar' });
    expect(await app.client(person.agent).session.get.query()).toMatchObject({
      user: { name: 'José García' },
    });
    expect((await readUser(app, person)).nameKey).toBe('jose garcia');
    // The same again changes nothing.
    await users.update.mutate(input);
    const { email } = person;
    expect(await auditOf(app, person)).toMatchObject([
      {
        action: 'user-updated',
        reason: 'Asked by phone',
        before: { name: null, locale: 'en', email },
        after: { name: 'José García', locale: 'ar', email },
      },
    ]);
  });

  it('of the address mails the former one, whose link undoes it', async ({ app }) => {
    const person = await aSignedInUser(app);
    const email = uniqueEmail();
    const key = await applicationWith(app, 'users:write');
    const updated = await updateUser(app.deps, key, { id: person.id, email }, NO_ORIGIN);
    expect(updated).toMatchObject({ email, emailVerified: true });
    expect((await mailedLinkTo(app, email, 'This is your address')).pathname).toBe('/account/activity');
    const link = await mailedLinkTo(app, person.email, 'Your email address was changed');
    expect(link.pathname).toBe('/undo-email');
    await expect(
      createUser(app.deps, SERVER, { email: person.email, emailVerified: true }, NO_ORIGIN),
    ).rejects.toMatchObject({ code: 'EMAIL_KEPT' });
    await app.client(app.agent()).email.undo.mutate({ token: link.searchParams.get('token') ?? '' });
    expect(await readUser(app, person)).toMatchObject({ email: person.email, sessions: [] });
  });

  it('of the address keeps the second factor, and ends the links to the former address', async ({ app }) => {
    const person = await enrolUser(app);
    const visitor = app.client(app.agent());
    await visitor.session.requestLink.mutate({ email: person.email });
    const link = new URL(app.mailbox.linkOf(app.mailbox.last(person.email)));
    const token = link.searchParams.get('token') ?? '';
    const email = uniqueEmail();
    await updateUser(app.deps, SERVER, { id: person.userId.toHexString(), email }, NO_ORIGIN);
    expect(await appCodeOf(visitor.session.confirmLink.mutate({ email: person.email, token }))).toBe(
      'Verification',
    );
    const agent = await beginSignIn(app, email);
    expect(await completeIn(app, agent, person)).toMatchObject({ status: 'signed-in' });
  });

  it('of an address that is not verified leaves it unverified', async ({ app }) => {
    const { id } = await createUser(
      app.deps,
      SERVER,
      { email: uniqueEmail(), emailVerified: false },
      NO_ORIGIN,
    );
    const email = uniqueEmail();
    expect(await updateUser(app.deps, SERVER, { id, email }, NO_ORIGIN)).toMatchObject({
      email,
      emailVerified: false,
      state: 'invited',
    });
    const agent = await app.signInByMail(email);
    expect(await app.client(agent).session.get.query()).toMatchObject({ user: { id } });
  });

  it('of a first address is for administrators, and the person sees it in their activity', async ({
    app,
  }) => {
    const person = await aSignedInUser(app);
    const { _id } = await readUser(app, person);
    await app.deps.collections.users.updateOne(
      { _id },
      { $unset: { email: '' }, $set: { emailVerified: null } },
    );
    const input = { id: person.id, email: uniqueEmail() };
    const key = await applicationWith(app, 'users:write');
    await expect(updateUser(app.deps, key, input, NO_ORIGIN)).rejects.toMatchObject({
      code: 'ADMINISTRATOR_REQUIRED',
    });
    expect(await readUser(app, person)).not.toHaveProperty('email');
    const administrator = await anAdministrator(app);
    expect(await app.client(administrator.agent).users.update.mutate(input)).toMatchObject({
      email: input.email,
      emailVerified: true,
    });
    const { events } = await app.client(person.agent).activity.list.query();
    expect(events[0]).toMatchObject({ kind: 'email-added', label: input.email });
  });

  it('is refused for an address that somebody has, and for an unknown person', async ({ app }) => {
    const [person, other] = [await aSignedInUser(app), await aSignedInUser(app)];
    const { email } = other;
    const update = (id: string) => updateUser(app.deps, SERVER, { id, email }, NO_ORIGIN);
    await expect(update(person.id)).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
    await expect(update('0123456789abcdef01234567')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await readUser(app, person)).email).toBe(person.email);
  });
});

describe('users.setData', () => {
  it('changes the fields that the caller may write, and no others', async ({ app }) => {
    const administrator = await anAdministrator(app);
    const person = await aSignedInUser(app);
    const { users } = app.client(administrator.agent);
    const set = (data: Record<string, unknown>) => users.setData.mutate({ id: person.id, data });
    expect((await set({ plan: 'free', note: 'Pays late' })).data).toEqual({
      plan: 'free',
      note: 'Pays late',
    });
    expect(await app.client(person.agent).session.get.query()).toMatchObject({
      user: { data: { plan: 'free' } },
    });
    const key = await applicationWith(app, 'users:write');
    const asKey = (data: Record<string, unknown>) =>
      setUserData(app.deps, key, { id: person.id, data }, NO_ORIGIN);
    expect((await asKey({ plan: 'paid' })).data).toEqual({ plan: 'paid' });
    await expect(asKey({ note: 'Mine' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(asKey({ plan: 'gold' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect((await set({ plan: null })).data).toEqual({ note: 'Pays late' });
    expect((await readUser(app, person)).data).toEqual({ note: 'Pays late' });
    expect(await auditOf(app, person)).toMatchObject([
      {
        action: 'user-data-changed',
        before: { plan: null, note: null },
        after: { plan: 'free', note: 'Pays late' },
      },
      { action: 'user-data-changed', before: { plan: 'free' }, after: { plan: 'paid' } },
      { action: 'user-data-changed', before: { plan: 'paid' }, after: { plan: null } },
    ]);
  });

  it('shows the person nothing about a field that they may not read', async ({ app }) => {
    const person = await aSignedInUser(app);
    const seen = () =>
      app.deps.collections.activity.countDocuments({
        userId: person.userId,
        kind: 'profile-changed-by-administrator',
      });
    await setUserData(app.deps, SERVER, { id: person.id, data: { note: 'Pays late' } }, NO_ORIGIN);
    expect(await seen()).toBe(0);
    expect(await auditOf(app, person)).toHaveLength(1);
    await setUserData(app.deps, SERVER, { id: person.id, data: { plan: 'free' } }, NO_ORIGIN);
    expect(await seen()).toBe(1);
  });
});
