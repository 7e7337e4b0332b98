import { describe, expect, vi } from 'vitest';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { aNumber, verifyNumber, wrongCode } from '../../../testing/sign-in/phones.ts';
import { testWithProviders } from '../../../testing/providers/provider-visits.ts';
import { createTestApp, type TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail, uniqueName } from '../../../testing/run/unique-name.ts';

const { it, untrusted, signIn } = await testWithProviders({ settings: { phoneSignIn: true } });

async function owner(app: TestApp) {
  const email = uniqueEmail();
  const agent = await app.signInByMail(email);
  const number = aNumber();
  await verifyNumber(app, agent, number);
  await app.resetLimits();
  app.phonebox.clear();
  return { agent, email, number };
}

/** The message is sent after the answer. */
async function codeSentTo(app: TestApp, number: string): Promise<string> {
  await vi.waitUntil(() => app.phonebox.messages.length > 0);
  return app.phonebox.codeTo(number);
}

describe('sign-in by phone', () => {
  it('signs in the person who verified the number, once', async ({ app }) => {
    const { email, number } = await owner(app);
    const { session } = app.client(app.agent());
    await session.requestPhoneCode.mutate({ phone: number.replace('+49', '0'), country: 'DE' });
    const code = await codeSentTo(app, number);
    const input = { phone: number, code, callbackUrl: '/account?tab=1' };
    const done = await session.signInWithPhoneCode.mutate(input);
    expect(done).toMatchObject({ session: { user: { email } }, callbackUrl: '/account?tab=1' });
    expect(await session.get.query()).toMatchObject({ user: { email } });
    expect(await appCodeOf(session.signInWithPhoneCode.mutate(input))).toBe('CODE_INVALID');
    const events = app.logLines.filter(({ event }) => event === 'auth.sign-in');
    expect(events.at(-1)).toMatchObject({ method: 'phone-code' });
  });

  it('makes one session for one code in 20 parallel tries (security.md 8)', async ({ app }) => {
    const { number } = await owner(app);
    const { session } = app.client(app.agent());
    await session.requestPhoneCode.mutate({ phone: number });
    const code = await codeSentTo(app, number);
    const tries = Array.from({ length: 20 }, () =>
      session.signInWithPhoneCode.mutate({ phone: number, code }),
    );
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('answers unknown numbers alike, and sends nothing to them (security.md 6)', async ({ app }) => {
    const { number } = await owner(app);
    const { session } = app.client(app.agent());
    const visitProvider = async (phone: string) => {
      const said: unknown[] = [];
      for (let i = 0; i < 4; i++) {
        const answer = await session.requestPhoneCode
          .mutate({ phone })
          .catch((error: { data?: { appCode?: string } }) => error.data?.appCode);
        said.push(JSON.parse(JSON.stringify(answer).replaceAll(/\d{4,}/g, 'digits')) as unknown);
      }
      const known = app.phonebox.messages.length > 0;
      const code = known ? wrongCode(app.phonebox.codeTo(phone)) : '000000';
      for (let i = 0; i < 6; i++)
        said.push(await appCodeOf(session.signInWithPhoneCode.mutate({ phone, code })));
      return said;
    };
    const unknown = aNumber();
    const ofUnknown = await visitProvider(unknown);
    expect(app.phonebox.tries).toBe(0);
    await app.db.collection('rate_limits').deleteMany({ key: /^text-ip-/ });
    const ofKnown = await visitProvider(number);
    expect(ofKnown).toEqual(ofUnknown);
    expect(ofKnown).toContain('RATE_LIMITED');
    expect(ofKnown.slice(-2)).toEqual(['CODE_DEAD', 'CODE_DEAD']);
  });

  it('hides a gateway’s failure, which would reveal known numbers', async ({ app }) => {
    const { number } = await owner(app);
    app.phonebox.failNext(...Array.from({ length: 3 }, () => new Error('away')));
    const sent = await app.client(app.agent()).session.requestPhoneCode.mutate({ phone: number });
    expect(sent).toMatchObject({ e164: number, resendAfter: 30 });
    await vi.waitUntil(() => app.logLines.some(({ msg }) => msg === 'text message not sent'));
  });

  it('refuses an old code when the number has another owner or none', async ({ app }) => {
    const { agent, number } = await owner(app);
    const { session } = app.client(app.agent());
    await session.requestPhoneCode.mutate({ phone: number });
    const code = await codeSentTo(app, number);
    await app.client(agent).phone.remove.mutate();
    expect(await appCodeOf(session.signInWithPhoneCode.mutate({ phone: number, code }))).toBe('CODE_INVALID');
  });

  it('refuses a foreign return URL', async ({ app }) => {
    const { number } = await owner(app);
    const { session } = app.client(app.agent());
    const input = { phone: number, code: '123456', callbackUrl: '//evil.example' };
    expect(await appCodeOf(session.signInWithPhoneCode.mutate(input))).toBe('INVALID_INPUT');
  });

  it('admits only the configured domains', async () => {
    await using members = await createTestApp({
      settings: { phoneSignIn: true, signInDomains: ['example.test'] },
    });
    const agent = await members.signInByMail('ada@example.test');
    const number = aNumber();
    await verifyNumber(members, agent, number);
    await members.deps.collections.users.updateOne({}, { $set: { email: 'ada@elsewhere.test' } });
    members.phonebox.clear();
    const { session } = members.client(members.agent());
    await session.requestPhoneCode.mutate({ phone: number });
    const code = await codeSentTo(members, number);
    expect(await appCodeOf(session.signInWithPhoneCode.mutate({ phone: number, code }))).toBe('AccessDenied');
  });
});

describe('a phone as the only sign-in method', () => {
  const byProvider = async (app: TestApp) => {
    const login = uniqueName();
    const { agent } = await signIn(untrusted, { login });
    const account = { provider: 'untrusted', providerAccountId: login };
    const unlink = () => app.client(agent).accounts.unlink.mutate(account);
    return { agent, unlink };
  };

  it('allows an unlink, and can then not be removed', async ({ app }) => {
    const { agent, unlink } = await byProvider(app);
    expect(await appCodeOf(unlink())).toBe('LAST_SIGN_IN_METHOD');
    await verifyNumber(app, agent, aNumber());
    expect(await unlink()).toEqual([]);
    expect(await appCodeOf(app.client(agent).phone.remove.mutate())).toBe('LAST_SIGN_IN_METHOD');
  });

  it('loses at most one of both in parallel removals', async ({ app }) => {
    const { agent, unlink } = await byProvider(app);
    await verifyNumber(app, agent, aNumber());
    const outcomes = await Promise.allSettled([unlink(), app.client(agent).phone.remove.mutate()]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

it('while PHONE_SIGN_IN is off nobody signs in by phone, and a phone is not a sign-in method', async () => {
  await using off = await createTestApp();
  const { session } = off.client(off.agent());
  const phone = aNumber();
  expect(await appCodeOf(session.requestPhoneCode.mutate({ phone }))).toBe('NOT_FOUND');
  expect(await appCodeOf(session.signInWithPhoneCode.mutate({ phone, code: '123456' }))).toBe('NOT_FOUND');
  const user = await off.signInByMail('ada@example.test');
  await verifyNumber(off, user, phone);
  expect(await off.client(user).phone.remove.mutate()).toMatchObject({ phone: null });
});
