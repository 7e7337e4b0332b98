import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'foyer-logo-'));
});
afterAll(() => rm(folder, { recursive: true }));

const VARIABLE = 'OIDC_ACME_LOGO';
const read = (file: string) =>
  readSettings({
    AUTH_SECRET: 'given',
    OIDC_ACME_ISSUER: 'https://login.acme.example',
    OIDC_ACME_CLIENT_ID: 'client',
    [VARIABLE]: file,
  }).oidcProviders[0]?.logo;

async function readContent(content: string | Uint8Array) {
  const file = path.join(folder, 'logo');
  await writeFile(file, content);
  return read(file);
}

/** The fault of a logo file with this content. */
async function faultOf(content: string | Uint8Array): Promise<string> {
  try {
    await readContent(content);
  } catch (error) {
    if (error instanceof SettingsError && error.faults.length === 1) return error.faults[0]?.wrong ?? '';
    throw error;
  }
  throw new Error('this logo was accepted');
}

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${content}</svg>`;

describe('OIDC_<ID>_LOGO', () => {
  it.each([
    ['a plain SVG', svg('<path d="M0 0h24v24H0z"/>')],
    [
      'an SVG after a declaration and comments',
      `<?xml version="1.0"?>\n<!-- one --> <!-- two -->\n${svg('')}\n`,
    ],
    ['a link inside the file', svg('<defs><path id="a" d="M0 0h9v9z"/></defs><use href="#a"/>')],
    ['a gradient', svg('<rect fill="url(#g)" width="9" height="9"/>')],
  ])('accepts %s', async (_what, text) => {
    expect(await readContent(text)).toEqual({ type: 'image/svg+xml', content: Buffer.from(text) });
  });

  it('accepts a PNG', async () => {
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);
    expect(await readContent(png)).toEqual({ type: 'image/png', content: png });
  });

  it.each([
    ['a script', svg('<script>alert(1)</script>'), 'has an element <script>'],
    ['a script of another prefix', svg('<s:script href="#x"/>'), 'has an element <s:script>'],
    [
      'a script whose prefix is a letter of another script',
      svg('<é:script/>'),
      'is not plain, well-formed SVG',
    ],
    ['an event handler', svg('<path onload="alert(1)"/>'), 'has an event handler onload'],
    ['an animated handler', svg('<set attributeName="onclick" to="alert(1)"/>'), 'has an element <set>'],
    ['HTML', svg('<foreignObject><p>x</p></foreignObject>'), 'has an element <foreignObject>'],
    ['a link', svg('<a xlink:href="https://evil.example">x</a>'), 'has an element <a>'],
    ['a picture', svg('<image href="data:image/png;base64,iVBORw0KGgo="/>'), 'has an element <image>'],
    ['a style', svg('<style>@import "https://evil.example";</style>'), 'has an element <style>'],
    [
      'a remote fill',
      svg('<rect fill="url(https://evil.example#g)"/>'),
      'has a reference to another file in fill',
    ],
    [
      'a fill with escaped letters',
      svg('<rect fill="u\\72l(https://e.example)"/>'),
      'has a backslash in fill',
    ],
    ['an entity', `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('&x;')}`, 'has a DOCTYPE'],
    ['HTML alone', '<html></html>', 'has an element <html>'],
    ['a JPEG', new Uint8Array([0xff, 0xd8, 0xff]), 'is not plain, well-formed SVG'],
  ])('refuses %s', async (_what, content, wrong) => {
    expect(await faultOf(content)).toBe(`names a file that is no PNG and, as an SVG, ${wrong}`);
  });

  it('refuses 65 kB', async () => {
    expect(await faultOf(svg(' '.repeat(65_536)))).toBe('names a file of more than 64 kB');
  });

  it('refuses a file that does not exist, and names the variable and not the path', () => {
    const file = path.join(folder, 'missing.svg');
    expect(() => read(file)).toThrow(`${VARIABLE} names a file that cannot be read.`);
    expect(() => read(file)).not.toThrow(file);
  });
});
