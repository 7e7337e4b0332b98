import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { PRODUCTION, settingFaultsOf } from '../../testing/run/refused-settings.ts';
import { folderOfTest } from '../../testing/run/temporary-folder.ts';
import { readSettings } from './read-settings.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
const PNG = readFileSync(new URL('../../../examples/brands/harbour-bank/brand/logo.png', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = folderOfTest();
});

const readBrand = (environment: Record<string, string>) =>
  readSettings({ AUTH_SECRET: 'given', ...environment }).brand;

const faultsOf = (environment: Record<string, string>) =>
  settingFaultsOf(() => readBrand(environment)).map(({ variable, wrong }) => `${variable} ${wrong}`);

function write(files: Readonly<Record<string, string | Buffer>>): { BRAND_DIR: string } {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  }
  return { BRAND_DIR: folder };
}

describe('the settings of the brand', () => {
  it('are read', () => {
    const brand = readBrand({
      APP_NAME: 'Example',
      APP_URL: 'https://app.example.com',
      APP_TERMS_URL: 'https://example.com/terms',
      APP_PRIVACY_URL: 'https://example.com/privacy',
      APP_SUPPORT_URL: 'mailto:help@example.com',
      APP_ACCENT: '#12356B , #346DC2',
    });
    expect(brand).toMatchObject({
      name: 'Example',
      appUrl: 'https://app.example.com/',
      links: {
        terms: 'https://example.com/terms',
        privacy: 'https://example.com/privacy',
        support: 'mailto:help@example.com',
      },
    });
    expect([brand.tokens.light.accent, brand.tokens.dark.accent]).toEqual(['#12356b', '#346dc2']);
  });

  it.each([
    ...['blue', '#12345', '#123456,', '#123456, #123456, #123456', '#123456; }'].map((value) => [
      'APP_ACCENT',
      value,
      'is neither one colour like #1f6a57 nor two with a comma between them',
    ]),
    ['APP_TERMS_URL', 'javascript:alert(1)', 'is not an http:// or https:// address'],
    ['APP_PRIVACY_URL', '/privacy', 'is not an http:// or https:// address'],
    ['APP_SUPPORT_URL', 'mailto:a@b.example?subject=x', 'is not the mailto: of one address'],
    ['APP_SUPPORT_URL', 'mailto:a@b.example,c@d.example', 'is not the mailto: of one address'],
    ['APP_SUPPORT_URL', 'tel:112', 'is not an http:// or https:// address'],
  ])('refuse %s=%s', (name, value, wrong) => {
    expect(faultsOf({ [name]: value })).toEqual([`${name} ${wrong}`]);
  });

  it.each(['APP_URL', 'APP_TERMS_URL', 'APP_PRIVACY_URL', 'APP_SUPPORT_URL'])(
    'refuse http:// for %s in production',
    (name) => {
      expect(faultsOf({ ...PRODUCTION, [name]: 'http://example.com/' })).toEqual([
        `${name} must begin with https:// in production`,
      ]);
      expect(faultsOf({ ...PRODUCTION, [name]: 'https://example.com/' })).toEqual([]);
    },
  );

  it.each([
    [
      '#ffe000',
      [
        '--foyer-accent on --foyer-page has a contrast of 1.21:1 in the light scheme, below 3:1',
        '--foyer-accent on --foyer-surface has a contrast of 1.31:1 in the light scheme, below 3:1',
      ],
    ],
    [
      '#12356b, #14204a',
      [
        '--foyer-accent on --foyer-page has a contrast of 1.18:1 in the dark scheme, below 3:1',
        '--foyer-accent on --foyer-surface has a contrast of 1.08:1 in the dark scheme, below 3:1',
      ],
    ],
  ])('name the contrast of APP_ACCENT=%s', (accent, faults) => {
    expect(faultsOf({ APP_ACCENT: accent })).toEqual(
      faults.map((fault) => `APP_ACCENT is hard to see: ${fault}`),
    );
  });
});

describe('BRAND_DIR', () => {
  it('may have every file, and files that begin with a dot', () => {
    const brand = readBrand(
      write({
        '.DS_Store': 'x',
        'logo.svg': SVG,
        'logo.png': PNG,
        'logo-dark.svg': SVG,
        'logo-dark.png': PNG,
        'favicon.svg': SVG,
        'apple-touch-icon.png': PNG,
        'tokens.css': ':root { --foyer-radius: 2px }',
        'words/en.json': '{"signIn":{"title":"Log in"}}',
        'mails/de.json': '{"signIn":{"button":"Los"}}',
      }),
    );
    expect(Object.keys(brand.files)).toEqual([
      'logo.svg',
      'logo.png',
      'logo-dark.svg',
      'logo-dark.png',
      'favicon.svg',
      'apple-touch-icon.png',
    ]);
    expect(brand.files['logo.svg']?.path).toMatch(/^\/brand\/logo\.[\w-]{12}\.svg$/);
    expect(brand.tokens.light).toEqual({ radius: '2px' });
    expect(brand.words).toEqual({ en: { signIn: { title: 'Log in' } } });
    expect(brand.mails).toEqual({ de: { signIn: { button: 'Los' } } });
  });

  it('that does not exist is a fault', () => {
    const wrong = 'BRAND_DIR is no folder, or cannot be read';
    expect(faultsOf({ BRAND_DIR: path.join(folder, 'missing') })).toEqual([wrong]);
    expect(faultsOf({ BRAND_DIR: path.join(write({ file: '' }).BRAND_DIR, 'file') })).toEqual([wrong]);
  });

  it('that is empty changes no part of the brand', () => {
    expect(readBrand({ BRAND_DIR: folder })).toEqual({ ...readBrand({}), folder });
  });

  it('gives a changed file another address', () => {
    const pathOf = (content: string) => readBrand(write({ 'logo.svg': content })).files['logo.svg']?.path;
    expect(pathOf(SVG)).toBe(pathOf(SVG));
    expect(pathOf(SVG.replace('h9', 'h8'))).not.toBe(pathOf(SVG));
  });

  it.each<[string, string | Buffer, string]>([
    ['logo.jpg', 'x', 'is no file of a brand'],
    ['README.md', 'x', 'is no file of a brand'],
    ['logo.svg', SVG.replace('<path', '<script/><path'), 'has an element <script>'],
    ['logo.svg', 'x', 'is no SVG'],
    ['logo.png', SVG, 'is no PNG'],
    ['logo.webp', PNG, 'is no WEBP'],
    ['favicon.ico', PNG, 'is no ICO'],
    ['font.woff2', PNG, 'is no WOFF2'],
    ['logo.svg', SVG + ' '.repeat(200_000), 'has more than 200 kB'],
    ['logo.svg/inside', 'x', 'cannot be read'],
    ['words', 'x', 'is no folder, or cannot be read'],
    ['words/fr.json', '{}', 'is no language of Foyer'],
    ['mails/en.txt', '{}', 'is no language of Foyer'],
    ['words/en.json', '{', 'is no JSON'],
    ['words/en.json', '[]', 'is no JSON object'],
    ['words/en.json', '"x"', 'is no JSON object'],
  ])('with %s of this content is a fault (%#)', (file, content, wrong) => {
    const named = file === 'logo.svg/inside' ? 'logo.svg' : file;
    expect(faultsOf(write({ [file]: content }))).toEqual([`BRAND_DIR/${named} ${wrong}`]);
  });

  it('names every fault at once, beside those of other settings', () => {
    const brand = write({
      'logo.svg': 'x',
      'tokens.css': ':root { --foyer-acent: #123456 }',
      'words/en.json': '{',
    });
    expect(faultsOf({ ...brand, PORT: 'x' })).toHaveLength(4);
  });
});

const BLOCKS =
  'has something else than :root { … } and @media (prefers-color-scheme: dark) { :root { … } }, after line';

describe('tokens.css', () => {
  it('sets tokens for each scheme', () => {
    const css = `/* ours */\n:root {\n  --foyer-accent: #12356B;\n  --foyer-radius: 0;\n}\n\n@media (prefers-color-scheme:dark) { :root{--foyer-page:#000000} }\n`;
    expect(readBrand(write({ 'tokens.css': css })).tokens).toEqual({
      light: { accent: '#12356b', radius: '0' },
      dark: { page: '#000000' },
    });
  });

  it('counts more than APP_ACCENT', () => {
    const brand = readBrand({
      ...write({ 'tokens.css': ':root { --foyer-accent-hover: #000000 }' }),
      APP_ACCENT: '#12356b',
    });
    expect(brand.tokens.light).toMatchObject({ accent: '#12356b', 'accent-hover': '#000000' });
  });

  it.each([
    ['--foyer-acent: #123456', 'has an unknown token --foyer-acent; is it --foyer-accent?'],
    ['--other: #123456', 'has an unknown token --other; is it --foyer-border?'],
    ['color: #123456', 'has an unknown token color; is it --foyer-hover?'],
    ...['red', '#123', '#12345678', 'url(//evil.example)', 'var(--x)', '#123456 !important'].map((value) => [
      `--foyer-accent: ${value}`,
      'needs a colour like #1f6a57 as --foyer-accent',
    ]),
    ...['calc(1px + 1px)', '-1px', '1000px'].map((value) => [
      `--foyer-radius: ${value}`,
      'needs a length like 1.25rem as --foyer-radius',
    ]),
    [
      '--foyer-shadow: 0 0 1px url(x)',
      'needs none, or lengths with #rrggbb or rgb(0 0 0 / 20%) as --foyer-shadow',
    ],
    ['--foyer-font: "a\\22 "', "needs names of fonts like 'Inter', sans-serif as --foyer-font"],
    ['--foyer-font: a</style>', "needs names of fonts like 'Inter', sans-serif as --foyer-font"],
    ['--foyer-radius', 'may only have declarations like --foyer-accent: #123456;'],
    ['--foyer-radius: 1px; --foyer-radius: 2px', 'sets --foyer-radius twice for one scheme'],
  ])('is a fault with %s', (declaration, wrong) => {
    expect(faultsOf(write({ 'tokens.css': `:root { ${declaration} }` }))).toEqual([
      `BRAND_DIR/tokens.css ${wrong}`,
    ]);
  });

  it.each([
    '@import "//evil.example";',
    ':root { }\n@import "x";',
    'body { --foyer-radius: 1px }',
    ':root { --foyer-radius: { } }',
    ':root { } }',
    '@media print { :root { } }',
    '@media (prefers-color-scheme: dark) { body { } }',
    ':root { /* open',
    '\n\n</style><script>',
  ])('is a fault with %j', (css) => {
    expect(faultsOf(write({ 'tokens.css': css }))).toEqual([`BRAND_DIR/tokens.css ${BLOCKS} 1`]);
  });

  it.each([
    ['text', '#777777', ['page', 'surface', 'subtle', 'hover', 'control']],
    ['muted', '#999999', ['page', 'surface', 'subtle']],
    ['accent-text', '#999999', ['page', 'surface', 'subtle', 'accent-soft']],
    ['on-accent', '#1f6a57', ['accent', 'accent-hover']],
    ['danger-text', '#e08080', ['page', 'surface', 'danger-soft']],
    ['on-danger', '#8f1d16', ['danger', 'danger-hover']],
    ['control-border', '#c6ccc8', ['page', 'surface', 'subtle', 'control']],
  ])('names each surface on which %s is hard to see', (token, colour, surfaces) => {
    const faults = faultsOf(write({ 'tokens.css': `:root { --foyer-${token}: ${colour} }` }));
    const pairs = faults.map((fault) =>
      / (--\S+) on (--\S+) has .* in the light scheme, below (?:4.5|3):1$/.exec(fault)?.slice(1),
    );
    expect(pairs).toEqual(surfaces.map((surface) => [`--foyer-${token}`, `--foyer-${surface}`]));
  });

  it('names a contrast in the dark scheme', () => {
    const css = '@media (prefers-color-scheme: dark) { :root { --foyer-muted: #4b5563 } }';
    expect(faultsOf(write({ 'tokens.css': css }))).toEqual(
      Array(3).fill(expect.stringContaining('in the dark scheme')),
    );
  });
});

describe('a file of words', () => {
  const faultsIn = (words: unknown, file = 'words/en.json') =>
    faultsOf(write({ [file]: JSON.stringify(words) })).map((fault) =>
      fault.replace(`BRAND_DIR/${file} `, ''),
    );

  it.each<[object, string]>([
    [{ signIn: { titel: 'x' } }, 'has an unknown word signIn.titel; is it signIn.title?'],
    [{ sign: { title: 'x' } }, 'has an unknown word sign; is it signIn.hidden?'],
    [{ signIn: 'x' }, 'has a text at signIn, where more words are inside'],
    ...[1, null, { other: 'x' }].map((title): [object, string] => [
      { signIn: { title } },
      'has something else than a text at signIn.title',
    ]),
    ...['', 'a\nb'].map((title): [object, string] => [
      { signIn: { title } },
      'has a text at signIn.title that is empty, too long, or begins or ends with a space',
    ]),
    [
      { signIn: { title: 'x {host}' } },
      'has an unknown placeholder {host} at signIn.title, which knows none',
    ],
    [{ signIn: { title: 'x {' } }, 'has an unknown placeholder at signIn.title, which knows none'],
    [{ common: { continueWith: 'Go' } }, 'lacks {provider} at common.continueWith'],
    [
      { common: { continueWith: '{provider} {name}' } },
      'has an unknown placeholder {name} at common.continueWith, which knows {provider}',
    ],
    [{ developers: { byToken: '{person}' } }, 'must have {} exactly once at developers.byToken'],
    [
      { developers: { found: { many: '{count}', other: '{count}' } } },
      'has an unknown form many at developers.found; en has one, other',
    ],
    [{ developers: { found: { one: 'One' } } }, 'has no form "other" at developers.found'],
    [{ firstErrors: {} }, 'has an unknown word firstErrors; is it errors.INTERNAL.hint?'],
    [{ constructor: { prototype: 'x' } }, 'has an unknown word constructor; is it common.or?'],
  ])('is a fault with %j', (words, fault) => {
    const [first = '', ...others] = faultsIn(words);
    expect(others).toEqual([]);
    // The nearest known word changes with the words.
    expect(first.replace(/; is it .*\?$/, '')).toBe(fault.replace(/; is it .*\?$/, ''));
  });

  it('replaces words of every set of pages', () => {
    const words = {
      phone: { add: 'Add' },
      twoStep: { title: 'Second step' },
      people: { title: 'Customers' },
    };
    expect(readBrand(write({ 'words/en.json': JSON.stringify(words) })).words.en).toMatchObject(words);
  });

  it('of an own __proto__ is a fault', () => {
    expect(faultsOf(write({ 'words/en.json': '{"__proto__":{"signIn":"x"}}' }))).toHaveLength(1);
  });

  it('has placeholders by name, which become places', () => {
    const json = JSON.stringify({
      common: { continueWith: 'Go on with {provider}' },
      developers: { found: { one: 'One procedure', other: '{count} procedures' } },
      activity: { events: { 'sign-in': 'In, {method}' } },
    });
    expect(readBrand(write({ 'words/en.json': json })).words.en).toEqual({
      common: { continueWith: 'Go on with {0}' },
      developers: { found: { counted: '0', one: 'One procedure', other: '{0} procedures' } },
      activity: { events: { 'sign-in': 'In, {method}' } },
    });
  });

  it('of errors also has those that the pages load early', () => {
    const json = JSON.stringify({
      errors: { UNAVAILABLE: { title: 'Gone fishing' }, PAYLOAD_TOO_LARGE: { title: 'No' } },
    });
    expect(readBrand(write({ 'words/en.json': json })).words.en).toMatchObject({
      errors: { UNAVAILABLE: { title: 'Gone fishing' }, PAYLOAD_TOO_LARGE: { title: 'No' } },
      firstErrors: { UNAVAILABLE: { title: 'Gone fishing' } },
    });
  });

  it('of the mails may leave out the name of the site, and nothing else', () => {
    const json = (title: string) => JSON.stringify({ signInAndConnect: { title } });
    expect(faultsOf(write({ 'mails/en.json': json('Connect {provider}') }))).toEqual([]);
    expect(faultsOf(write({ 'mails/en.json': json('Connect') }))).toEqual([
      'BRAND_DIR/mails/en.json lacks {provider} at signInAndConnect.title',
    ]);
  });
});
