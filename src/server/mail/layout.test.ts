// @vitest-environment jsdom
import { expect, it } from 'vitest';
import type { Locale } from '../../shared/locale.ts';
import { parseMail, wordsOf } from '../../testing/pages/mail-page.ts';
import { mailBrandOf } from '../brand/mail-brand.ts';
import { html } from '../http/html.ts';
import type { BrandFile } from '../brand/brand-folder.ts';
import { NO_BRAND } from '../settings/brand.ts';
import { mailPage } from './layout.ts';
import { mailParts } from './parts.ts';

const SETTINGS = { origin: 'https://accounts.example.com', basePath: '', brand: NO_BRAND };

const fileOf = (name: string): BrandFile => ({
  content: Buffer.from(name),
  contentType: 'image/png',
  path: `/${name}`,
});

function pageOf(settings = SETTINGS, locale = 'en') {
  const brand = mailBrandOf(settings);
  const parts = mailParts(brand);
  const content = html`${parts.code('042137')} ${parts.rawLink('Address:', 'https://accounts.example.com/x')}`;
  const page = { brand, title: 'Title', content, footer: html`` };
  return parseMail(mailPage({ ...page, locale: locale as Locale }).toString());
}

it.each(['ar'])('is written from right to left in %s, except the code and the address', (locale) => {
  const page = pageOf(SETTINGS, locale);
  // Some mail programs drop the root element, so the table has the direction, too.
  for (const element of [page.documentElement, page.querySelector('table')])
    expect(element?.getAttribute('dir')).toBe('rtl');
  for (const selector of ['.code', 'a'])
    expect(page.querySelector(selector)?.getAttribute('dir')).toBe('ltr');
  expect(page.body.innerHTML).not.toMatch(/(?:left|right)\s*:|-(?:left|right)/);
});

it('shows the dark logo of the brand in dark colours only', () => {
  const files = { 'logo.png': fileOf('light'), 'logo-dark.png': fileOf('dark') };
  const page = pageOf({ ...SETTINGS, brand: { ...NO_BRAND, files } });
  const images = [...page.querySelectorAll('img')].map((image) => [
    image.getAttribute('src'),
    image.className,
    /display: (\w+)/.exec(image.getAttribute('style') ?? '')?.[1],
  ]);
  expect(images).toEqual([
    ['cid:logo@foyer', 'light-logo', 'block'],
    ['cid:dark-logo@foyer', 'dark-logo', 'none'],
  ]);
  const style = wordsOf(page.querySelector('style'));
  expect(style).toContain('.light-logo { display: none !important; }');
  expect(style).toContain('.dark-logo { display: block !important; }');
});

it.each([
  [{}, ['cid:logo@foyer']],
  [{ 'logo.svg': fileOf('vector') }, []],
])('shows the mark of Foyer, but not beside a logo that mail programs cannot show', (files, sources) => {
  const page = pageOf({ ...SETTINGS, brand: { ...NO_BRAND, name: 'Example', files } });
  expect([...page.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual(sources);
  expect(wordsOf(page.body)).toMatch(/^(?:\u00a0 )?Example\s*accounts\.example\.com/);
});

it('has the colours and sizes of the brand', () => {
  const tokens = {
    light: { accent: '#7a1fa2', radius: '3px', 'font-3': '1.25rem' },
    dark: { accent: '#c98be0' },
  };
  const brand = mailBrandOf({ ...SETTINGS, brand: { ...NO_BRAND, tokens } });
  const parts = mailParts(brand);
  expect(parts.button('Open', 'https://accounts.example.com/').toString()).toMatch(
    /border-radius: 1\.8px; background-color: #7a1fa2;/,
  );
  expect(parts.paragraph('Text').toString()).toContain('font-size: 20px');
  const page = pageOf({ ...SETTINGS, brand: { ...NO_BRAND, tokens } });
  expect(wordsOf(page.querySelector('style'))).toContain('.button { background-color: #c98be0 !important; }');
});
