import { describe, expect } from 'vitest';
import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import { INVITATION_MAX_AGE_MS } from '../../../shared/limits.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import {
  anAdministrator,
  aSignedInUser,
  applicationWith,
  mailedLinkTo,
  NO_ORIGIN,
} from '../../../testing/users/signed-in-users.ts';
import { SHOP_CONFIGURATION } from '../../../testing/users/own-fields.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { runDueJobs } from '../job-runner.ts';
import { createUser } from './user-creation.ts';

const SERVER = { kind: 'server' } as const;
const it = testWith({ configuration: SHOP_CONFIGURATION });

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
    const link = await mailedLinkTo(app, email, 'Sie sind zu');
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
    const { id } = await createUser(app.deps, SERVER, { email, emailVerified: false }, NO_ORIGIN);
    const token = (await mailedLinkTo(app, email, 'You are invited')).searchParams.get('token') ?? '';
    app.advance(INVITATION_MAX_AGE_MS);
    const { session } = app.client(app.agent());
    expect(await appCodeOf(session.confirmLink.mutate({ email, token }))).toBe('Verification');
    const later = await app.signInByMail(email);
    expect(await app.client(later).session.get.query()).toMatchObject({ user: { id, email } });
  });

  it('makes an active person of an address that the caller has checked, without a mail', async ({ app }) => {
    const email = uniqueEmail();
    const key = await applicationWith(app, 'users:write');
    const created = await createUser(app.deps, key, { email, emailVerified: true }, NO_ORIGIN);
    expect(created).toMatchObject({ email, emailVerified: true, state: 'active', roles: [], data: {} });
    await runDueJobs(app.deps);
    expect(app.mailbox.messages.filter(({ to }) => to === email)).toEqual([]);
    const { agent } = await aSignedInUser(app, email);
    expect(await app.client(agent).session.get.query()).toMatchObject({ user: { id: created.id } });
    const [row] = await app.deps.collections.audit
      .find({ action: 'user-created', 'after.email': email })
      .toArray();
    expect(row).toMatchObject({ actor: { kind: 'service-key', name: 'Back office' } });
  });

  it('is refused for a taken address, a taken external id, roles without the scope, and administrators', async ({
    app,
  }) => {
    const { email } = await aSignedInUser(app);
    const key = await applicationWith(app, 'users:write');
    const strongKey = await applicationWith(app, 'users:write', 'roles:write');
    const make = (by: Parameters<typeof createUser>[1], input: object) =>
      createUser(app.deps, by, { email: uniqueEmail(), emailVerified: true, ...input }, NO_ORIGIN);
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
    for (const [by, input, code] of cases) await expect(make(by, input)).rejects.toMatchObject({ code });
    expect(await make(strongKey, accountant)).toMatchObject({ roles: ['accountant'] });
  });

  it('makes one person of 50 parallel calls with one address', async ({ app }) => {
    const email = uniqueEmail();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        createUser(app.deps, SERVER, { email, emailVerified: false }, NO_ORIGIN),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'EMAIL_TAKEN' });
    }
    expect(await app.deps.collections.users.countDocuments({ email })).toBe(1);
    const link = await mailedLinkTo(app, email, 'You are invited');
    const token = link.searchParams.get('token') ?? '';
    expect(await app.client(app.agent()).session.confirmLink.mutate({ email, token })).toMatchObject({
      status: 'signed-in',
    });
  });
});
