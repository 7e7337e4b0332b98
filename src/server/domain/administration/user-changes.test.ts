import { describe, expect } from 'vitest';
import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import { INVITATION_MAX_AGE_MS } from '../../../shared/limits.ts';
import { appCodeOf, countParallel, outcomeOf } from '../../../testing/app/app-code.ts';
import { PARALLEL_CALLS } from '../../../testing/faults/fault-rounds.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { makeAdministrator } from '../../../testing/users/administrators.ts';
import {
  aSignedInUser,
  applicationWith,
  mailedLinkTo,
  auditOf,
  readUser,
} from '../../../testing/users/signed-in-users.ts';
import { SHOP_CONFIGURATION } from '../../../testing/users/own-fields.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { mailsOf } from '../../../testing/app/mails.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { createUser } from './user-creation.ts';
import { completeIn, enrolUser } from '../../../testing/users/enrolled-user.ts';
import { beginSignIn } from '../../../testing/sign-in/second-step.ts';
import { setUserData, updateUser } from './user-changes.ts';
import { bearer, callAsScript, makeToken } from '../../../testing/users/access-tokens.ts';
import { removeUserSecondFactor } from './user-security.ts';
import { setRoles } from './roles.ts';
import { NO_REQUEST } from '../rules/request-context.ts';

const SERVER = { kind: 'server' } as const;
const it = testWith({ configuration: SHOP_CONFIGURATION });

const tokenOf = (link: URL) => link.searchParams.get('token') ?? '';
const usersOf = async (app: TestApp) => app.client((await makeAdministrator(app)).agent).users;

describe('users.create', () => {
  it('sends an invitation, whose link proves the address and keeps what was set', async ({ app }) => {
    const email = uniqueEmail();
    const data = { plan: 'paid', note: 'Pays late' };
    const set = { email, roles: ['accountant'], data };
    const given = { ...set, name: 'Ada Lovelace', locale: 'de' as const, externalId: `crm-${email}` };
    const created = await (await usersOf(app)).create.mutate(given);
    expect(created).toMatchObject({ ...set, emailVerified: false, state: 'invited' });
    const link = await mailedLinkTo(app, email, 'Sie sind zu');
    expect(link.pathname).toBe('/confirm');
    const token = tokenOf(link);
    // The link needs the invited address (GHSA-fmh4-wcc4-5jm3).
    const visitor = app.agent();
    const { session } = app.client(visitor);
    expect(await appCodeOf(session.confirmLink.mutate({ email: uniqueEmail(), token }))).toBe('Verification');
    await session.confirmLink.mutate({ email, token });
    expect(await session.get.query()).toMatchObject({
      roles: ['accountant'],
      permissions: ['invoice:read'],
      user: { id: created.id, name: 'Ada Lovelace', email, data: { plan: 'paid' } },
    });
    expect(await appCodeOf(app.client(app.agent()).session.confirmLink.mutate({ email, token }))).toBe(
      'Verification',
    );
    const stored = await app.deps.collections.users.findOne({ email });
    expect(stored).toMatchObject({ externalId: `crm-${email}`, nameKey: 'ada lovelace', data });
    // No sign-in method was removed, so no mail says so.
    const mails = await mailsOf(app, email);
    expect(mails.filter(({ subject }) => /bestätigt/.test(subject))).toEqual([]);
  });

  it('makes an invitation that ends, after which the person asks for a link', async ({ app }) => {
    const email = uniqueEmail();
    const { id } = await createUser(app.deps, SERVER, { email, emailVerified: false }, NO_REQUEST);
    const token = tokenOf(await mailedLinkTo(app, email, 'You are invited'));
    app.advance(INVITATION_MAX_AGE_MS);
    const { session } = app.client(app.agent());
    expect(await appCodeOf(session.confirmLink.mutate({ email, token }))).toBe('Verification');
    const later = await app.signInByMail(email);
    expect(await app.client(later).session.get.query()).toMatchObject({ user: { id, email } });
  });

  it('makes an active person of an address that the caller has checked, without a mail', async ({ app }) => {
    const email = uniqueEmail();
    const key = await applicationWith(app, 'users:write');
    const created = await createUser(app.deps, key, { email, emailVerified: true }, NO_REQUEST);
    expect(created).toMatchObject({ email, emailVerified: true, state: 'active', roles: [], data: {} });
    expect(await mailsOf(app, email)).toEqual([]);
    const { agent } = await aSignedInUser(app, email);
    expect(await app.client(agent).session.get.query()).toMatchObject({ user: { id: created.id } });
    const row = await app.deps.collections.audit.findOne({ action: 'user-created', 'after.email': email });
    expect(row).toMatchObject({ actor: { kind: 'service-key', name: 'Back office' } });
  });

  it('is refused for a taken address or external id, and for roles that nobody may give', async ({ app }) => {
    const { email } = await aSignedInUser(app);
    const key = await applicationWith(app, 'users:write');
    const strongKey = await applicationWith(app, 'users:write', 'roles:write');
    const make = (by: Parameters<typeof createUser>[1], input: object) =>
      createUser(app.deps, by, { email: uniqueEmail(), emailVerified: true, ...input }, NO_REQUEST);
    await make(SERVER, { externalId: `one-${email}` });
    const [administrator, accountant] = [{ roles: [ADMINISTRATOR] }, { roles: ['accountant'] }];
    const cases = [
      [SERVER, { email }, 'EMAIL_TAKEN'],
      [SERVER, { externalId: `one-${email}` }, 'EXTERNAL_ID_TAKEN'],
      [SERVER, { roles: ['pirate'] }, 'INVALID_INPUT'],
      [SERVER, { ...administrator, emailVerified: false }, 'INVALID_INPUT'],
      [SERVER, { data: { colour: 'red' } }, 'INVALID_INPUT'],
      [key, { data: { note: 'Pays late' } }, 'INVALID_INPUT'],
      [key, accountant, 'SCOPE_MISSING'],
      [key, administrator, 'ADMINISTRATOR_PROTECTED'],
      [strongKey, administrator, 'ADMINISTRATOR_PROTECTED'],
    ] as const;
    for (const [by, input, code] of cases) expect(await outcomeOf(make(by, input))).toBe(code);
    expect(await make(strongKey, accountant)).toMatchObject({ roles: ['accountant'] });
  });

  it('makes one person of many parallel calls with one address', async ({ app }) => {
    const email = uniqueEmail();
    const create = () => createUser(app.deps, SERVER, { email, emailVerified: false }, NO_REQUEST);
    expect(await countParallel(create)).toEqual({ done: 1, EMAIL_TAKEN: PARALLEL_CALLS - 1 });
    expect(await app.deps.collections.users.countDocuments({ email })).toBe(1);
    const token = tokenOf(await mailedLinkTo(app, email, 'You are invited'));
    const confirmed = await app.client(app.agent()).session.confirmLink.mutate({ email, token });
    expect(confirmed).toMatchObject({ status: 'signed-in' });
  });
});

describe('users.update', () => {
  it('changes name and language, which the next request has', async ({ app }) => {
    const users = await usersOf(app);
    const person = await aSignedInUser(app);
    const input = { id: person.id, name: 'José García', locale: 'ar' as const, reason: 'Asked by phone' };
    expect(await users.update.mutate(input)).toMatchObject({ name: 'José García', locale: 'ar' });
    expect(await app.client(person.agent).session.get.query()).toMatchObject({
      user: { name: 'José García' },
    });
    expect((await readUser(app, person)).nameKey).toBe('jose garcia');
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
    const updated = await updateUser(app.deps, key, { id: person.id, email }, NO_REQUEST);
    expect(updated).toMatchObject({ email, emailVerified: true });
    expect((await mailedLinkTo(app, email, 'This is your address')).pathname).toBe('/account/activity');
    const link = await mailedLinkTo(app, person.email, 'Your email address was changed');
    expect(link.pathname).toBe('/undo-email');
    const another = { email: person.email, emailVerified: true };
    expect(await outcomeOf(createUser(app.deps, SERVER, another, NO_REQUEST))).toBe('EMAIL_KEPT');
    await app.client(app.agent()).email.undo.mutate({ token: tokenOf(link) });
    expect(await readUser(app, person)).toMatchObject({ email: person.email, sessions: [] });
  });

  it('of the address keeps the second factor, and ends the links to the former address', async ({ app }) => {
    const person = await enrolUser(app);
    const visitor = app.client(app.agent());
    await visitor.session.requestLink.mutate({ email: person.email });
    const token = tokenOf(new URL(app.mailbox.linkOf(app.mailbox.last(person.email))));
    const email = uniqueEmail();
    await updateUser(app.deps, SERVER, { id: person.userId.toHexString(), email }, NO_REQUEST);
    expect(await appCodeOf(visitor.session.confirmLink.mutate({ email: person.email, token }))).toBe(
      'Verification',
    );
    const agent = await beginSignIn(app, email);
    expect(await completeIn(app, agent, person)).toMatchObject({ status: 'signed-in' });
  });

  it('of an address that is not verified leaves it unverified', async ({ app }) => {
    const invited = { email: uniqueEmail(), emailVerified: false };
    const { id } = await createUser(app.deps, SERVER, invited, NO_REQUEST);
    const email = uniqueEmail();
    const updated = await updateUser(app.deps, SERVER, { id, email }, NO_REQUEST);
    expect(updated).toMatchObject({ email, emailVerified: false, state: 'invited' });
    const agent = await app.signInByMail(email);
    expect(await app.client(agent).session.get.query()).toMatchObject({ user: { id } });
  });

  it('of a first address is for administrators, and is in the activity', async ({ app }) => {
    const person = await aSignedInUser(app);
    await app.deps.collections.users.updateOne(
      { _id: person.userId },
      { $unset: { email: '' }, $set: { emailVerified: null } },
    );
    const input = { id: person.id, email: uniqueEmail() };
    const key = await applicationWith(app, 'users:write');
    expect(await outcomeOf(updateUser(app.deps, key, input, NO_REQUEST))).toBe('ADMINISTRATOR_REQUIRED');
    expect(await readUser(app, person)).not.toHaveProperty('email');
    const updated = await (await usersOf(app)).update.mutate(input);
    expect(updated).toMatchObject({ email: input.email, emailVerified: true });
    const { events } = await app.client(person.agent).activity.list.query();
    expect(events[0]).toMatchObject({ kind: 'email-added', label: input.email });
  });

  it('is refused for an address that somebody has, and for an unknown person', async ({ app }) => {
    const [person, other] = [await aSignedInUser(app), await aSignedInUser(app)];
    const { email } = other;
    const update = (id: string) => outcomeOf(updateUser(app.deps, SERVER, { id, email }, NO_REQUEST));
    expect(await update(person.id)).toBe('EMAIL_TAKEN');
    expect(await update('0123456789abcdef01234567')).toBe('NOT_FOUND');
    expect((await readUser(app, person)).email).toBe(person.email);
  });
});

describe('users.setData', () => {
  it('changes the fields that the caller may write, and no others', async ({ app }) => {
    const users = await usersOf(app);
    const person = await aSignedInUser(app);
    const set = (data: Record<string, unknown>) => users.setData.mutate({ id: person.id, data });
    const both = { plan: 'free', note: 'Pays late' };
    expect((await set(both)).data).toEqual(both);
    const session = await app.client(person.agent).session.get.query();
    expect(session).toMatchObject({ user: { data: { plan: 'free' } } });
    const key = await applicationWith(app, 'users:write');
    const asKey = (data: Record<string, unknown>) =>
      setUserData(app.deps, key, { id: person.id, data }, NO_REQUEST);
    expect((await asKey({ plan: 'paid' })).data).toEqual({ plan: 'paid' });
    for (const data of [{ note: 'Mine' }, { plan: 'gold' }])
      expect(await outcomeOf(asKey(data))).toBe('INVALID_INPUT');
    expect((await set({ plan: null })).data).toEqual({ note: 'Pays late' });
    expect((await readUser(app, person)).data).toEqual({ note: 'Pays late' });
    expect(await auditOf(app, person)).toMatchObject([
      { action: 'user-data-changed', before: { plan: null, note: null }, after: both },
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
    await setUserData(app.deps, SERVER, { id: person.id, data: { note: 'Pays late' } }, NO_REQUEST);
    expect(await seen()).toBe(0);
    expect(await auditOf(app, person)).toHaveLength(1);
    await setUserData(app.deps, SERVER, { id: person.id, data: { plan: 'free' } }, NO_REQUEST);
    expect(await seen()).toBe(1);
  });
});

describe('users.endSessions', () => {
  it('signs the person out everywhere with one write, and leaves access tokens', async ({ app }) => {
    const administrator = await makeAdministrator(app);
    const person = await aSignedInUser(app);
    const { token } = await makeToken(app, person.agent);
    const input = { id: person.id, reason: 'A stolen laptop' };
    await app.client(administrator.agent).users.endSessions.mutate(input);
    expect(await app.client(person.agent).session.get.query()).toBeNull();
    expect((await callAsScript(app, bearer(token), 'profile.get')).status).toBe(200);
    expect(await auditOf(app, person)).toMatchObject([
      { action: 'user-sessions-ended', reason: 'A stolen laptop', actor: { userId: administrator.userId } },
    ]);
    await mailedLinkTo(app, person.email, 'You were signed out everywhere');
    expect(await app.client(await app.signInByMail(person.email)).session.get.query()).not.toBeNull();
  });
});

describe('users.removeSecondFactor', () => {
  it('asks for the removal that the person can stop, once', async ({ app }) => {
    const users = await usersOf(app);
    const person = await enrolUser(app);
    const input = { id: person.userId.toHexString(), reason: 'Lost phone' };
    const { runsAt } = await users.removeSecondFactor.mutate(input);
    expect(await users.removeSecondFactor.mutate({ ...input, reason: 'Again' })).toEqual({ runsAt });
    expect((await readUser(app, person)).totp).toHaveLength(1);
    expect(await auditOf(app, person)).toMatchObject([
      { action: 'user-second-factor-removal-requested', reason: 'Lost phone' },
    ]);
    const link = await mailedLinkTo(app, person.email, 'Two-step verification will be turned off');
    await app.client(app.agent()).secondFactor.stopRemoval.mutate({ token: tokenOf(link) });
    expect(await readUser(app, person)).not.toHaveProperty('secondFactorRemoval');
  });

  it('of a service key ends when the person becomes an administrator', async ({ app }) => {
    const person = await enrolUser(app);
    const id = person.userId.toHexString();
    const key = await applicationWith(app, 'users:write');
    await removeUserSecondFactor(app.deps, key, { id, reason: 'Lost phone' }, NO_REQUEST);
    expect(await readUser(app, person)).toHaveProperty('secondFactorRemoval');
    await setRoles(app.deps, SERVER, { id, roles: [ADMINISTRATOR] }, NO_REQUEST);
    expect(await readUser(app, person)).not.toHaveProperty('secondFactorRemoval');
  });

  it('is refused for a person without one', async ({ app }) => {
    const users = await usersOf(app);
    const { id } = await aSignedInUser(app);
    expect(await appCodeOf(users.removeSecondFactor.mutate({ id, reason: 'Lost phone' }))).toBe('NOT_FOUND');
  });
});

describe('users.delete', () => {
  it('deletes the person as they would themselves, and keeps who did it', async ({ app }) => {
    const users = await usersOf(app);
    const person = await aSignedInUser(app);
    await users.update.mutate({ id: person.id, name: 'Ada Lovelace' });
    expect(await users.delete.mutate({ id: person.id, reason: 'Asked by mail' })).toEqual({ id: person.id });
    expect(await app.client(person.agent).session.get.query()).toBeNull();
    expect(await readUser(app, person)).not.toHaveProperty('email');
    await mailedLinkTo(app, person.email, 'Your account at');
    // No value of the user is left in the audit log.
    expect(await auditOf(app, person)).toMatchObject([
      { action: 'user-updated', before: null, after: null },
      { action: 'user-deleted', reason: 'Asked by mail', before: null, after: null },
    ]);
    expect(await appCodeOf(users.delete.mutate({ id: person.id, reason: 'Again' }))).toBe('NOT_FOUND');
    const again = await aSignedInUser(app, person.email);
    expect(again.id).not.toBe(person.id);
  });
});
