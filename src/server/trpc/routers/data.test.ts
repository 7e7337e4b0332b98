import { describe, expect } from 'vitest';
import { RATE_LIMITS } from '../../domain/rules/counters.ts';
import { TOMBSTONE_MIN_AGE_MS } from '../../domain/privacy/account-deletion.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { noteRevocations } from '../../../testing/providers/identity-provider.ts';
import { PASSWORD, resetLinkOf } from '../../../testing/sign-in/passwords.ts';
import { testWithProviders } from '../../../testing/providers/provider-visits.ts';
import { bearer, callAsScript } from '../../../testing/users/access-tokens.ts';
import { makeWholeUser } from '../../../testing/faults/whole-user.ts';
import { runDueJobs } from '../../domain/job-runner.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';

const WORDS = 'delete my account';
const { revoked, fetch } = noteRevocations();
const { it, trusted, untrusted: other, signIn } = await testWithProviders({ fetch });

it('data.export is limited and recorded in the activity', async ({ app }) => {
  const { data, activity } = app.client(await app.signInByMail(uniqueEmail()));
  for (let times = 1; times <= RATE_LIMITS['data-export'].refusal.user.hour; times++) {
    const exported = await data.export.mutate();
    expect(exported.activity.filter(({ kind }) => kind === 'data-exported')).toHaveLength(times);
  }
  expect(await appCodeOf(data.export.mutate())).toBe('RATE_LIMITED');
  const { events } = await activity.list.query({ kinds: ['data-exported'] });
  expect(events).toHaveLength(RATE_LIMITS['data-export'].refusal.user.hour);
});

describe('data.deleteAccount', () => {
  it.for(['', 'delete', 'delete my accounts', 'DELETE-MY-ACCOUNT', 'mein Konto loschen'])(
    'refuses "%s", and nothing is changed',
    async (confirm, { app }) => {
      const agent = await app.signInByMail(uniqueEmail());
      expect(await appCodeOf(app.client(agent).data.deleteAccount.mutate({ confirm }))).toBe('WORDS_DIFFER');
      expect(await app.client(agent).session.get.query()).not.toBeNull();
    },
  );

  it.for(['delete my account', ' Delete  my account ', 'mein Konto löschen', 'Mein Konto lo\u0308schen'])(
    'takes "%s"',
    async (confirm, { app }) => {
      const email = uniqueEmail();
      const agent = await app.signInByMail(email);
      const answer = await app.client(agent).data.deleteAccount.mutate({ confirm });
      expect(answer).toEqual({ deleted: true, confirmationTo: email });
      expect(agent.cookies.has('foyer.session')).toBe(false);
    },
  );

  it('ends all access at the next request (security.md 15)', async ({ app }) => {
    const person = await makeWholeUser(app, { trusted, other });
    const { email, accessToken } = person;
    const otherPerson = app.client(app.agent());
    await otherPerson.password.requestReset.mutate({ email });
    const reset = resetLinkOf(app, email);
    const { token } = await app.requestMail(email);
    await app.client(person.agent).data.deleteAccount.mutate({ confirm: WORDS });

    expect(await app.client(person.elsewhere).session.get.query()).toBeNull();
    const asked = await callAsScript(app, bearer(accessToken), 'profile.get');
    expect(asked.text).toContain('ACCESS_TOKEN_INVALID');
    expect(await appCodeOf(otherPerson.session.confirmLink.mutate({ email, token }))).toBe('Verification');
    expect(await appCodeOf(otherPerson.password.reset.mutate({ ...reset, password: PASSWORD }))).toBe(
      'RESET_LINK_INVALID',
    );
    expect(await appCodeOf(otherPerson.password.signIn.mutate({ email, password: PASSWORD }))).toBe(
      'CredentialsSignin',
    );
  });

  it('revokes all grants and mails one confirmation', async ({ app }) => {
    const person = await makeWholeUser(app, { trusted, other });
    await runDueJobs(app.deps);
    app.mailbox.clear();
    revoked.length = 0;
    await app.client(person.agent).data.deleteAccount.mutate({ confirm: WORDS });
    await runDueJobs(app.deps);
    app.advance(TOMBSTONE_MIN_AGE_MS);
    await runDueJobs(app.deps);
    await runDueJobs(app.deps);
    // Two connections and the waiting one, each with a refresh token and an access token.
    expect(new Set(revoked).size).toBe(6);
    expect(revoked).toHaveLength(6);
    // The former address, which could undo the change, gets a mail, too.
    const subject = `Your account at ${new URL(app.origin).host} was deleted`;
    expect(app.mailbox.messages.map((mail) => `${mail.to}: ${mail.subject}`).toSorted()).toEqual([
      `former-${person.email}: ${subject}`,
      `${person.email}: ${subject}`,
    ]);
  });

  it('lets the same person start again at once without old data', async ({ app }) => {
    const person = await makeWholeUser(app, { trusted, other });
    const [login = ''] = person.email.split('@');
    await app.client(person.agent).data.deleteAccount.mutate({ confirm: WORDS });
    const { agent } = await signIn(trusted, { login, email: person.email });
    const { session, accounts, phone, password } = app.client(agent);
    const anew = await session.get.query();
    expect(anew?.user).toMatchObject({ email: person.email });
    expect(anew?.user.id).not.toBe(person.userId.toHexString());
    expect(await accounts.list.query()).toHaveLength(1);
    expect((await phone.get.query()).phone).toBeNull();
    expect((await password.get.query()).changedAt).toBeNull();
  });

  it('removes the account from this browser’s device cookie', async ({ app }) => {
    const person = await makeWholeUser(app, { trusted, other });
    const id = person.userId.toHexString();
    expect(person.elsewhere.cookies.get('foyer.device')).toContain(id);
    await app.client(person.elsewhere).data.deleteAccount.mutate({ confirm: WORDS });
    expect(person.elsewhere.cookies.get('foyer.device') ?? '').not.toContain(id);
  });
});
