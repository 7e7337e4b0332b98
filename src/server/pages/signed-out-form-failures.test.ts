import { describe, expect } from 'vitest';
import { ERRORS, type ErrorCode } from '../../shared/errors/catalogue.ts';
import { VERIFICATION_CODE_MAX_ATTEMPTS } from '../../shared/limits.ts';
import { RATE_LIMITS } from '../domain/rules/counters.ts';
import type { SignedOutPage } from '../../shared/signed-out-page.ts';
import { testWith } from '../../testing/app/fixture.ts';
import type { AgentAnswer, HttpAgent } from '../../testing/app/http-agent.ts';
import { dataOfPage, textOfPage } from '../../testing/pages/page-text.ts';
import { OTHER_PASSWORD, PASSWORD, signUpWithPassword } from '../../testing/sign-in/passwords.ts';
import { wrongCode } from '../../testing/sign-in/phones.ts';
import { BOUND, flood } from '../../testing/sign-in/proof-of-work.ts';
import { submitForm } from '../../testing/pages/submit-form.ts';
import { createTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { testDocuments } from '../../testing/app/test-documents.ts';
import { uniqueName } from '../../testing/run/unique-name.ts';

const documents = await testDocuments();
const it = testWith({ documents });

const newAddress = () => `${uniqueName()}@example.test`;

/** The failure in the data of a page, and its words. */
function failureOn({ status, headers, text }: AgentAnswer) {
  const { failedForm } = (dataOfPage(text) as { page: SignedOutPage }).page;
  if (!failedForm) throw new Error('the page has no failed form');
  const { failure, values } = failedForm;
  expect([status, headers.get('cache-control')]).toEqual([
    ERRORS[failure.appCode].status,
    'private, no-store, no-transform',
  ]);
  expect(failure.requestId).toBe(headers.get('x-request-id'));
  expect(headers.get('retry-after')).toBe(
    failure.retryAfter === undefined ? null : String(failure.retryAfter),
  );
  return { code: failure.appCode, values, retryAfter: failure.retryAfter, words: textOfPage(text) };
}

const codeOfCall = ({ text }: AgentAnswer): ErrorCode =>
  (JSON.parse(text) as { error: { data: { appCode: ErrorCode } } }).error.data.appCode;

const submitPassword = (agent: HttpAgent, email: string, password: string) =>
  submitForm(agent, '/sign-in?callbackUrl=/account/devices', 'Sign in', { email, password });
const callPassword = (agent: HttpAgent, email: string, password: string) =>
  agent.postJson('/trpc/password.signIn', { email, password });
const submitCode = (agent: HttpAgent, email: string, code: string) =>
  submitForm(agent, `/check-email?${new URLSearchParams({ email }).toString()}`, 'Sign in', { code });

describe('the page of a failed form', () => {
  it('keeps the address and the way back after a wrong password, but not the password', async ({ app }) => {
    const email = newAddress();
    await signUpWithPassword(app, email);
    const agent = app.agent();
    const answer = await submitPassword(agent, email, OTHER_PASSWORD);
    expect(failureOn(answer)).toMatchObject({
      code: 'CredentialsSignin',
      values: { email, way: 'password' },
      words: expect.stringContaining('Sign in failed. Check the details you provided are correct.'),
    });
    expect(answer.text).toContain(`value="${email}"`);
    expect(answer.text).toContain('<input type="hidden" name="callbackUrl" value="/account/devices"/>');
    expect(answer.text).not.toContain(OTHER_PASSWORD);
    expect(answer.setCookies).toEqual([]);
    expect(agent.cookies.has('foyer.session')).toBe(false);
  });

  it('keeps name and address of a sign-up, and marks the field at fault', async ({ app }) => {
    const email = newAddress();
    const typed = { name: 'Ada <Lovelace>', email, password: 'too short' };
    const answer = await submitForm(app.agent(), '/sign-up', 'Create account', typed);
    const { code, values, words } = failureOn(answer);
    expect([code, values]).toEqual(['INVALID_INPUT', { name: 'Ada <Lovelace>', email }]);
    expect(words).toContain('15 characters');
    expect(answer.text).toContain('value="Ada &lt;Lovelace&gt;"');
    expect(answer.text).not.toContain('too short"');
    expect(app.mailbox.messages).toEqual([]);
  });

  it.for([
    ['/sign-in', 'Email me a link'],
    ['/sign-in', 'Sign in'],
    ['/forgot-password', 'Email me the link'],
  ] as const)('of %s with the button %s says that this is no address', async ([address, button], { app }) => {
    const answer = await submitForm(app.agent(), address, button, { email: 'no address' });
    expect(failureOn(answer)).toMatchObject({ code: 'INVALID_INPUT', values: { email: 'no address' } });
    expect(answer.text).toContain('aria-invalid="true"');
  });

  it('shows a wrong code at its field, without the code', async ({ app }) => {
    const email = newAddress();
    const agent = app.agent();
    await app.client(agent).session.requestLink.mutate({ email });
    const wrong = wrongCode(app.mailbox.codeOf(app.mailbox.last(email)));
    const answer = await submitCode(agent, email, wrong);
    const { code, values, words } = failureOn(answer);
    expect([code, values]).toEqual(['CODE_INVALID', { email, way: 'code' }]);
    expect(words).toContain(ERRORS.CODE_INVALID.message);
    expect(answer.text).not.toContain(wrong);
  });

  it('shows that a code works in the browser that asked for it only', async ({ app }) => {
    const email = newAddress();
    await app.client(app.agent()).session.requestLink.mutate({ email });
    const answer = await submitCode(app.agent(), email, app.mailbox.codeOf(app.mailbox.last(email)));
    expect(failureOn(answer)).toMatchObject({
      code: 'CODE_OTHER_BROWSER',
      words: expect.stringContaining(ERRORS.CODE_OTHER_BROWSER.message),
    });
  });

  it('is in the language of the browser', async ({ app }) => {
    const agent = app.agent();
    const answer = await agent.postForm('/sign-in', { email: 'x' }, { 'accept-language': 'de' });
    expect(answer.text).toContain('<html lang="de">');
    expect(answer.headers.get('vary')).toContain('Accept-Language, Cookie');
  });

  it('shows a refused address (SIGN_IN_DOMAINS) and a mail that cannot be sent', async () => {
    await using closed = await createTestApp({
      documents,
      settings: { signInDomains: ['corp.test'] },
    });
    for (const button of ['Sign in', 'Email me a link']) {
      const typed = { email: 'a@else.test', password: PASSWORD };
      const answer = await submitForm(closed.agent(), '/sign-in', button, typed);
      expect(failureOn(answer)).toMatchObject({
        code: 'AccessDenied',
        words: expect.stringContaining(ERRORS.AccessDenied.message),
      });
    }
    closed.mailbox.send = () => Promise.reject(new Error('the mail server is away'));
    const answer = await submitForm(closed.agent(), '/sign-in', 'Email me a link', { email: 'a@corp.test' });
    expect(failureOn(answer).code).toBe('EmailSignin');
  });

  it('shows that an unknown caller must be checked, during a flood', async () => {
    await using app = await createTestApp({
      documents,
      unknownCallerBounds: { password: BOUND, mail: BOUND },
    });
    for (const action of ['password', 'mail'] as const)
      await flood(app.deps.collections, action, BOUND.freeAtMost);
    const email = newAddress();
    const typed = { email, password: PASSWORD };
    const answers = [
      await submitForm(app.agent(), '/sign-in', 'Sign in', typed),
      await submitForm(app.agent(), '/sign-in', 'Email me a link', typed),
      await submitForm(app.agent(), '/sign-up', 'Create account', { ...typed, name: 'Ada' }),
      await submitForm(app.agent(), '/forgot-password', 'Email me the link', { email }),
    ];
    for (const answer of answers) {
      const { code, words } = failureOn(answer);
      expect([answer.status, code]).toEqual([428, 'PROOF_OF_WORK_REQUIRED']);
      expect(words).toContain(ERRORS.PROOF_OF_WORK_REQUIRED.message);
      expect(answer.text).not.toContain('keySignature');
    }
    expect(app.mailbox.messages).toEqual([]);
  });
});

describe('the limits of a form', () => {
  it('are those of the procedure: guesses at a password', async ({ app }) => {
    const email = newAddress();
    await signUpWithPassword(app, email);
    await app.resetLimits();
    for (let guess = 0; guess < RATE_LIMITS.password.pause.account.quarter / 2; guess++) {
      expect(failureOn(await submitPassword(app.agent(), email, OTHER_PASSWORD)).code).toBe(
        'CredentialsSignin',
      );
      expect(codeOfCall(await callPassword(app.agent(), email, OTHER_PASSWORD))).toBe('CredentialsSignin');
    }
    expect(failureOn(await submitPassword(app.agent(), email, PASSWORD)).code).toBe('PROOF_OF_WORK_REQUIRED');
    expect(codeOfCall(await callPassword(app.agent(), email, PASSWORD))).toBe('PROOF_OF_WORK_REQUIRED');
  });

  it('are those of the procedure: wrong codes, after which the right one is dead', async ({ app }) => {
    const email = newAddress();
    const agent = app.agent();
    await app.client(agent).session.requestLink.mutate({ email });
    const code = app.mailbox.codeOf(app.mailbox.last(email));
    for (let guess = 1; guess < VERIFICATION_CODE_MAX_ATTEMPTS; guess++)
      expect(failureOn(await submitCode(agent, email, wrongCode(code))).code).toBe('CODE_INVALID');
    const last = await agent.postJson('/trpc/session.signInWithCode', { email, code: wrongCode(code) });
    expect(codeOfCall(last)).toBe('CODE_DEAD');
    expect(failureOn(await submitCode(agent, email, code))).toMatchObject({
      code: 'CODE_DEAD',
      words: expect.stringContaining(ERRORS.CODE_DEAD.message),
    });
  });
});

describe('known and unknown addresses', () => {
  /** The page without the request id and the address, which differ. */
  const comparable = ({ status, headers, text, location }: AgentAnswer, email: string) => ({
    status,
    location: location?.replaceAll(encodeURIComponent(email), 'email'),
    text: text
      .replaceAll(headers.get('x-request-id') ?? '', 'request')
      .replaceAll(encodeURIComponent(email), 'email')
      .replaceAll(email, 'email'),
  });

  async function known(app: TestApp): Promise<string> {
    const email = newAddress();
    await signUpWithPassword(app, email);
    await app.resetLimits();
    app.mailbox.clear();
    return email;
  }

  it.for([
    ['/sign-in', 'Sign in', { password: OTHER_PASSWORD }],
    ['/sign-in', 'Email me a link', {}],
    ['/sign-up', 'Create account', { name: 'Ada', password: OTHER_PASSWORD }],
    ['/forgot-password', 'Email me the link', {}],
  ] as const)('%s with the button %s answers the same to both', async ([address, button, typed], { app }) => {
    const [has, hasNot] = [await known(app), newAddress()];
    const [first, second] = [app.agent(), app.agent()];
    const forKnown = await submitForm(first, address, button, { ...typed, email: has });
    const forUnknown = await submitForm(second, address, button, { ...typed, email: hasNot });
    expect(comparable(forKnown, has)).toEqual(comparable(forUnknown, hasNot));
    expect([...first.cookies.keys()]).toEqual([...second.cookies.keys()]);
    if (forKnown.location === null) return;
    expect(app.mailbox.messages.map(({ to }) => to)).toEqual([has, hasNot]);
    const nextOf = async (agent: HttpAgent, { location }: AgentAnswer) => agent.request(location ?? '');
    expect(comparable(await nextOf(first, forKnown), has)).toEqual(
      comparable(await nextOf(second, forUnknown), hasNot),
    );
  });
});

describe('the log of a form', () => {
  it('has each failed sign-in once as auth.failed, with the procedure and the request id', async ({
    app,
  }) => {
    const email = newAddress();
    const answer = await submitPassword(app.agent(), email, OTHER_PASSWORD);
    const requestId = answer.headers.get('x-request-id');
    const lines = app.logLines.filter((line) => line['requestId'] === requestId);
    expect(lines.filter(({ event }) => event === 'auth.failed')).toMatchObject([
      { at: 'password.signIn', code: 'CredentialsSignin', ip: expect.any(String) },
    ]);
    expect(lines.filter(({ msg }) => msg === 'procedure refused')).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain(OTHER_PASSWORD);
  });
});
