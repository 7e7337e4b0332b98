import { describe, expect, it } from 'vitest';
import { firstLoad, hasFormWithoutScript, type Manifest } from './first-load.ts';

const manifest: Manifest = {
  'index.html': {
    file: 'assets/index.js',
    isEntry: true,
    imports: ['_shared.js'],
    css: ['assets/index.css'],
  },
  '_shared.js': { file: 'assets/shared.js', imports: ['_deep.js'], css: ['assets/shared.css'] },
  '_deep.js': { file: 'assets/deep.js', imports: ['_shared.js'] },
  'pages/profile.tsx': { file: 'assets/profile.js', imports: ['index.html'] },
  '../locales/de/pages/first-page.ts': { file: 'assets/de.js', css: ['assets/de.css'] },
};

describe('the first load', () => {
  it('contains the entry and its static imports, but no dynamic ones', () => {
    expect(firstLoad(manifest, '<script type="module" src="/assets/index.js"></script>')).toEqual({
      js: ['assets/index.js', 'assets/shared.js', 'assets/deep.js'],
      css: ['assets/index.css', 'assets/shared.css'],
    });
  });

  it('contains the files that the page names', () => {
    const html = '<link rel="modulepreload" href="/assets/de.js"><link rel="stylesheet" href="/plain.css">';
    expect(firstLoad(manifest, html).js).toContain('assets/de.js');
    expect(firstLoad(manifest, html).css).toEqual(expect.arrayContaining(['assets/de.css', 'plain.css']));
  });
});

describe('a form without a script', () => {
  const form = '<form method="post"><input type="email" name="email"><button>Go</button></form>';

  it('is found in the page', () => {
    expect(hasFormWithoutScript(`<div id="root">${form}</div>`)).toBe(true);
    expect(hasFormWithoutScript('<form><input type="password"></form>')).toBe(false);
  });

  it('is not found inside of noscript', () => {
    expect(hasFormWithoutScript(`<div id="root"></div><noscript>${form}</noscript>`)).toBe(false);
  });
});
