import { describe, expect } from 'vitest';
import { TRPC_MAX_BATCH } from '../../../shared/limits.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { aNumber } from '../../../testing/sign-in/phones.ts';
import { it } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { SmsRefusedError } from '../../sms/sms.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';

async function signedIn(app: TestApp) {
  const agent = await app.signInByMail(uniqueEmail());
  return app.client(agent);
}
const codeOf = (error: { data?: { appCode?: string } }) => error.data?.appCode ?? 'no code';

describe('sends are limited (security.md 11)', () => {
  it('to 3 for one number, for all callers together', async ({ app }) => {
    const number = aNumber();
    const outcomes: string[] = [];
    for (let i = 0; i < 2; i++) {
      const { phone } = await signedIn(app);
      for (let j = 0; j < 2; j++)
        outcomes.push(await phone.set.mutate({ phone: number }).then(() => 'sent', codeOf));
    }
    expect(outcomes).toEqual(['sent', 'sent', 'sent', 'RATE_LIMITED']);
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
    const outcomes: string[] = [];
    for (const [i, { phone }] of people.entries())
      for (let j = 0; j < 4; j++)
        outcomes.push(
          await phone.set.mutate({ phone: `+41 79 ${300 + i * 10 + j} 45 67` }).then(() => 'sent', codeOf),
        );
    expect(outcomes.filter((each) => each === 'sent')).toHaveLength(10);
    expect(app.phonebox.messages).toHaveLength(10);
  });

  it('to 20 for one prefix and 200 an hour for new numbers, for all users and clients', async ({ app }) => {
    const { rateLimits } = app.deps;
    const prefix = '+4179123';
    const send = async (number: string) => {
      // Only the limits under test count, as if all clients had different addresses.
      await app.db.collection('rate_limits').deleteMany({ key: /^text-(to-new-number-)?(ip|browser|user)-/ });
      const { phone } = await person;
      return phone.set.mutate({ phone: number }).then(() => 'sent', codeOf);
    };
    const person = signedIn(app);
    const outcomes: string[] = [];
    for (let i = 0; i < 22; i++) outcomes.push(await send(`${prefix}${String(4500 + i)}`));
    expect(outcomes.filter((each) => each === 'sent')).toHaveLength(20);
    expect(outcomes.slice(20)).toEqual(['RATE_LIMITED', 'RATE_LIMITED']);
    await Promise.all(
      Array.from({ length: 179 }, () => rateLimits.consume('text-to-new-number', 'everybody', 'all')),
    );
    expect(await send('+41 78 600 45 67')).toBe('sent');
    expect(await send('+41 78 601 45 67')).toBe('RATE_LIMITED');
  }, 30_000);

  it('within one batch, too', async ({ app }) => {
    const { phone } = await signedIn(app);
    const number = aNumber();
    const calls = Array.from({ length: TRPC_MAX_BATCH }, () => phone.set.mutate({ phone: number }));
    const outcomes = await Promise.all(calls.map((call) => call.then(() => 'sent', codeOf)));
    expect(outcomes.filter((each) => each === 'sent')).toHaveLength(3);
    expect(outcomes.filter((each) => each === 'RATE_LIMITED')).toHaveLength(TRPC_MAX_BATCH - 3);
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
