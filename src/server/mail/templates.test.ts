import { describe, expect, it } from 'vitest';
import { NO_BRAND } from '../settings/brand.ts';
import { signInMail } from './templates.ts';

const REQUEST = {
  at: new Date('2026-11-21T09:14:00.000Z'),
  ip: '203.0.113.7',
  device: { browser: 'Chrome', system: 'Linux' },
};

const INPUT = {
  to: 'alice@example.com',
  settings: { origin: 'https://accounts.example.com', basePath: '', brand: NO_BRAND },
  requestedFrom: REQUEST,
  link: 'https://accounts.example.com/confirm?email=alice%40example.com&token=abc_DEF-123',
  code: '042137',
  expiresHours: 24,
  locale: 'en' as const,
};

describe('the sign-in mail', () => {
  it('has its text as plain text', () => {
    expect(signInMail(INPUT)).toMatchObject({
      to: 'alice@example.com',
      subject: 'Sign in to accounts.example.com',
    });
    expect(signInMail(INPUT).text).toBe(
      [
        'Sign in to accounts.example.com',
        'Enter this code in the browser where you asked for it:',
        '042137',
        'Or open this link and press the button there:',
        INPUT.link,
        'This mail works once, for 24 hours.',
        'Requested from Chrome on Linux, 203.0.113.7, 21 November 2026 at 09:14\u00a0UTC.',
        'If you did not ask for this, ignore this mail: nobody can sign in without\nthe link or the code.',
        'You get this mail because somebody entered this address at\naccounts.example.com.\n',
      ].join('\n\n'),
    );
  });

  it('escapes the name, the browser and the provider (CVE-2022-31127)', () => {
    const evil = '<a href="https://evil.example">press here</a>';
    const { html, text } = signInMail({
      ...INPUT,
      settings: { ...INPUT.settings, brand: { ...NO_BRAND, name: `Example${evil}` } },
      connects: `Provider\r\n${evil}`,
      requestedFrom: { ...REQUEST, device: { browser: `Firefox\r\n\u202e${evil}`, system: null } },
    });
    expect(html).not.toContain('<a href="https://evil');
    expect(html).toContain('Provider &lt;a href=&quot;https://evil.example&quot;&gt;');
    expect(html).toContain('Example&lt;a href=&quot;https://evil.example&quot;&gt;');
    expect(text.replaceAll('\n', ' ')).toContain(`Requested from Firefox ${evil}, 203.0.113.7, 21`);
  });

  it('has only its time when nothing is known of where it was requested', () => {
    const device = { browser: ' ', system: null };
    const { text } = signInMail({ ...INPUT, requestedFrom: { ...REQUEST, ip: null, device } });
    expect(text).toContain('Requested on 21 November 2026');
  });

  it('throws for a link to another site', () => {
    expect(() => signInMail({ ...INPUT, link: 'https://evil.example/confirm' })).toThrow('another site');
  });
});
