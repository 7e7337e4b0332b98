import { describe, expect } from 'vitest';
import { z } from 'zod';
import { ADMINISTRATOR, defineFoyer, field } from '../../../shared/foyer-config.ts';
import { INVITATION_MAX_AGE_MS } from '../../../shared/limits.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { completeIn, enrolPerson } from '../../../testing/app/enrolled-person.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import {
  anAdministrator,
  aSignedInPerson,
  applicationWith,
  auditOf,
  NO_CLIENT,
  readUser,
} from '../../../testing/app/signed-in-people.ts';
import { makeToken } from '../../../testing/app/access-tokens.ts';
import { beginSignIn } from '../../../testing/app/second-step.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/app/unique-name.ts';
import { checkConfiguration } from '../../configuration/check-configuration.ts';
import { runDueJobs } from '../job-runner.ts';
import { setPersonData, updatePerson } from './people-changes.ts';
import { createPerson } from './person-creation.ts';

const SERVER = { kind: 'server' } as const;
const ALL = ['person', 'application', 'administrator'] as const;

const it = testWith({
  configuration: checkConfiguration(
    defineFoyer({
      fields: z.object({
        plan: field(z.enum(['free', 'paid']), {
          read: ALL,
          write: ['application', 'administrator'],
          label: { en: 'Plan' },
          session: true,
        }),
        note: field(z.string().max(200), {
          read: ['administrator'],
          write: ['administrator'],
          label: { en: 'Note' },
        }),
      }),
      access: { permissions: ['invoice:read'], roles: { accountant: ['invoice:read'] } },
    }),
  ),
});

/** The path and parameters of the link in the newest mail to this address whose subject begins so. */
async function linkTo(app: TestApp, email: string, subject: string): Promise<URL> {
  await runDueJobs(app.deps);
  const mail = app.mailbox.messages.findLast((each) => each.to === email && each.subject.startsWith(subject));
  if (!mail) throw new Error(`no mail "${subject}" to ${email}`);
  return new URL(app.mailbox.linkOf(mail));
}

describe('users.create', () => {
  it('sends an invitation, whose link proves the address and keeps what was set', async ({ app }) => {
    const administrator = await anAdministrator(app);
    const email = uniqueEmail();
    const created = await app.client(administrator.agent).users.create.mutate({
      email,
      name: 'Ada Lovelace',
      locale: 'de',
      externalId: `crm-${email}`,
      roles: ['accountant'],
      data: { plan: 'paid', note: 'Pays late' },
    });
    expect(created).toMatchObject({
      email,
      emailVerified: false,
      state: 'invited',
      roles: ['accountant'],
      data: { plan: 'paid', note: 'Pays late' },
    });
    const link = await linkTo(app, email, 'Sie sind zu');
    expect(link.pathname).toBe('/confirm');
    const token = link.searchParams.get('token') ?? '';
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
    const user = await app.deps.collections.users.findOne({ email });
    expect(user).toMatchObject({
      externalId: `crm-${email}`,
      nameKey: 'ada lovelace',
      data: { note: 'Pays late' },
    });
    // Nothing of a former person was removed, so nobody is told so.
    await runDueJobs(app.deps);
    const told = app.mailbox.messages.filter(({ to, subject }) => to === email && /bestätigt/.test(subject));
    expect(told).toEqual([]);
  });

  it('makes an invitation that ends, after which the person asks for a link', async ({ app }) => {
    const email = uniqueEmail();
    const { id } = await createPerson(app.deps, SERVER, { email, emailProven: false }, NO_CLIENT);
    const token = (await linkTo(app, email, 'You are invited')).searchParams.get('token') ?? '';
    app.advance(INVITATION_MAX_AGE_MS);
    const { session } = app.client(app.agent());
    expect(await appCodeOf(session.confirmLink.mutate({ email, token }))).toBe('Verification');
    const later = await app.signInByMail(email);
    expect(await app.client(later).session.get.query()).toMatchObject({ user: { id, email } });
  });

  it('makes an active person of an address that the caller has checked, without a mail', async ({ app }) => {
    const email = uniqueEmail();
    const key = await applicationWith(app, 'users:write');
    const created = await createPerson(app.deps, key, { email, emailProven: true }, NO_CLIENT);
    expect(created).toMatchObject({ email, emailVerified: true, state: 'active', roles: [], data: {} });
    await runDueJobs(app.deps);
    expect(app.mailbox.messages.filter(({ to }) => to === email)).toEqual([]);
    const { agent } = await aSignedInPerson(app, email);
    expect(await app.client(agent).session.get.query()).toMatchObject({ user: { id: created.id } });
    const [row] = await app.deps.collections.audit
      .find({ action: 'user-created', 'after.email': email })
      .toArray();
    expect(row).toMatchObject({ actor: { kind: 'service-key', name: 'Back office' } });
  });

  it('is refused for a taken address, a taken external id, roles without the scope, and administrators', async ({
    app,
  }) => {
    const { email } = await aSignedInPerson(app);
    const key = await applicationWith(app, 'users:write');
    const strongKey = await applicationWith(app, 'users:write', 'roles:write');
    const make = (by: Parameters<typeof createPerson>[1], input: object) =>
      createPerson(app.deps, by, { email: uniqueEmail(), emailProven: true, ...input }, NO_CLIENT);
    await make(SERVER, { externalId: `one-${email}` });
    const [administrator, accountant] = [{ roles: [ADMINISTRATOR] }, { roles: ['accountant'] }];
    const cases = [
      [SERVER, { email }, 'EMAIL_TAKEN'],
      [SERVER, { externalId: `one-${email}` }, 'EXTERNAL_ID_TAKEN'],
      [SERVER, { roles: ['pirate'] }, 'INVALID_INPUT'],
      [SERVER, { ...administrator, emailProven: false }, 'INVALID_INPUT'],
      [SERVER, { data: { colour: 'red' } }, 'INVALID_INPUT'],
      [key, { data: { note: 'Pays late' } }, 'INVALID_INPUT'],
      [key, accountant, 'SCOPE_MISSING'],
      [key, administrator, 'ADMINISTRATOR_PROTECTED'],
      [strongKey, administrator, 'ADMINISTRATOR_PROTECTED'],
    ] as const;
    for (const [by, input, code] of cases)
      await expect(make(by, input), code).rejects.toMatchObject({ code });
    expect(await make(strongKey, accountant)).toMatchObject({ roles: ['accountant'] });
  });

  it('makes one person of 50 parallel calls with one address', async ({ app }) => {
    const email = uniqueEmail();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        createPerson(app.deps, SERVER, { email, emailProven: false }, NO_CLIENT),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'EMAIL_TAKEN' });
    }
    expect(await app.deps.collections.users.countDocuments({ email })).toBe(1);
    const link = await linkTo(app, email, 'You are invited');
    const token = link.searchParams.get('token') ?? '';
    expect(await app.client(app.agent()).session.confirmLink.mutate({ email, token })).toMatchObject({
      status: 'signed-in',
    });
  });
});

describe('users.update', () => {
  it('changes name and language, which the next request has', async ({ app }) => {
    const administrator = await anAdministrator(app);
    const person = await aSignedInPerson(app);
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
    const person = await aSignedInPerson(app);
    const email = uniqueEmail();
    const key = await applicationWith(app, 'users:write');
    const updated = await updatePerson(app.deps, key, { id: person.id, email }, NO_CLIENT);
    expect(updated).toMatchObject({ email, emailVerified: true });
    expect((await linkTo(app, email, 'This is your address')).pathname).toBe('/account/activity');
    const link = await linkTo(app, person.email, 'Your email address was changed');
    expect(link.pathname).toBe('/undo-email');
    await expect(
      createPerson(app.deps, SERVER, { email: person.email, emailProven: true }, NO_CLIENT),
    ).rejects.toMatchObject({ code: 'EMAIL_KEPT' });
    await app.client(app.agent()).email.undo.mutate({ token: link.searchParams.get('token') ?? '' });
    expect(await readUser(app, person)).toMatchObject({ email: person.email, sessions: [] });
  });

  it('of the address keeps the second factor, and ends the links to the former address', async ({ app }) => {
    const person = await enrolPerson(app);
    const visitor = app.client(app.agent());
    await visitor.session.requestLink.mutate({ email: person.email });
    const link = new URL(app.mailbox.linkOf(app.mailbox.last(person.email)));
    const token = link.searchParams.get('token') ?? '';
    const email = uniqueEmail();
    await updatePerson(app.deps, SERVER, { id: person.userId.toHexString(), email }, NO_CLIENT);
    expect(await appCodeOf(visitor.session.confirmLink.mutate({ email: person.email, token }))).toBe(
      'Verification',
    );
    const agent = await beginSignIn(app, email);
    expect(await completeIn(app, agent, person)).toMatchObject({ status: 'signed-in' });
  });

  it('of an address that is not proven leaves it unproven', async ({ app }) => {
    const { id } = await createPerson(
      app.deps,
      SERVER,
      { email: uniqueEmail(), emailProven: false },
      NO_CLIENT,
    );
    const email = uniqueEmail();
    expect(await updatePerson(app.deps, SERVER, { id, email }, NO_CLIENT)).toMatchObject({
      email,
      emailVerified: false,
      state: 'invited',
    });
    const agent = await app.signInByMail(email);
    expect(await app.client(agent).session.get.query()).toMatchObject({ user: { id } });
  });

  it('is refused for an address that somebody has, and for an unknown person', async ({ app }) => {
    const [person, other] = [await aSignedInPerson(app), await aSignedInPerson(app)];
    const { email } = other;
    const update = (id: string) => updatePerson(app.deps, SERVER, { id, email }, NO_CLIENT);
    await expect(update(person.id)).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
    await expect(update('0123456789abcdef01234567')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await readUser(app, person)).email).toBe(person.email);
  });
});

describe('users.setData', () => {
  it('changes the fields that the caller may write, and no others', async ({ app }) => {
    const administrator = await anAdministrator(app);
    const person = await aSignedInPerson(app);
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
      setPersonData(app.deps, key, { id: person.id, data }, NO_CLIENT);
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
    const person = await aSignedInPerson(app);
    const seen = () =>
      app.deps.collections.activity.countDocuments({
        userId: person.userId,
        kind: 'profile-changed-by-administrator',
      });
    await setPersonData(app.deps, SERVER, { id: person.id, data: { note: 'Pays late' } }, NO_CLIENT);
    expect(await seen()).toBe(0);
    expect(await auditOf(app, person)).toHaveLength(1);
    await setPersonData(app.deps, SERVER, { id: person.id, data: { plan: 'free' } }, NO_CLIENT);
    expect(await seen()).toBe(1);
  });
});

describe('users.endSessions', () => {
  it('signs the person out everywhere with one write, and leaves access tokens', async ({ app }) => {
    const administrator = await anAdministrator(app);
    const person = await aSignedInPerson(app);
    const { token } = await makeToken(app, person.agent);
    await app
      .client(administrator.agent)
      .users.endSessions.mutate({ id: person.id, reason: 'A stolen laptop' });
    expect(await app.client(person.agent).session.get.query()).toBeNull();
    const script = await app
      .agent()
      .request('/trpc/profile.get', { headers: { authorization: `Bearer ${token}` } });
    expect(script.status).toBe(200);
    expect(await auditOf(app, person)).toMatchObject([
      { action: 'user-sessions-ended', reason: 'A stolen laptop', actor: { userId: administrator.userId } },
    ]);
    await linkTo(app, person.email, 'You were signed out everywhere');
    expect(await app.client(await app.signInByMail(person.email)).session.get.query()).not.toBeNull();
  });
});

describe('users.removeSecondFactor', () => {
  it('asks for the removal that the person can stop, once', async ({ app }) => {
    const administrator = await anAdministrator(app);
    const person = await enrolPerson(app);
    const { users } = app.client(administrator.agent);
    const input = { id: person.userId.toHexString(), reason: 'Lost phone' };
    const { runsAt } = await users.removeSecondFactor.mutate(input);
    expect(await users.removeSecondFactor.mutate({ ...input, reason: 'Again' })).toEqual({ runsAt });
    expect((await readUser(app, person)).totp).toHaveLength(1);
    expect(await auditOf(app, person)).toMatchObject([
      { action: 'user-second-factor-removal-requested', reason: 'Lost phone' },
    ]);
    const link = await linkTo(app, person.email, 'Two-step verification will be turned off');
    await app
      .client(app.agent())
      .secondFactor.stopRemoval.mutate({ token: link.searchParams.get('token') ?? '' });
    expect(await readUser(app, person)).not.toHaveProperty('secondFactorRemoval');
  });

  it('is refused for a person without one', async ({ app }) => {
    const administrator = await anAdministrator(app);
    const { id } = await aSignedInPerson(app);
    const { users } = app.client(administrator.agent);
    expect(await appCodeOf(users.removeSecondFactor.mutate({ id, reason: 'Lost phone' }))).toBe('NOT_FOUND');
  });
});

describe('users.delete', () => {
  it('deletes the person as they would themselves, and keeps who did it', async ({ app }) => {
    const administrator = await anAdministrator(app);
    const person = await aSignedInPerson(app);
    const { users } = app.client(administrator.agent);
    await users.update.mutate({ id: person.id, name: 'Ada Lovelace' });
    expect(await users.delete.mutate({ id: person.id, reason: 'Asked by mail' })).toEqual({ id: person.id });
    expect(await app.client(person.agent).session.get.query()).toBeNull();
    expect(await readUser(app, person)).not.toHaveProperty('email');
    await linkTo(app, person.email, 'Your account at');
    // No value of the person is left in the audit log.
    expect(await auditOf(app, person)).toMatchObject([
      { action: 'user-updated', before: null, after: null },
      { action: 'user-deleted', reason: 'Asked by mail', before: null, after: null },
    ]);
    expect(await appCodeOf(users.delete.mutate({ id: person.id, reason: 'Again' }))).toBe('NOT_FOUND');
    const again = await aSignedInPerson(app, person.email);
    expect(again.id).not.toBe(person.id);
  });
});
