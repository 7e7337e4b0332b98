import { expect, describe } from 'vitest';
import type { Document } from 'mongodb';
import { testWith } from '../../testing/app/fixture.ts';
import { FORM_CASES, numberOf } from '../../testing/pages/form-cases.ts';
import type { AgentAnswer, HttpAgent } from '../../testing/app/http-agent.ts';
import { submitForm } from '../../testing/pages/submit-form.ts';
import { type TestApp, createTestApp } from '../../testing/app/test-app.ts';
import { testDocuments } from '../../testing/app/test-documents.ts';
import { uniqueName, uniqueEmail } from '../../testing/run/unique-name.ts';
import type { SignedOutPage } from '../../shared/signed-out-page.ts';
import { dataOfPage, textOfPage } from '../../testing/pages/page-text.ts';
import { OTHER_PASSWORD, PASSWORD, signUpWithPassword } from '../../testing/sign-in/passwords.ts';
import { rawRequest } from '../../testing/app/raw-request.ts';
import { countWritten, refusalOf } from '../../testing/database/written.ts';
import { ERRORS } from '../../shared/errors/catalogue.ts';
import { wrongCode } from '../../testing/sign-in/phones.ts';
import { BOUND, flood } from '../../testing/sign-in/proof-of-work.ts';

const documents = await testDocuments();
const it = testWith({ documents, settings: { phoneSignIn: true } });

async function rowsOf(app: TestApp): Promise<Map<string, Document[]>> {
  const collections = await app.db.collections();
  return new Map(
    await Promise.all(
      collections.map(async (each) => [each.collectionName, await each.find().toArray()] as const),
    ),
  );
}

const byKey = ([first]: readonly [string, number], [second]: readonly [string, number]) =>
  first.localeCompare(second);

/** New documents by collection, counters, cookies and mails, without values that always differ. */
async function changesOf(app: TestApp, email: string, act: () => Promise<AgentAnswer>) {
  await app.resetLimits();
  app.mailbox.clear();
  const before = await rowsOf(app);
  const answer = await act();
  const after = await rowsOf(app);
  const countOf = (rows: Map<string, Document[]>, name: string) => rows.get(name)?.length ?? 0;
  const rows = [...after.keys()]
    // One row of `daily_counts` is for all sign-ins of a day by a method.
    .filter((name) => name !== 'rate_limits' && name !== 'daily_counts')
    .map((name) => [name, countOf(after, name) - countOf(before, name)] as const)
    .filter(([, count]) => count !== 0)
    .sort(byKey);
  const counters = (after.get('rate_limits') ?? [])
    .map(
      ({ key, points }) =>
        [
          String(key)
            .replaceAll(email, 'email')
            .replaceAll(numberOf(email), 'number')
            .replace(/[0-9a-f]{24}/, 'user'),
          points as number,
        ] as const,
    )
    .filter(([key]) => !key.startsWith('unknown'))
    .sort(byKey);
  const cookies = answer.setCookies.map((cookie) =>
    cookie.replace(/=[^;]*/, '=').replace(/Expires=[^;]*/, 'Expires'),
  );
  const mails = app.mailbox.messages.map(({ to, subject }) => [to.replaceAll(email, 'email'), subject]);
  return { answer, changes: { rows, counters, cookies, mails } };
}

it.for(FORM_CASES)(
  'the form $form writes the same rows, counters, cookies and mails as $procedure',
  async ({ procedure, button, addressFor, prepare, nextFor }, { app }) => {
    const [byForm, byProcedure] = [`${uniqueName()}@example.test`, `${uniqueName()}@example.test`];
    const browser = app.agent();
    const { typed } = await prepare(app, browser, byForm);
    const form = await changesOf(app, byForm, () => submitForm(browser, addressFor(byForm), button, typed));
    const program = app.agent();
    const { input } = await prepare(app, program, byProcedure);
    const call = await changesOf(app, byProcedure, () => program.postJson(`/trpc/${procedure}`, input));

    expect([form.answer.status, call.answer.status]).toEqual([303, 200]);
    expect(form.answer.location).toBe(app.origin + nextFor(byForm));
    expect(form.answer.headers.get('cache-control')).toBe('no-store');
    expect(form.changes).toEqual(call.changes);
    expect(form.changes.rows.length + form.changes.mails.length).toBeGreaterThan(0);
    expect((await browser.request(nextFor(byForm))).status).toBe(200);
  },
);

const PATHS = ['/sign-in', '/sign-up', '/forgot-password', '/check-email'] as const;
const URLENCODED = 'application/x-www-form-urlencoded';
const FIELDS = { email: 'a@b.test', name: 'Ada', password: PASSWORD, way: 'link' };
const asJson = { accept: 'application/json' };

const failedFormOf = ({ text }: Pick<AgentAnswer, 'text'>) =>
  (dataOfPage(text) as { page: SignedOutPage }).page.failedForm;
const failureOf = (answer: AgentAnswer) => failedFormOf(answer)?.failure;

describe.each(PATHS)('a post to %s', (path) => {
  it.for<Record<string, string>>([
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('with the headers %j is refused and writes nothing', async (headers, { app }) => {
    const before = await countWritten(app);
    const answer = await app.agent().postForm(path, FIELDS, { ...headers, ...asJson });
    expect([answer.status, refusalOf(answer.text)]).toEqual([403, 'FOREIGN_ORIGIN']);
    expect(answer.setCookies).toEqual([]);
    expect(await countWritten(app)).toEqual(before);
  });

  it('without an origin is refused when it has cookies', async ({ app }) => {
    const body = new URLSearchParams(FIELDS).toString();
    const headers = { 'content-type': URLENCODED, cookie: 'foyer.device=x' };
    const answer = await rawRequest(app.origin, { method: 'POST', path, headers, body });
    expect([answer.status, refusalOf(answer.text)]).toEqual([403, 'FOREIGN_ORIGIN']);
  });

  it('with more than 16 kilobytes returns 413', async ({ app }) => {
    const answer = await app.agent().postForm(path, { ...FIELDS, more: 'x'.repeat(17 * 1024) }, asJson);
    expect([answer.status, refusalOf(answer.text)]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
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
    expect([answer.status, refusalOf(answer.text)]).toEqual([status, 'UNSUPPORTED_MEDIA_TYPE']);
  });
});

describe('a form', () => {
  it('with a foreign callbackUrl is refused, as by the procedure', async ({ app }) => {
    const fields = { email: uniqueEmail(), callbackUrl: 'https://evil.test/' };
    const answer = await app.agent().postForm('/sign-in', { ...fields, way: 'link' });
    const call = await app.agent().postJson('/trpc/session.requestLink', fields);
    expect([answer.status, failureOf(answer)?.appCode]).toEqual([call.status, refusalOf(call.text)]);
    expect(answer.text).not.toContain('evil.test');
    expect(app.mailbox.messages).toEqual([]);
  });

  it.for(['/SIGN-IN', '/goodbye', '/account'])('sent to %s does nothing', async (path, { app }) => {
    const { status, setCookies } = await app.agent().postForm(path, FIELDS);
    expect([status, setCookies, app.mailbox.messages]).toEqual([404, [], []]);
  });

  it('with the code, but not the cookie of a sign-up, leads to the choice of a password', async ({ app }) => {
    const email = uniqueEmail();
    const agent = app.agent();
    await submitForm(agent, '/sign-up', 'Create account', { name: 'Ada', email, password: PASSWORD });
    agent.cookies.delete('foyer.sign-up');
    const code = app.mailbox.codeOf(app.mailbox.last(email));
    const inside = await submitForm(agent, `/check-email?email=${email}`, 'Sign in', { code });
    expect(inside.location).toBe(`${app.origin}/account/sign-in-methods?outcome=password-left-out`);
  });
});

it('two equal sign-ups at the same time are answered alike, and make one user', async ({ app }) => {
  const email = uniqueEmail();
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

function failureOn({ status, headers, text }: AgentAnswer) {
  const failedForm = failedFormOf({ text });
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

describe('the page of a failed form', () => {
  it('keeps the address and the way back after a wrong password, but not the password', async ({ app }) => {
    const email = uniqueEmail();
    await signUpWithPassword(app, email);
    const agent = app.agent();
    const typed = { email, password: OTHER_PASSWORD };
    const answer = await submitForm(agent, '/sign-in?callbackUrl=/account/devices', 'Sign in', typed);
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
    const email = uniqueEmail();
    const typed = { name: 'Ada <Lovelace>', email, password: 'too short' };
    const answer = await submitForm(app.agent(), '/sign-up', 'Create account', typed);
    const { code, values, words } = failureOn(answer);
    expect([code, values]).toEqual(['INVALID_INPUT', { name: 'Ada <Lovelace>', email }]);
    expect(words).toContain('15 characters');
    expect(answer.text).toContain('value="Ada &lt;Lovelace&gt;"');
    expect(answer.text).not.toContain('too short"');
    expect(app.mailbox.messages).toEqual([]);
  });

  it('shows a wrong code at its field, without the code', async ({ app }) => {
    const email = uniqueEmail();
    const agent = app.agent();
    const wrong = wrongCode((await app.requestMail(email, agent)).code);
    const answer = await submitForm(agent, `/check-email?email=${email}`, 'Sign in', { code: wrong });
    const { code, values, words } = failureOn(answer);
    expect([code, values]).toEqual(['CODE_INVALID', { email, way: 'code' }]);
    expect(words).toContain(ERRORS.CODE_INVALID.message);
    expect(answer.text).not.toContain(wrong);
  });

  it('shows that an unknown caller must be checked, during a flood', async () => {
    await using app = await createTestApp({
      documents,
      unknownCallerBounds: { password: BOUND, mail: BOUND },
    });
    for (const action of ['password', 'mail'] as const)
      await flood(app.deps.collections, action, BOUND.freeAtMost);
    const email = uniqueEmail();
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

describe('known and unknown addresses', () => {
  /** Without the request id and the address, which differ. */
  const comparable = ({ status, headers, text, location }: AgentAnswer, email: string) => ({
    status,
    location: location?.replaceAll(encodeURIComponent(email), 'email'),
    text: text
      .replaceAll(headers.get('x-request-id') ?? '', 'request')
      .replaceAll(encodeURIComponent(email), 'email')
      .replaceAll(email, 'email'),
  });

  async function known(app: TestApp): Promise<string> {
    const email = uniqueEmail();
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
    const [has, hasNot] = [await known(app), uniqueEmail()];
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

it('the log has each failed form once as auth.failed, with procedure and request id', async ({ app }) => {
  const email = uniqueEmail();
  const answer = await submitForm(app.agent(), '/sign-in', 'Sign in', { email, password: OTHER_PASSWORD });
  const requestId = answer.headers.get('x-request-id');
  const lines = app.logLines.filter((line) => line['requestId'] === requestId);
  expect(lines.filter(({ event }) => event === 'auth.failed')).toMatchObject([
    { at: 'password.signIn', code: 'CredentialsSignin', ip: expect.any(String) },
  ]);
  expect(lines.filter(({ msg }) => msg === 'procedure refused')).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toContain(OTHER_PASSWORD);
});
