import { describe, expect, vi } from 'vitest';
import { testWith } from '../../testing/app/fixture.ts';
import { textOfPage } from '../../testing/pages/page-text.ts';
import { aNumber, verifyNumber, wrongCode } from '../../testing/sign-in/phones.ts';
import { submitForm } from '../../testing/pages/submit-form.ts';
import { createTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { testDocuments } from '../../testing/app/test-documents.ts';
import { uniqueEmail } from '../../testing/run/unique-name.ts';

const documents = await testDocuments();
const it = testWith({ documents, settings: { phoneSignIn: true } });
const HTML = { accept: 'text/html', 'accept-language': 'en' };

async function ownerOf(app: TestApp): Promise<string> {
  const number = aNumber();
  await verifyNumber(app, await app.signInByMail(uniqueEmail()), number);
  await app.resetLimits();
  app.phonebox.clear();
  return number;
}

/** Leaves out what differs between two numbers. */
const withoutNumber = (text: string) =>
  text
    .replaceAll(/\+49[\d\s\u00a0+%]*\d/g, 'NUMBER')
    .replaceAll(/%2B49[\d+%]*/g, 'NUMBER')
    .replaceAll(/[0-9a-f-]{36}/g, 'ID');

describe('the forms of the sign-in by phone', () => {
  it('sign in with a number in its national form and the code of the message', async ({ app }) => {
    const number = await ownerOf(app);
    const agent = app.agent();
    const address = '/sign-in/phone?callbackUrl=/account/devices';
    expect((await agent.request('/sign-in?callbackUrl=/account/devices')).text).toContain(
      'href="/sign-in/phone?callbackUrl=%2Faccount%2Fdevices"',
    );
    const typed = { country: 'DE', number: number.replace('+49', '0') };
    const sent = await submitForm(agent, address, 'Send a code', typed);
    expect(sent.status).toBe(303);
    await vi.waitUntil(() => app.phonebox.messages.length > 0);
    const next = sent.location ?? '';
    expect(new URL(next).searchParams.get('callbackUrl')).toBe('/account/devices');
    const code = app.phonebox.codeTo(number);
    const wrong = await submitForm(agent, next, 'Sign in', { code: wrongCode(code) });
    expect(wrong.status).toBe(401);
    expect(wrong.text).toContain('This code is not right. Check the six digits in the newest text message.');
    const done = await submitForm(agent, next, 'Sign in', { code });
    expect([done.status, done.location]).toEqual([303, `${app.origin}/account/devices`]);
    const again = await agent.request(address);
    expect([again.status, again.location]).toEqual([303, `${app.origin}/account/devices`]);
  });

  it('answer known and unknown numbers alike, also after wrong codes (security.md 6)', async ({ app }) => {
    const visitProvider = async (number: string) => {
      const agent = app.agent();
      const sent = await submitForm(agent, '/sign-in/phone', 'Send a code', { number });
      const address = sent.location ?? '';
      const pages = [sent.status, withoutNumber(address), withoutNumber((await agent.request(address)).text)];
      for (let tries = 0; tries < 6; tries++) {
        const refused = await submitForm(agent, address, 'Sign in', { code: '000000' });
        pages.push(refused.status, withoutNumber(refused.text));
      }
      return pages;
    };
    const known = await visitProvider(await ownerOf(app));
    await app.resetLimits();
    expect(await visitProvider(aNumber())).toEqual(known);
    expect(JSON.stringify(known)).toContain('CODE_DEAD');
  });

  it('show an invalid number again, at its field, with its country', async ({ app }) => {
    const address = '/sign-in/phone?callbackUrl=/account/devices';
    const typed = { country: 'AT', number: '+49 1' };
    const refused = await submitForm(app.agent(), address, 'Send a code', typed);
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(
      /<input[^>]*name="number"[^>]*value="\+49 1"|value="\+49 1"[^>]*name="number"/,
    );
    expect(refused.text).toMatch(/<option value="AT" selected="">/);
    expect(refused.text).toContain('name="callbackUrl" value="/account/devices"');
    expect(refused.text).toMatch(/aria-invalid="true"[^>]*aria-describedby/);
  });
});

describe('the page for the sign-in by phone', () => {
  it('begins with the country of the browser’s languages', async ({ app }) => {
    const headers = { 'accept-language': 'en,de-AT' };
    const answer = await app.agent().request('/sign-in/phone', { headers });
    expect(answer.text).toContain('<option value="AT" selected="">Austria (+43)</option>');
  });

  it('leaves out a number in the address that is none', async ({ app }) => {
    const { text } = await app.agent().request('/sign-in/phone?phone=call+me');
    expect(textOfPage(text)).toContain('Sign in by phone');
    expect(text).not.toContain('call me');
  });

  it('offers the countries of PHONE_COUNTRIES alone, and begins with the first of them', async () => {
    const settings = { phoneSignIn: true, phoneCountries: ['CH', 'AT'] as const };
    await using app = await createTestApp({ documents, settings });
    const { text } = await app.agent().request('/sign-in/phone', { headers: { 'accept-language': 'en-US' } });
    const options = [...text.matchAll(/<option value="([A-Z]*)"( selected="")?>/g)].map(([, value]) => value);
    expect(options).toEqual(['', 'AT', 'CH']);
    expect(text).toContain('<option value="CH" selected="">');
  });

  it('does not exist while PHONE_SIGN_IN is off', async () => {
    await using app = await createTestApp({ documents });
    const agent = app.agent();
    expect((await agent.request('/sign-in/phone', { headers: HTML })).status).toBe(404);
    expect((await agent.postForm('/sign-in/phone', { number: aNumber() })).status).toBe(404);
    expect((await agent.request('/sign-in')).text).not.toContain('/sign-in/phone');
  });
});
