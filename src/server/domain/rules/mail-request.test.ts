import { expect } from 'vitest';
import { it } from '../../../testing/app/fixture.ts';
import { PASSWORD } from '../../../testing/sign-in/passwords.ts';
import type { RequestContext } from './request-context.ts';
import { requestPasswordReset } from '../sign-in/password-reset.ts';
import { signUp } from '../sign-in/password-sign-up.ts';
import { requestSignInMail } from '../sign-in/sign-in-mail.ts';

const ORIGIN: RequestContext = {
  ip: '203.0.113.7',
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  locale: 'en',
  proofOfWork: null,
};
const REQUEST = {
  email: 'ada@example.test',
  callbackPath: null,
  requestContext: ORIGIN,
  deviceCookie: undefined,
};

it('a mail says which browser and address requested it, and when', async ({ app }) => {
  await requestSignInMail(app.deps, REQUEST);
  await requestPasswordReset(app.deps, REQUEST);
  await signUp(app.deps, { ...REQUEST, password: PASSWORD, name: 'Ada' });
  expect(app.mailbox.messages).toHaveLength(3);
  for (const { text } of app.mailbox.messages) {
    const line = text.replaceAll('\n', ' ');
    expect(line).toMatch(
      /Requested from Chrome on Linux, 203\.0\.113\.7, \d+ \w+ \d{4} at \d\d:\d\d\u00a0UTC\./,
    );
  }
});

it('a mail repeats no text of an unknown browser', async ({ app }) => {
  const userAgent = 'Call +1 555 0100 now/1.0';
  await requestSignInMail(app.deps, { ...REQUEST, requestContext: { ...ORIGIN, userAgent } });
  const { text } = app.mailbox.last('ada@example.test');
  expect(text).not.toContain('555 0100');
  expect(text).toContain('Requested from 203.0.113.7, ');
});
