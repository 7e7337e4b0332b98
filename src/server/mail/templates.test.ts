import { describe, expect, it } from 'vitest';
import { createMailbox } from '../../testing/app/mailbox.ts';
import { signInMail } from './templates.ts';

const INPUT = {
  to: 'alice@example.com',
  host: 'accounts.example.com',
  origin: 'https://accounts.example.com',
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
        'Open this link and press the button there:',
        INPUT.link,
        'Or enter this code in the browser where you asked for it:',
        '042137',
        'This mail works once, for 24 hours.',
        'If you did not ask for this, ignore this mail: nobody can sign in without the link or the code.\n',
      ].join('\n\n'),
    );
  });

  it('has the link as a button and as an address, and the code, in HTML', () => {
    const { html } = signInMail(INPUT);
    const link = INPUT.link.replace('&', '&amp;');
    expect(html.split(`href="${link}"`)).toHaveLength(3);
    expect(html).toMatch(new RegExp(`>\\s*${link.replace('?', '\\?')}\\s*</a`));
    expect(html).toMatch(/>\s*042137\s*<\/p>/);
    expect(html).toContain('If you did not ask for this, ignore this mail');
  });

  it('loads nothing from the network and has no scripts', () => {
    const { html } = signInMail(INPUT);
    expect(html).not.toMatch(/<(?:img|script|link|iframe|object|video)\b|url\(|@import|src=/i);
  });

  it('escapes the host and the browser’s name (CVE-2022-31127)', () => {
    const evil = '<a href="https://evil.example">press here</a>';
    const { html, text } = signInMail({
      ...INPUT,
      host: `accounts.example.com${evil}`,
      requestedFrom: { ip: '203.0.113.7', browser: `Firefox\r\n\u202e${evil}` },
    });
    expect(html).not.toContain('<a href="https://evil');
    expect(html).toContain('&lt;a href=&quot;https://evil.example&quot;&gt;');
    expect(text).toContain(`It was requested from Firefox ${evil}, 203.0.113.7.\n`);
  });

  it.each([
    [{ ip: '203.0.113.7', browser: null }, 'It was requested from 203.0.113.7.'],
    [{ ip: null, browser: 'Firefox on Linux' }, 'It was requested from Firefox on Linux.'],
  ])('contains the known parts of where it was requested: %j', (requestedFrom, line) => {
    const { text, html } = signInMail({ ...INPUT, requestedFrom });
    expect([text, html]).toEqual([expect.stringContaining(line), expect.stringContaining(line)]);
  });

  it('contains no place of the request when none is known', () => {
    const { text } = signInMail({ ...INPUT, requestedFrom: { ip: null, browser: ' ' } });
    expect(text).toBe(signInMail(INPUT).text);
  });

  it('throws for a link to another site', () => {
    expect(() => signInMail({ ...INPUT, link: 'https://evil.example/confirm' })).toThrow('another site');
  });

  it('can be read by the mailbox of the tests', async () => {
    const mailbox = createMailbox();
    await mailbox.send(signInMail({ ...INPUT, to: 'bob@example.com', code: '111111' }));
    await mailbox.send(signInMail(INPUT));
    expect(mailbox.linkOf(mailbox.last())).toBe(INPUT.link);
    expect(mailbox.codeOf(mailbox.last('bob@example.com'))).toBe('111111');
    mailbox.clear();
    expect(() => mailbox.last('bob@example.com')).toThrow('no mail to bob@example.com among 0');
  });
});
