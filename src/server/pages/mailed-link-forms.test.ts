import { describe, expect } from 'vitest';
import { ERRORS } from '../../shared/errors/catalogue.ts';
import { changeEmail, undoTokenOf, withOpenChange } from '../../testing/users/email-changes.ts';
import { testWith } from '../../testing/app/fixture.ts';
import type { AgentAnswer, HttpAgent } from '../../testing/app/http-agent.ts';
import { createHttpBrowser, formOf } from '../../testing/app/http-browser.ts';
import { aProtectedPerson, askForRemoval } from '../../testing/sign-in/lost-second-factor.ts';
import { OTHER_PASSWORD, resetLinkOf, signUpWithPassword } from '../../testing/sign-in/passwords.ts';
import { textOfPage } from '../../testing/pages/page-text.ts';
import { testDocuments } from '../../testing/app/test-documents.ts';
import { type TestApp } from '../../testing/app/test-app.ts';
import { uniqueEmail } from '../../testing/run/unique-name.ts';
import { readUser } from '../../testing/users/signed-in-users.ts';

const documents = await testDocuments();
const it = testWith({ documents });
const TOKEN = 'a-token-that-nobody-was-sent-aaaaaaaaaaaaaa';
const PATHS = [
  '/confirm',
  '/reset-password',
  '/confirm-email',
  '/undo-email',
  '/stop-second-factor-removal',
] as const;

const shownBy = ({ text }: AgentAnswer) => textOfPage(text);

function linkTo(app: TestApp, email: string): { path: string; token: string } {
  const { pathname, search, searchParams } = new URL(app.mailbox.linkOf(app.mailbox.last(email)));
  return { path: pathname + search, token: searchParams.get('token') ?? '' };
}

async function mailedSignIn(app: TestApp, email = uniqueEmail(), callbackUrl = '/account/devices') {
  await app.client(app.agent()).session.requestLink.mutate({ email, callbackUrl });
  return { email, ...linkTo(app, email) };
}

async function mailedReset(app: TestApp) {
  const email = uniqueEmail();
  await signUpWithPassword(app, email);
  await app.client(app.agent()).password.requestReset.mutate({ email });
  return { path: linkTo(app, email).path, ...resetLinkOf(app, email) };
}

async function mailedChange(app: TestApp) {
  const { agent, address: former, wanted, token } = await withOpenChange(app);
  return { agent, former, wanted, token, path: `/confirm-email?token=${token}` };
}

async function mailedUndo(app: TestApp) {
  const [former, taken] = [uniqueEmail(), uniqueEmail()];
  const agent = await app.signInByMail(former);
  await changeEmail(app, agent, taken);
  const token = await undoTokenOf(app, former);
  return { agent, former, taken, token, path: `/undo-email?token=${token}` };
}

async function mailedRemoval(app: TestApp) {
  const { email, userId } = await aProtectedPerson(app);
  const token = await askForRemoval(app, email);
  return { userId, token, path: `/stop-second-factor-removal?token=${token}` };
}

/** One mail of each kind, with its page and the form of that page. */
async function mailAll(app: TestApp) {
  const signIn = await mailedSignIn(app);
  const reset = await mailedReset(app);
  const change = await mailedChange(app);
  const undo = await mailedUndo(app);
  const removal = await mailedRemoval(app);
  return [
    { ...signIn, agent: app.agent(), form: '/confirm', fields: { email: signIn.email } },
    {
      ...reset,
      agent: app.agent(),
      form: '/reset-password',
      fields: { email: reset.email, password: OTHER_PASSWORD },
    },
    { ...change, form: '/confirm-email', fields: {} },
    { ...undo, agent: app.agent(), form: '/undo-email', fields: {} },
    { ...removal, agent: app.agent(), form: '/stop-second-factor-removal', fields: {} },
  ] as const;
}

async function whoIs(app: TestApp, agent: HttpAgent): Promise<string | null | undefined> {
  return (await app.client(agent).session.get.query())?.user.email;
}

describe('POST /confirm', () => {
  it('signs in and leads to the callback URL', async ({ app }) => {
    const { email, token } = await mailedSignIn(app);
    const agent = app.agent();
    const answer = await agent.postForm('/confirm', { email, token, callbackUrl: '/account/devices' });
    expect([answer.status, answer.location]).toEqual([303, `${app.origin}/account/devices`]);
    expect(await whoIs(app, agent)).toBe(email);
  });

  it('offers a new link after the link was used, with the address and the callback URL', async ({ app }) => {
    const { email, token } = await mailedSignIn(app);
    const callbackUrl = '/account/devices';
    await app.agent().postForm('/confirm', { email, token, callbackUrl });
    const answer = await app.agent().postForm('/confirm', { email, token, callbackUrl });
    expect(answer.status).toBe(ERRORS.Verification.status);
    expect(shownBy(answer)).toContain('Code: Verification');
    const search = new URLSearchParams({ email, callbackUrl }).toString().replaceAll('&', '&amp;');
    expect(answer.text).toContain(`href="/sign-in?${search}"`);
  });

  it('names the person who is signed in already when the link was used', async ({ app }) => {
    const { email, token } = await mailedSignIn(app);
    const agent = app.agent();
    await agent.postForm('/confirm', { email, token });
    const answer = await agent.postForm('/confirm', { email, token });
    expect(shownBy(answer)).toContain(`You are already signed in as ${email}.`);
    expect(answer.text).toContain('href="/account"');
  });

  it('answers an unknown address like a known one', async ({ app }) => {
    const { email } = await mailedSignIn(app);
    const answers = [email, uniqueEmail()].map((each) =>
      app.agent().postForm('/confirm', { email: each, token: TOKEN }),
    );
    const [known, unknown] = await Promise.all(answers);
    expect(known?.status).toBe(ERRORS.Verification.status);
    const withoutId = (answer?: AgentAnswer) =>
      answer && [answer.status, shownBy(answer).replace(/Request: [\w-]+/, '')];
    expect(withoutId(known)).toEqual(withoutId(unknown));
  });
});

describe('POST /reset-password', () => {
  it('sets the password, and says so without a redirect', async ({ app }) => {
    const { email, token } = await mailedReset(app);
    const agent = app.agent();
    const answer = await agent.postForm('/reset-password', { email, token, password: OTHER_PASSWORD });
    expect([answer.status, answer.location]).toEqual([200, null]);
    expect(shownBy(answer)).toContain('Your new password is set');
    expect(answer.headers.get('cache-control')).toBe('private, no-store, no-transform');
    expect(await whoIs(app, agent)).toBeUndefined();
    await app.client(agent).password.signIn.mutate({ email, password: OTHER_PASSWORD });
    expect(await whoIs(app, agent)).toBe(email);
  });

  it('shows the form again with what is wrong with the password, but not the password', async ({ app }) => {
    const { email, token } = await mailedReset(app);
    const weak = { email, token, password: 'hunter2hunter2' };
    const answer = await app.agent().postForm('/reset-password', weak);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(`name="token" value="${token}"`);
    expect(answer.text).toMatch(/aria-invalid="true"/);
    expect(answer.text).not.toContain('hunter2hunter2');
    expect(answer.headers.get('cache-control')).toBe('private, no-store, no-transform');
    const again = await app.agent().postForm('/reset-password', { email, token, password: OTHER_PASSWORD });
    expect(again.status).toBe(200);
  });
});

describe('POST /confirm-email', () => {
  it('changes the address, and says what the former one can still do', async ({ app }) => {
    const { agent, wanted, token } = await mailedChange(app);
    const answer = await agent.postForm('/confirm-email', { token });
    expect(answer.status).toBe(200);
    expect(shownBy(answer)).toContain(`Your email address is ${wanted} now.`);
    expect(shownBy(answer)).toContain('it can undo the change for seven days.');
    expect(await whoIs(app, agent)).toBe(wanted);
  });

  it('confirms nothing without a session, and nothing for another person', async ({ app }) => {
    const { agent, former, token } = await mailedChange(app);
    const nobody = await app.agent().postForm('/confirm-email', { token });
    expect(nobody.status).toBe(401);
    expect(shownBy(nobody)).toContain('Sign in to confirm your address');
    const other = await (await app.signInByMail(uniqueEmail())).postForm('/confirm-email', { token });
    expect(other.status).toBe(ERRORS.EMAIL_LINK_INVALID.status);
    expect(shownBy(other)).toContain('Code: EMAIL_LINK_INVALID');
    expect(await whoIs(app, agent)).toBe(former);
  });

  it('says that somebody else has the address meanwhile', async ({ app }) => {
    const { agent, former, wanted, token } = await mailedChange(app);
    await app.signInByMail(wanted);
    const answer = await agent.postForm('/confirm-email', { token });
    expect(answer.status).toBe(409);
    expect(shownBy(answer)).toContain('Code: EMAIL_TAKEN');
    expect(shownBy(answer)).toContain(`The address of your account is ${former}.`);
  });
});

it('POST /undo-email restores the address, signs out, and names the next steps', async ({ app }) => {
  const { agent, former, token } = await mailedUndo(app);
  const answer = await app.agent().postForm('/undo-email', { token });
  expect(answer.status).toBe(200);
  expect(shownBy(answer)).toContain(`The address of your account is ${former} again`);
  expect(answer.text).toContain(
    `href="/forgot-password?${new URLSearchParams({ email: former }).toString()}"`,
  );
  expect(await whoIs(app, agent)).toBeUndefined();
});

it('POST /stop-second-factor-removal stops the removal without a session', async ({ app }) => {
  const { token, userId } = await mailedRemoval(app);
  const answer = await app.agent().postForm('/stop-second-factor-removal', { token });
  expect(answer.status).toBe(200);
  expect(shownBy(answer)).toContain('Two-step verification stays on');
  expect(answer.text).toContain('href="/forgot-password"');
  const user = await readUser(app, { userId });
  expect(user.secondFactorRemoval).toBeUndefined();
  expect(user.totp).toHaveLength(1);
});

describe('a form of a mailed link with a dead token', () => {
  it.for([
    ['/reset-password', TOKEN, 'RESET_LINK_INVALID'],
    ['/reset-password', 'cut off', 'INVALID_INPUT'],
    ['/reset-password', '', 'INVALID_INPUT'],
    ['/undo-email', TOKEN, 'EMAIL_UNDO_INVALID'],
    ['/undo-email', 'cut off', 'INVALID_INPUT'],
    ['/stop-second-factor-removal', TOKEN, 'REMOVAL_LINK_INVALID'],
    ['/stop-second-factor-removal', 'cut off', 'INVALID_INPUT'],
  ] as const)('%s says so of the token %j', async ([path, token, code], { app }) => {
    const email = uniqueEmail();
    const answer = await app.agent().postForm(path, { email, token, password: OTHER_PASSWORD });
    expect(answer.status).toBe(ERRORS[code].status);
    expect(shownBy(answer)).toContain('This link no longer works');
    if (path === '/reset-password')
      expect(answer.text).toContain(`href="/forgot-password?${new URLSearchParams({ email }).toString()}"`);
    else expect(shownBy(answer)).toMatch(/Code: (EMAIL_UNDO|REMOVAL_LINK)_INVALID/);
  });
});

describe('the page of a mailed link', () => {
  it('uses nothing up when it is opened, so the form works afterwards', async ({ app }) => {
    const statuses: number[] = [];
    for (const { agent, path, form, fields, token } of await mailAll(app)) {
      for (const method of ['GET', 'HEAD', 'GET']) {
        const answer = await agent.request(path, { method });
        expect(answer.status).toBe(200);
        expect(answer.headers.get('cache-control')).toBe('private, no-store, no-transform');
        expect(answer.headers.get('content-encoding')).toBeNull();
      }
      statuses.push((await agent.postForm(form, { ...fields, token })).status);
    }
    expect(statuses).toEqual([303, 200, 200, 200, 200]);
  });

  it('has the token in its form, and in the address to which the language form returns', async ({ app }) => {
    const email = 'ada@example.test';
    const query = new URLSearchParams({ email, callbackUrl: '/account/devices', token: TOKEN });
    const page = await createHttpBrowser(app.origin).open(`${app.origin}/confirm?${query.toString()}`);
    if ('leavesTo' in page) throw new Error('no page');
    const { action, fields } = formOf(page, '/confirm');
    expect(action).toBe(`${app.origin}/confirm`);
    expect(Object.fromEntries(fields)).toEqual(Object.fromEntries(query));
    const returnTo = formOf(page, '/locale').fields.get('returnTo') ?? '';
    const answer = await app.agent().postForm('/locale', { locale: 'de', returnTo });
    expect(answer.location).toBe(`${app.origin}/confirm?${query.toString()}`);
  });

  it.for(PATHS)(
    '%s without a token shows a browser without script that the link is dead',
    async (path, { app }) => {
      const agent = await app.signInByMail(uniqueEmail());
      const { text } = await agent.request(path);
      const content =
        /<noscript>([\s\S]*?)<\/noscript>/.exec(text)?.[1] ?? /<div id="root">[\s\S]*/.exec(text)?.[0];
      expect(content).toMatch(
        /data-error-code="(Verification|RESET_LINK_INVALID|EMAIL_LINK_INVALID|EMAIL_UNDO_INVALID|REMOVAL_LINK_INVALID)"/,
      );
    },
  );

  it('names the account whose address it changes, and asks others to sign in', async ({ app }) => {
    const { agent, former, wanted, path } = await mailedChange(app);
    const page = await agent.request(path);
    expect(shownBy(page)).toContain(wanted);
    expect(shownBy(page)).toContain(former);
    expect(shownBy(await app.agent().request(path))).toContain('Sign in to confirm your address');
    const other = await (await app.signInByMail(uniqueEmail())).request(path);
    expect(shownBy(other)).toContain('Code: EMAIL_LINK_INVALID');
    expect(other.text).not.toContain(wanted);
  });
});

describe('a form of a mailed link', () => {
  it.for(PATHS)('%s is refused from a foreign origin', async (path, { app }) => {
    const { email, token } = await mailedSignIn(app);
    for (const headers of [
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const answer = await app.agent().postForm(path, { email, token, password: OTHER_PASSWORD }, headers);
      expect(answer.status).toBe(403);
    }
    expect((await app.agent().postForm('/confirm', { email, token })).status).toBe(303);
  });

  it('leaves neither token nor password in the log', async ({ app }) => {
    const mailed = await mailAll(app);
    const before = app.logLines.length;
    for (const { path } of mailed) await app.agent().request(path);
    for (let time = 0; time < 2; time++)
      for (const { agent, form, fields, token } of mailed) await agent.postForm(form, { ...fields, token });
    const log = JSON.stringify(app.logLines.slice(before));
    expect(log).toContain('auth.email-change-undone');
    expect(log).toContain('RESET_LINK_INVALID');
    for (const secret of [...mailed.map(({ token }) => token), OTHER_PASSWORD])
      expect(log).not.toContain(secret);
  });
});
