// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { LOCALES } from '../../shared/locale.ts';
import {
  colouredTexts,
  contrastOf,
  invertLightness,
  parseMail,
  wordsOf,
  type ColouredText,
} from '../../testing/pages/mail-page.ts';
import { NO_BRAND } from '../settings/brand.ts';
import { mailTexts } from '../locale-texts.ts';
import { formatTime } from './facts.ts';
import type { Mail } from './mail.ts';
import { KIND_SAMPLES, MAIL_SAMPLES } from './samples.ts';
import { ALL_FAULTS } from '../../testing/faults/fault-rounds.ts';

const LINKS = {
  terms: 'https://example.com/terms',
  privacy: 'https://example.com/privacy',
  support: 'https://example.com/support',
};
const BRANDED = {
  origin: 'https://accounts.example.com',
  basePath: '',
  brand: { ...NO_BRAND, name: 'Example', appUrl: 'https://app.example.com/', links: LINKS },
};
const PLAIN = { origin: 'https://accounts.example.com', basePath: '', brand: NO_BRAND };

const WITH_CODE = new Set([
  'sign-in-link',
  'connect-link',
  'sign-up-link',
  'already-signed-up',
  'confirm-email',
  'reauthentication',
]);

const RIGHT_TO_LEFT = new Set<string>(['ar', 'he']);
const { 'sign-in-link': signInSample } = KIND_SAMPLES;

const onOneLine = (text: string) => text.replace(/[ \n]+/g, ' ').trim();
const buttonOf = (mail: Document) => mail.querySelector<HTMLAnchorElement>('.button a');
const rawLinksOf = (mail: Document) =>
  [...mail.querySelectorAll('a')].filter((link) => wordsOf(link) === link.getAttribute('href'));
const unreadable = (texts: readonly ColouredText[]) => texts.filter((each) => contrastOf(each) < 4.5);

/** Types keep the words of all languages alike, so one language is enough. */
const TESTED_LOCALES = ALL_FAULTS ? LOCALES : LOCALES.slice(0, 1);

describe.each(TESTED_LOCALES)('in %s', (locale) => {
  describe.each(Object.entries(MAIL_SAMPLES))('%s', (name, sample) => {
    const mail: Mail = sample(BRANDED, locale);
    const page = parseMail(mail.html);

    it('has its language, title, logo, name and host', () => {
      expect(page.documentElement.lang).toBe(locale);
      expect(page.documentElement.dir).toBe(RIGHT_TO_LEFT.has(locale) ? 'rtl' : 'ltr');
      expect([page.title, wordsOf(page.querySelector('h1'))]).toEqual([mail.subject, mail.subject]);
      expect(page.querySelectorAll('h1, h2')).toHaveLength(1);
      const logo = page.querySelector('img');
      expect([logo?.getAttribute('src'), logo?.alt]).toEqual(['cid:logo@foyer', '']);
      const header = logo?.closest('table');
      expect(wordsOf(header ?? null)).toMatch(/^\s*Example\s*accounts\.example\.com$/);
      expect(mail.subject).toMatch(/Example/);
      expect(mail.subject).not.toContain('accounts.example.com');
    });

    it('names the host where the application has no name', () => {
      const plain = sample(PLAIN, locale);
      expect(plain.subject).toContain('accounts.example.com');
      expect(wordsOf(parseMail(plain.html).querySelector('img')?.closest('table') ?? null).trim()).toBe(
        'accounts.example.com',
      );
    });

    it('has the code first, then one button, then the address of the button', () => {
      const code = page.querySelector('.code');
      expect(code ? wordsOf(code) : null).toBe(WITH_CODE.has(name) ? '042137' : null);
      expect(code?.children.length ?? 0).toBe(0);
      const button = buttonOf(page);
      expect(page.querySelectorAll('.button')).toHaveLength(1);
      expect(wordsOf(button)).not.toBe('');
      const [rawLink, ...others] = rawLinksOf(page);
      expect(others).toEqual([]);
      expect(rawLink?.href).toBe(button?.href);
      const ordered: unknown[] = [...page.querySelectorAll('.code, .button a, .card a')];
      const parts = [code, button, rawLink].filter((each) => each !== null);
      expect(ordered.filter((each) => parts.includes(each as HTMLElement))).toEqual(parts);
      expect(ordered.at(-1)).toBe(rawLink);
    });

    it('says who requested it or made the change, and when', () => {
      const formatted = (time: string) => formatTime(mailTexts(locale), new Date(time));
      const facts = name.startsWith('webhook-')
        ? // Nobody requested this mail: it tells administrators what was done.
          [formatted('2026-11-02T18:30:00.000Z')]
        : ['Chrome', 'Linux', '203.0.113.7', formatted('2026-11-21T09:14:00.000Z')];
      for (const part of [wordsOf(page.body), onOneLine(mail.text)])
        for (const fact of facts) expect(part).toContain(fact);
    });

    it('says why the person gets it, and has the links of the operator', () => {
      const footer = page.querySelector('.card')?.closest('tr')?.nextElementSibling ?? null;
      expect(wordsOf(footer)).toContain('accounts.example.com');
      const links = [...(footer?.querySelectorAll('a') ?? [])].map(({ href }) => href);
      expect(links).toEqual(['https://app.example.com/', ...Object.values(LINKS)]);
      for (const link of links) expect(mail.text.split('\n')).toContain(link);
    });

    it('loads nothing from the network, and has nothing that runs', () => {
      expect(mail.html).not.toMatch(/<(?:script|link|iframe|form|object|video|audio|svg|base)\b/i);
      expect(mail.html).not.toMatch(/url\(|@import|srcset|background=|poster=|\son\w+=/i);
      expect([...mail.html.matchAll(/\ssrc="([^"]*)"/g)].map(([, source]) => source)).toEqual([
        'cid:logo@foyer',
      ]);
      const known = /^https:\/\/(?:accounts|app)\.example\.com\/|^https:\/\/example\.com\//;
      for (const { href } of page.querySelectorAll('a')) expect(href).toMatch(known);
    });

    it('has the same facts in the same order as plain text, which stands alone', () => {
      const lines = mail.text.split('\n');
      expect(onOneLine(mail.text).startsWith(mail.subject)).toBe(true);
      expect(lines).toContain(buttonOf(page)?.href);
      if (WITH_CODE.has(name)) expect(lines).toContain('042137');
      const facts = [...page.querySelectorAll('h1, p, li, .facts td')]
        .filter((element) => !element.querySelector('a'))
        .map(wordsOf);
      expect(facts.length).toBeGreaterThan(2);
      let rest = onOneLine(mail.text);
      for (const fact of facts) {
        expect(rest).toContain(fact);
        rest = rest.slice(rest.indexOf(fact));
      }
    });

    it('has no HTML in its plain text, and no long line but a link', () => {
      expect(mail.text).not.toMatch(/<[a-z/!]|&(?:amp|lt|gt|quot|nbsp|#\d+);|undefined|null|\[object/i);
      const long = mail.text.split('\n').filter((line) => line.length > 76);
      expect(long.filter((line) => line.includes(' '))).toEqual([]);
      expect(mail.text).not.toMatch(/\n{3}|[ \t]\n/);
    });
  });
});

// The colours do not depend on the language.
it.each(Object.entries(MAIL_SAMPLES))(
  '%s is readable in light and dark colours, and when a mail program inverts them',
  (_name, sample) => {
    const page = parseMail(sample(BRANDED, 'en').html);
    const light = colouredTexts(page, 'light');
    expect(light.length).toBeGreaterThan(5);
    expect(unreadable(light)).toEqual([]);
    expect(unreadable(colouredTexts(page, 'dark'))).toEqual([]);
    const inverted = light.map(({ text, colour, background }) => ({
      text,
      colour: invertLightness(colour),
      background: invertLightness(background),
    }));
    expect(unreadable(inverted)).toEqual([]);
  },
);

it('names the application by its host in the footer where it has no name', () => {
  const settings = { ...PLAIN, brand: { ...NO_BRAND, appUrl: 'https://app.example.com/' } };
  const { subject, text } = signInSample(settings, 'en');
  expect(subject).toBe('Sign in to accounts.example.com');
  expect(text).toContain('Open app.example.com:\nhttps://app.example.com/\n');
});

it('has no two samples of one kind with the same text', () => {
  const texts = Object.values(MAIL_SAMPLES).map((sample) => sample(PLAIN, 'en').text);
  expect(new Set(texts).size).toBe(texts.length);
});
