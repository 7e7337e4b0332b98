import { describe, expect } from 'vitest';
import { VERIFICATION_TOKEN_MAX_AGE_MS } from '../../../shared/limits.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { confirmationOf } from '../../../testing/users/email-changes.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { PASSWORD } from '../../../testing/sign-in/passwords.ts';
import { aNumber, wrongCode } from '../../../testing/sign-in/phones.ts';
import { it } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import {
  REQUESTS_KEPT_OF_KNOWN,
  REQUESTS_KEPT_OF_UNKNOWN_CALLERS,
  storeRequest,
} from './verification-tokens.ts';
import { identifierOf } from '../rules/verification-identifiers.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';

const rowOf = (app: TestApp, email: string) =>
  app.deps.collections.verificationTokens.findOne({ identifier: identifierOf('sign-in', email) });

async function ask(app: TestApp, email: string, agent: HttpAgent = app.agent()) {
  const { session } = app.client(agent);
  const { token, code } = await app.requestMail(email, agent);
  return {
    agent,
    code,
    enter: (given = code) => session.signInWithCode.mutate({ email, code: given }),
    open: () => session.confirmLink.mutate({ email, token }),
  };
}

/** Calls as a script does: without `Origin` and cookies. */
async function callWithoutCookies(app: TestApp, procedure: string, input: object) {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(input);
  const answer = await fetch(`${app.origin}/trpc/${procedure}`, { method: 'POST', headers, body });
  const { result, error } = (await answer.json()) as Record<string, { data: Record<string, unknown> }>;
  return (result ?? error)?.data ?? {};
}

describe('a code from a mail', () => {
  it('works only in the browser that requested it, and a try in another is not counted', async ({ app }) => {
    const email = uniqueEmail();
    const { code, enter } = await ask(app, email);
    const elsewhere = app.client(app.agent()).session;
    for (let n = 0; n < 6; n++)
      expect(await appCodeOf(elsewhere.signInWithCode.mutate({ email, code }))).toBe('CODE_OTHER_BROWSER');
    expect((await rowOf(app, email))?.requests).toMatchObject([{ attempts: 0 }]);
    expect(await enter()).toMatchObject({ session: { user: { email } } });
  });

  it('is refused with the same answer for known and unknown addresses', async ({ app }) => {
    const known = uniqueEmail();
    await app.signInByMail(known);
    await ask(app, known);
    for (const email of [known, uniqueEmail()]) {
      const call = app.client(app.agent()).session.signInWithCode.mutate({ email, code: '123456' });
      expect(await appCodeOf(call)).toBe('CODE_OTHER_BROWSER');
    }
  });

  it('works for a client without cookies that sends the answer’s secret', async ({ app }) => {
    const [email, other] = [uniqueEmail(), uniqueEmail()];
    const { codeRequest } = await callWithoutCookies(app, 'session.requestLink', { email });
    const code = app.mailbox.codeOf(app.mailbox.last(email));
    const ofOther = (await callWithoutCookies(app, 'session.requestLink', { email: other })).codeRequest;
    expect(codeRequest).toMatch(/^[\w-]{51}$/);
    const enter = (more: object) =>
      callWithoutCookies(app, 'session.signInWithCode', { email, code, ...more });
    expect(await enter({})).toMatchObject({ appCode: 'CODE_OTHER_BROWSER' });
    expect(await enter({ codeRequest: ofOther })).toMatchObject({ appCode: 'CODE_OTHER_BROWSER' });
    expect(await enter({ codeRequest })).toMatchObject({ session: { user: { email } } });
  });

  it('after a sign-up works for a client without cookies in the same way', async ({ app }) => {
    const email = uniqueEmail();
    const input = { email, password: PASSWORD, name: 'Ada' };
    const { codeRequest } = await callWithoutCookies(app, 'password.signUp', input);
    const code = app.mailbox.codeOf(app.mailbox.last(email));
    const answer = await callWithoutCookies(app, 'session.signInWithCode', { email, code, codeRequest });
    expect(answer).toMatchObject({ session: { user: { email } }, signUp: 'password-left-out' });
  });

  it('is bound by an HttpOnly, SameSite cookie with a new secret each time, which is in no answer', async ({
    app,
  }) => {
    const agent = app.agent();
    agent.cookies.set('foyer.code-request', 'planted-by-somebody-else-and-known-to-them');
    const answer = await agent.postJson('/trpc/session.requestLink', { email: uniqueEmail() });
    expect(answer.setCookies).toHaveLength(1);
    const [, secret = ''] =
      /^foyer\.code-request=([\w-]{51})~planted[^;]*; Path=\/; Expires=[^;]*; HttpOnly; SameSite=Lax$/.exec(
        answer.setCookies[0] ?? '',
      ) ?? [];
    expect(secret).not.toBe('');
    expect(answer.text).not.toContain(secret);
    const stored = await app.deps.collections.verificationTokens.find().toArray();
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  it('stays valid in its browser after newer ones of this and other browsers', async ({ app }) => {
    const email = uniqueEmail();
    const first = await ask(app, email);
    await ask(app, email, first.agent);
    await ask(app, email);
    await ask(app, email);
    expect(await first.enter()).toMatchObject({ session: { user: { email } } });
  });

  it('allows five tries for each request, which others cannot use up', async ({ app }) => {
    const email = uniqueEmail();
    const mine = await ask(app, email);
    const theirs = await ask(app, email);
    for (let n = 0; n < 4; n++)
      expect(await appCodeOf(theirs.enter(wrongCode(theirs.code)))).toBe('CODE_INVALID');
    expect(await appCodeOf(theirs.enter(wrongCode(theirs.code)))).toBe('CODE_DEAD');
    expect(await appCodeOf(theirs.enter())).toBe('CODE_DEAD');
    await mine.enter();
  });

  it('counts five tries for each open request of a browser', async ({ app }) => {
    const email = uniqueEmail();
    const first = await ask(app, email);
    await first.enter(wrongCode(first.code)).catch(() => null);
    const second = await ask(app, email, first.agent);
    for (let n = 0; n < 4; n++) await second.enter(wrongCode(second.code)).catch(() => null);
    // The first request has no try left, the second has one.
    expect((await rowOf(app, email))?.requests?.map(({ attempts }) => attempts)).toEqual([5, 4]);
    await second.enter();
  });

  it('ends all other codes and links of the address when it is used', async ({ app }) => {
    const email = uniqueEmail();
    const requests = [await ask(app, email), await ask(app, email), await ask(app, email)];
    await requests[1]?.enter();
    expect(await rowOf(app, email)).toBeNull();
    expect(await appCodeOf(requests[0]?.enter() ?? Promise.resolve())).toBe('CODE_INVALID');
    expect(await appCodeOf(requests[2]?.open() ?? Promise.resolve())).toBe('Verification');
  });

  it('of 52 parallel uses of codes and links of one address, one signs in (security.md 8)', async ({
    app,
  }) => {
    const email = uniqueEmail();
    const requests = [];
    for (let n = 0; n < 4; n++) requests.push(await ask(app, email));
    const uses = requests.flatMap(({ enter, open }) =>
      Array.from({ length: 13 }, (_, n) => (n < 7 ? enter() : open())),
    );
    const outcomes = await Promise.allSettled(uses);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await app.deps.collections.users.findOne({ email }))?.sessions).toHaveLength(1);
  });

  it('works after a request by the form of Auth.js, which sets the same cookie', async ({ app }) => {
    const email = uniqueEmail();
    const agent = app.agent();
    const { csrfToken } = (await agent.request('/auth/csrf')).json() as { csrfToken: string };
    const answer = await agent.postForm('/auth/signin/email', { email, csrfToken });
    expect(answer.location).toContain('/check-email');
    const code = app.mailbox.codeOf(app.mailbox.last(email));
    const elsewhere = app.client(app.agent()).session.signInWithCode.mutate({ email, code });
    expect(await appCodeOf(elsewhere)).toBe('CODE_OTHER_BROWSER');
    await app.client(agent).session.signInWithCode.mutate({ email, code });
  });
});

it('a code for a number works only in the session that requested it', async ({ app }) => {
  const email = uniqueEmail();
  const [here, there] = [await app.signInByMail(email), await app.signInByMail(email)];
  const number = aNumber();
  await app.client(here).phone.set.mutate({ phone: number });
  const code = app.phonebox.codeTo(number);
  expect((await app.client(there).phone.get.query()).pending).toBeNull();
  expect(await appCodeOf(app.client(there).phone.verify.mutate({ code }))).toBe('CODE_OTHER_BROWSER');
  expect((await app.client(here).phone.get.query()).pending).toMatchObject({ e164: number });
  await app.client(here).phone.verify.mutate({ code });
});

it('a code for a new address works in the session that requested it, the link in all sessions of the user', async ({
  app,
}) => {
  const email = uniqueEmail();
  const [here, there] = [await app.signInByMail(email), await app.signInByMail(email)];
  const wanted = uniqueEmail();
  await app.client(here).email.change.mutate({ email: wanted });
  const { code } = confirmationOf(app, wanted);
  for (let n = 0; n < 6; n++) {
    const elsewhere = app.client(there).email.confirmWithCode.mutate({ code });
    expect(await appCodeOf(elsewhere)).toBe('CODE_OTHER_BROWSER');
  }
  expect(await app.client(here).email.confirmWithCode.mutate({ code })).toMatchObject({ email: wanted });
  const next = uniqueEmail();
  await app.client(here).email.change.mutate({ email: next });
  const link = { token: confirmationOf(app, next).token };
  expect(await app.client(there).email.confirm.mutate(link)).toMatchObject({ email: next });
});

describe('open requests of one address', () => {
  const add = (app: TestApp, email: string, name: string, byUnknownCaller: boolean) =>
    storeRequest(app.deps, {
      identifier: identifierOf('sign-in', email),
      tokenHash: name,
      codeHash: null,
      requesterSecret: null,
      byUnknownCaller,
      expires: new Date(Date.now() + VERIFICATION_TOKEN_MAX_AGE_MS),
    });
  const namesOf = async (app: TestApp, email: string) =>
    (await rowOf(app, email))?.requests?.map(({ token }) => token ?? '') ?? [];

  it('are bounded, and an unknown caller’s replaces only unknown callers’', async ({ app }) => {
    const email = uniqueEmail();
    await add(app, email, 'own', false);
    for (let n = 0; n <= REQUESTS_KEPT_OF_UNKNOWN_CALLERS; n++)
      await add(app, email, `unknown-caller-${n}`, true);
    const names = await namesOf(app, email);
    expect(names).toHaveLength(REQUESTS_KEPT_OF_UNKNOWN_CALLERS + 1);
    expect(names).toContain('own');
    expect(names).not.toContain('unknown-caller-0');
    for (let n = 0; n <= REQUESTS_KEPT_OF_KNOWN; n++) await add(app, email, `own-${n}`, false);
    expect(await namesOf(app, email)).toHaveLength(REQUESTS_KEPT_OF_UNKNOWN_CALLERS + REQUESTS_KEPT_OF_KNOWN);
  });

  it('are all stored when 50 are made in parallel, up to the limit', async ({ app }) => {
    const email = uniqueEmail();
    await Promise.all(Array.from({ length: 50 }, (_, n) => add(app, email, `n-${n}`, n % 5 === 0)));
    expect(await namesOf(app, email)).toHaveLength(10 + REQUESTS_KEPT_OF_KNOWN);
  });
});
