import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { BRAND_FILE_MAX_BYTES } from '../../shared/limits.ts';
import { brandDraft, type BrandDraft } from '../../shared/schemas/brand.ts';
import { inBase64, NO_CHANGES } from '../../testing/pages/brand-drafts.ts';
import { folderOfTest } from '../../testing/run/temporary-folder.ts';
import { NO_BRAND } from '../settings/brand.ts';
import { readSettings } from '../settings/read-settings.ts';
import { brandFolder, checkBrand, presentBrand, readDraft } from './brand-draft.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
const FONT = Buffer.from('774f463200010000', 'hex');
const EXAMPLE = new URL('../../../examples/brands/harbour-bank/brand/', import.meta.url).pathname;

const PLAIN = { basePath: '', brand: NO_BRAND };
const HARBOUR = {
  basePath: '',
  brand: readSettings({ AUTH_SECRET: 'given', APP_NAME: 'Harbour Bank', BRAND_DIR: EXAMPLE }).brand,
};

const change = (changes: Partial<BrandDraft>): BrandDraft => brandDraft.parse({ ...NO_CHANGES, ...changes });
const files = (changes: Partial<BrandDraft['files']>) => ({ ...NO_CHANGES.files, ...changes });

/** Starts Foyer with the downloaded folder and its lines of `.env`. Where the folder stands does not count. */
function start(draft: BrandDraft, site = PLAIN) {
  const folder = folderOfTest();
  const downloaded = brandFolder(site, draft);
  for (const { path: file, content } of downloaded.files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), Buffer.from(content, 'base64'));
  }
  const [name] = downloaded.environment.flatMap((line) => /^APP_NAME='(.*)'$/.exec(line)?.[1] ?? []);
  const { brand } = readSettings({
    AUTH_SECRET: 'given',
    BRAND_DIR: folder,
    ...(name && { APP_NAME: name }),
  });
  return { ...brand, folder: site.brand.folder };
}

describe('the folder of a draft', () => {
  it('is accepted by the start, and has the tokens, words, files and name of the draft', () => {
    const draft = change({
      name: 'Example',
      accent: { light: '#8a2be2', dark: '#b48cf2' },
      radius: '4px',
      files: files({
        logo: [{ name: 'Our logo.SVG', content: inBase64(SVG) }],
        font: [{ name: 'inter.woff2', content: inBase64(FONT) }],
      }),
      words: [
        { locale: 'de', word: 'words/signIn.title', text: 'Guten Tag' },
        { locale: 'en', word: 'words/common.continueWith', text: 'Go on with {provider}' },
        { locale: 'en', word: 'mails/signIn.button', text: 'Come in' },
      ],
    });
    expect(checkBrand(PLAIN, draft).faults).toEqual([]);
    const started = start(draft);
    expect(started).toEqual({ ...readDraft(PLAIN, draft).brand, name: 'Example' });
    expect(started.tokens.light).toMatchObject({ accent: '#8a2be2', radius: '4px' });
    expect(started.tokens.dark.accent).toBe('#b48cf2');
    expect(started.words).toEqual({
      de: { signIn: { title: 'Guten Tag' } },
      en: { common: { continueWith: 'Go on with {0}' } },
    });
    expect(Object.keys(started.files)).toEqual(['logo.svg', 'font.woff2']);
  });

  it('keeps everything of the present brand that the draft does not change', () => {
    const draft = change({ name: 'Harbour Bank' });
    expect(start(draft, HARBOUR)).toEqual(HARBOUR.brand);
    const other = start(
      change({ name: 'Harbour Bank', words: [{ locale: 'en', word: 'words/signIn.title', text: 'Ahoy' }] }),
      HARBOUR,
    );
    expect(other.files).toEqual(HARBOUR.brand.files);
    expect(other.words.de).toEqual(HARBOUR.brand.words.de);
    expect(other.words.en).toEqual({
      ...(HARBOUR.brand.words.en as object),
      signIn: { ...(HARBOUR.brand.words.en as { signIn: object }).signIn, title: 'Ahoy' },
    });
  });

  it('replaces all formats of a logo at once, so that no mail has the former one', () => {
    expect(Object.keys(HARBOUR.brand.files)).toContain('logo.png');
    const logo = [{ name: 'logo.svg', content: inBase64(SVG) }];
    const started = start(change({ files: files({ logo, 'logo-dark': [] }) }), HARBOUR);
    expect(Object.keys(started.files).filter((name) => name.startsWith('logo'))).toEqual(['logo.svg']);
  });

  it('has no override for the word of Foyer', () => {
    const words = presentBrand(PLAIN).words;
    expect(words).toContainEqual({ locale: 'en', word: 'words/signIn.title', text: 'Sign in' });
    expect(brandFolder(PLAIN, change({ words }))).toEqual({ files: [], environment: ['BRAND_DIR=brand'] });
    const back = start(
      change({ words: presentBrand(HARBOUR).words.map((word) => ({ ...word, text: '' })) }),
      HARBOUR,
    );
    expect(back.words.en).not.toHaveProperty('signIn.title');
  });

  it.each([
    ['Example', "APP_NAME='Example'"],
    ["Ada's", "APP_NAME=`Ada's`"],
    ['The "Best" # Shop', `APP_NAME='The "Best" # Shop'`],
  ])('has lines of .env for the name %s', (name, line) => {
    expect(checkBrand(PLAIN, change({ name })).environment).toEqual([line, 'BRAND_DIR=brand']);
  });
});

describe('the fault of a draft', () => {
  const tooLarge = Buffer.concat([FONT, Buffer.alloc(BRAND_FILE_MAX_BYTES - FONT.length + 1)]);
  const script = SVG.replace('<path', '<script>alert(1)</script><path');

  it.each([
    [{ accent: { light: '#fefefe', dark: '' } }, 'accent', 'contrast', /^--foyer-accent on --foyer-page/],
    [{ accent: { light: '#1f6a57', dark: '#111111' } }, 'accent-dark', 'contrast', /dark scheme, below 3:1$/],
    [{ accent: { light: 'red', dark: '' } }, 'accent', 'colour', /^is no colour/],
    [{ accent: { light: '#1f6a57', dark: '#1234' } }, 'accent-dark', 'colour', /^is no colour/],
    [{ accent: { light: '#1f6a57,#2a7f68', dark: '' } }, 'accent', 'colour', /^is no colour/],
    [{ radius: '0} *{display:none' }, 'radius', 'length', /^needs a length/],
    [{ name: 'x'.repeat(61) }, 'name', 'name', /^is longer than 60/],
    [{ files: files({ logo: [{ name: 'a.svg', content: inBase64(script) }] }) }, 'logo', 'svg', /<script>$/],
    [
      { files: files({ logo: [{ name: 'a.gif', content: inBase64('GIF89a') }] }) },
      'logo',
      'unknown',
      /^is no file/,
    ],
    [
      { files: files({ 'logo-dark': [{ name: 'a.png', content: '' }] }) },
      'logo-dark',
      'format',
      /^is no PNG$/,
    ],
    [
      { files: files({ font: [{ name: 'a.woff2', content: inBase64('OTTO') }] }) },
      'font',
      'format',
      /^is no WOFF2$/,
    ],
    [
      { files: files({ font: [{ name: 'a.woff2', content: inBase64(tooLarge) }] }) },
      'font',
      'size',
      /200 kB$/,
    ],
  ] as const)('is at its field: %j', (changes, field, kind, wrong) => {
    const { faults } = checkBrand(PLAIN, change(changes));
    expect(faults[0]).toEqual({ field, kind, wrong: expect.stringMatching(wrong) as string });
  });

  it('names the word and its language', () => {
    const words = [{ locale: 'de' as const, word: 'mails/signIn.title' as const, text: 'Bei {site}' }];
    expect(checkBrand(PLAIN, change({ words })).faults).toEqual([
      {
        field: 'words',
        kind: 'words',
        locale: 'de',
        word: 'mails/signIn.title',
        wrong: 'has an unknown placeholder {site} at signIn.title, which knows {name}',
      },
    ]);
  });

  it('leaves its part out of the brand that is shown, and the others in', () => {
    const draft = change({ accent: { light: 'red', dark: '' }, radius: '2px' });
    expect(checkBrand(PLAIN, draft).tokens.light).toMatchObject({ accent: '#1f6a57', radius: '2px' });
  });
});

it('answers every pair that must have a contrast, in both schemes', () => {
  const { contrasts } = checkBrand(PLAIN, change({ accent: { light: '#f0c000', dark: '' } }));
  const pair = { front: 'accent', back: 'surface' };
  expect(contrasts.find((each) => each.scheme === 'light' && each.front === 'accent')).toMatchObject({
    least: 3,
    isEnough: false,
  });
  expect(contrasts.filter(({ front, back }) => front === pair.front && back === pair.back)).toHaveLength(2);
});

it('begins with the brand of the settings', () => {
  expect(presentBrand(PLAIN)).toMatchObject({
    name: '',
    accent: { light: '#1f6a57', dark: '' },
    radius: '10px',
    files: { logo: [], 'logo-dark': [], font: [] },
  });
  expect(presentBrand(HARBOUR)).toMatchObject({
    name: 'Harbour Bank',
    files: { logo: ['logo.svg', 'logo.png'], 'logo-dark': ['logo-dark.svg', 'logo-dark.png'], font: [] },
  });
  expect(readFileSync(path.join(EXAMPLE, 'tokens.css'), 'utf8')).toContain(
    presentBrand(HARBOUR).accent.light,
  );
});
