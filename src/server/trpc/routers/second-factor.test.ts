import { describe, expect } from 'vitest';
import { subjectsTo } from '../../../testing/app/mails.ts';
import { AUTHENTICATOR_APPS_PER_USER, TOTP_ENROLMENT_MAX_AGE_MS } from '../../../shared/limits.ts';
import { RATE_LIMITS } from '../../domain/rules/counters.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { addAuthenticator, makeAuthenticator } from '../../../testing/sign-in/authenticator-apps.ts';
import { it } from '../../../testing/app/fixture.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { PASSWORD, signUpWithPassword } from '../../../testing/sign-in/passwords.ts';
import { beginSignIn } from '../../../testing/sign-in/second-step.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';

/** Somebody who has begun to set up this app, and sends its codes. */
async function beginSetUp(app: TestApp, email = uniqueEmail()) {
  const agent = await app.signInByMail(email);
  const { secondFactor } = app.client(agent);
  const { enrolment, secret } = await secondFactor.beginTotp.mutate();
  const confirm = (code: string) => secondFactor.confirmTotp.mutate({ enrolment, code });
  return { agent, enrolment, confirm, phone: makeAuthenticator(app, secret) };
}

const levelOf = async (app: TestApp, agent: HttpAgent) => (await app.client(agent).session.get.query())?.aal;

describe('setting up an authenticator app', () => {
  it('stores nothing before its first code, and then turns two-step verification on', async ({ app }) => {
    const email = uniqueEmail();
    const agent = await signUpWithPassword(app, email);
    const { secondFactor } = app.client(agent);
    const { enrolment, secret, uri } = await secondFactor.beginTotp.mutate();
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(await secondFactor.get.query()).toMatchObject({ isOn: false, authenticatorApps: [] });

    const phone = makeAuthenticator(app, secret);
    expect(await appCodeOf(secondFactor.confirmTotp.mutate({ enrolment, code: phone.code(5) }))).toBe(
      'TOTP_CODE_WRONG',
    );
    const { status, recoveryCodes } = await secondFactor.confirmTotp.mutate({
      enrolment,
      code: phone.code(),
      name: 'My phone',
    });
    expect(status).toMatchObject({
      isOn: true,
      authenticatorApps: [{ name: 'My phone', lastUsedAt: null }],
      recoveryCodesLeft: 10,
    });
    expect(recoveryCodes).toHaveLength(10);
    expect(await secondFactor.get.query()).toEqual(status);
  });

  it('makes this session level 2 at once, and no other one', async ({ app }) => {
    const email = uniqueEmail();
    const other = await signUpWithPassword(app, email);
    const agent = app.agent();
    await app.client(agent).password.signIn.mutate({ email, password: PASSWORD });
    await addAuthenticator(app, agent);
    expect([await levelOf(app, agent), await levelOf(app, other)]).toEqual([2, 1]);
    // What is sensitive asks the other session for the second factor.
    const remove = (browser: HttpAgent) => appCodeOf(app.client(browser).password.remove.mutate());
    expect(await remove(other)).toBe('SECOND_FACTOR_REQUIRED');
    await app.client(agent).password.remove.mutate();
  });

  it('names the app in the language of the page when the person gives no name', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    await app.client(agent).profile.update.mutate({ locale: 'de' });
    await addAuthenticator(app, agent);
    const { authenticatorApps } = await app.client(agent).secondFactor.get.query();
    expect(authenticatorApps).toMatchObject([{ name: 'Authenticator-App' }]);
  });

  it('expires after 15 minutes', async ({ app }) => {
    const { agent, confirm, phone } = await beginSetUp(app);
    app.advance(TOTP_ENROLMENT_MAX_AGE_MS);
    await app.ageSignIn(agent, 0);
    expect(await appCodeOf(confirm(phone.code()))).toBe('TOTP_ENROLMENT_EXPIRED');
  });

  it.for(['another session of the person', 'another person', 'an altered text'] as const)(
    'is refused in %s',
    async (where, { app }) => {
      const email = uniqueEmail();
      const { agent, enrolment, phone } = await beginSetUp(app, email);
      const code = phone.code();
      const given = where === 'an altered text' ? `${enrolment.slice(0, -4)}AAAA` : enrolment;
      const browser =
        where === 'an altered text'
          ? agent
          : await app.signInByMail(where === 'another person' ? uniqueEmail() : email);
      const confirm = app.client(browser).secondFactor.confirmTotp.mutate({ enrolment: given, code });
      expect(await appCodeOf(confirm)).toBe('TOTP_ENROLMENT_EXPIRED');
    },
  );

  it('answers RATE_LIMITED after too many wrong codes, also to the right one', async ({ app }) => {
    const { confirm, phone } = await beginSetUp(app);
    for (let n = 0; n < RATE_LIMITS['second-factor'].refusal.browser.day; n++)
      expect(await appCodeOf(confirm(phone.code(9)))).toBe('TOTP_CODE_WRONG');
    expect(await appCodeOf(confirm(phone.code()))).toBe('RATE_LIMITED');
  });

  it('does nothing the second time, and shows no recovery codes again', async ({ app }) => {
    const { confirm, phone } = await beginSetUp(app);
    const code = phone.code();
    const { status } = await confirm(code);
    expect(await confirm(code)).toEqual({ status, recoveryCodes: null });
  });

  it('allows five apps, and makes recovery codes with the first one only', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const { secondFactor } = app.client(agent);
    const added: number[] = [];
    for (let n = 0; n < AUTHENTICATOR_APPS_PER_USER; n++)
      added.push((await addAuthenticator(app, agent)).recoveryCodes.length);
    expect(added).toEqual([10, 0, 0, 0, 0]);
    expect(await appCodeOf(secondFactor.beginTotp.mutate())).toBe('TOO_MANY_AUTHENTICATOR_APPS');
  });
});

describe('an authenticator app', () => {
  it('is renamed, by its owner only', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const { id } = await addAuthenticator(app, agent, 'Old');
    const { secondFactor } = app.client(agent);
    const renamed = await secondFactor.renameTotp.mutate({ id, name: 'New' });
    expect(renamed.authenticatorApps).toMatchObject([{ id, name: 'New' }]);
    const otherPerson = await app.signInByMail(uniqueEmail());
    const { renameTotp, removeTotp } = app.client(otherPerson).secondFactor;
    expect(await appCodeOf(renameTotp.mutate({ id, name: 'Mine' }))).toBe('NOT_FOUND');
    await addAuthenticator(app, otherPerson);
    expect(await appCodeOf(removeTotp.mutate({ id }))).toBe('NOT_FOUND');
    expect(await secondFactor.get.query()).toEqual(renamed);
  });

  it('takes the recovery codes with it when it is the last one, and not before', async ({ app }) => {
    const email = uniqueEmail();
    const agent = await signUpWithPassword(app, email);
    const first = await addAuthenticator(app, agent, 'First');
    const second = await addAuthenticator(app, agent, 'Second');
    const { secondFactor } = app.client(agent);
    expect(await secondFactor.removeTotp.mutate({ id: first.id })).toMatchObject({
      isOn: true,
      recoveryCodesLeft: 10,
      authenticatorApps: [{ name: 'Second' }],
    });
    expect(await secondFactor.removeTotp.mutate({ id: second.id })).toMatchObject({
      isOn: false,
      recoveryCodesLeft: 0,
      recoveryCodesCreatedAt: null,
    });
    // A later app begins anew: the codes of before do not work, and new ones are made.
    const { recoveryCodes } = await addAuthenticator(app, agent);
    expect(recoveryCodes).toHaveLength(10);
    const { session } = app.client(await beginSignIn(app, email));
    const [former = ''] = first.recoveryCodes;
    expect(await appCodeOf(session.completeSignIn.mutate({ recoveryCode: former }))).toBe(
      'SECOND_FACTOR_INVALID',
    );
  });

  it('is told to its owner when it is added and when it is removed', async ({ app }) => {
    const email = uniqueEmail();
    const agent = await app.signInByMail(email);
    const { id } = await addAuthenticator(app, agent, 'My phone');
    await app.client(agent).secondFactor.removeTotp.mutate({ id });
    const { events } = await app.client(agent).activity.list.query();
    expect(events.map(({ kind, label }) => [kind, label]).slice(0, 2)).toEqual([
      ['authenticator-app-removed', 'My phone'],
      ['authenticator-app-added', 'My phone'],
    ]);
    expect((await subjectsTo(app, email)).slice(-2)).toEqual([
      expect.stringContaining('added'),
      expect.stringContaining('removed'),
    ]);
  });
});
