import { describe, expect, it } from 'vitest';
import { createPreloads, type ClientManifest } from './client-preloads.ts';

const manifest: ClientManifest = {
  'index.html': { file: 'assets/index.js', isEntry: true },
  '../locales/en/pages/first-page.ts': { file: 'assets/en.js', imports: ['index.html', '_words.js'] },
  '../locales/de/pages/first-page.ts': { file: 'assets/de.js' },
  '../locales/en/pages/later-pages.ts': { file: 'assets/en-later.js', imports: ['_words.js'] },
  '_words.js': { file: 'assets/words.js' },
  'sign-in/sign-up.tsx': { file: 'assets/sign-up.js', imports: ['index.html', '_field.js'] },
  '_field.js': { file: 'assets/field.js', css: ['assets/field.css'], imports: ['_field.js'] },
  'account/layout.tsx': { file: 'assets/layout.js' },
  'account/profile/profile.tsx': { file: 'assets/profile.js' },
  'account/devices/devices.tsx': { file: 'assets/devices.js' },
};
const preloadsOf = createPreloads(manifest);
const filesOf = (path: string) =>
  [...preloadsOf('en', path).matchAll(/href="\/assets\/([^"]+)"/g)].map(([, file]) => file);

describe('the preloads', () => {
  it.each([
    ['/sign-in', ['en.js', 'words.js']],
    ['/sign-up', ['en.js', 'words.js', 'sign-up.js', 'field.js', 'field.css', 'en-later.js']],
    ['/account', ['en.js', 'words.js', 'layout.js', 'profile.js', 'en-later.js']],
    ['/account/devices', ['en.js', 'words.js', 'layout.js', 'devices.js', 'en-later.js']],
    ['/nothing', ['en.js', 'words.js']],
    ['/../../locales/de/pages/first-page', ['en.js', 'words.js']],
    ['/toString', ['en.js', 'words.js']],
  ])('for %s are %j', (path, files) => {
    expect(filesOf(path)).toEqual(files);
  });

  it('are empty without a manifest', () => {
    expect(createPreloads({})('de', '/sign-up')).toBe('');
  });
});
