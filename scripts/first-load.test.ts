import { describe, expect, it } from 'vitest';
import { divideStyles, firstLoad, hasFormWithoutScript, type Manifest } from './first-load.ts';

const manifest: Manifest = {
  'index.html': {
    file: 'assets/index.js',
    isEntry: true,
    imports: ['_shared.js'],
    css: ['assets/index.css'],
  },
  'sign-in/main.tsx': {
    file: 'assets/sign-in.js',
    isEntry: true,
    imports: ['_deep.js'],
    css: ['assets/sign-in.css'],
  },
  '_shared.js': { file: 'assets/shared.js', imports: ['_deep.js'], css: ['assets/shared.css'] },
  '_deep.js': { file: 'assets/deep.js', imports: ['_shared.js'] },
  'pages/profile.tsx': { file: 'assets/profile.js', imports: ['index.html'] },
  '../locales/de/pages/first-page.ts': { file: 'assets/de.js' },
};

it.each([
  [
    'the script that the page names and its static imports, but no dynamic ones',
    '<script type="module" src="/assets/index.js"></script>',
    { js: ['assets/index.js', 'assets/shared.js', 'assets/deep.js'], css: [] },
  ],
  [
    'no entry that the page does not name, and no style sheet without a link',
    '<script type="module" crossorigin src="/assets/sign-in.js"></script><style>a{}</style>',
    { js: ['assets/sign-in.js', 'assets/deep.js', 'assets/shared.js'], css: [] },
  ],
  [
    'preloaded scripts and linked style sheets, each once',
    '<link rel="modulepreload" crossorigin href="/assets/de.js"><script src="/assets/de.js"></script>' +
      '<link rel="stylesheet" href="/assets/index.css"><link href="/plain.css" rel="stylesheet">',
    { js: ['assets/de.js'], css: ['assets/index.css', 'plain.css'] },
  ],
  [
    'nothing that is prefetched for a later page, and nothing of a comment',
    '<link rel="prefetch" href="/assets/index.js"><!-- <script src="/assets/profile.js"></script> -->',
    { js: [], css: [] },
  ],
])('the first load contains %s', (_what, html, files) => {
  expect(firstLoad(manifest, html)).toEqual(files);
});

describe('the styles of a page', () => {
  it('are divided from its HTML', () => {
    const page = '<head><style nonce="n">a { b: c }</style></head><p>Text</p><style>d {}</style>';
    expect(divideStyles(page)).toEqual({
      html: '<head><style nonce="n"></style></head><p>Text</p><style></style>',
      styles: ['a { b: c }', 'd {}'],
    });
  });

  it('do not include those inside of noscript', () => {
    const page = '<noscript><style>a {}</style></noscript><p>Text</p>';
    expect(divideStyles(page)).toEqual({ html: page, styles: [] });
  });
});

it('a form without a script is found in the page, but not inside of noscript', () => {
  const form = '<form method="post"><input type="email" name="email"><button>Go</button></form>';
  expect(hasFormWithoutScript(`<div id="root">${form}</div>`)).toBe(true);
  expect(hasFormWithoutScript('<form><input type="password"></form>')).toBe(false);
  expect(hasFormWithoutScript(`<div id="root"></div><noscript>${form}</noscript>`)).toBe(false);
});
