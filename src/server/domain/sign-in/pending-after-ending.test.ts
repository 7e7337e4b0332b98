import { describe, expect } from 'vitest';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { poll, startProgram } from '../../../testing/oauth/devices.ts';
import { confirmationOf } from '../../../testing/users/email-changes.ts';
import { makeTwoBrowsers, type TwoBrowsers } from '../../../testing/faults/held-changes.ts';
import { aNumber } from '../../../testing/sign-in/phones.ts';
import { it } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';

const ENDINGS: Readonly<Record<string, (app: TestApp, person: TwoBrowsers) => Promise<unknown>>> = {
  'is revoked': (app, { owner, askingId }) => app.client(owner).session.revoke.mutate({ id: askingId }),
  'is revoked with all others': (app, { owner }) => app.client(owner).session.revokeOthers.mutate(),
  'signs out': (app, { asking }) => app.client(asking).session.signOut.mutate(),
};

describe.each(Object.entries(ENDINGS))('an open request when its session %s', (_how, end) => {
  it('gives no access token to a device that it approved (security.md R6)', async ({ app }) => {
    const person = await makeTwoBrowsers(app);
    const started = await startProgram(app, { clientName: 'a program' });
    await app.client(person.asking).device.approve.mutate({ userCode: started.userCode });
    await end(app, person);
    await expect(poll(app, started)).rejects.toThrow('access_denied');
    expect(await app.deps.collections.accessTokens.countDocuments({ name: 'a program' })).toBe(0);
  });

  it('changes no address and is not shown as open (security.md R6)', async ({ app }) => {
    const person = await makeTwoBrowsers(app);
    const wanted = `next-${person.email}`;
    await app.client(person.asking).email.change.mutate({ email: wanted });
    const { token, code } = confirmationOf(app, wanted);
    const { email } = app.client(person.owner);
    expect((await email.get.query()).pending).toMatchObject({ email: wanted });
    await end(app, person);
    expect(await email.get.query()).toMatchObject({ email: person.email, pending: null });
    expect(await appCodeOf(email.confirm.mutate({ token }))).toBe('EMAIL_LINK_INVALID');
    expect(await appCodeOf(email.confirmWithCode.mutate({ code }))).toBe('CODE_INVALID');
    expect(await email.get.query()).toMatchObject({ email: person.email });
  });

  it('verifies no number and is not shown as open (security.md R6)', async ({ app }) => {
    const person = await makeTwoBrowsers(app);
    const number = aNumber();
    await app.client(person.asking).phone.set.mutate({ phone: number });
    await end(app, person);
    const { phone } = app.client(person.owner);
    expect((await phone.get.query()).pending).toBeNull();
    expect(await appCodeOf(phone.verify.mutate({ code: app.phonebox.codeTo(number) }))).toBe(
      'CODE_OTHER_BROWSER',
    );
  });
});
