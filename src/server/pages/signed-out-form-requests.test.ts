import { describe, expect } from 'vitest';
import type { SignedOutPage } from '../../shared/signed-out-page.ts';
import { testWith } from '../../testing/app/fixture.ts';
import type { AgentAnswer, HttpAgent } from '../../testing/app/http-agent.ts';
import { dataOfPage } from '../../testing/pages/page-text.ts';
import { OTHER_PASSWORD, PASSWORD, signUpWithPassword } from '../../testing/sign-in/passwords.ts';
import { rawRequest } from '../../testing/app/raw-request.ts';
import { submitForm } from '../../testing/pages/submit-form.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { testDocuments } from '../../testing/app/test-documents.ts';
import { uniqueName } from '../../testing/run/unique-name.ts';
import { countWritten } from '../../testing/database/written.ts';

const documents = await testDocuments();
const it = testWith({ documents });

const PATHS = ['/sign-in', '/sign-up', '/forgot-password', '/check-email'] as const;
const URLENCODED = 'application/x-www-form-urlencoded';
const newAddress = () => `${uniqueName()}@example.test`;
const FIELDS = { email: 'a@b.test', name: 'Ada', password: PASSWORD, way: 'link' };
const asJson = { accept: 'application/json' };

const codeOf = ({ text }: { text: string }): unknown =>
  (JSON.parse(text) as { error: { data: { appCode: string } } }).error.data.appCode;
const failedFormOf = ({ text }: AgentAnswer) => (dataOfPage(text) as { page: SignedOutPage }).page.failedForm;
const failureOf = (answer: AgentAnswer) => failedFormOf(answer)?.failure;

async function signedInAs(app: TestApp, agent: HttpAgent): Promise<string | null | undefined> {
  return (await app.client(agent).session.get.query())?.user.email;
}

describe.each(PATHS)('a post to %s', (path) => {
  it.for<[string, Record<string, string>]>([
    ['another origin', { origin: 'https://evil.test' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling host', { 'sec-fetch-site': 'same-site' }],
  ])('from %s is refused and writes nothing', async ([_name, headers], { app }) => {
    const before = await countWritten(app);
    const answer = await app.agent().postForm(path, FIELDS, { ...headers, ...asJson });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'FOREIGN_ORIGIN']);
    expect(answer.setCookies).toEqual([]);
    expect(await countWritten(app)).toEqual(before);
  });

  it('without an origin is refused when it has cookies', async ({ app }) => {
    const body = new URLSearchParams(FIELDS).toString();
    const answer = await rawRequest(app.origin, {
      method: 'POST',
      path,
      headers: { 'content-type': URLENCODED, cookie: 'foyer.device=x' },
      body,
    });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'FOREIGN_ORIGIN']);
  });

  it('with more than 16 kilobytes returns 413', async ({ app }) => {
    const answer = await app.agent().postForm(path, { ...FIELDS, more: 'x'.repeat(17 * 1024) }, asJson);
    expect([answer.status, codeOf(answer)]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it.for<[string, string, string]>([
    ['a repeated address', URLENCODED, 'email=a@b.test&email=c@d.test&name=A&password=x&code=123456'],
    ['brackets in the names', URLENCODED, 'email[]=a@b.test&email[$ne]=x&code[a]=1&name=A'],
    ['a __proto__', URLENCODED, '__proto__[email]=a@b.test&__proto__=a@b.test&constructor=x'],
    ['an empty body', URLENCODED, ''],
    ['a body of JSON', 'application/json', JSON.stringify(FIELDS)],
    ['a body of text', 'text/plain', new URLSearchParams(FIELDS).toString()],
    ['a multipart body', 'multipart/form-data; boundary=x', '--x\r\n\r\na\r\n--x--'],
  ])(
    'with %s answers INVALID_INPUT with the page, and writes nothing',
    async ([_name, type, body], { app }) => {
      const before = await countWritten(app);
      const agent = app.agent();
      const answer = await agent.request(path, { method: 'POST', headers: { 'content-type': type }, body });
      expect([answer.status, failureOf(answer)?.appCode]).toEqual([400, 'INVALID_INPUT']);
      for (const value of Object.values(failedFormOf(answer)?.values ?? {}))
        expect(value).toBeTypeOf('string');
      expect(answer.setCookies).toEqual([]);
      expect(await countWritten(app)).toEqual(before);
    },
  );

  it.for([
    ['another charset', { 'content-type': `${URLENCODED}; charset=utf-7` }, 415],
    ['an unknown compression', { 'content-type': URLENCODED, 'content-encoding': 'x' }, 415],
  ] as const)('in %s returns %i', async ([_name, headers, status], { app }) => {
    const answer = await app.agent().request(path, { method: 'POST', headers, body: 'email=a@b.test' });
    expect([answer.status, codeOf(answer)]).toEqual([status, 'UNSUPPORTED_MEDIA_TYPE']);
  });
});

describe('a form', () => {
  it('with a foreign callbackUrl is refused, as by the procedure', async ({ app }) => {
    const fields = { email: newAddress(), way: 'link', callbackUrl: 'https://evil.test/' };
    const answer = await app.agent().postForm('/sign-in', fields);
    const call = await app.agent().postJson('/trpc/session.requestLink', {
      email: fields.email,
      callbackUrl: fields.callbackUrl,
    });
    expect([answer.status, failureOf(answer)?.appCode]).toEqual([call.status, codeOf(call)]);
    expect(answer.text).not.toContain('evil.test');
    expect(app.mailbox.messages).toEqual([]);
  });

  it.for(['/SIGN-IN', '/goodbye', '/account'])('sent to %s does nothing', async (path, { app }) => {
    const { status, setCookies } = await app.agent().postForm(path, FIELDS);
    expect([status, setCookies, app.mailbox.messages]).toEqual([404, [], []]);
  });

  it('with a right password replaces the session of the browser', async ({ app }) => {
    const email = newAddress();
    await signUpWithPassword(app, email);
    const agent = await app.signInByMail(newAddress());
    const former = app.agent();
    former.cookies.set('foyer.session', agent.cookies.get('foyer.session') ?? '');
    const address = '/sign-in?error=SESSION_NOT_FRESH';
    const answer = await submitForm(agent, address, 'Sign in', { email, password: PASSWORD });
    expect([answer.status, answer.location]).toEqual([303, `${app.origin}/account`]);
    expect(await signedInAs(app, agent)).toBe(email);
    expect(await signedInAs(app, former)).toBeUndefined();
    expect(agent.cookies.get('foyer.device')).toMatch(/^[0-9a-f]{24}\./);
  });

  it('that fails leaves the browser signed in', async ({ app }) => {
    const email = newAddress();
    const agent = await signUpWithPassword(app, email);
    const session = agent.cookies.get('foyer.session');
    const typed = { email, password: OTHER_PASSWORD };
    const answer = await submitForm(agent, '/sign-in?error=SESSION_NOT_FRESH', 'Sign in', typed);
    expect(failureOf(answer)?.appCode).toBe('CredentialsSignin');
    expect(agent.cookies.get('foyer.session')).toBe(session);
    expect(await signedInAs(app, agent)).toBe(email);
  });

  it('with the code, without the cookie of the sign-up, leads to where a password can be chosen', async ({
    app,
  }) => {
    const email = newAddress();
    const agent = app.agent();
    await submitForm(agent, '/sign-up', 'Create account', { name: 'Ada', email, password: PASSWORD });
    agent.cookies.delete('foyer.sign-up');
    const code = app.mailbox.codeOf(app.mailbox.last(email));
    const inside = await submitForm(agent, `/check-email?email=${email}`, 'Sign in', { code });
    expect(inside.location).toBe(`${app.origin}/account/sign-in-methods?outcome=password-left-out`);
  });
});

describe('two forms at the same time', () => {
  it('with the same sign-up: both are answered alike, and there is one user in the end', async ({ app }) => {
    const email = newAddress();
    const agent = app.agent();
    const fields = { name: 'Ada', email, password: PASSWORD };
    const answers = await Promise.all([1, 2].map(() => agent.postForm('/sign-up', fields)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    const [first, second] = app.mailbox.messages.map((mail) => app.mailbox.codeOf(mail));
    const typed = [first, second].map((code = '') => ({ email, code, way: 'code' }));
    const signIns = await Promise.all(typed.map((each) => agent.postForm('/check-email', each)));
    expect(signIns.some(({ status }) => status === 303)).toBe(true);
    for (const { status } of signIns) expect(status).toBeLessThan(500);
    expect(await app.deps.collections.users.countDocuments({ email })).toBe(1);
  });
});
