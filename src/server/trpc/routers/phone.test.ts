import { describe, expect } from 'vitest';
import { PHONE_CODE_MAX_AGE_MS, SESSION_FRESH_MS, TRPC_MAX_BATCH } from '../../../shared/limits.ts';
import { appCodeOf, countOutcomes, outcomeOf } from '../../../testing/app/app-code.ts';
import { subjectsTo } from '../../../testing/app/mails.ts';
import { activityOf } from '../../../testing/users/signed-in-users.ts';
import { aNumber, verifyNumber, wrongCode } from '../../../testing/sign-in/phones.ts';
import { it } from '../../../testing/app/fixture.ts';
import { createTestApp, type TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { SmsRefusedError } from '../../sms/sms.ts';

const signedIn = async (app: TestApp, email = uniqueEmail()) => {
  const agent = await app.signInByMail(email);
  const { phone, session } = app.client(agent);
  return { agent, email, phone, session };
};

describe('a phone number', () => {
  it('is verified by its code, mailed to the owner, shown and removed', async ({ app }) => {
    const { phone, email } = await signedIn(app);
    expect(await phone.get.query()).toEqual({ phone: null, pending: null, signsIn: false });
    const number = aNumber();
    const sent = await phone.set.mutate({ phone: number.replace('+49', '0'), country: 'DE' });
    expect(sent).toMatchObject({ e164: number, resendAfter: 30 });
    const pending = { e164: number, international: sent.international };
    expect(await phone.get.query()).toEqual({ phone: null, pending, signsIn: false });
    expect(app.phonebox.messages.map(({ to }) => to)).toEqual([number]);

    const status = await phone.verify.mutate({ code: app.phonebox.codeTo(number) });
    const shown = { e164: number, country: 'DE', callingCode: '49', international: sent.international };
    expect(status).toMatchObject({ phone: shown, pending: null });
    expect(await phone.get.query()).toEqual(status);
    expect(await subjectsTo(app, email)).toContainEqual(expect.stringContaining('A phone number was added'));

    expect(await phone.remove.mutate()).toEqual({ phone: null, pending: null, signsIn: false });
    expect(await appCodeOf(phone.remove.mutate())).toBe('NOT_FOUND');
    expect(await subjectsTo(app, email)).toContainEqual(expect.stringContaining('phone number was removed'));
    const kinds = (await activityOf(app, email)).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['phone-verified', 'phone-removed']));
    const events = app.logLines.map(({ event }) => event);
    expect(events).toEqual(
      expect.arrayContaining(['auth.phone-code-requested', 'auth.phone-verified', 'auth.phone-removed']),
    );
    expect(JSON.stringify(app.logLines)).not.toContain(number.slice(3));
  });

  it('is replaced when another is verified, and stays until then', async ({ app }) => {
    const { agent, phone } = await signedIn(app);
    const [old, other] = [aNumber(), aNumber()];
    await verifyNumber(app, agent, old);
    await phone.set.mutate({ phone: other });
    expect(await phone.get.query()).toMatchObject({ phone: { e164: old }, pending: { e164: other } });
    await phone.verify.mutate({ code: app.phonebox.codeTo(other) });
    expect(await phone.get.query()).toMatchObject({ phone: { e164: other }, pending: null });
  });
});

describe('before anything is sent', () => {
  it.for([
    ['123', 'DE', 'PHONE_TOO_SHORT'],
    ['015112345678', undefined, 'PHONE_INVALID_COUNTRY'],
    ['+49 151 12345678 ext. 9', undefined, 'PHONE_NOT_ALLOWED'],
    ['+1 900 555 0123', undefined, 'PHONE_NOT_ALLOWED'],
    ['+33 891 12 34 56', undefined, 'PHONE_NOT_ALLOWED'],
    ['+44 871 234 5678', undefined, 'PHONE_NOT_ALLOWED'],
    ['+49 180 5123456', undefined, 'PHONE_NOT_ALLOWED'],
    ['+44 7640 123456', undefined, 'PHONE_NOT_ALLOWED'],
    ['+92 21 111 825 888', undefined, 'PHONE_NOT_ALLOWED'],
    ['+41 860 12 345 67 89', undefined, 'PHONE_NOT_ALLOWED'],
    // The number fits the country's pattern but is in no range of it. Only the full metadata has the ranges.
    ['+49 18500000', undefined, 'PHONE_NOT_A_NUMBER'],
  ] as const)('%s of %s is refused with %s', async ([number, country, code], { app }) => {
    const { phone } = await signedIn(app);
    const input = { phone: number, ...(country === undefined ? {} : { country }) };
    const error = await phone.set.mutate(input).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      data: { appCode: code, issues: [{ path: ['phone'], message: expect.any(String) as string }] },
    });
    expect(app.phonebox.tries).toBe(0);
    expect(await app.db.collection('rate_limits').countDocuments({ key: /^text/ })).toBe(0);
  });

  it('countries that are not configured are refused', async () => {
    await using limited = await createTestApp({ settings: { phoneCountries: ['AT', 'CH'] } });
    const { phone } = limited.client(await limited.signInByMail('ada@example.test'));
    expect(await appCodeOf(phone.set.mutate({ phone: aNumber() }))).toBe('PHONE_NOT_ALLOWED');
    expect(await appCodeOf(phone.set.mutate({ phone: '+80012345678' }))).toBe('PHONE_NOT_ALLOWED');
    expect(limited.phonebox.tries).toBe(0);
    await phone.set.mutate({ phone: '+43 664 123456' });
    expect(limited.phonebox.tries).toBe(1);
  });
});

describe('the code', () => {
  it('is neither in the database nor in the log (security.md 9)', async ({ app }) => {
    const { phone } = await signedIn(app);
    const number = aNumber();
    await phone.set.mutate({ phone: number });
    const code = app.phonebox.codeTo(number);
    expect(code).toMatch(/^\d{6}$/);
    const collections = await app.db.collections();
    const rows = await Promise.all(collections.map((each) => each.find().toArray()));
    const alone = new RegExp(`(?<![0-9a-f])${code}(?![0-9a-f])`);
    expect(JSON.stringify(rows)).not.toMatch(alone);
    expect(JSON.stringify(app.logLines)).not.toMatch(alone);
  });

  it('is invalid after five wrong ones, and a new one works (security.md 10)', async ({ app }) => {
    const { phone } = await signedIn(app);
    const number = aNumber();
    await phone.set.mutate({ phone: number });
    const code = app.phonebox.codeTo(number);
    for (let i = 1; i <= 5; i++) {
      const expected = i < 5 ? 'CODE_INVALID' : 'CODE_DEAD';
      expect(await appCodeOf(phone.verify.mutate({ code: wrongCode(code) }))).toBe(expected);
    }
    expect(await appCodeOf(phone.verify.mutate({ code }))).toBe('CODE_DEAD');
    expect((await phone.get.query()).phone).toBeNull();
    await verifyNumber(app, (await signedIn(app)).agent, aNumber());
    await phone.set.mutate({ phone: number });
    await phone.verify.mutate({ code: app.phonebox.codeTo(number) });
  });

  it('works for ten minutes, once, for its own user, until a newer one is used', async ({ app }) => {
    const { phone } = await signedIn(app);
    const other = await signedIn(app);
    const [first, second] = [aNumber(), aNumber()];
    await phone.set.mutate({ phone: first });
    const code = app.phonebox.codeTo(first);
    expect(await appCodeOf(other.phone.verify.mutate({ code }))).toBe('CODE_INVALID');

    await phone.set.mutate({ phone: second });
    const newer = app.phonebox.codeTo(second);
    app.advance(PHONE_CODE_MAX_AGE_MS + 1000);
    expect(await appCodeOf(phone.verify.mutate({ code: newer }))).toBe('CODE_INVALID');
    expect((await phone.get.query()).pending).toBeNull();
    app.resetClock();
    await phone.verify.mutate({ code: newer });
    expect(await appCodeOf(phone.verify.mutate({ code: newer }))).toBe('CODE_INVALID');
    expect(await appCodeOf(phone.verify.mutate({ code }))).toBe('CODE_INVALID');
  });
});

describe('“Verify it’s you” by phone', () => {
  const stale = async (app: TestApp) => {
    const person = await signedIn(app);
    const number = aNumber();
    await verifyNumber(app, person.agent, number);
    await app.ageSignIn(person.agent, SESSION_FRESH_MS + 1000);
    return { ...person, number };
  };

  it('makes the session fresh by a code to the verified number', async ({ app }) => {
    const { session, phone, number, email } = await stale(app);
    const sent = await session.reauthenticate.mutate({ method: 'phone' });
    expect(sent).toMatchObject({ status: 'text-sent', resendAfter: 30 });
    const code = app.phonebox.codeTo(number);
    expect(await session.reauthenticate.mutate({ method: 'code', code })).toMatchObject({ status: 'fresh' });
    expect(await phone.remove.mutate()).toMatchObject({ phone: null });
    expect(await activityOf(app, email)).toContainEqual(
      expect.objectContaining({ kind: 're-authentication', method: 'phone-code' }),
    );
  });

  it('needs a verified number', async ({ app }) => {
    const { session, phone } = await signedIn(app);
    await phone.set.mutate({ phone: aNumber() });
    expect(await appCodeOf(session.reauthenticate.mutate({ method: 'phone' }))).toBe('NOT_FOUND');
  });

  it('accepts the mail’s or the text message’s code, and only the first one used', async ({ app }) => {
    const { session, number, email } = await stale(app);
    await session.reauthenticate.mutate({ method: 'phone' });
    const code = app.phonebox.codeTo(number);
    await session.reauthenticate.mutate({ method: 'email' });
    const mailed = app.mailbox.codeOf(app.mailbox.last(email));
    expect(await session.reauthenticate.mutate({ method: 'code', code })).toMatchObject({ status: 'fresh' });
    expect(await appCodeOf(session.reauthenticate.mutate({ method: 'code', code: mailed }))).toBe(
      'CODE_INVALID',
    );
  });

  it('refuses a code for a number that was lost in the meantime', async ({ app }) => {
    const { session, number } = await stale(app);
    await session.reauthenticate.mutate({ method: 'phone' });
    const code = app.phonebox.codeTo(number);
    await verifyNumber(app, (await signedIn(app)).agent, number);
    expect(await appCodeOf(session.reauthenticate.mutate({ method: 'code', code }))).toBe('CODE_INVALID');
  });

  it('has a code for nothing else, which dies after five wrong ones (security.md 10)', async ({ app }) => {
    const { session, phone, number } = await stale(app);
    await session.reauthenticate.mutate({ method: 'phone' });
    const code = app.phonebox.codeTo(number);
    expect(await appCodeOf(phone.verify.mutate({ code }))).toBe('CODE_INVALID');
    for (let i = 1; i <= 5; i++) {
      const expected = i < 5 ? 'CODE_INVALID' : 'CODE_DEAD';
      const tried = session.reauthenticate.mutate({ method: 'code', code: wrongCode(code) });
      expect(await appCodeOf(tried)).toBe(expected);
    }
    expect(await appCodeOf(session.reauthenticate.mutate({ method: 'code', code }))).toBe('CODE_DEAD');
  });
});

describe('sends are limited (security.md 11)', () => {
  it('to 3 for one number, for all callers together', async ({ app }) => {
    const number = aNumber();
    const outcomes: string[] = [];
    for (const { phone } of [await signedIn(app), await signedIn(app)])
      for (let j = 0; j < 2; j++) outcomes.push(await outcomeOf(phone.set.mutate({ phone: number })));
    expect(outcomes).toEqual(['done', 'done', 'done', 'RATE_LIMITED']);
    expect(app.phonebox.messages).toHaveLength(3);
  });

  it('to 5 for one user, with retryAfter', async ({ app }) => {
    const { phone } = await signedIn(app);
    for (let i = 0; i < 5; i++) await phone.set.mutate({ phone: `+41 79 ${200 + i} 45 67` });
    const error = await phone.set.mutate({ phone: aNumber() }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      data: { appCode: 'RATE_LIMITED', retryAfter: expect.any(Number) as number },
    });
    expect(app.phonebox.messages).toHaveLength(5);
  });

  it('to 10 for one client address, for all users and numbers', async ({ app }) => {
    const people = await Promise.all(Array.from({ length: 3 }, () => signedIn(app)));
    const calls = people.flatMap(({ phone }, i) =>
      [0, 1, 2, 3].map((j) => phone.set.mutate({ phone: `+41 79 ${300 + i * 10 + j} 45 67` })),
    );
    expect(await countOutcomes(calls)).toEqual({ done: 10, RATE_LIMITED: 2 });
    expect(app.phonebox.messages).toHaveLength(10);
  });

  it('to 20 for one prefix, for all users and clients', async ({ app }) => {
    const { phone } = await signedIn(app);
    const outcomes: string[] = [];
    for (let i = 0; i < 22; i++) {
      // Only the limits under test count, as if all clients had different addresses.
      await app.db.collection('rate_limits').deleteMany({ key: /^text-(to-new-number-)?(ip|browser|user)-/ });
      outcomes.push(await outcomeOf(phone.set.mutate({ phone: `+4179123${4500 + i}` })));
    }
    expect(outcomes).toEqual([...Array<string>(20).fill('done'), 'RATE_LIMITED', 'RATE_LIMITED']);
  }, 30_000);

  it('within one batch, too', async ({ app }) => {
    const { phone } = await signedIn(app);
    const number = aNumber();
    const calls = Array.from({ length: TRPC_MAX_BATCH }, () => phone.set.mutate({ phone: number }));
    expect(await countOutcomes(calls)).toEqual({ done: 3, RATE_LIMITED: TRPC_MAX_BATCH - 3 });
    expect(app.phonebox.messages).toHaveLength(3);
  });
});

describe('a gateway that fails', () => {
  it('is called again', async ({ app }) => {
    const { phone } = await signedIn(app);
    const number = aNumber();
    app.phonebox.failNext(new Error('away'), new Error('still away'));
    await phone.set.mutate({ phone: number });
    await phone.verify.mutate({ code: app.phonebox.codeTo(number) });
    expect(app.phonebox.tries).toBe(3);
  });

  it('is reported to the person and in the log when it keeps failing', async ({ app }) => {
    const { phone } = await signedIn(app);
    const before = app.logLines.length;
    app.phonebox.failNext(...Array.from({ length: 3 }, () => new Error('away')));
    const error = await phone.set.mutate({ phone: aNumber() }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ data: { appCode: 'PHONE_SEND_FAILED', httpStatus: 503 } });
    expect(app.phonebox.tries).toBe(3);
    const lines = app.logLines
      .slice(before)
      .filter(({ msg }) => String(msg).startsWith('text message not sent'));
    expect(lines.map(({ level }) => level)).toEqual([40, 40, 50]);
  });

  it('is not called again when it refuses', async ({ app }) => {
    const { phone } = await signedIn(app);
    app.phonebox.failNext(new SmsRefusedError('the gateway answered 400'));
    expect(await appCodeOf(phone.set.mutate({ phone: aNumber() }))).toBe('PHONE_SEND_FAILED');
    expect(app.phonebox.tries).toBe(1);
  });
});
